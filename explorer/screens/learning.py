"""Learning: a model's training as a film, senses coming apart beside the scores that rise."""

import math
import time

import streamlit as st

from explorer.analysis.learning import Film, film, films
from explorer.analysis.learning_scores import Score, score, score_names
from explorer.figures.style import other_marks
from explorer.figures.training import in_frame, moment_curves, moment_points
from explorer.lexicon import bundled
from explorer.screens import (
    learning_loss,
    learning_names,
    learning_parts,
    learning_texts,
    parts,
    pickers,
    presentation,
    session,
    stage,
)
from explorer.screens.charts import chart
from explorer.screens.layer_names import layer_name
from explorer.screens.links import linked, remember
from explorer.screens.terms import glossary

HEIGHT = 390 if presentation.is_on() else 440  # pixels before a figure grows with the type of a presentation
STEP = 1.2  # seconds that the film stays at a moment; points travel for half of them

say = session.say()
st.title(say("learning.title"))
stage.intro(say("learning.intro"))
if not films():
    st.info(say("learning.none"), icon=":material/info:")
    st.stop()


@st.cache_resource(show_spinner=False, max_entries=4)
def film_of(model: str) -> Film:
    """A training, read once."""
    return film(model)


@st.cache_resource(show_spinner=False, max_entries=64)
def score_of(model: str, name: str, word: str | None) -> Score:
    """A score with its intervals, which take a thousand draws."""
    return score(film_of(model), name, word)


with st.container(horizontal=True, vertical_alignment="top", gap="medium"):
    model = pickers.pick_one("trained", films(), say("common.encoder"), session.encoder_name)
    shown = film_of(model)
    word = learning_parts.pick_word([word for word in shown.ids if word in bundled.word_ids("ko")])
    layer = learning_parts.pick_compact(
        f"depth{len(shown.layers)}", tuple(reversed(range(len(shown.layers)))), say("common.layer"),
        lambda k: layer_name(shown.layers, k), say("learning.layer_help"),
    )  # fmt: skip
    measure = learning_parts.pick_compact("curve", score_names(shown), say("learning.score"), learning_names.score_name)

known = {occurrence.id: occurrence for occurrence in bundled.occurrences("ko", word)}
rows = [i for i, id in enumerate(shown.ids[word]) if id in known]
items, drawn = parts.points_and_marks([known[shown.ids[word][i]] for i in rows], "sense")
parts.legend(items, drawn)
last = len(shown.percent) - 1
playing = bool(st.session_state.get("film-playing"))


def press(key: str) -> None:
    """Begin at the beginning, or go on from where the film stands, or stop."""
    st.session_state["film-playing"] = not st.session_state.get("film-playing")
    st.session_state["film-since"] = math.inf  # the first picture is drawn before the clock runs
    if st.session_state["film-playing"] and st.session_state.get(key) == last:
        st.session_state[key] = 0


def waited() -> bool:
    """Whether the moment has been on view for a step, almost."""
    return time.monotonic() - float(st.session_state.get("film-since", math.inf)) > STEP * 0.8


def pick_moment() -> int:
    """The moment by slider and, while the film plays, by the clock."""
    key = linked("moment", range(last + 1), last)
    if playing and st.session_state[key] < last and waited():
        st.session_state[key] += 1
        st.session_state["film-since"] = math.inf
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        label, icon = ("stop", ":material/pause:") if playing else ("play", ":material/play_arrow:")
        if st.button(say(f"learning.{label}"), icon=icon, type="primary", on_click=press, args=(key,), key="film-play"):
            st.rerun()
        presentation.layer_keys(key, last + 1, "moment")
        moment: int = st.select_slider(
            say("learning.moment"), range(last + 1), key=key, format_func=lambda m: learning_names.moment_name(shown, m)
        )
    if not playing:  # else the way back through the browser's history would lead through every moment
        remember("moment", moment, last)
    return moment


@st.fragment(run_every=STEP if playing else None)
def play() -> None:
    """Points and curves at one moment."""
    moment = pick_moment()
    left, right = st.columns(2, gap="medium")
    with left:
        placed = in_frame(shown.points[word][layer][:, rows])
        chart(
            moment_points(placed.points[moment], items, drawn, reach=placed.reach, theme=session.theme(),
                          height=HEIGHT),
            key="film-figure", alt=learning_texts.points_alt(shown, word, layer, moment, len(rows)),
            facts=learning_texts.facts(shown, layer, moment, word, len(rows)),
        )  # fmt: skip
        st.caption(learning_texts.points_caption(shown, layer, moment, placed))
    by_layer = score_of(model, measure, None)
    with right:
        curve_marks = other_marks(by_layer.curves, session.theme())
        chart(
            moment_curves(
                learning_texts.curves(shown, by_layer), curve_marks, current=moment,
                moments=[f"{percent}%" for percent in shown.percent], chance=by_layer.chance,
                chance_name=learning_names.chance_name(by_layer), y_range=learning_texts.y_range(by_layer),
                theme=session.theme(), x_title=say("learning.moments"), interval_name=say("numbers.interval"),
                y_title=learning_names.score_name(measure), height=HEIGHT,
            ),
            key="film-curves", alt=learning_texts.curves_alt(shown, by_layer),
            facts=learning_texts.facts(shown, None, moment, "", by_layer.n or by_layer.units),
        )  # fmt: skip
        learning_texts.legend(shown, by_layer, curve_marks)
        st.caption(learning_names.score_help(measure))
    explain(layer)
    learning_loss.draw(shown, moment)
    if playing and moment == last:
        st.session_state["film-playing"] = False
        st.rerun()
    st.session_state["film-since"] = min(st.session_state.get("film-since", math.inf), time.monotonic())


def explain(layer: int) -> None:
    """What the numbers say of all words, and of the one in the picture."""
    st.markdown(learning_texts.reading(shown, score_of(model, measure, None)))
    if measure in shown.by_word:
        st.markdown(learning_texts.word_reading(shown, score_of(model, measure, word), word, layer))
    st.caption(say("learning.once"))


play()
glossary("probe", "auc", "one_nn", "matched_sets", "interval", "loss", "lstm", "character_cnn", "untrained", "pca")
