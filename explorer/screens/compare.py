"""Compare: the same sentences in static, mixed and layered spaces, with one selection through all of them."""

from typing import Literal

import streamlit as st

from explorer.screens import parts, pickers, selection, session, stage
from explorer.screens.compare_changes import changed_neighbours
from explorer.screens.compare_colours import coloured, pick_colour
from explorer.screens.compare_keywords import label_words
from explorer.screens.compare_panels import guarded, panels
from explorer.screens.compare_space import Projection, Shared
from explorer.screens.compare_table import concordance
from explorer.screens.compare_words import gather, pick_beside
from explorer.screens.reports import report_button
from explorer.screens.sentences import add_sentences, take_sentences
from explorer.screens.terms import glossary

LAYOUTS = ("families", "encoders", "layers")
PROJECTIONS: tuple[Projection, ...] = ("pca", "umap")
BELOW: tuple[Literal["sentences", "changes", "keywords"], ...] = ("sentences", "changes", "keywords")

say = session.say()
st.title(say("compare.title"))
stage.intro(say("compare.intro"))

settings = stage.settings()
with settings:
    first, others = st.columns(2, gap="medium", vertical_alignment="bottom")
with first:
    word_language, word_id = pickers.pick_word()
with others:
    beside = pick_beside(word_language, word_id)
take_sentences(word_language, word_id)
uses = gather(word_language, word_id, beside)
with settings, st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
    layout = pickers.pick_one("layout", LAYOUTS, say("compare.layout"), lambda k: say(f"compare.layout_{k}"))
    projection = pickers.pick_one(
        "projection", PROJECTIONS, say("compare.projection"), lambda k: say(f"compare.projection_{k}"),
        say("compare.projection_help"),
    )  # fmt: skip
    colour = pick_colour(uses)
    grouping = pickers.pick_grouping()
    centring = pickers.pick_centring()
items, drawn, names, signs = coloured(colour, uses, grouping, centring, word_language)
parts.legend(items, drawn, names)
parts.notes(word_language, word_id)
box = selection.bar(uses)
shared = Shared(
    word_language, word_id, uses, items, drawn, names, grouping, centring, projection, box, signs
)  # fmt: skip

shown = panels(layout, shared)
with st.container(key="panel-switch"):
    narrow = pickers.pick_one(
        f"panel-{layout}", range(len(shown)), say("compare.panel"), lambda k: shown[k][0], start=-1
    )
hidden = ", ".join(f"[data-testid=stColumn]:has(.st-key-panel-{k})" for k in range(len(shown)) if k != narrow)
st.html(f"<style>@media (max-width: 640px) {{ {hidden} {{ display: none; }} }}</style>")
for k, (column, (title, panel)) in enumerate(zip(st.columns(len(shown), gap="medium"), shown, strict=True)):
    with column, st.container(key=f"panel-{k}"):
        st.subheader(title)
        guarded(panel)
st.caption(say(f"compare.caption_{projection}"))

st.subheader(say("compare.below"))
below = pickers.pick_one("below", BELOW, say("compare.below"), lambda k: say(f"compare.below_{k}"), hide=True)
if below == "sentences":
    concordance(shared)
elif below == "changes":
    guarded(lambda: changed_neighbours(shared))
else:
    guarded(lambda: label_words(shared))
add_sentences(word_language, word_id)
report_button(uses)
glossary("static", "contextual", "layer", "mix", "pca", "umap", "centred_cosine", "one_nn")
