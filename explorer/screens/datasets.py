"""The data sets of a session: kept on the server, named in the address, and offered as words on every page."""

import re
from functools import lru_cache

import streamlit as st

from explorer.errors import ExplorerError
from explorer.lexicon.dataset import DataSet
from explorer.lexicon.dataset_shelf import Shelf, new_token
from explorer.occurrences import Occurrence
from explorer.screens.links import remember

MOST_SETS = 12
MOST_USES = 400
"""Uses of one word that a picture shows; of more, as many are taken evenly."""

_MOST_WORDS = 300
_WORD_ID = re.compile(r"my(\d{1,2}):(.+)", re.DOTALL)


@st.cache_resource(show_spinner=False)
def _shelf() -> Shelf:
    return Shelf()


def data_sets() -> dict[str, DataSet]:
    """The sets of this session by their random names, in the order in which they were made.

    A new session takes those that the address names; who only reads one changes nothing for anybody else.
    """
    if "data-sets" not in st.session_state:
        asked = [name for name in str(st.query_params.get("data", "")).split(",") if name][:MOST_SETS]
        found = {name: data_set for name in asked if (data_set := _shelf().read(name))}
        st.session_state["data-sets"] = found
        st.session_state["data-lost"] = len(asked) - len(found)
    sets: dict[str, DataSet] = st.session_state["data-sets"]
    remember("data", list(sets), [])
    return sets


def keep(data_set: DataSet, token: str | None = None) -> str:
    """Keep a new set, or a changed one in the place of `token`; the name under which it then stands.

    A set that came with a link is copied before it changes, so that the link goes on showing what it showed. Where
    it cannot be written it lives on in this session, and the reason is shown.
    """
    mine: set[str] = st.session_state.setdefault("data-mine", set())
    name = token if token is not None and token in mine else new_token()
    mine.add(name)
    if token is not None and token != name:
        st.session_state.setdefault("data-names", {})[token] = name
    sets = data_sets()
    if token in sets:
        st.session_state["data-sets"] = {name if each == token else each: s for each, s in sets.items()}
    st.session_state["data-sets"] |= {name: data_set}
    try:
        _shelf().keep(name, data_set)
    except ExplorerError as error:
        st.session_state.setdefault("data-problems", []).append(error)
    data_sets()
    return name


def remove(token: str, everywhere: bool) -> None:
    """Take a set out of this session; `everywhere` deletes it from the server too."""
    st.session_state["data-sets"] = {name: s for name, s in data_sets().items() if name != token}
    if everywhere:
        _shelf().discard(token)
    data_sets()


def own_word(word_id: str) -> tuple[DataSet, str] | None:
    """The set and the word of an id such as `my1:word`; None for a bundled word's id."""
    match = _WORD_ID.fullmatch(word_id)
    sets = list(data_sets().values())
    return (sets[int(match[1]) - 1], match[2]) if match and 0 < int(match[1]) <= len(sets) else None


def word_id(token: str, word: str) -> str:
    """The id of a word of a set."""
    return f"my{list(data_sets()).index(token) + 1}:{word}"


def is_of(option: str, token: str) -> bool:
    """Whether a word on offer is of a set."""
    own = own_word(option.split(".", 1)[1])
    return own is not None and own[0] is data_sets().get(token)


def standing(token: str) -> str:
    """The name under which a set stands now, given one under which it stood before it was copied."""
    names: dict[str, str] = st.session_state.setdefault("data-names", {})
    while token in names:
        token = names[token]
    return token


def word_options() -> list[str]:
    """The words of all sets, as `<language>.<id>`; those that are used once only where no other is there."""
    options = []
    for token, data_set in data_sets().items():
        several = [word for word, uses in data_set.words.items() if len(uses) > 1]
        for word in (several or list(data_set.words))[:_MOST_WORDS]:
            options.append(f"{data_set.words[word][0].language}.{word_id(token, word)}")
    return options


def uses_of(word_id: str) -> tuple[Occurrence, ...]:
    """The uses of an own word that pages show."""
    own = own_word(word_id)
    return _evenly(own[0].words.get(own[1], ())) if own else ()


def count_of(word_id: str) -> tuple[int, int]:
    """How many uses an own word has, and how many of them pages show; 0 and 0 for a bundled word."""
    own = own_word(word_id)
    return (len(own[0].words.get(own[1], ())), len(uses_of(word_id))) if own else (0, 0)


@lru_cache(maxsize=64)
def _evenly(uses: tuple[Occurrence, ...]) -> tuple[Occurrence, ...]:
    step = max(1.0, len(uses) / MOST_USES)
    return tuple(uses[int(k * step)] for k in range(min(len(uses), MOST_USES)))
