"""The router: page config, language, presentation mode, navigation; nothing else."""

from pathlib import Path

import streamlit as st

from explorer import screens
from explorer.assets import asset
from explorer.screens import datasets, own_link, presentation
from explorer.screens.charts import forget_drawn
from explorer.screens.links import is_old_compare_link
from explorer.screens.pickers import pick_language
from explorer.screens.progress import clock
from explorer.screens.session import LOOK, say
from explorer.screens.stage import page_menu

READ_AS = (Path(screens.__file__).parent / "page.html").read_text(encoding="utf-8")

st.set_page_config(page_title=say()("app.name"), page_icon=str(asset("icon", "icon.png")), layout="wide")
st.html(LOOK)
presenting = presentation.is_on()
with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center", key="language-bar"):
    before = st.container(width="content", horizontal=True, vertical_alignment="center")
    language = pick_language()
    st.html(READ_AS.replace("LANGUAGE", language), unsafe_allow_javascript=True)

words = say(language)
clock(words)
folder = Path(screens.__file__).parent
compare = st.Page(folder / "compare.py", title=words("compare.title"), icon=":material/compare:")
pages = [
    st.Page(folder / "start.py", title=words("start.title"), icon=":material/home:", default=True),
    st.Page(folder / "lesson.py", title=words("lesson.title"), icon=":material/school:"),
    compare,
    st.Page(folder / "layers.py", title=words("layers.title"), icon=":material/stacked_line_chart:"),
    st.Page(folder / "probes.py", title=words("probes.title"), icon=":material/biotech:"),
    st.Page(folder / "sandbox.py", title=words("sandbox.title"), icon=":material/science:"),
    st.Page(folder / "inside.py", title=words("inside.title"), icon=":material/visibility:"),
    st.Page(folder / "learning.py", title=words("learning.title"), icon=":material/movie:"),
    st.Page(folder / "my_data.py", title=words("my_data.title"), icon=":material/dataset:"),
]
page = st.navigation(pages, position="hidden" if presenting else "top")
with before:
    page_menu(pages)
    presentation.switch()
st.session_state["page"] = page.url_path
if is_old_compare_link(page.url_path):
    st.switch_page(compare, query_params=st.query_params.to_dict())
datasets.data_sets()  # every page's address names them and the sentences added, so that a reload keeps them
own_link.keep_in_link()
forget_drawn()
page.run()
