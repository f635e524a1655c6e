"""Step 4 of the lesson, after its question: whether uses hold together by their form or by their sense."""

import streamlit as st

from explorer.analysis.lesson_forms import KINDS, FormAndSense, form_and_sense
from explorer.export.facts import FigureFacts
from explorer.figures.curves import Curve, curves
from explorer.figures.style import other_marks
from explorer.screens import session
from explorer.screens.charts import chart
from explorer.screens.lesson_parts import curve_legend
from explorer.screens.lesson_sentences import uses


@st.cache_resource(show_spinner=False, max_entries=8)
def _form_and_sense(encoder_id: str) -> FormAndSense:
    return form_and_sense(session.store(), session.encoder(encoder_id), uses())


def form_or_sense(encoder_id: str) -> None:
    """Pairs that share the form alone, the sense alone, and neither, by layer; and what they say."""
    say = session.say()
    found, word = _form_and_sense(encoder_id), uses()[0].word
    st.subheader(say("lesson.bert.fair"))
    st.markdown(say("lesson.bert.fair_text"))
    drawn = other_marks(list(KINDS), session.theme())
    called = {kind: say(f"lesson.bert.kind.{kind}", n=found.counts[kind]) for kind in KINDS}
    lines = [
        Curve(
            kind, called[kind], found.layers, found.means[kind],
            [low for low, _ in found.intervals[kind]], [high for _, high in found.intervals[kind]],
        )
        for kind in KINDS
    ]  # fmt: skip
    figure = curves(
        lines, drawn, theme=session.theme(), x_title=say("lesson.word_layer"), y_title=say("lesson.bert.axis"),
        height=360, interval_name=say("numbers.interval"),
    )  # fmt: skip
    identity = session.encoder(encoder_id).identity
    facts = FigureFacts(
        f"{word} · {say('lesson.bert.fair')}", ((identity.id, identity.fingerprint),), data=word, n=len(uses()),
        metric=say("lesson.bert.axis"),
    )  # fmt: skip
    chart(figure, key="form-or-sense", alt=say("lesson.bert.alt_fair", word=word), facts=facts)
    curve_legend([(called[kind], drawn[kind]) for kind in KINDS])
    last = {kind: found.means[kind][-1] for kind in KINDS}
    st.markdown(say("lesson.bert.fair_last", layer=len(found.layers) - 1, **last))
    said = []
    for name, pull in (("sense", found.sense), ("form", found.form)):
        low, high = pull.interval
        values = {"difference": pull.difference, "low": low, "high": high}
        if pull.sign == "less":
            values = {"difference": -pull.difference, "low": -high, "high": -low}
        said.append("- " + say(f"lesson.bert.{name}_{pull.sign}", **values))
    st.markdown("\n".join(said))
