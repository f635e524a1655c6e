"""Colours, marker shapes and the frame that all figures share.

A sense keeps its colour and its shape in every figure. The hues are those of Okabe and Ito, which people
with any colour vision tell apart, made darker on white and lighter on black until they hold 3:1 contrast.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import plotly.graph_objects as go

Theme = Literal["light", "dark"]

FONT = "Pretendard, 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif"

_COLOURS: dict[Theme, tuple[str, ...]] = {
    "light": ("#0072B2", "#D55E00", "#00825F", "#B03F86", "#806600", "#5A4FC0", "#4D5B66", "#A23B2A"),
    "dark": ("#56B4E9", "#F5914E", "#2FC79A", "#E79ACB", "#D8C244", "#A9A0F5", "#A9B5C0", "#F08878"),
}
_SHAPES = ("circle", "diamond", "square", "triangle-up", "cross", "star", "triangle-down", "hexagon")
_HTML_SHAPES = ("●", "◆", "■", "▲", "✚", "★", "▼", "⬢")

_OTHER_COLOURS: dict[Theme, tuple[str, ...]] = {
    "light": ("#5A4FC0", "#806600", "#A23B2A", "#1B2430", "#4D5B66"),
    "dark": ("#A9A0F5", "#D8C244", "#F08878", "#E8ECF1", "#A9B5C0"),
}
_OTHER_SHAPES = (("cross", "✚"), ("star", "★"), ("triangle-down", "▼"), ("pentagon", "⬟"), ("hexagon", "⬢"))


@dataclass(frozen=True, slots=True)
class Ink:
    """The neutral colours of a theme."""

    text: str
    faint: str
    grid: str
    paper: str
    shade: str


INK: dict[Theme, Ink] = {
    "light": Ink("#1B2430", "#5B6875", "#D9DFE6", "#FFFFFF", "rgba(91,104,117,0.16)"),
    "dark": Ink("#E8ECF1", "#A3AFBB", "#333D48", "#12161C", "rgba(163,175,187,0.20)"),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """How one label is drawn: a colour, a Plotly marker symbol and the same shape as a character."""

    colour: str
    symbol: str
    glyph: str


def marks(labels: Sequence[str], theme: Theme) -> dict[str, Mark]:
    """A mark for each label, by its place in `labels`; beyond eight labels colours and shapes recombine."""
    colours = _COLOURS[theme]
    n = len(colours)
    return {
        label: Mark(colours[i % n], _SHAPES[(i + i // n) % n], _HTML_SHAPES[(i + i // n) % n])
        for i, label in enumerate(labels)
    }


def other_marks(labels: Sequence[str], theme: Theme) -> dict[str, Mark]:
    """Marks for what is no sense (layers, losses, pairs, encoders), by place in `labels`; repeated after 25 labels.

    No colour and no shape is one of the first four that `marks` gives, and the first five are none of its first eight:
    a word's senses, which keep theirs everywhere, are not met in another meaning. Beyond five labels colours and
    shapes recombine.
    """
    colours, n = _OTHER_COLOURS[theme], len(_OTHER_SHAPES)
    return {label: Mark(colours[i % n], *_OTHER_SHAPES[(i + i // n) % n]) for i, label in enumerate(labels)}


def frame(theme: Theme, height: int) -> dict[str, Any]:
    """The layout that all figures share: font, colours, margins, height (pixels), and both axes."""
    ink = INK[theme]
    font = {"family": FONT, "size": 14, "color": ink.text}
    axis = {"gridcolor": ink.grid, "zeroline": False, "linecolor": ink.grid, "tickcolor": ink.grid, "automargin": True}
    return {
        "height": height,
        "margin": {"l": 8, "r": 8, "t": 8, "b": 8, "autoexpand": True},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": font,
        "hoverlabel": {"font": font, "bgcolor": ink.paper, "bordercolor": ink.faint, "align": "left"},
        "showlegend": False,
        "dragmode": False,
        "uirevision": "keep",
        "xaxis": axis,
        "yaxis": {**axis, "title": {"standoff": 10}},
    }


def framed(figure: go.Figure, theme: Theme, height: int) -> go.Figure:
    """The figure with the shared layout, on all of its axes. `go.Figure(data, frame(…))` takes a tenth of the time."""
    layout = frame(theme, height)
    x, y = layout.pop("xaxis"), layout.pop("yaxis")
    figure.update_layout(layout)
    figure.update_xaxes(x)
    figure.update_yaxes(y)
    return figure
