"""The name of a data set, and taking it away."""

import streamlit as st

from explorer.lexicon.dataset import DataSet
from explorer.screens import datasets
from explorer.screens.session import plain, say


def name_and_end(token: str, data_set: DataSet) -> None:
    """Its name to change, and its end: here alone, or for every link to it."""
    words = say()
    with st.container(horizontal=True):
        with st.popover(words("my_data.rename"), type="tertiary"), st.form(f"rename-{token}", border=False):
            st.text_input(words("my_data.name"), value=data_set.name, key=f"name-{token}", max_chars=60)
            st.form_submit_button(words("my_data.rename_do"), on_click=_rename, args=(token,))
        with st.popover(words("my_data.delete"), type="tertiary"):
            st.markdown(words("my_data.delete_ask", name=plain(data_set.name)))
            st.button(words("my_data.delete_here"), on_click=datasets.remove, args=(token, False))
            st.button(words("my_data.delete_everywhere"), on_click=datasets.remove, args=(token, True), type="primary")


def _rename(token: str) -> None:
    datasets.keep(datasets.data_sets()[token].renamed(str(st.session_state[f"name-{token}"])), token)
