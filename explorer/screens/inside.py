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
    stage,
)
from explorer.screens.presentation import is_on
from explorer.screens.terms import glossary

VIEWS = {
    "input": inside_input.show,
    "blank": inside_blank.show,
    "training": inside_training.show,
    "next": inside_pair.show_next,
    "pooling": inside_pair.show_pooling,
    "attention": inside_attention.show,
}
ONE_SENTENCE = ("blank",)

say = session.say()
st.title(say("inside.title"))
stage.intro(say("inside.intro"))
settings = stage.settings()
with settings:
    id = inside_parts.pick_model(candidates())
try:
    model = inside_parts.opened_in_words(id)
except ExplorerError as error:
    session.warn(error)
    st.stop()

given = examples(model.language)
view = pickers.pick_one("inside", tuple(VIEWS), say("inside.view"), lambda v: say(f"inside.view_{v}"), hide=True)
stage.intro(say(f"inside.about_{view}"))
with settings if is_on() else st.container():
    sentences = inside_parts.type_sentences(given, alone=view in ONE_SENTENCE)
if is_on():
    inside_parts.say_sentences(sentences, given)
VIEWS[view](model, *sentences, given)
glossary(
    "word_piece", "cls_sep", "segment", "position", "norm", "mask", "next_sentence", "pooling", "attention", "head"
)
