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
    limit: float | None = None,
    height: int = 380,
) -> go.Figure:
    """Points `[n, 2]` of the items, a trace a label; `limit` fixes both axes to ±limit so that layers compare.

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
    reach = limit if limit is not None else _limit(points)
    share = [f"{name} · {value:.0%}" for name, value in zip(axis_names, explained, strict=True)]
    axis = {"range": [-reach, reach], "showticklabels": False, "showgrid": False, "mirror": True, "showline": True}
    figure.update_xaxes(title={"text": share[0], "font": {"size": 12, "color": ink.faint}, "standoff": 4}, **axis)
    figure.update_yaxes(title={"text": share[1], "font": {"size": 12, "color": ink.faint}, "standoff": 4}, **axis)
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
    axis = {"range": [-1, 1], "showticklabels": False, "showgrid": False, "mirror": True, "showline": True}
    blank = {"text": " ", "font": {"size": 12}, "standoff": 4}
    figure.update_xaxes(title=blank, **axis)
    figure.update_yaxes(title=blank, **axis)
    return figure


def _limit(points: np.ndarray) -> float:
    return float(np.abs(points).max(initial=0.5)) * 1.12
