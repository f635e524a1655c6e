"""A person's own sentences beside the bundled ones, and the table of all of them."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

import streamlit as st

from explorer.analysis.compare import View
from explorer.analysis.neighbours import nearest_occurrences
from explorer.errors import ExplorerError
from explorer.figures.scatter import Point
from explorer.figures.style import Mark
from explorer.language import Language
from explorer.lexicon.entry import occurrences_from_lines
from explorer.occurrences import Occurrence
from explorer.screens.own_link import keep_in_link, too_long
from explorer.screens.parts import gloss
from explorer.screens.progress import waiting
from explorer.screens.session import keep_own_sentences, language, own_sentences, say, senses_of, uses, warn, word_of

MOST = 200
"""Sentences of one's own for a word: every pair of uses is compared, and a picture of more is no picture."""

_SHOWN = 4
_SHOWN_NEAREST = 8
_CONTEXT = 90
"""Characters of a sentence that the table shows on each side of the target."""


def take_sentences(word_language: Language, word_id: str) -> None:
    """Read what was submitted before the panels are drawn. What cannot be used stays in the box, with the reason."""
    box = f"typed-{word_id}"
    if not st.session_state.pop(f"submitted-{word_id}", False):
        return
    word = word_of(word_language, word_id)
    mine = list(own_sentences(word_id))
    lines = str(st.session_state.get(box, "")).splitlines()
    room = MOST - len(mine)
    now, later = lines[:room], lines[room:]
    with waiting(say()("sentences.reading")):
        found, problems = occurrences_from_lines("\n".join(now), word)
    taken = {(o.text, o.start) for o in uses(word_language, word_id)}
    sense = st.session_state.get(f"sense-{word_id}-{language()}")
    reasons = [problem.why for problem in problems] if now or not later else []
    crowded: dict[int, None] = {}
    for occurrence in found:
        if (occurrence.text, occurrence.start) in taken:
            reasons.append(ExplorerError("sentence_known", sentence=occurrence.text[:80]))
            continue
        if len(mine) == MOST:  # lines with several uses of the word: what has no room goes back into the box
            crowded.setdefault(int(occurrence.id.partition(".")[0]))
            continue
        mine.append(replace(occurrence, word=word, sense=sense, source="own", id=f"own.{len(mine) + 1:03d}"))
        taken.add((occurrence.text, occurrence.start))
    later = [*(now[number - 1] for number in crowded), *later]
    if later:
        reasons.append(ExplorerError("too_many_own", limit=MOST, rest=len(later)))
    keep_own_sentences(word_id, mine)
    keep_in_link()
    left = [problem.text for problem in problems if not problem.kept and problem.text.strip()]
    st.session_state[box] = "\n".join([*left, *later])
    st.session_state["own-problems"] = reasons


def add_sentences(word_language: Language, word_id: str) -> None:
    """The form for sentences of one's own."""
    words = say()
    senses = senses_of(word_language, word_id)
    word = word_of(word_language, word_id)
    st.subheader(words("sentences.title", word=word))
    with st.form(f"own-{word_id}", border=True):
        st.text_area(
            words("sentences.label", word=word), key=f"typed-{word_id}", height=110, persist_state="session",
            placeholder=words(f"sentences.placeholder_{word_language}"),
        )  # fmt: skip
        known = {sense.id: gloss(sense) for sense in senses if sense.scored}
        st.selectbox(
            words("sentences.sense"), [None, *known], format_func=lambda s: known.get(s) or words("sentences.unknown"),
            key=f"sense-{word_id}-{language()}", help=words("sentences.sense_help"), persist_state="session",
        )  # fmt: skip
        st.form_submit_button(
            words("sentences.add"),
            type="primary",
            on_click=st.session_state.update,
            args=({f"submitted-{word_id}": True},),
        )
    problems: list[ExplorerError] = st.session_state.pop("own-problems", [])
    for problem in problems[:_SHOWN]:
        warn(problem)
    if len(problems) > _SHOWN:
        st.warning(words("sentences.more_problems", n=len(problems) - _SHOWN), icon=":material/info:")
    mine = own_sentences(word_id)
    if mine:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(words("sentences.count", n=len(mine)))
            st.button(words("sentences.clear"), on_click=keep_own_sentences, args=(word_id, ()), type="tertiary")
        if warning := too_long():
            st.caption(warning)


def nearest_to_own(view: View, items: Sequence[Point]) -> None:
    """For each sentence that the person added, the use that is nearest in this space, and its sense."""
    uses = [item.occurrence for item in items]
    rows = []
    for i in [i for i, item in enumerate(items) if item.guest][:_SHOWN_NEAREST]:
        for near in nearest_occurrences(view, uses, i, 1):
            other = items[uses.index(near.occurrence)]
            rows.append(
                f"<li>{marked(uses[i])}<br><small>{escape(say()('sentences.nearest', cosine=near.cosine))} "
                f"<b>{escape(other.name)}</b> — {marked(near.occurrence)}</small></li>"
            )
    if rows:
        st.html(f'<ul class="nearest">{"".join(rows)}</ul>')


def marked(o: Occurrence, context: int = _CONTEXT) -> str:
    """The sentence as HTML with its target set off, cut to `context` characters on each side of it."""
    before = ("…" if o.start > context else "") + o.text[max(0, o.start - context) : o.start]
    after = o.text[o.end : o.end + context] + ("…" if len(o.text) - o.end > context else "")
    return f"{escape(before)}<mark>{escape(o.form)}</mark>{escape(after)}"


def concordance(items: Sequence[Point], drawn: dict[str, Mark]) -> None:
    """All sentences in the order of the panels, the target set off."""
    order = list(drawn)
    with st.expander(say()("sentences.table", n=len(items))):
        rows = [
            _row(item, drawn[item.label])
            for item in sorted(items, key=lambda item: (not item.guest, order.index(item.label)))
        ]
        st.html(f'<table class="concordance">{"".join(rows)}</table>')


def _row(item: Point, mark: Mark) -> str:
    return (
        f'<tr><td><span style="color:{mark.colour}" aria-hidden="true">{mark.glyph}</span></td>'
        f"<td>{escape(item.name)}</td>"
        f"<td>{marked(item.occurrence)}</td></tr>"
    )
