"""Which label is taken for which: true labels down, predicted ones across."""

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from explorer.figures.style import INK, Theme, framed

_LONGEST = 9
"""Characters of a label on an axis; on hover it is whole."""

_WRITTEN = 14
"""With more labels than this, shares are colours only: figures would not fit into the cells."""


def confusion(
    counts: Sequence[Sequence[int]] | NDArray[np.integer],
    labels: Sequence[str],
    *,
    theme: Theme,
    x_title: str,
    y_title: str,
    hover: str,
    bar_title: str,
) -> go.Figure:
    """Counts `[true, predicted]` as shares of each true label; `hover` has %{y}, %{x}, %{z} and %{customdata}."""
    table = np.asarray(counts, dtype=np.float64).reshape(len(labels), len(labels))
    totals = table.sum(axis=1, keepdims=True)
    shares = np.divide(table, totals, out=np.full_like(table, np.nan), where=totals > 0)
    names = [escape(label) for label in labels]
    rows = list(range(len(labels)))
    figure = go.Figure(
        go.Heatmap(
            z=shares, x=rows, y=rows, customdata=np.stack([table, np.broadcast_to(totals, table.shape)], axis=-1),
            text=[[f"<b>{names[i]}</b> → <b>{names[j]}</b>" for j in rows] for i in rows],
            zmin=0, zmax=1, colorscale="Cividis", xgap=1, ygap=1,
            hovertemplate="%{text}<br>" + hover + "<extra></extra>",
            colorbar={"title": {"text": bar_title, "side": "right"}, "thickness": 12, "outlinewidth": 0,
                      "tickformat": ".0%"},
        )
    )  # fmt: skip
    if len(labels) <= _WRITTEN:
        for i, j in ((i, j) for i in rows for j in rows if shares[i, j] >= 0.005):
            figure.add_annotation(
                x=j, y=i, text=f"{100 * shares[i, j]:.0f}", showarrow=False,
                font={"size": 12, "color": "#1B2430" if shares[i, j] > 0.5 else "#FFFFFF"},
            )  # fmt: skip
    framed(figure, theme, max(260, 120 + (26 if len(labels) <= _WRITTEN else 18) * len(labels)))
    short = [escape(label if len(label) <= _LONGEST else label[: _LONGEST - 1].rstrip() + "…") for label in labels]
    ticks = {"tickvals": rows, "ticktext": short, "showgrid": False}
    tilted = len(labels) > 6 or max(map(len, labels), default=0) > 5
    figure.update_xaxes(title={"text": x_title}, side="bottom", tickangle=-45 if tilted else 0, **ticks)
    figure.update_yaxes(title={"text": y_title, "standoff": 14}, autorange="reversed", **ticks)
    figure.update_layout(font={"color": INK[theme].text})
    return figure
