"""The word of the film, and legends of plain marks."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from explorer.figures.style import Mark
from explorer.lexicon import bundled
from explorer.screens.links import chosen, linked, remember
from explorer.screens.session import say


def pick_word(options: list[str]) -> str:
    """A word whose points were kept; the one chosen on other pages where it is among them."""
    names = {word: bundled.senses_of("ko", word)[0].word for word in options}
    wanted = str(chosen().get("word", "")).removeprefix("ko.")
    default = wanted if wanted in options else options[0]
    key = linked("film", options, default)
    word: str = st.selectbox(say()("common.word"), options, key=key, format_func=names.__getitem__)
    remember("film", word, options[0])
    return word


def plain_legend(entries: Sequence[tuple[Mark, str]]) -> None:
    """Marks and names in a line."""
    rows = "".join(
        f'<li><span class="glyph" style="color:{mark.colour}" aria-hidden="true">{mark.glyph}</span>{escape(name)}</li>'
        for mark, name in entries
    )
    st.html(f'<ul class="legend">{rows}</ul>')
