"""Every pair's cosine by layer, beside how alike known pairs are."""

from html import escape
from itertools import combinations

import streamlit as st

from explorer.analysis.pairs import PairCosines
from explorer.analysis.spaces import Centring, Grouping
from explorer.figures.curves import Curve, Level, curves
from explorer.figures.style import other_marks
from explorer.screens import pickers, session
from explorer.screens.charts import chart
from explorer.screens.sandbox_answers import Uses, pairs_of


@st.fragment
def pairs(encoder_id: str, typed: Uses, known: Uses, by: Grouping, around: Centring) -> None:
    """The curves, a legend, and in words where known pairs lie."""
    say, theme = session.say(), session.theme()
    st.subheader(say("sandbox.pairs"))
    if len(typed) < 2:
        st.info(say("sandbox.pairs_two"), icon=":material/info:")
        return
    numbers = [str(n) for n in range(1, len(typed) + 1)]
    with_one = "all"
    if len(typed) > 2:
        with_one = pickers.pick_one(
            "beside", ["all", *numbers], say("sandbox.beside"),
            lambda n: say("sandbox.beside_all") if n == "all" else n,
        )  # fmt: skip
    found = pairs_of(encoder_id, typed, known, by, around)
    shown = [
        (k, f"{a + 1}–{b + 1}")
        for k, (a, b) in enumerate(combinations(range(len(typed)), 2))
        if with_one in ("all", str(a + 1), str(b + 1))
    ]
    drawn = other_marks([name for _, name in shown], theme)
    lines = [Curve(name, name, found.layers, found.cosines[:, k].tolist()) for k, name in shown]
    bands = []
    if spread := found.one_sense:
        bands.append(Curve("band", say("sandbox.one_sense"), found.layers, spread.low, spread.low, spread.high))
    figure = curves(
        lines, drawn, theme=theme, bands=bands, levels=[Level(say("sandbox.static"), 1.0)],
        x_title=say("common.layer"), y_title=say("sandbox.cosine"), height=380,
    )  # fmt: skip
    last = len(found.layers) - 1
    values = ", ".join(f"{name} {found.cosines[0, k]:.2f} → {found.cosines[last, k]:.2f}" for k, name in shown)
    chart(figure, key="pairs-figure", alt=say("sandbox.pairs_alt", n=len(shown), last=last, values=values))
    entries = [f'<li><span class="glyph" style="color:{m.colour}">{m.glyph}</span>{n}</li>' for n, m in drawn.items()]
    entries.append(f'<li><span class="line"></span>{escape(say("sandbox.static"))}</li>')
    if bands:
        entries.append(f'<li><span class="shade"></span>{escape(say("sandbox.one_sense"))}</li>')
    st.html(f'<ul class="legend">{"".join(entries)}</ul>')
    st.caption(_reading(found))


def _reading(found: PairCosines) -> str:
    """Where the known pairs lie at the last layer: of one sense, and of two senses in sentences of one form."""
    say, last = session.say(), len(found.layers) - 1
    parts = [say("sandbox.pairs_help")]
    if same := found.one_sense:
        parts.append(
            say("sandbox.pairs_same", last=last, n=same.n, low=same.low[-1], high=same.high[-1], middle=same.median[-1])
        )
    if other := found.two_senses:
        parts.append(say("sandbox.pairs_other", n=other.n, middle=other.median[-1]))
    if matched := found.matched:
        parts.append(say("sandbox.pairs_matched", n=matched.n, middle=matched.median[-1]))
        if same and same.low[-1] <= matched.median[-1]:
            parts.append(say("sandbox.pairs_form"))
    return " ".join(parts)
