"""Figures of the lesson: bars with a name and a value each, and a word among the contexts of its senses."""

from collections.abc import Sequence
from html import escape

import numpy as np
import plotly.graph_objects as go

from explorer.figures.scatter import Point, scatter
from explorer.figures.style import INK, Mark, Theme, framed

ACCENT: dict[Theme, str] = {"light": "#0B62B0", "dark": "#6CB4F0"}


def named_bars(
    names: Sequence[str],
    values: Sequence[float],
    *,
    theme: Theme,
    x_title: str,
    colours: Sequence[str] | None = None,
    strong: int | None = None,
) -> go.Figure:
    """A horizontal bar a name, the first on top, its value written at its end; the one at `strong` is outlined."""
    ink = INK[theme]
    chosen = list(colours or [ACCENT[theme]] * len(values))
    figure = go.Figure(
        go.Bar(
            x=list(values), y=list(range(len(names))), orientation="h", text=[f"{v:.2f}" for v in values],
            textposition="outside", cliponaxis=False, textfont={"color": ink.text},
            marker={
                "color": chosen,
                "line": {"color": ink.text, "width": [2.5 if i == strong else 0 for i in range(len(values))]},
            },
            customdata=[escape(name) for name in names], hovertemplate="%{customdata}: %{x:.3f}<extra></extra>",
        )
    )  # fmt: skip
    framed(figure, theme, 56 + 30 * max(len(names), 2))
    low, high = min([0.0, *values]), max([0.0, *values])
    room = 0.14 * max(high - low, 0.1)
    figure.update_xaxes(title={"text": x_title}, range=[low - (room if low < 0 else 0), high + room], showgrid=False)
    figure.update_xaxes(zeroline=True, zerolinecolor=ink.faint)
    figure.update_yaxes(
        autorange="reversed", tickvals=list(range(len(names))), ticktext=[escape(name) for name in names],
        showgrid=False, ticks="",
    )  # fmt: skip
    return figure


def sense_plane(
    contexts: np.ndarray,
    items: Sequence[Point],
    centres: np.ndarray,
    word: np.ndarray,
    marks: dict[str, Mark],
    names: Sequence[str],
    *,
    theme: Theme,
    axis_names: tuple[str, str],
    word_name: str | None = None,
    height: int = 420,
) -> go.Figure:
    """Contexts `[n, 2]` small, each sense's centre `[sense, 2]` large; the word `[2]` a star where it has a name.

    The frame holds the star whether it is drawn or not, so that nothing moves when it appears.
    """
    ink = INK[theme]
    figure = scatter(contexts, items, marks, explained=(0.0, 0.0), theme=theme, axis_names=axis_names, height=height)
    figure.update_traces(marker={"size": 8, "opacity": 0.55})
    for centre, label, name in zip(centres, marks, names, strict=True):
        mark = marks[label]
        figure.add_scatter(
            x=[centre[0]], y=[centre[1]], mode="markers", name=name, hovertemplate=f"{escape(name)}<extra></extra>",
            marker={"size": 24, "color": mark.colour, "symbol": mark.symbol, "line": {"width": 2, "color": ink.text}},
        )  # fmt: skip
    if word_name:
        figure.add_scatter(
            x=[word[0]], y=[word[1]], mode="markers+text", text=[escape(word_name)], textposition="top center",
            textfont={"size": 16, "color": ink.text}, hovertemplate=f"{escape(word_name)}<extra></extra>",
            marker={"size": 30, "symbol": "star", "color": ink.text, "line": {"width": 2, "color": ink.paper}},
        )  # fmt: skip
    everything = np.concatenate([contexts, centres, word[None]])
    half = float(np.ptp(everything, axis=0).max()) * 0.56
    middle = (everything.max(axis=0) + everything.min(axis=0)) / 2
    for update, axis in ((figure.update_xaxes, 0), (figure.update_yaxes, 1)):
        update(title={"text": axis_names[axis]}, range=[middle[axis] - half, middle[axis] + half])
    return figure
