"""What a model foretells, as bars: pieces at a blank, or a few probabilities beside one another."""

from collections.abc import Sequence
from html import escape

import plotly.graph_objects as go

from explorer.figures.style import INK, Theme, framed, marks

_BAR = 30
"""Pixels a bar."""


def probability_bars(
    names: Sequence[str],
    probabilities: Sequence[float],
    *,
    theme: Theme,
    marked: str | None = None,
    most: float | None = None,
    decimals: int = 1,
) -> go.Figure:
    """A bar a name, the first on top, its percent beside it. `marked` stands out in colour and in bold type.

    `most` is the longest bar that the axis has room for, so that figures side by side can be compared.
    """
    first, second, *_ = marks(["plain", "marked"], theme).values()
    labels = [f"<b>{escape(name)}</b>" if name == marked else escape(name) for name in names]
    room = (most or max(probabilities, default=1.0) or 1.0) * 1.3
    figure = go.Figure(
        go.Bar(
            x=list(probabilities), y=list(range(len(names))), orientation="h",
            marker={"color": [second.colour if name == marked else first.colour for name in names]},
            text=[f"{value:.{decimals}%}" for value in probabilities], textposition="outside", cliponaxis=False,
            customdata=labels, hovertemplate="%{customdata} · %{x:.2%}<extra></extra>",
            textfont={"color": INK[theme].text},
        )
    )  # fmt: skip
    framed(figure, theme, 24 + _BAR * max(1, len(names)))
    figure.update_xaxes(range=[0, room], showticklabels=False, showgrid=False, ticks="")
    figure.update_yaxes(
        autorange="reversed", tickvals=list(range(len(names))), ticktext=labels, showgrid=False, ticks="",
    )  # fmt: skip
    figure.update_layout(bargap=0.3)
    return figure
