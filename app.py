"""The router: page config, language, navigation; nothing else."""

import streamlit as st

from explorer.language import LANGUAGES
from explorer.screens.session import say

st.set_page_config(page_title="Polysemy Explorer", page_icon=":material/scatter_plot:", layout="wide")

with st.container(horizontal=True, horizontal_alignment="right", key="language-bar"):
    st.segmented_control(
        "언어 · Language",
        LANGUAGES,
        default=LANGUAGES[0],
        required=True,
        format_func={"ko": "한국어", "en": "English"}.get,
        key="lang",
        label_visibility="collapsed",
        bind="query-params",
        persist_state="session",
    )

say = say()
page = st.navigation(
    [
        st.Page("explorer/screens/compare.py", title=say("compare.title"), icon=":material/compare:", default=True),
        st.Page("explorer/screens/layers.py", title=say("layers.title"), icon=":material/stacked_line_chart:"),
    ],
    position="top",
)
page.run()
