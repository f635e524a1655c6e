"""Vectors as strips of colour, a row a vector, a cell a number."""

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from explorer.figures.style import Theme, framed

_ROW = 44
"""Pixels a strip."""


def strips(
    vectors: np.ndarray, names: Sequence[str], *, theme: Theme, x_title: str, bar_title: str, hover: str
) -> go.Figure:
    """Vectors `[row, dim]` on one scale, zero in the middle. `hover` has %{y}, %{x} and %{z}.

    The scale ends at the 99th percentile of the sizes, so that one great number does not pale the others.
    """
    end = float(np.quantile(np.abs(vectors), 0.99)) or 1.0
    figure = go.Figure(
        go.Heatmap(
            z=vectors, y=list(range(len(names))), customdata=[[name] * vectors.shape[1] for name in names],
            zmin=-end, zmax=end, zmid=0, colorscale=_scale(theme), ygap=6, hovertemplate=hover + "<extra></extra>",
            colorbar={"title": {"text": bar_title, "side": "right"}, "thickness": 12, "outlinewidth": 0, "nticks": 5},
        )
    )  # fmt: skip
    framed(figure, theme, 90 + _ROW * len(names))
    figure.update_xaxes(title={"text": x_title}, showgrid=False)
    figure.update_yaxes(
        autorange="reversed", tickvals=list(range(len(names))), ticktext=[escape(name) for name in names],
        showgrid=False, ticks="",
    )  # fmt: skip
    return figure


def _scale(theme: Theme) -> list[tuple[float, str]]:
    """From orange through the colour of the paper to blue, which every eye tells apart."""
    if theme == "dark":
        return [(0.0, "#F5914E"), (0.5, "#1E252E"), (1.0, "#56B4E9")]
    return [(0.0, "#B85000"), (0.5, "#F7F7F7"), (1.0, "#00609A")]
