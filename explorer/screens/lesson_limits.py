"""Step 6 of the lesson: the limits, two of them measured."""

import streamlit as st

from explorer.analysis.lesson_contexts import RandomPairs, Wobble, random_pairs, wobble
from explorer.figures.curves import Curve, curves
from explorer.figures.style import marks
from explorer.screens import session
from explorer.screens.charts import chart
from explorer.screens.lesson_parts import curve_legend, the_bert, uses
from explorer.screens.lesson_question import ask, compare_answer


@st.cache_resource(show_spinner=False, max_entries=8)
def _random(encoder_id: str) -> RandomPairs:
    return random_pairs(session.store(), session.encoder(encoder_id), "ko")


@st.cache_resource(show_spinner=False, max_entries=8)
def _wobble(encoder_id: str) -> Wobble:
    return wobble(session.store(), session.encoder(encoder_id), uses())


def step_limits(step: int) -> None:
    """Anisotropy by layer, and how far a score wobbles with the sentences."""
    say = session.say()
    encoder_id = the_bert()
    name = session.encoder_name(encoder_id)
    options = ("low", "middle", "high")
    show = {option: say(f"lesson.limits.option.{option}") for option in options}.__getitem__
    if (given := ask(step, say("lesson.limits.question", encoder=name), options, show)) is None:
        return
    asked = _random(encoder_id)
    compare_answer(given, ["low" if asked.raw[-1] < 0.1 else "middle" if asked.raw[-1] <= 0.5 else "high"], show)
    ids = [e for e in ("elmo-ko", "bert-ko", "e5-small") if e in session.encoder_ids(("elmo", "bert"), "ko")]
    drawn = marks(ids, session.theme())
    names = {e: session.encoder_name(e) for e in ids}
    lines = [Curve(e, names[e], _random(e).layers, _random(e).raw) for e in ids]
    lines += [
        Curve(e, say("lesson.limits.centred", encoder=names[e]), _random(e).layers, _random(e).centred, dash="dot")
        for e in ids
    ]
    figure = curves(
        lines, drawn, theme=session.theme(), x_title=say("lesson.word_layer"), y_title=say("lesson.limits.axis"),
        height=380,
    )  # fmt: skip
    chart(figure, key="random-pairs", alt=say("lesson.limits.alt"))
    curve_legend([(names[e], drawn[e]) for e in ids])
    for e in ids:
        found = _random(e)
        values = {"first": found.raw[0], "last": found.raw[-1], "centred": found.centred[-1]}
        st.markdown("- " + say("lesson.limits.answer", encoder=names[e], layer=len(found.layers) - 1, **values))
    small = _wobble(encoder_id)
    (low, high), (half_low, half_high) = small.interval, small.half
    st.markdown(
        say(
            "lesson.limits.small", n=small.n, encoder=name, value=small.value, low=low, high=high, half=small.n // 2,
            half_low=half_low, half_high=half_high,
        )
    )  # fmt: skip
    st.markdown(say("lesson.limits.end"))
