"""Words by layers: how well each word's senses come apart, as a table of colours."""

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from explorer.figures.style import Theme, framed


def heatmap(
    values: np.ndarray,
    words: Sequence[str],
    layers: Sequence[str],
    *,
    theme: Theme,
    x_title: str,
    hover: str,
    bar_title: str,
) -> go.Figure:
    """Values `[word, layer]` between 0 and 1. `hover` is a template with %{y}, %{x} and %{z}."""
    figure = go.Figure(
        go.Heatmap(
            z=values, x=list(range(len(layers))), y=[escape(w) for w in words], zmin=0, zmax=1, colorscale="Cividis",
            hovertemplate=hover + "<extra></extra>", xgap=1, ygap=1,
            colorbar={"title": {"text": bar_title, "side": "right"}, "thickness": 12, "outlinewidth": 0},
        )
    )  # fmt: skip
    framed(figure, theme, 90 + 21 * len(words))
    figure.update_xaxes(title={"text": x_title}, dtick=1, showgrid=False)
    figure.update_yaxes(autorange="reversed", showgrid=False, dtick=1)
    return figure


def shares(values: Sequence[float], colour: str, *, theme: Theme, x_title: str, y_title: str) -> go.Figure:
    """Bars by layer of shares that sum to 1, such as how often a layer is the best over bootstrap draws."""
    figure = go.Figure(go.Bar(x=list(range(len(values))), y=list(values), marker={"color": colour}))
    figure.update_traces(hovertemplate="%{x}: %{y:.0%}<extra></extra>")
    framed(figure, theme, 220)
    figure.update_xaxes(title={"text": x_title}, dtick=1, showgrid=False)
    figure.update_yaxes(title={"text": y_title}, tickformat=".0%", rangemode="tozero")
    return figure
