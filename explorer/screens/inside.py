"""Inside BERT: what goes in, what is guessed, where heads look, and one vector for a sentence."""

import streamlit as st

from explorer.analysis.inside_pooling import examples
from explorer.encoders.heads import candidates
from explorer.errors import ExplorerError
from explorer.screens import (
    inside_attention,
    inside_blank,
    inside_input,
    inside_pair,
    inside_parts,
    inside_training,
    pickers,
    session,
)

VIEWS = {
    "input": inside_input.show,
    "blank": inside_blank.show,
    "training": inside_training.show,
    "next": inside_pair.show_next,
    "pooling": inside_pair.show_pooling,
    "attention": inside_attention.show,
}

say = session.say()
st.title(say("inside.title"))
st.markdown(say("inside.intro"))
try:
    model = inside_parts.pick_model(candidates())
except ExplorerError as error:
    session.warn(error)
    st.stop()

given = examples(model.language)
view = pickers.pick_one("inside", tuple(VIEWS), say("inside.view"), lambda v: say(f"inside.view_{v}"), hide=True)
st.markdown(say(f"inside.about_{view}"))
left, right = st.columns(2, gap="medium")
with left:
    first = inside_parts.type_sentence("first", say("inside.first"), given.first, say("inside.first_help"))
with right:
    second = inside_parts.type_sentence("second", say("inside.second"), given.second, say("inside.second_help"))
VIEWS[view](model, first, second, given)
