"""My data: sentences of one's own, pasted, uploaded or typed into a table; then on every page."""

import streamlit as st

from explorer.lexicon.dataset_shelf import DAYS
from explorer.screens import datasets, my_data_new, my_data_set, session
from explorer.screens.links import linked, remember

say = session.say()
st.title(say("my_data.title"))
st.markdown(say("my_data.intro"))

my_data_new.take()  # what was submitted, before anything shows which sets there are
if lost := st.session_state.pop("data-lost", 0):
    st.warning(say("my_data.lost", n=lost, days=DAYS), icon=":material/info:")
for problem in st.session_state.pop("data-problems", []):
    session.warn(problem)

sets = datasets.data_sets()
names = {str(n): session.plain(data_set.name) for n, data_set in enumerate(sets.values(), start=1)}
shown = my_data_new.NEW
if sets:
    key = linked("set", [*names, my_data_new.NEW], "1")
    picked = st.segmented_control(
        say("my_data.sets"), [*names, my_data_new.NEW], key=key, required=True,
        format_func=lambda n: names.get(n) or f":material/add: {say('my_data.new')}",
    )  # fmt: skip
    shown = picked or "1"
    remember("set", shown, "1")
if shown in names:
    token = list(sets)[int(shown) - 1]
    my_data_set.show(token, sets[token])
elif len(sets) >= datasets.MOST_SETS:
    st.info(say("my_data.full", limit=datasets.MOST_SETS), icon=":material/info:")
else:
    my_data_new.forms(len(sets) + 1)
st.caption(say("my_data.privacy", days=DAYS))
