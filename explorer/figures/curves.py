"""A figure by layer: one line an encoder, with its interval, beside baselines that need no layer."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import plotly.graph_objects as go

from explorer.figures.style import INK, Mark, Theme, framed

SHARE = (-0.02, 1.02)
"""The range of an axis of shares (accuracies, neighbours that agree), the same on every page."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One encoder's figures by layer, None where undefined; `low` and `high` are an interval or a band."""

    key: str
    name: str
    layers: tuple[str, ...]
    values: Sequence[float | None]
    low: Sequence[float | None] = ()
    high: Sequence[float | None] = ()
    dash: str = "solid"
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal line: a baseline, whose name stands in the legend."""

    name: str
    value: float
    dash: str = "dot"


def curves(
    lines: Sequence[Curve],
    marks: dict[str, Mark],
    *,
    theme: Theme,
    x_title: str,
    y_title: str,
    levels: Sequence[Level] = (),
    bands: Sequence[Curve] = (),
    relative: bool = False,
    y_range: tuple[float, float] | None = None,
    height: int = 420,
    interval_name: str = "",
) -> go.Figure:
    """Curves over layers, or over relative depth (0 = first, 1 = last layer). `bands` are shaded without a line.

    `interval_name` says what the shade around a line is, for the legend of a saved figure. A range of `SHARE` has
    ticks of its own, so that shares look alike wherever they are drawn.
    """
    figure = go.Figure()
    for band in bands:
        _shade(figure, band, INK[theme].shade, relative, band.name, band.name)
    for line in lines:
        if line.low:
            name = f"{line.name}: {interval_name}" if interval_name else line.name
            _shade(figure, line, _faded(marks[line.key].colour), relative, name, interval_name)
    for line in lines:
        mark = marks[line.key]
        notes = line.notes or ("",) * len(line.values)
        figure.add_scatter(
            x=_depth(line, relative), y=line.values, mode="lines+markers", name=line.name,
            line={"color": mark.colour, "width": 2.5, "dash": line.dash},
            marker={"color": mark.colour, "symbol": mark.symbol, "size": 9},
            customdata=[[name, escape(note)] for name, note in zip(line.layers, notes, strict=True)],
            hovertemplate=f"<b>{escape(line.name)}</b> · %{{customdata[0]}}<br>%{{y:.3f}}<br>%{{customdata[1]}}"
            "<extra></extra>",
        )  # fmt: skip
    for level in levels:
        line_style = {"color": INK[theme].faint, "width": 1.5, "dash": level.dash}
        figure.add_hline(y=level.value, line=line_style, name=level.name)
    framed(figure, theme, height)
    figure.update_xaxes(title={"text": x_title}, dtick=0.25 if relative else 1, showgrid=False)
    figure.update_yaxes(title={"text": y_title})
    if y_range:
        figure.update_yaxes(range=list(y_range))
    if y_range == SHARE:
        figure.update_yaxes(dtick=0.2, tickformat=".1f")
    figure.update_layout(hovermode="closest")
    return figure


def _shade(figure: go.Figure, band: Curve, colour: str, relative: bool, name: str, legend: str) -> None:
    """A shade from low to high; `legend` is its name where a legend is drawn, "" for none."""
    x = _depth(band, relative)
    rows = [i for i in range(len(x)) if band.low[i] is not None and band.high[i] is not None]
    if not rows:
        return
    figure.add_scatter(
        x=[x[i] for i in rows] + [x[i] for i in reversed(rows)],
        y=[band.high[i] for i in rows] + [band.low[i] for i in reversed(rows)],
        fill="toself", fillcolor=colour, line={"width": 0}, hoverinfo="skip", mode="lines", name=name,
        meta={"legend": legend},
    )  # fmt: skip


def _depth(line: Curve, relative: bool) -> list[float]:
    last = max(len(line.layers) - 1, 1)
    return [k / last if relative else float(k) for k in range(len(line.layers))]


def _faded(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.14)"
