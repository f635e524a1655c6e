"""A view of occurrences as points: the same order, colours and shapes in every panel."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import plotly.graph_objects as go

from explorer.figures.style import INK, Mark, Theme, framed
from explorer.occurrences import Occurrence


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
    explained: Sequence[float],
    theme: Theme,
    axis_names: tuple[str, str],
    height: int = 380,
) -> go.Figure:
    """Points `[n, 2]` of the items, a trace a label, both axes on one scale.

    Every point carries its occurrence's id as customdata. Added sentences are larger and ringed.
    """
    ink = INK[theme]
    figure = go.Figure()
    for label, mark in marks.items():
        for guest in (False, True):
            rows = [i for i, item in enumerate(items) if item.label == label and item.guest == guest]
            if not rows:
                continue
            figure.add_scatter(
                x=points[rows, 0],
                y=points[rows, 1],
                mode="markers",
                name=items[rows[0]].name,
                customdata=[items[i].occurrence.id for i in rows],
                text=[hover_text(items[i]) for i in rows],
                hovertemplate="%{text}<extra></extra>",
                marker={
                    "color": mark.colour,
                    "symbol": mark.symbol,
                    "size": 17 if guest else 11,
                    "opacity": 1.0 if guest else 0.85,
                    "line": {"width": 3 if guest else 1, "color": ink.text if guest else ink.paper},
                },
            )
    framed(figure, theme, height)
    share = [f"{name} · {value:.0%}" for name, value in zip(axis_names, explained, strict=True)]
    for update, name, values in (
        (figure.update_xaxes, share[0], points[:, 0]),
        (figure.update_yaxes, share[1], points[:, 1]),
    ):
        update(
            title={"text": name, "font": {"size": 12, "color": ink.faint}, "standoff": 6}, range=_range(values, points)
        )
    _bare(figure)
    return figure


def one_dot(count: int, caption: str, theme: Theme, hover: str, height: int = 380) -> go.Figure:
    """A static model as what it is: one point for all `count` uses. `caption` and `hover` are plain text."""
    ink = INK[theme]
    figure = go.Figure()
    figure.add_scatter(
        x=[0], y=[0], mode="markers+text", text=[str(count)], textfont={"size": 20, "color": ink.paper},
        marker={"size": 58, "color": ink.faint, "line": {"width": 2, "color": ink.text}},
        hovertext=[escape(hover).replace("\n", "<br>")], hovertemplate="%{hovertext}<extra></extra>",
    )  # fmt: skip
    framed(figure, theme, height)
    figure.add_annotation(x=0, y=0, yshift=-56, text=escape(caption), showarrow=False, font={"size": 14})
    figure.update_xaxes(range=[-1, 1])
    figure.update_yaxes(range=[-1, 1])
    _bare(figure)
    return figure


def _bare(figure: go.Figure) -> None:
    """A frame without ticks: the coordinates of a projection mean nothing by themselves."""
    axis = {"showticklabels": False, "ticks": "", "showgrid": False, "mirror": True, "showline": True}
    figure.update_xaxes(**axis)
    figure.update_yaxes(**axis)
    figure.update_layout(margin={"l": 30, "r": 4, "t": 4, "b": 30, "autoexpand": False})


def _range(values: np.ndarray, points: np.ndarray) -> list[float]:
    """The points' middle and the longer side of their box, with room for the markers."""
    half = float(max(np.ptp(points, axis=0).max(initial=0.0), 0.5)) * 0.56
    middle = float(values.max(initial=0.0) + values.min(initial=0.0)) / 2
    return [middle - half, middle + half]
