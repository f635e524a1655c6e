"""Step 3 of the lesson: ELMo's two directions."""

import streamlit as st

from explorer.analysis.lesson_contexts import Directions, DirectionsOverWords, directions, directions_over_words
from explorer.encoders.elmo import ElmoEncoder
from explorer.errors import ExplorerError
from explorer.figures.curves import SHARE, Curve, Level, curves
from explorer.figures.scatter import scatter
from explorer.figures.style import other_marks
from explorer.screens import parts, session
from explorer.screens.charts import chart
from explorer.screens.lesson_parts import curve_legend
from explorer.screens.lesson_question import ask, compare_answer, names
from explorer.screens.lesson_sentences import uses
from explorer.screens.pickers import pick_layer

HALVES = ("forward", "backward")


def _elmo(encoder_id: str) -> ElmoEncoder:
    encoder = session.encoder(encoder_id)
    if not isinstance(encoder, ElmoEncoder):
        raise ExplorerError("model_absent", encoder=encoder_id, folder=encoder_id)
    return encoder


@st.cache_resource(show_spinner=False, max_entries=4)
def _directions(encoder_id: str) -> Directions:
    return directions(session.store(), _elmo(encoder_id), uses())


@st.cache_resource(show_spinner=False, max_entries=4)
def _over_words(encoder_id: str) -> DirectionsOverWords:
    return directions_over_words(session.store(), _elmo(encoder_id), "ko")


def step_elmo(step: int) -> None:
    """The forward and the backward half, by layer and over all words."""
    say = session.say()
    encoder_id = "elmo-ko"
    found = _directions(encoder_id)
    _halves(encoder_id, found)
    options = (*HALVES, "same")
    show = names(step, options)
    if (given := ask(step, options, show)) is None:
        return
    low, high = found.interval
    compare_answer(given, ["forward" if low > 0 else "backward" if high < 0 else "same"], show)
    forward, backward = (found.halves[half] for half in HALVES)
    st.markdown(
        say(
            "lesson.elmo.answer", forward=forward.score, forward_low=forward.band[0], forward_high=forward.band[1],
            backward=backward.score, backward_low=backward.band[0], backward_high=backward.band[1],
            difference=found.difference, low=low, high=high,
        )
    )  # fmt: skip
    _curves_over_words(_over_words(encoder_id))


@st.fragment
def _halves(encoder_id: str, found: Directions) -> None:
    say = session.say()
    items, drawn = parts.points_and_marks(found.occurrences, "sense")
    parts.legend(items, drawn)
    picture = st.container()
    layer = pick_layer(len(found.halves["forward"].points), "elmo-layer")
    with picture:
        for column, half in zip(st.columns(2, gap="medium"), HALVES, strict=True):
            name = say(f"lesson.elmo.{half}")
            figure = scatter(
                found.halves[half].points[layer], items, drawn, explained=(0.0, 0.0), theme=session.theme(),
                axis_names=("", ""), height=320,
            )  # fmt: skip
            figure.update_xaxes(title=None)
            figure.update_yaxes(title=None)
            alt = say(
                "lesson.elmo.alt_half", encoder=session.encoder_name(encoder_id), layer=layer, half=name,
                n=len(found.occurrences),
            )  # fmt: skip
            with column:
                st.markdown(f"**{name}**")
                chart(figure, key=f"half-{half}", alt=alt)


def _curves_over_words(found: DirectionsOverWords) -> None:
    say = session.say()
    drawn = other_marks(list(found.curves), session.theme())
    called = {name: say(f"lesson.elmo.{name}") for name in found.curves}
    lines = [
        Curve(
            name, called[name], found.layers, values,
            [low for low, _ in found.intervals[name]], [high for _, high in found.intervals[name]],
        )
        for name, values in found.curves.items()
    ]  # fmt: skip
    levels = [Level(say("lesson.elmo.chance"), found.chance), Level(say("lesson.elmo.mix"), found.mix, "dash")]
    figure = curves(
        lines, drawn, theme=session.theme(), levels=levels, x_title=say("lesson.word_layer"),
        y_title=say("lesson.elmo.axis"), height=340, y_range=SHARE, interval_name=say("numbers.interval"),
    )  # fmt: skip
    st.markdown(f"**{say('lesson.elmo.figure', words=found.words)}**")
    st.caption(say("lesson.elmo.figure_note", word=uses()[0].word, words=found.words))
    chart(figure, key="direction-curves", alt=say("lesson.elmo.alt", words=found.words))
    curve_legend([(called[name], drawn[name]) for name in found.curves], levels)
    low, high = found.interval
    values = {"words": found.words, "difference": found.difference, "low": low, "high": high}
    which = "forward" if low > 0 else "backward" if high < 0 else "same"
    if which == "backward":
        values |= {"difference": -found.difference, "low": -high, "high": -low}
    st.markdown(say(f"lesson.elmo.overall_{which}", **values))
    st.markdown(say("lesson.elmo.mixing", words=found.words, mix=found.mix, last=found.curves["both"][-1]))
