"""Step 5 of the lesson where no probe was measured: neighbours of one sense by layer stand in."""

import streamlit as st

from explorer.analysis.layers import Overview, overview
from explorer.figures.curves import SHARE, Curve, Level, curves
from explorer.figures.encoder_marks import encoder_marks
from explorer.screens import session
from explorer.screens.charts import chart


@st.cache_resource(show_spinner=False, max_entries=4)
def _overview(encoder_id: str) -> Overview:
    return overview(session.store(), session.encoder(encoder_id), "ko", matched=False)


def without_probes(encoder_id: str, name: str) -> None:
    """How often the nearest use, partners left out, has the same sense; of the part of speech nothing is said."""
    say = session.say()
    st.info(say("lesson.layers.absent"), icon=":material/info:")
    found = _overview(encoder_id)
    drawn = {"sense": encoder_marks([encoder_id], session.theme())[encoder_id]}
    low, high = ([interval[side] for interval in found.interval] for side in (0, 1))
    figure = curves(
        [Curve("sense", say("lesson.layers.sense"), found.layers, found.mean, low, high)], drawn,
        theme=session.theme(), levels=[Level(say("lesson.elmo.chance"), found.chance)],
        x_title=say("lesson.word_layer"), y_title=say("lesson.elmo.axis"), height=360, y_range=SHARE,
        interval_name=say("numbers.interval"),
    )  # fmt: skip
    chart(figure, key="sense-curve", alt=say("lesson.layers.alt", encoder=name))
    best = found.best_layer or 0
    st.markdown(
        say(
            "lesson.layers.absent_answer", encoder=name, layer=best, value=found.mean[best], first=found.mean[0],
            words=len(found.words),
        )
    )  # fmt: skip
