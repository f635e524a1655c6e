"""A person's own sentences beside the bundled ones, and the table of all of them."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

import streamlit as st

from explorer.figures.scatter import Point
from explorer.figures.style import Mark
from explorer.language import Language
from explorer.lexicon import bundled
from explorer.lexicon.entry import occurrences_from_lines
from explorer.screens.parts import gloss
from explorer.screens.session import keep_own_sentences, own_sentences, say

_CONTEXT = 90
"""Characters of a sentence that the table shows on each side of the target."""


def add_sentences(word_language: Language, word_id: str) -> None:
    """The form for sentences of one's own. What could not be used stays in the box, with the reason."""
    words = say()
    senses = bundled.senses_of(word_language, word_id)
    word = senses[0].word
    box = f"typed-{word_id}"
    st.subheader(words("sentences.title", word=word))
    with st.form(f"own-{word_id}", border=True):
        st.text_area(
            words("sentences.label", word=word), key=box, height=110, placeholder=words("sentences.placeholder"),
            persist_state="session",
        )  # fmt: skip
        known = {sense.id: gloss(sense) for sense in senses if sense.scored}
        st.selectbox(
            words("sentences.sense"), [None, *known], format_func=lambda s: known.get(s) or words("sentences.unknown"),
            key=f"sense-{word_id}", help=words("sentences.sense_help"), persist_state="session",
        )  # fmt: skip
        st.form_submit_button(
            words("sentences.add"), type="primary", on_click=_add, args=(word_language, word_id, word, box)
        )
    for message in st.session_state.pop("own-problems", []):
        st.warning(message.say(words) if hasattr(message, "say") else message, icon=":material/info:")
    mine = own_sentences(word_id)
    if mine:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(words("sentences.count", n=len(mine)))
            st.button(words("sentences.clear"), on_click=keep_own_sentences, args=(word_id, ()), type="tertiary")


def _add(word_language: Language, word_id: str, word: str, box: str) -> None:
    """Runs before the page is drawn again, so that the panels already hold the new sentences."""
    found, problems = occurrences_from_lines(st.session_state.get(box, ""), word)
    mine = list(own_sentences(word_id))
    taken = {(o.text, o.start) for o in (*mine, *bundled.occurrences(word_language, word_id))}
    sense = st.session_state.get(f"sense-{word_id}")
    for occurrence in found:
        if (occurrence.text, occurrence.start) not in taken:
            mine.append(replace(occurrence, word=word, sense=sense, source="own", id=f"own.{len(mine) + 1:02d}"))
            taken.add((occurrence.text, occurrence.start))
    keep_own_sentences(word_id, mine)
    st.session_state["own-problems"] = [problem.why for problem in problems]
    st.session_state[box] = "\n".join(problem.line for problem in problems)


def concordance(items: Sequence[Point], drawn: dict[str, Mark]) -> None:
    """All sentences in the order of the panels, the target set off."""
    words = say()
    with st.expander(words("sentences.table", n=len(items)), expanded=False):
        rows = []
        for item in sorted(items, key=lambda i: (not i.guest, list(drawn).index(i.label))):
            o = item.occurrence
            mark = drawn[item.label]
            before, after = o.text[max(0, o.start - _CONTEXT) : o.start], o.text[o.end : o.end + _CONTEXT]
            before = ("…" if o.start > _CONTEXT else "") + before
            after += "…" if len(o.text) - o.end > _CONTEXT else ""
            rows.append(
                f'<tr><td><span style="color:{mark.colour}" aria-hidden="true">{mark.glyph}</span></td>'
                f"<td>{escape(item.name)}</td>"
                f"<td>{escape(before)}<mark>{escape(o.form)}</mark>{escape(after)}</td></tr>"
            )
        st.html(f'<table class="concordance">{"".join(rows)}</table>')
