"""Help where a term appears: each term of the field in one plain sentence, in the language of the page."""

import streamlit as st

from explorer.screens.session import say


def term(name: str) -> str:
    """What a term means (`centred_cosine`, `selectivity` …), as a widget's or a caption's `help`."""
    return say()(f"terms.meaning.{name}")


def glossary(*names: str) -> None:
    """A button that opens the meanings of the terms that a page uses."""
    words = say()
    with st.popover(words("terms.title"), icon=":material/dictionary:", type="tertiary"):
        st.markdown("\n\n".join(f"**{words(f'terms.name.{name}')}** — {term(name)}" for name in names))
