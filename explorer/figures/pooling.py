"""Cosines of sentence pairs by way of pooling: those that mean the same beside those that do not, and one's own."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import plotly.graph_objects as go

from explorer.figures.style import INK, Theme, framed, marks


@dataclass(frozen=True, slots=True)
class Row:
    """One way of pooling: cosines of pairs that mean the same, of other pairs, and of one's own pair."""

    name: str
    same: Sequence[float]
    other: Sequence[float]
    own: float | None


def cosine_rows(rows: Sequence[Row], *, theme: Theme, same: str, other: str, own: str, x_title: str) -> go.Figure:
    """A row a way of pooling: circles below are `other` pairs, diamonds above `same` pairs, a star one's own."""
    ink = INK[theme]
    drawn = marks([other, same], theme)
    figure = go.Figure()
    for name, shift, size, opacity in ((other, 0.16, 7, 0.35), (same, -0.16, 10, 0.9)):
        values = [(k, value) for k, row in enumerate(rows) for value in (row.same if name == same else row.other)]
        lift = np.random.default_rng(0).uniform(-0.11, 0.11, len(values))
        figure.add_scatter(
            x=[value for _, value in values], y=[k + shift + up for (k, _), up in zip(values, lift, strict=True)],
            mode="markers", name=name, hovertemplate=f"{escape(name)} · %{{x:.2f}}<extra></extra>",
            marker={"color": drawn[name].colour, "symbol": drawn[name].symbol, "size": size, "opacity": opacity},
        )  # fmt: skip
    mine = [(k, row.own) for k, row in enumerate(rows) if row.own is not None]
    if mine:
        figure.add_scatter(
            x=[value for _, value in mine], y=[k for k, _ in mine], mode="markers", name=own,
            hovertemplate=f"{escape(own)} · %{{x:.2f}}<extra></extra>",
            marker={"color": ink.paper, "symbol": "star", "size": 17, "line": {"width": 2, "color": ink.text}},
        )  # fmt: skip
    framed(figure, theme, 90 + 92 * len(rows))
    figure.update_xaxes(title={"text": x_title})
    figure.update_yaxes(
        tickvals=list(range(len(rows))), ticktext=[escape(row.name) for row in rows], showgrid=False,
        range=[len(rows) - 0.5, -0.5], ticks="",
    )  # fmt: skip
    return figure
