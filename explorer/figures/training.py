"""A training as a film: points that travel from moment to moment, beside curves with a line at the moment shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import plotly.graph_objects as go

from explorer.figures.scatter import Point, hover_text
from explorer.figures.style import INK, Mark, Theme, framed

_TRAVEL = {"duration": 650, "easing": "cubic-in-out"}
"""How a point goes to its next place when the figure is drawn again."""


@dataclass(frozen=True, slots=True)
class MomentCurve:
    """One curve over moments, None where undefined; `low` and `high` are an interval."""

    key: str
    name: str
    values: Sequence[float | None]
    low: Sequence[float | None] = ()
    high: Sequence[float | None] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """Points `[moment, n, 2]` in a frame from -`reach` to `reach`; `beyond[moment]` of them were set on its edge."""

    points: np.ndarray
    reach: float
    beyond: tuple[int, ...]


def in_frame(points: np.ndarray) -> Placed:
    """Points `[moment, n, 2]` in a frame that holds 99% of all coordinates, so that a stray one does not shrink it."""
    reach = max(0.5, 1.12 * float(np.quantile(np.abs(points), 0.99))) if points.size else 1.0
    edge = 0.98 * reach
    beyond = (np.abs(points) > edge).any(axis=-1).sum(axis=-1)
    return Placed(np.clip(points, -edge, edge), reach, tuple(int(n) for n in beyond))


def moment_points(
    points: np.ndarray,
    items: Sequence[Point],
    marks: Mapping[str, Mark],
    *,
    reach: float,
    theme: Theme,
    height: int = 440,
) -> go.Figure:
    """Points `[n, 2]` of one moment, a trace a label, both axes on one scale that no moment changes.

    Every point keeps its id, so that it travels when the next moment is drawn.
    """
    figure = go.Figure()
    for label, mark in marks.items():
        rows = [i for i, item in enumerate(items) if item.label == label]
        figure.add_scatter(
            x=points[rows, 0], y=points[rows, 1], mode="markers", name=label,
            ids=[items[i].occurrence.id for i in rows], customdata=[items[i].occurrence.id for i in rows],
            text=[hover_text(items[i]) for i in rows], hovertemplate="%{text}<extra></extra>",
            marker={
                "color": mark.colour, "symbol": mark.symbol, "size": 11, "opacity": 0.85,
                "line": {"width": 1, "color": INK[theme].paper},
            },
        )  # fmt: skip
    framed(figure, theme, height)
    axis = {"showticklabels": False, "ticks": "", "showgrid": False, "mirror": True, "showline": True}
    figure.update_xaxes(range=[-reach, reach], scaleanchor="y", **axis)
    figure.update_yaxes(range=[-reach, reach], **axis)
    figure.update_layout(transition=_TRAVEL, margin={"l": 6, "r": 6, "t": 6, "b": 6, "autoexpand": False})
    return figure


def moment_curves(
    lines: Sequence[MomentCurve],
    marks: Mapping[str, Mark],
    *,
    moments: Sequence[str],
    current: int,
    chance: float | None,
    chance_name: str,
    y_range: tuple[float, float],
    theme: Theme,
    x_title: str,
    y_title: str,
    interval_name: str = "",
    height: int = 440,
) -> go.Figure:
    """Scores over `moments`, set at equal distances whatever lies between them, with a line at the `current` one."""
    ink = INK[theme]
    figure = go.Figure()
    places = list(range(len(moments)))
    for line in lines:
        if line.low and line.high:
            _shade(figure, line, marks[line.key].colour, interval_name)
    for line in lines:
        mark = marks[line.key]
        figure.add_scatter(
            x=places, y=list(line.values), mode="lines+markers", name=line.name,
            line={"color": mark.colour, "width": 2.5},
            marker={
                "color": mark.colour, "symbol": mark.symbol,
                "size": [14 if place == current else 8 for place in places],
                "line": {"width": [2 if place == current else 0 for place in places], "color": ink.text},
            },
            hovertemplate=f"<b>{escape(line.name)}</b> · %{{x}}<br>%{{y:.3f}}<extra></extra>",
        )  # fmt: skip
    figure.add_vline(x=current, line={"color": ink.faint, "width": 2})
    if chance is not None:
        figure.add_hline(y=chance, line={"color": ink.faint, "width": 1.5, "dash": "dot"})
        figure.add_annotation(
            x=-0.3, y=chance, text=escape(chance_name), showarrow=False, xanchor="left", yanchor="top",
            font={"size": 12, "color": ink.faint},
        )  # fmt: skip
    framed(figure, theme, height)
    figure.update_xaxes(
        title={"text": x_title}, tickvals=places, ticktext=[escape(name) for name in moments], showgrid=False,
        range=[-0.35, len(moments) - 0.65],
    )  # fmt: skip
    figure.update_yaxes(title={"text": y_title}, range=list(y_range))
    figure.update_layout(hovermode="closest")
    return figure


def loss_curves(
    curves: Mapping[str, Sequence[tuple[float, float]]],
    names: Mapping[str, str],
    marks: Mapping[str, Mark],
    *,
    at: float,
    theme: Theme,
    x_title: str,
    y_title: str,
    height: int = 260,
) -> go.Figure:
    """Loss over tokens, a curve a head or direction, with a line after `at` tokens."""
    figure = go.Figure()
    for k, (key, points) in enumerate(curves.items()):
        figure.add_scatter(
            x=[tokens / 1e6 for tokens, _ in points], y=[loss for _, loss in points], mode="lines", name=names[key],
            line={"color": marks[key].colour, "width": 2, "dash": "dash" if k % 2 else "solid"},
            hovertemplate=f"<b>{escape(names[key])}</b><br>%{{x:.1f}} · %{{y:.2f}}<extra></extra>",
        )  # fmt: skip
    figure.add_vline(x=at / 1e6, line={"color": INK[theme].faint, "width": 2})
    framed(figure, theme, height)
    figure.update_xaxes(title={"text": x_title}, showgrid=False, rangemode="tozero")
    figure.update_yaxes(title={"text": y_title})
    return figure


def _shade(figure: go.Figure, line: MomentCurve, colour: str, name: str) -> None:
    rows = [i for i in range(len(line.values)) if line.low[i] is not None and line.high[i] is not None]
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    figure.add_scatter(
        x=[*rows, *reversed(rows)], y=[line.high[i] for i in rows] + [line.low[i] for i in reversed(rows)],
        fill="toself", fillcolor=f"rgba({red},{green},{blue},0.12)", line={"width": 0}, hoverinfo="skip", mode="lines",
        name=line.name, meta={"legend": name},
    )  # fmt: skip
