"""The lesson: six steps through the history, each with a question before its answer."""

import streamlit as st

from explorer.errors import ExplorerError
from explorer.screens import session
from explorer.screens.lesson_bert import step_bert
from explorer.screens.lesson_elmo import step_elmo
from explorer.screens.lesson_layers import step_layers
from explorer.screens.lesson_limits import step_limits
from explorer.screens.lesson_one_vector import step_one_vector
from explorer.screens.lesson_parts import STEPS, note, pick_step, step_buttons
from explorer.screens.lesson_sentences import uses
from explorer.screens.lesson_static import step_average
from explorer.screens.progress import waiting
from explorer.screens.terms import glossary

SHOWN = (step_one_vector, step_average, step_elmo, step_bert, step_layers, step_limits)
TERMS = (
    ("static", "homograph", "polysemy", "cosine", "ngram"),
    ("cosine", "bag_of_context", "homograph", "pca"),
    ("contextual", "layer", "one_nn", "matched_sets", "chance_band", "interval", "mix"),
    ("attention", "word_piece", "layer", "centred_cosine"),
    ("probe", "majority", "interval", "selectivity", "layer"),
    ("anisotropy", "centred_cosine", "mask", "interval"),
)

say = session.say()
st.title(say("lesson.title"))
step = pick_step()
name = STEPS[step - 1]
st.header(say(f"lesson.{name}.title"))
numbers = {"n": len(uses())} if name == "average" else {}
st.markdown(say(f"lesson.{name}.text", **numbers))
try:
    with waiting(say("lesson.computing")):
        SHOWN[step - 1](step)
except ExplorerError as error:
    session.warn(error)
note(step)
with st.container(horizontal=True):
    glossary(*TERMS[step - 1])
step_buttons(step)
