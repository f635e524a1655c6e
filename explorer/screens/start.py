"""Start: what this is, one word in the three families, and where to begin."""

from pathlib import Path

import streamlit as st

from explorer.analysis.compare import View, layered_views, mixed_view
from explorer.encoders.base import Family
from explorer.errors import ExplorerError
from explorer.export.facts import FigureFacts
from explorer.figures.scatter import one_dot, scatter
from explorer.language import Language
from explorer.mixing import uniform
from explorer.occurrences import Occurrence
from explorer.screens import parts, pickers, session, stage
from explorer.screens.charts import chart
from explorer.screens.links import chosen
from explorer.screens.on_offer import encoder_ids
from explorer.screens.progress import waiting
from explorer.screens.terms import glossary

HEIGHT = 250
SCREENS = Path(session.__file__).parent


def encoder_of(word_language: Language, *families: Family) -> str | None:
    """The encoder that stands for some families: one trained here before any other."""
    options = encoder_ids(families, word_language)
    trained = [e for e in ("word2vec-ko", "elmo-ko", "bert-ko", "e5-small") if e in options]
    return next(iter([*trained, *options]), None)


say = session.say()
st.title(say("app.name"))
stage.intro(say("start.intro"))
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="begin"):
    word_language, word_id = pickers.pick_word()
    if st.button(say("start.begin"), type="primary", icon=":material/school:"):
        st.switch_page(st.Page(SCREENS / "lesson.py"))
    if st.button(say("start.compare"), icon=":material/compare:"):
        chosen()["layers"] = encoder_of(word_language, "bert")  # what the slider here is of
        st.switch_page(st.Page(SCREENS / "compare.py"))
occurrences = session.uses(word_language, word_id)
items, drawn = parts.points_and_marks(occurrences, "sense")
parts.legend(items, drawn)


@st.cache_resource(show_spinner=False, max_entries=64)
def views_of(encoder_id: str, uses: tuple[Occurrence, ...]) -> tuple[View, ...]:
    """Every layer at once, so that the slider only looks up."""
    guests = [session.is_guest(o) for o in uses]
    return layered_views(session.store(), session.encoder(encoder_id), uses, guests=guests)


@st.cache_resource(show_spinner=False, max_entries=64)
def mix_of(encoder_id: str, uses: tuple[Occurrence, ...]) -> View:
    """The plain mean of an encoder's layers."""
    encoder = session.encoder(encoder_id)
    guests = [session.is_guest(o) for o in uses]
    anchor = views_of(encoder_id, uses)[-1].points
    return mixed_view(session.store(), encoder, uses, uniform(len(encoder.layers)), anchor=anchor, guests=guests)


def placed(encoder_id: str) -> tuple[View, ...]:
    """Every layer of an encoder, with words while it is computed."""
    with waiting(say("start.placing", encoder=session.encoder_name(encoder_id))):
        return views_of(encoder_id, occurrences)


def draw(view: View, key: str, caption: str) -> None:
    """One of the three pictures, with a sentence that says what it is."""
    n = len(occurrences)
    if view.distinct == 1:
        figure = one_dot(n, say("compare.one_dot", n=n), session.theme(), say("compare.one_dot_hover", n=n), HEIGHT)
    else:
        axes = (say("compare.axis", k=1), say("compare.axis", k=2))
        figure = scatter(
            view.points, items, drawn, explained=view.explained.tolist(), theme=session.theme(), axis_names=axes,
            height=HEIGHT,
        )  # fmt: skip
    facts = FigureFacts(
        title=occurrences[0].word, encoders=((view.encoder.id, view.encoder.fingerprint),), layer=view.name,
        metric=say("terms.name.centred_cosine"), projection="PCA", data=occurrences[0].word, n=n,
    )  # fmt: skip
    said = caption if view.distinct == 1 else f"{caption} {say(f'numbers.reading_{view.scores.standing}')}"
    chart(figure, key=key, alt=said, facts=facts)
    st.caption(said)


def static_panel() -> None:
    """One vector for all uses."""
    st.subheader(say("start.static"))
    encoder_id = encoder_of(word_language, "static")
    if not encoder_id:
        st.info(say("compare.no_static"), icon=":material/info:")
    elif session.encoded(encoder_id, occurrences):
        said = say("start.static_says", encoder=session.encoder_name(encoder_id), n=len(occurrences))
        draw(placed(encoder_id)[0], "start-static", said)


def mix_panel() -> None:
    """All layers of the ELMo family in equal parts."""
    st.subheader(say("start.mix"))
    encoder_id = encoder_of(word_language, "elmo") or encoder_of(word_language, "bert")
    encoder = session.encoded(encoder_id, occurrences) if encoder_id else None
    if encoder:
        name = session.encoder_name(encoder.identity.id)
        said = say("start.mix_says", encoder=name, layers=len(encoder.layers))
        with waiting(say("start.placing", encoder=name)):
            view = mix_of(encoder.identity.id, occurrences)
        draw(view, "start-mix", said)


@st.fragment
def layer_panel() -> None:
    """One layer of the BERT family; the slider lets the points travel."""
    st.subheader(say("start.layer"))
    encoder_id = encoder_of(word_language, "bert")
    if not encoder_id or not session.encoded(encoder_id, occurrences):
        return
    views = placed(encoder_id)
    picture = st.container()
    layer = pickers.pick_layer(len(views))
    with picture:
        said = say("start.layer_says", encoder=session.encoder_name(encoder_id), layer=layer, last=len(views) - 1)
        draw(views[layer], "start-layer", said)


for column, panel in zip(st.columns(3, gap="medium"), (static_panel, mix_panel, layer_panel), strict=True):
    with column:
        try:
            panel()
        except ExplorerError as error:
            session.warn(error)
glossary("static", "contextual", "layer", "mix", "pca")
