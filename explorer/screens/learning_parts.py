"""The word of the film, choices that take little room while presenting, and legends of plain marks."""

from collections.abc import Callable, Sequence
from html import escape
from typing import TypeVar

import streamlit as st

from explorer.figures.style import Mark
from explorer.lexicon import bundled
from explorer.screens import presentation
from explorer.screens.links import chosen, linked, remember
from explorer.screens.pickers import pick_one
from explorer.screens.session import say

T = TypeVar("T")


_WORD = 190
"""Pixels of the list of words."""


def pick_word(options: list[str]) -> str:
    """A word whose points were kept; the one chosen on other pages where it is among them."""
    names = {word: bundled.senses_of("ko", word)[0].word for word in options}
    wanted = str(chosen().get("word", "")).removeprefix("ko.")
    default = wanted if wanted in options else options[0]
    key = linked("film", options, default)
    word: str = st.selectbox(say()("common.word"), options, key=key, format_func=names.__getitem__, width=_WORD)
    remember("film", word, options[0])
    return word


def pick_compact(name: str, choices: Sequence[T], label: str, show: Callable[[T], str], help: str | None = None) -> T:
    """`pickers.pick_one`, but a list while presenting, when large type leaves no room for all choices in a row."""
    key = linked(name, choices, choices[0])
    presenting = presentation.is_on()
    if st.session_state.get(f"{key}-list") != presenting:  # a row of buttons and a list do not hold one another's value
        st.session_state[f"{key}-list"], st.session_state[key] = presenting, st.session_state[key]
    if not presenting:
        return pick_one(name, choices, label, show, help)
    value: T = st.selectbox(label, choices, key=key, format_func=show, help=help, width="stretch")
    remember(name, value, choices[0])
    return value


def plain_legend(entries: Sequence[tuple[Mark, str]]) -> None:
    """Marks and names in a line."""
    rows = "".join(
        f'<li><span class="glyph" style="color:{mark.colour}" aria-hidden="true">{mark.glyph}</span>{escape(name)}</li>'
        for mark, name in entries
    )
    st.html(f'<ul class="legend">{rows}</ul>')
