"""Where one head looks: as a map from pieces to pieces, or as lines between two columns of them."""

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from explorer.figures.style import INK, Theme, framed

_CELL, _LEAST_CELL, _TALL = 30, 14, 500
"""Pixels a piece: as many as a few pieces want, as few as names can be read in, and all of them together."""

_WIDTHS = ((0.0, 1.0, 0.25), (0.1, 2.0, 0.4), (0.2, 3.5, 0.6), (0.4, 5.5, 0.8), (0.7, 8.0, 1.0))
"""From which weight on a line has which width and opacity."""


def faintest(count: int) -> float:
    """The weight among `count` pieces below which no line is drawn: about twice an even share, 10% at most."""
    return max(0.04, min(0.1, 2 / max(count, 1)))


def attention_map(
    weights: np.ndarray, names: Sequence[str], *, theme: Theme, x_title: str, y_title: str, hover: str
) -> go.Figure:
    """Weights `[from, to]`, each row summing to 1. `hover` has %{customdata[0]} (from), %{customdata[1]} (to), %{z}."""
    pairs = [[[escape(a), escape(b)] for b in names] for a in names]
    places = list(range(len(names)))
    figure = go.Figure(
        go.Heatmap(
            z=weights, x=places, y=places, customdata=pairs, zmin=0, zmax=1, xgap=1, ygap=1, colorscale=_scale(theme),
            hovertemplate=hover + "<extra></extra>",
            colorbar={
                "thickness": 10, "outlinewidth": 0, "tickformat": ".0%", "orientation": "h", "y": 0, "yanchor": "top",
            },
        )
    )  # fmt: skip
    framed(figure, theme, 160 + _cell(names) * len(names))
    ticks = {"tickvals": places, "ticktext": [escape(name) for name in names], "showgrid": False, "ticks": ""}
    figure.update_xaxes(title={"text": x_title}, side="top", tickangle=-90 if len(names) > 9 else 0, **ticks)
    figure.update_yaxes(title={"text": y_title}, autorange="reversed", **ticks)
    return figure


def attention_lines(weights: np.ndarray, names: Sequence[str], *, chosen: int | None, theme: Theme) -> go.Figure:
    """Lines from each piece on the left to where it looks on the right; of `chosen` alone where it is given.

    Thicker and darker is more; weights below `faintest` have no line.
    """
    ink = INK[theme]
    colour = "#0072B2" if theme == "light" else "#56B4E9"
    figure = go.Figure()
    rows = range(len(names)) if chosen is None else [chosen]
    bottom = faintest(len(names))
    for k, (least, width, opacity) in enumerate(_WIDTHS):
        most = _WIDTHS[k + 1][0] if k + 1 < len(_WIDTHS) else np.inf
        x: list[float | None] = []
        y: list[float | None] = []
        for i in rows:
            for j in np.flatnonzero((weights[i] >= max(least, bottom)) & (weights[i] < most)):
                x += [0.0, 1.0, None]
                y += [float(i), float(j), None]
        figure.add_scatter(
            x=x, y=y, mode="lines", line={"color": colour, "width": width}, opacity=opacity, hoverinfo="skip"
        )
    places = list(range(len(names)))
    for side, anchor in ((-0.015, "middle left"), (1.015, "middle right")):
        figure.add_scatter(
            x=[side] * len(names), y=places, mode="text", text=[escape(name) for name in names], textposition=anchor,
            textfont={"color": [ink.text if side > 0 or i in rows else ink.faint for i in places]},
            hoverinfo="skip", cliponaxis=False,
        )  # fmt: skip
    framed(figure, theme, 40 + _cell(names) * len(names))
    figure.update_xaxes(range=[-0.35, 1.35], visible=False)
    figure.update_yaxes(range=[len(names) - 0.4, -0.6], visible=False)
    return figure


def _cell(names: Sequence[str]) -> int:
    return max(_LEAST_CELL, min(_CELL, _TALL // max(len(names), 1)))


def _scale(theme: Theme) -> list[tuple[float, str]]:
    if theme == "dark":
        return [(0.0, "#1E252E"), (0.5, "#2F7DAF"), (1.0, "#BFE5FF")]
    return [(0.0, "#F3F5F8"), (0.5, "#5BA3D0"), (1.0, "#003A66")]
