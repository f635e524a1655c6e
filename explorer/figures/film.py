"""Points that travel through the layers: a picture a layer, with a button that plays them and a slider that stops them.

Everything is in the figure, so that it plays without a server.
"""

from collections.abc import Collection, Sequence

import numpy as np
import plotly.graph_objects as go

from explorer.figures.scatter import Point, frame_axes, scatter
from explorer.figures.style import INK, Mark, Theme

_TRAVEL = 600
_REST = 500
"""Milliseconds from one layer to the next, and on each."""

_CONTROLS = 96
"""Pixels that the button and the slider take below the picture."""


def film(
    points: np.ndarray,
    items: Sequence[Point],
    marks: dict[str, Mark],
    layers: Sequence[str],
    *,
    theme: Theme,
    axis_names: tuple[str, str],
    play: str,
    pause: str,
    prefix: str,
    height: int = 380,
    selected: Collection[str] = (),
) -> go.Figure:
    """Points `[layer, n, 2]` of the items; `play`, `pause` and `prefix` (before a layer's name) are shown to a person.

    Traces, colours and ids are those of `scatter`, in the same order on every layer.
    """
    pictures = [
        scatter(rows, items, marks, explained=None, theme=theme, axis_names=axis_names, selected=selected)
        for rows in points
    ]
    figure = go.Figure(pictures[0])
    figure.layout.annotations = ()  # a number beside a crowd would stay where the crowd was
    figure.frames = [
        go.Frame(name=str(k), data=[{"x": trace.x, "y": trace.y} for trace in picture.data])
        for k, picture in enumerate(pictures)
    ]
    frame_axes(figure, points, axis_names, None, theme)
    ink = INK[theme]
    figure.update_layout(
        height=height + _CONTROLS,
        margin={"b": 30 + _CONTROLS},
        updatemenus=[_buttons(play, pause, theme)],
        sliders=[
            {
                "active": 0, "x": 0, "len": 1, "y": -0.09, "pad": {"t": 12, "l": 10, "r": 10}, "tickcolor": ink.faint,
                "currentvalue": {
                    "prefix": f"{prefix} ", "xanchor": "right", "font": {"size": 14, "color": ink.text}, "offset": 14,
                },
                "font": {"size": 11, "color": ink.faint}, "bgcolor": ink.grid, "bordercolor": ink.grid,
                "activebgcolor": ink.faint,
                "steps": [
                    {"method": "animate", "label": str(k), "args": [[str(k)], _at_once()]} for k in range(len(layers))
                ],
            }
        ],
    )  # fmt: skip
    return figure


def _buttons(play: str, pause: str, theme: Theme) -> dict[str, object]:
    ink = INK[theme]
    going = {
        "frame": {"duration": _TRAVEL + _REST, "redraw": False}, "fromcurrent": True,
        "transition": {"duration": _TRAVEL, "easing": "cubic-in-out"},
    }  # fmt: skip
    return {
        "type": "buttons", "direction": "right", "showactive": False, "x": 0, "xanchor": "left", "y": -0.09,
        "yanchor": "top", "pad": {"t": 4}, "bgcolor": ink.paper, "bordercolor": ink.faint,
        "font": {"size": 13, "color": ink.text},
        "buttons": [
            {"label": f"▶ {play}", "method": "animate", "args": [None, going]},
            {"label": f"❚❚ {pause}", "method": "animate", "args": [[None], _at_once()]},
        ],
    }  # fmt: skip


def _at_once() -> dict[str, object]:
    return {
        "frame": {"duration": 0, "redraw": False}, "mode": "immediate",
        "transition": {"duration": _TRAVEL // 2, "easing": "cubic-in-out"},
    }  # fmt: skip
