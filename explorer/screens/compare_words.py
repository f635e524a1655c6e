"""Which words Compare lays into one space: the chosen one, and others beside it."""

from dataclasses import replace

import streamlit as st

from explorer.analysis.beside import uses_in_bundled
from explorer.errors import ExplorerError
from explorer.language import Language
from explorer.occurrences import Occurrence, normalise
from explorer.screens import pickers, session
from explorer.screens.links import chosen, remember, widget_key
from explorer.screens.progress import waiting

MOST = 3
"""Words beside the first."""

_LONGEST = 20


def pick_beside(word_language: Language, word_id: str) -> list[str]:
    """Other words for the same space: those on offer by their option, or any other word as it is written."""
    words = session.say()
    first = f"{word_language}.{word_id}"
    options = [o for o in pickers.word_options() if pickers.split_option(o)[0] == word_language and o != first]
    key = widget_key(f"with-{word_language}")
    if key not in st.session_state:
        asked = chosen().get("with")
        asked = st.query_params.get("with", "").split(",") if asked is None else asked
        st.session_state[key] = [o for o in asked if o in options or _may_be_a_word(o)][:MOST]
    st.session_state[key] = [o for o in st.session_state[key] if o != first]
    typed = [o for o in st.session_state[key] if o not in options]
    value: list[str] = st.multiselect(
        words("compare.beside"), [*options, *typed], format_func=lambda o: pickers.word_name(o) if o in options else o,
        key=key, max_selections=MOST, accept_new_options=True, placeholder=words("compare.beside_placeholder"),
        help=words("compare.beside_help"), select_all=False,
        filter_mode="prefix",  # a word typed in full comes before words of which it is a gloss
    )  # fmt: skip
    remember("with", value, [])
    return value


def gather(word_language: Language, word_id: str, beside: list[str]) -> tuple[Occurrence, ...]:
    """The uses of all these words, each with an id that no other has; a word without any is said and left out."""
    groups = {word_id: session.uses(word_language, word_id)}
    known = pickers.word_options()
    for option in beside:
        if option in known:
            groups[pickers.split_option(option)[1]] = session.uses(*pickers.split_option(option))
            continue
        word = normalise(option)[:_LONGEST]
        with waiting(session.say()("compare.looking", word=session.plain(word))):
            found = _found(word_language, word)
        if found:
            groups[f"found:{word}"] = found
        else:
            session.warn(ExplorerError("word_not_bundled_anywhere", word=word))
    if len(groups) == 1:
        return groups[word_id]
    return tuple(
        use if use.source == "bundled" else replace(use, id=f"{use.id}@{name}")
        for name, uses in groups.items()
        for use in uses
    )


def _may_be_a_word(option: str) -> bool:
    return 0 < len(option) <= _LONGEST and "." not in option and ":" not in option


@st.cache_data(show_spinner=False, max_entries=128)
def _found(word_language: Language, word: str) -> tuple[Occurrence, ...]:
    return uses_in_bundled(word_language, word)
