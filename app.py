"""The router: page config, language, navigation; nothing else."""

import streamlit as st

from explorer.assets import asset
from explorer.screens.pickers import pick_language
from explorer.screens.session import LOOK, say

st.set_page_config(page_title=say()("app.name"), page_icon=str(asset("icon", "icon.png")), layout="wide")
st.html(LOOK)
with st.container(horizontal=True, horizontal_alignment="right", key="language-bar"):
    language = pick_language()

words = say(language)
page = st.navigation(
    [
        st.Page("explorer/screens/compare.py", title=words("compare.title"), icon=":material/compare:", default=True),
        st.Page("explorer/screens/layers.py", title=words("layers.title"), icon=":material/stacked_line_chart:"),
    ],
    position="top",
)
st.session_state["page"] = page.url_path
page.run()
