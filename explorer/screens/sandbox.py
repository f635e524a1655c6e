"""Sandbox: sentences of one's own around a word, compared, placed among the senses, cut, and taken apart."""

import streamlit as st

from explorer.analysis.sandbox import unlike
from explorer.analysis.spaces import label_names
from explorer.errors import ExplorerError
from explorer.screens import parts, pickers, sandbox_context, sandbox_parts, session
from explorer.screens.presentation import is_on
from explorer.screens.sandbox_answers import choices_of
from explorer.screens.sandbox_pairs import pairs
from explorer.screens.sandbox_strips import choice_strips
from explorer.screens.sandbox_swap import swap
from explorer.screens.sandbox_text import MODEL, known_uses, type_sentences
from explorer.screens.terms import glossary

say, presenting = session.say(), is_on()
st.title(say("sandbox.title"))
if not presenting:
    st.markdown(say("sandbox.intro"))

# On a projector the pictures come first: what was typed is a click away.
with st.expander(say("sandbox.inputs"), icon=":material/edit:") if presenting else st.container():
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        word_language, word_id = pickers.pick_word()
    with right:
        model = pickers.pick_encoder("model", ("bert", "elmo"), MODEL, word_language)
    typed = type_sentences(word_language, word_id)
    grouping, centring = pickers.pick_settings()
known = unlike(known_uses(word_language, word_id), typed)
items, drawn = parts.points_and_marks(known, grouping)


def chosen_senses() -> None:
    """The sense that each layer would choose for each sentence."""
    st.subheader(say("sandbox.choice"))
    parts.legend(items, drawn)
    found = choices_of(model, typed, known, grouping, centring)
    choice_strips(found, typed, drawn, [str(n) for n in range(1, len(typed) + 1)])
    st.caption(say("sandbox.choice_help"))


def context() -> None:
    """One sentence taken apart. No fragment: a box in one loses its text when a click elsewhere ends the typing."""
    st.subheader(say("sandbox.context"))
    st.caption(say("sandbox.context_help"))
    which, depth = st.columns([1, 2], gap="large")
    with which:
        found = choices_of(model, typed, known, grouping, centring)
        use = typed[sandbox_context.pick_sentence(typed, found)]
    with depth:
        layer = pickers.pick_layer(len(session.encoder(model).layers))
    try:
        st.markdown(f"#### {say('sandbox.carry')}")
        strongest = sandbox_context.carrying(model, use, known, grouping, centring, layer)
        st.markdown(f"#### {say('sandbox.swap')}")
        swap(model, use, known, grouping, centring, layer, items, drawn, strongest)
    except ExplorerError as error:
        session.warn(error)


if not typed:
    st.info(say("sandbox.empty"), icon=":material/info:")
elif model and session.encoded(model, (*known, *typed)):
    several = len({name for name in label_names(known, grouping) if name}) > 1
    senses, alike = st.columns(2, gap="large")
    with senses:
        if several:
            chosen_senses()
        else:
            st.info(say("errors.senses_needed"), icon=":material/info:")
    with alike:
        pairs(model, typed, known, grouping, centring)
    with st.expander(say("sandbox.pieces"), expanded=not presenting):
        st.caption(say("sandbox.pieces_help"))
        sandbox_parts.pieces(model, typed, word_language)
        sandbox_parts.stack_note(model, typed)
    if several:
        context()
glossary(
    "word_piece", "contextual", "static", "layer", "cosine", "centred_cosine", "centroid", "matched_sets", "homograph",
    "pca",
)  # fmt: skip
