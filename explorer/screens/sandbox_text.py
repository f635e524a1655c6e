"""What a person types in the sandbox: kept for each word, and in the link while it is short."""

import streamlit as st

from explorer.analysis.sandbox import settled
from explorer.errors import ExplorerError
from explorer.language import Language
from explorer.lexicon.entry import Problem, occurrences_from_lines
from explorer.occurrences import Occurrence
from explorer.screens.links import remember
from explorer.screens.own_link import IN_LINK
from explorer.screens.progress import waiting
from explorer.screens.session import encoder, is_guest, say, senses_of, store, uses, warn, word_of

MODEL = "e5-small"
"""The model that the page opens with; its vectors of the bundled sentences are ready-made."""

MOST = 6
"""Sentences at a time: every pair of them is a curve."""

_EXAMPLES = 3


def known_uses(word_language: Language, word_id: str) -> tuple[Occurrence, ...]:
    """The uses whose senses are known: those of the word, and the sentences that were added with a sense."""
    return tuple(o for o in uses(word_language, word_id) if not is_guest(o) or o.sense)


def example(word_language: Language, word_id: str) -> str:
    """A sentence of each of the first senses, of another matched set each, so that not only the sense differs.

    Those whose sense a model tells most clearly: what it cannot tell is no first thing to see.
    """
    shown = [sense.id for sense in senses_of(word_language, word_id) if sense.scored][:_EXAMPLES]
    given = tuple(o for o in uses(word_language, word_id) if not is_guest(o))
    clear = _told(given) if all(o.source == "bundled" for o in given) else ()
    chosen: list[Occurrence] = []
    for sense in shown:
        of_sense = [o for o in (*clear, *given) if o.sense == sense]
        chosen += [o for o in of_sense if _set(o) not in map(_set, chosen)][:1] or of_sense[:1]
    return "\n".join(o.bracketed for o in chosen or given[:_EXAMPLES])


def _set(occurrence: Occurrence) -> str:
    """The number of a bundled sentence's matched set."""
    return occurrence.id.rpartition(".")[2]


@st.cache_data(show_spinner=False, max_entries=64)
def _told(known: tuple[Occurrence, ...]) -> tuple[Occurrence, ...]:
    """The known uses whose sense the last layer of the model of this page's start tells; none where it is not here."""
    try:
        return settled(store(), encoder(MODEL), known)
    except ExplorerError:
        return ()


def type_sentences(word_language: Language, word_id: str) -> tuple[Occurrence, ...]:
    """The box, and the uses of the word in it. What cannot be used stays in the box, with the reason below."""
    words, word = say(), word_of(word_language, word_id)
    key, start = f"sandbox-{word_id}", example(word_language, word_id)
    if key not in st.session_state:
        arrived = st.session_state.setdefault("sandbox-arrived", False)
        st.session_state[key] = start if arrived else st.query_params.get("text", start)
    st.session_state["sandbox-arrived"] = True
    text = st.text_area(
        words("sandbox.box", word=word), key=key, height=150, persist_state="session", help=words("sandbox.box_help"),
        placeholder=words(f"sentences.placeholder_{word_language}"),
    )  # fmt: skip
    with st.container(horizontal=True):
        st.button(words("sandbox.look"), type="primary")
        st.button(words("sandbox.example"), type="tertiary", on_click=st.session_state.update, args=({key: start},))
    remember("text", text if len(text) <= IN_LINK else None, start)
    if len(text) > IN_LINK:
        st.caption(words("sentences.too_long_for_link"))
    if not text.strip():
        return ()
    with waiting(words("sentences.reading")):
        found, problems = _read(text, word)
    for problem in problems[:MOST]:
        warn(problem.why)
    if len(problems) > MOST:
        st.warning(words("sentences.more_problems", n=len(problems) - MOST), icon=":material/info:")
    if len(found) > MOST:
        warn(ExplorerError("too_many_sentences", limit=MOST, rest=len(found) - MOST))
    return found[:MOST]


@st.cache_data(show_spinner=False, max_entries=64)
def _read(text: str, word: str) -> tuple[tuple[Occurrence, ...], tuple[Problem, ...]]:
    entry = occurrences_from_lines("\n".join(text.splitlines()[:100]), word)
    return entry.occurrences, entry.problems
