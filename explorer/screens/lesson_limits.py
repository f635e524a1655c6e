"""Step 6 of the lesson: the limits, two of them measured and two shown, and where to go from there."""

from pathlib import Path

import streamlit as st

from explorer.analysis.lesson_contexts import RandomPairs, Wobble, random_pairs, wobble
from explorer.export.facts import FigureFacts
from explorer.figures.curves import Curve, curves
from explorer.figures.encoder_marks import encoder_marks
from explorer.screens import session
from explorer.screens.charts import chart
from explorer.screens.lesson_parts import curve_legend, here, the_bert
from explorer.screens.lesson_question import ask, compare_answer, names
from explorer.screens.lesson_sentences import uses
from explorer.screens.lesson_shown import shown_limits

OPTIONS = ("low", "middle", "high")
ONWARD = {
    "compare": ":material/compare:",
    "layers": ":material/stacked_line_chart:",
    "probes": ":material/biotech:",
    "sandbox": ":material/science:",
}
"""The pages to go on to, with the icons that the navigation gives them."""


@st.cache_resource(show_spinner=False, max_entries=8)
def _random(encoder_id: str) -> RandomPairs:
    return random_pairs(session.store(), session.encoder(encoder_id), "ko")


@st.cache_resource(show_spinner=False, max_entries=8)
def _wobble(encoder_id: str) -> Wobble:
    return wobble(session.store(), session.encoder(encoder_id), uses())


def step_limits(step: int) -> None:
    """Anisotropy by layer, how far a score wobbles, a text too long, a mask in training; then the other pages."""
    encoder_id = the_bert()
    name, show = session.encoder_name(encoder_id), names(step, OPTIONS)
    given = ask(step, OPTIONS, show, encoder=name)
    if given is not None:
        asked = _random(encoder_id)
        value = asked.raw[-1]
        compare_answer(given, ["low" if value < 0.1 else "middle" if value <= 0.5 else "high"], show)
        _random_pairs()
        _small(encoder_id, name)
    shown_limits(encoder_id)
    _onward()


def _random_pairs() -> None:
    say = session.say()
    ids = here("elmo-ko", "bert-ko", "e5-small")
    drawn = encoder_marks(ids, session.theme())
    called = {e: session.encoder_name(e) for e in ids}
    lines = [Curve(e, called[e], _random(e).layers, _random(e).raw) for e in ids]
    lines += [
        Curve(e, say("lesson.limits.centred", encoder=called[e]), _random(e).layers, _random(e).centred, dash="dot")
        for e in ids
    ]
    figure = curves(
        lines, drawn, theme=session.theme(), x_title=say("lesson.word_layer"), y_title=say("lesson.limits.axis"),
        height=380,
    )  # fmt: skip
    identities = [session.encoder(e).identity for e in ids]
    facts = FigureFacts(say("lesson.limits.axis"), tuple((i.id, i.fingerprint) for i in identities))
    chart(figure, key="random-pairs", alt=say("lesson.limits.alt"), facts=facts)
    curve_legend([(called[e], drawn[e]) for e in ids], note=say("lesson.limits.legend"))
    said = []
    for e in ids:
        found = _random(e)
        values = {"first": found.raw[0], "last": found.raw[-1], "centred": found.centred[-1]}
        said.append("- " + say("lesson.limits.answer", encoder=called[e], layer=len(found.layers) - 1, **values))
    st.markdown("\n".join(said))


def _small(encoder_id: str, name: str) -> None:
    small = _wobble(encoder_id)
    (low, high), (half_low, half_high) = small.interval, small.half
    st.markdown(
        session.say()(
            "lesson.limits.small", n=small.n, encoder=name, value=small.value, low=low, high=high, half=small.n // 2,
            half_low=half_low, half_high=half_high,
        )
    )  # fmt: skip


def _onward() -> None:
    """Buttons to the pages where a person goes on; language and word come along."""
    say = session.say()
    st.subheader(say("lesson.limits.onward"))
    st.markdown(say("lesson.limits.end"))
    with st.container(horizontal=True, key="onward"):
        for page, icon in ONWARD.items():
            if st.button(say(f"{page}.title"), icon=icon, key=f"onward-{page}"):
                st.switch_page(st.Page(Path(__file__).with_name(f"{page}.py")))
