"""Streamlit's file chooser in the language of the page."""

from html import escape

import streamlit as st

from explorer.screens.session import say


def words_of_the_uploader() -> None:
    """The file chooser speaks English only; its words are covered by ours."""
    words = say()
    limit = st.get_option("server.maxUploadSize")
    drop, pick = (
        escape(text).replace("&quot;", "")
        for text in (words("my_data.file_drop", limit=limit), words("my_data.file_pick"))
    )
    st.html(f'<style>:root {{ --file-drop: "{drop}"; --file-pick: "{pick}"; }}</style>')
