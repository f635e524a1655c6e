"""What gives way to the picture while presenting: pickers behind one button, no introduction, a small menu of pages."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.navigation.page import StreamlitPage

from explorer.screens.presentation import is_on
from explorer.screens.session import say


def settings() -> DeltaGenerator:
    """Where a page puts its pickers: on the page itself or, while presenting, behind one button."""
    if is_on():
        return st.popover(say()("app.settings"), icon=":material/tune:", key="stage-settings")
    return st.container()


def intro(text: str) -> None:
    """What a page is for; the lecturer says it while presenting."""
    if not is_on():
        st.markdown(text)


def page_menu(pages: Sequence[StreamlitPage]) -> None:
    """The way to the other pages while their bar is away."""
    if is_on():
        with st.popover(say()("app.pages"), icon=":material/menu:", type="tertiary", key="stage-pages"):
            for page in pages:
                st.page_link(page)
