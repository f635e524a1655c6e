"""A view of occurrences as points: the same order, colours and shapes in every panel."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import Any

import numpy as np
import plotly.graph_objects as go

from explorer.figures.annotations import crowds, number, signs_among
from explorer.figures.style import INK, Mark, Theme, frame
from explorer.occurrences import Occurrence

_BARE = {"showticklabels": False, "ticks": "", "showgrid": False, "mirror": True, "showline": True}
"""An axis without ticks: the coordinates of a projection mean nothing by themselves."""

_NONE: Mapping[str, str] = MappingProxyType({})
_MARGIN = {"l": 30, "r": 4, "t": 4, "b": 30, "autoexpand": False}


@dataclass(frozen=True, slots=True)
class Point:
    """One occurrence as a figure shows it; a `guest` is a sentence that a person added."""

    occurrence: Occurrence
    label: str
    name: str
    detail: str = ""
    guest: bool = False


def hover_text(point: Point, width: int = 34) -> str:
    """The sentence with its target in bold, escaped, broken into lines of about `width` characters."""
    o = point.occurrence
    context = 60  # characters on each side: a hover box is no place for a page
    before = ("…" if o.start > context else "") + o.text[max(0, o.start - context) : o.start]
    after = o.text[o.end : o.end + context] + ("…" if len(o.text) - o.end > context else "")
    lines: list[str] = []
    line, length = "", 0
    for piece, bold in ((before, False), (o.form, True), (after, False)):
        for word in _words(piece):
            if length + len(word) > width and length:
                lines.append(line)
                line, length = "", 0
            line += f"<b>{escape(word)}</b>" if bold else escape(word)
            length += len(word)
    lines.append(line)
    detail = f"<br>{escape(point.detail)}" if point.detail else ""
    return "<br>".join(lines) + f"<br><i>{escape(point.name)}</i>{detail}"


def _words(text: str) -> list[str]:
    """Words with the space that follows them; a very long run is cut so that it can be broken."""
    pieces: list[str] = []
    for word in text.split(" "):
        pieces.extend([word[i : i + 30] for i in range(0, len(word), 30)] or [""])
        pieces[-1] += " "
    pieces[-1] = pieces[-1][:-1]
    return pieces


def scatter(
    points: np.ndarray,
    items: Sequence[Point],
    marks: dict[str, Mark],
    *,
    explained: Sequence[float] | None,
    theme: Theme,
    axis_names: tuple[str, str],
    height: int = 380,
    selected: Collection[str] = (),
    box: bool = False,
    signs: Mapping[str, str] = _NONE,
) -> go.Figure:
    """Points `[n, 2]` of the items, a trace a label, both axes on one scale.

    Every point carries its occurrence's id as customdata. Added sentences are larger and ringed. The occurrences
    `selected` by id have a ring and full colour, all others fade. Where three or more sentences stand
    at one point their number is written beside it. With `box`, dragging draws a box around points.
    `signs` are plain texts, each written in the middle of its label's points.
    """
    traces = []
    for label, mark in marks.items():
        for guest in (False, True):
            rows = [i for i, item in enumerate(items) if item.label == label and item.guest == guest]
            if rows:
                traces.append(_trace(points[rows], [items[i] for i in rows], mark, guest, theme, selected))
    rings = [i for i, item in enumerate(items) if item.occurrence.id in selected]
    if rings:
        traces.append(_rings(points[rings], theme))
    layout = frame(theme, height)
    layout["annotations"] = [number(points[row], count, theme) for row, count in crowds(points)]
    layout["annotations"] += signs_among(points, [item.label for item in items], signs, theme)
    if box:
        layout |= {"dragmode": "select", "newselection": {"line": {"color": INK[theme].text}}}
    x, y = _axes(points, axis_names, explained, theme)
    layout |= {"xaxis": layout["xaxis"] | x, "yaxis": layout["yaxis"] | y, "margin": _MARGIN}
    return go.Figure(traces, layout)


def frame_axes(
    figure: go.Figure, points: np.ndarray, names: tuple[str, str], explained: Sequence[float] | None, theme: Theme
) -> None:
    """One scale for both axes with room for points `[..., 2]`, titles with the share of variance, no ticks."""
    x, y = _axes(points, names, explained, theme)
    figure.update_layout(xaxis=x, yaxis=y, margin=_MARGIN)


def _axes(
    points: np.ndarray, names: tuple[str, str], explained: Sequence[float] | None, theme: Theme
) -> list[dict[str, Any]]:
    around = points.reshape(-1, 2)
    shares = [""] * 2 if explained is None else [f" · {value:.0%}" for value in explained]
    font = {"size": 12, "color": INK[theme].faint}
    return [
        _BARE
        | {
            "title": {"text": names[k] + shares[k], "font": font, "standoff": 6},
            "range": _range(around[:, k], around),
            "fixedrange": True,
        }
        for k in range(2)
    ]


def _trace(
    points: np.ndarray, items: Sequence[Point], mark: Mark, guest: bool, theme: Theme, selected: Collection[str]
) -> go.Scatter:
    ink = INK[theme]
    marked = [k for k, item in enumerate(items) if item.occurrence.id in selected]
    return go.Scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        name=items[0].name,
        customdata=[item.occurrence.id for item in items],
        text=[hover_text(item) for item in items],
        hovertemplate="%{text}<extra></extra>",
        marker={
            "color": mark.colour,
            "symbol": mark.symbol,
            "size": 17 if guest else 11,
            "opacity": 1.0 if guest else 0.85,
            "line": {"width": 3 if guest else 1, "color": ink.text if guest else ink.paper},
        },
        selectedpoints=marked if selected else None,
        selected={"marker": {"opacity": 1.0}},
        unselected={"marker": {"opacity": 0.28}},
    )


def _rings(points: np.ndarray, theme: Theme) -> go.Scatter:
    return go.Scatter(
        x=points[:, 0], y=points[:, 1], mode="markers", hoverinfo="skip",
        marker={"symbol": "circle-open", "size": 22, "color": INK[theme].text, "line": {"width": 2.5}},
    )  # fmt: skip


def one_dot(count: int, caption: str, theme: Theme, hover: str, height: int = 380) -> go.Figure:
    """A static model as what it is: one point for all `count` uses. `caption` and `hover` are plain text."""
    return dots(np.zeros((1, 2)), [count], [caption], [hover], theme, height)


def dots(
    points: np.ndarray, counts: Sequence[int], captions: Sequence[str], hovers: Sequence[str], theme: Theme,
    height: int = 380, ringed: Collection[int] = (),
) -> go.Figure:  # fmt: skip
    """One point `[word, 2]` a word, with the number of its uses inside and its caption below.

    Those whose place is in `ringed` have a heavy rim. Captions and hovers are plain text.
    """
    ink = INK[theme]
    trace = go.Scatter(
        x=points[:, 0], y=points[:, 1], mode="markers+text", text=[str(count) for count in counts],
        textfont={"size": 20, "color": ink.paper},
        marker={
            "size": 58, "color": ink.faint,
            "line": {"width": [6 if k in ringed else 2 for k in range(len(counts))], "color": ink.text},
        },
        hovertext=[escape(hover).replace("\n", "<br>") for hover in hovers],
        hovertemplate="%{hovertext}<extra></extra>",
    )  # fmt: skip
    layout = frame(theme, height)
    layout["annotations"] = [
        {"x": x, "y": y, "yshift": -46, "text": escape(caption), "showarrow": False, "font": {"size": 14}}
        for (x, y), caption in zip(points, captions, strict=True)
    ]
    half = max(float(np.abs(points).max(initial=0.0)), 0.5) * 1.45
    layout["xaxis"] = layout["yaxis"] = layout["xaxis"] | _BARE | {"range": [-half, half], "fixedrange": True}
    return go.Figure(trace, layout | {"margin": _MARGIN})


def _range(values: np.ndarray, points: np.ndarray) -> list[float]:
    """The points' middle and the longer side of their box, with room for the markers."""
    half = float(max(np.ptp(points, axis=0).max(initial=0.0), 0.5)) * 0.56
    middle = float(values.max(initial=0.0) + values.min(initial=0.0)) / 2
    return [middle - half, middle + half]
