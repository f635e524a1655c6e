"""Compare: static, mix and layers on the same sentences."""

import streamlit as st

from explorer.analysis.compare import View, layered_views, mixed_view
from explorer.analysis.layers import context_vectors
from explorer.analysis.neighbours import nearest_words
from explorer.analysis.scores import Baselines, baselines
from explorer.analysis.spaces import Centring, Grouping, label_names, matched_sets
from explorer.analysis.untrained import untrained_one_nn
from explorer.errors import ExplorerError
from explorer.figures.scatter import one_dot, scatter
from explorer.geometry.separation import encode_labels
from explorer.mixing import ScalarMix
from explorer.occurrences import Occurrence
from explorer.screens import parts, pickers, session
from explorer.screens.mix_sliders import mix_sliders
from explorer.screens.sentences import add_sentences, concordance, nearest_to_own, take_sentences

say = session.say()
st.title(say("compare.title"))
st.markdown(say("compare.intro"))

word_language, word_id = pickers.pick_word()
grouping, centring = pickers.pick_settings()
take_sentences(word_language, word_id)
occurrences = session.uses(word_language, word_id)
items, drawn = parts.points_and_marks(occurrences, grouping)
parts.legend(items, drawn)
parts.notes(word_language, word_id)


@st.cache_resource(show_spinner=False, max_entries=24)
def views_of(encoder_id: str, uses: tuple[Occurrence, ...], by: Grouping, around: Centring) -> tuple[View, ...]:
    """All layers at once, so that a slider only looks up."""
    guests = [session.is_guest(o) for o in uses]
    return layered_views(
        session.store(), session.encoder(encoder_id), uses, guests=guests, grouping=by, centring=around
    )


@st.cache_data(show_spinner=False, max_entries=64)
def baselines_of(uses: tuple[Occurrence, ...], by: Grouping, around: Centring) -> Baselines:
    """What needs no layer: chance, majority, the other words of the sentence."""
    names = label_names(uses, by)
    scored = [o for o, name in zip(uses, names, strict=True) if name is not None]
    labels = encode_labels([name for name in names if name is not None])
    return baselines(labels, context_vectors(session.store(), scored, around), sets=matched_sets(scored))


def draw(view: View, key: str) -> None:
    """One panel's picture."""
    if view.distinct == 1:
        figure = one_dot(
            len(occurrences),
            say("compare.one_dot", n=len(occurrences)),
            session.theme(),
            say("compare.one_dot_hover", n=len(occurrences)),
        )
    else:
        axes = (say("compare.axis", k=1), say("compare.axis", k=2))
        figure = scatter(
            view.points,
            items,
            drawn,
            explained=view.explained.tolist(),
            theme=session.theme(),
            axis_names=axes,
        )
    alt = say("compare.alt", encoder=session.encoder_name(view.encoder.id), layer=view.name, n=len(occurrences))
    st.plotly_chart(figure, theme=None, key=key, config=parts.CHART, alt=alt)


@st.fragment
def static_panel() -> None:
    """One vector a word."""
    st.subheader(say("compare.static"))
    chosen = pickers.pick_encoder("static", ("static",), "word2vec-ko", word_language)
    encoder = session.encoded(chosen, occurrences) if chosen else None
    if not chosen:
        st.info(say("compare.no_static"), icon=":material/info:")
    if encoder:
        view = views_of(chosen, occurrences, grouping, centring)[0]
        draw(view, "static-figure")
        near = nearest_words(encoder, occurrences[0].word) or ()
        st.caption(say("compare.near", words=", ".join(map(parts.plain, dict(near)))))
        parts.numbers(view.scores, baselines_of(occurrences, grouping, centring), None, None)


@st.fragment
def mix_panel() -> None:
    """A weighted sum of layers, as ELMo makes it."""
    st.subheader(say("compare.mix"))
    chosen = pickers.pick_encoder("mix", ("elmo", "bert"), "elmo-ko", word_language)
    encoder = session.encoded(chosen, occurrences) if chosen else None
    if encoder is None:
        return
    slot = st.container()
    weights: ScalarMix = mix_sliders(encoder.layers, encoder.identity.id)
    guests = [session.is_guest(o) for o in occurrences]
    layers = views_of(encoder.identity.id, occurrences, grouping, centring)
    view = mixed_view(
        session.store(), encoder, occurrences, weights,
        anchor=layers[-1].points, guests=guests, grouping=grouping, centring=centring,
    )  # fmt: skip
    with slot:
        draw(view, "mix-figure")
    parts.numbers(view.scores, baselines_of(occurrences, grouping, centring), layers[0].scores.one_nn, None)


@st.fragment
def layer_panel() -> None:
    """One layer of a deep encoder at a time."""
    st.subheader(say("compare.layer"))
    chosen = pickers.pick_encoder("layers", ("bert", "elmo"), "e5-small", word_language)
    if not chosen or not session.encoded(chosen, occurrences):
        return
    views = views_of(chosen, occurrences, grouping, centring)
    slot = st.container()
    layer = pickers.pick_layer(len(views))
    with slot:
        draw(views[layer], "layer-figure")
    untrained = untrained_one_nn(chosen, word_id, grouping)
    parts.numbers(
        views[layer].scores,
        baselines_of(occurrences, grouping, centring),
        views[0].scores.one_nn,
        untrained[layer] if untrained else None,
    )
    nearest_to_own(views[layer], items)


for column, panel in zip(st.columns(3, gap="medium"), (static_panel, mix_panel, layer_panel), strict=True):
    with column:
        try:
            panel()
        except ExplorerError as error:
            session.warn(error)

add_sentences(word_language, word_id)
concordance(items, drawn)
