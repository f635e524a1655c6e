"""Figures of the lesson: bars with a name and a value each, and a word among the contexts of its senses."""

from collections.abc import Sequence
from html import escape
from textwrap import wrap

import numpy as np
import plotly.graph_objects as go

from explorer.figures.scatter import Point, scatter
from explorer.figures.style import INK, Mark, Theme, framed

_LINE = 14
"""Letters of a bar's name to a line, so that a phone has room for the bar."""

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
    written = ["<br>".join(map(escape, wrap(name, _LINE))) for name in names]
    framed(figure, theme, 56 + (40 if any("<br>" in name for name in written) else 30) * max(len(names), 2))
    low, high = min([0.0, *values]), max([0.0, *values])
    room = 0.2 * max(high - low, 0.1)
    figure.update_xaxes(title={"text": x_title}, range=[low - (room if low < 0 else 0), high + room], showgrid=False)
    figure.update_xaxes(zeroline=True, zerolinecolor=ink.faint)
    figure.update_yaxes(
        autorange="reversed", tickvals=list(range(len(names))), ticktext=written,
        showgrid=False, ticks="",
    )  # fmt: skip
    return figure


def sense_plane(
    contexts: np.ndarray,
    items: Sequence[Point],
    centres: np.ndarray,
    middle: np.ndarray,
    word: np.ndarray,
    marks: dict[str, Mark],
    names: Sequence[str],
    *,
    theme: Theme,
    axis_names: tuple[str, str],
    middle_mark: Mark,
    middle_name: str,
    word_name: str | None = None,
    height: int = 460,
) -> go.Figure:
    """Contexts `[n, 2]` small, each sense's centre `[sense, 2]` and their mean, `middle` `[2]`, large.

    The word `[2]` is a star where it has a name. The frame holds it whether it is drawn or not, so that nothing moves
    when it appears; both axes have one scale, so that what looks nearer is nearer in this plane.
    """
    ink = INK[theme]
    figure = scatter(contexts, items, marks, explained=(0.0, 0.0), theme=theme, axis_names=axis_names, height=height)
    figure.update_traces(marker={"size": 8, "opacity": 0.55})
    large = [*zip(centres, (marks[label] for label in marks), names, strict=False), (middle, middle_mark, middle_name)]
    for point, mark, name in large:
        figure.add_scatter(
            x=[point[0]], y=[point[1]], mode="markers", name=name, hovertemplate=f"{escape(name)}<extra></extra>",
            marker={"size": 24, "color": mark.colour, "symbol": mark.symbol, "line": {"width": 2, "color": ink.text}},
        )  # fmt: skip
    above = 1 if middle[1] > word[1] else -1  # the two may lie close: each name stands away from the other mark
    _said(figure, middle, middle_name, theme, 26 * above)
    if word_name:
        figure.add_scatter(
            x=[word[0]], y=[word[1]], mode="markers", name=word_name,
            hovertemplate=f"{escape(word_name)}<extra></extra>",
            marker={"size": 30, "symbol": "star", "color": ink.text, "line": {"width": 2, "color": ink.paper}},
        )  # fmt: skip
        _said(figure, word, word_name, theme, -28 * above)
    everything = np.concatenate([contexts, centres, middle[None], word[None]])
    low, high = everything.min(axis=0), everything.max(axis=0)
    room = 0.07 * (high - low).max()
    for update, axis in ((figure.update_xaxes, 0), (figure.update_yaxes, 1)):
        update(title={"text": axis_names[axis]}, range=[low[axis] - room, high[axis] + room])
    figure.update_yaxes(scaleanchor="x", scaleratio=1)
    return figure


def _said(figure: go.Figure, point: np.ndarray, name: str, theme: Theme, shift: int) -> None:
    """A name beside a large mark, above it or below, on a ground that keeps it readable among points."""
    figure.add_annotation(
        x=point[0], y=point[1], text=f"<b>{escape(name)}</b>", showarrow=False, yshift=shift, borderpad=1, opacity=0.92,
        font={"size": 14, "color": INK[theme].text}, bgcolor=INK[theme].paper,
    )  # fmt: skip
