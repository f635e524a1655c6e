"""What a sentence's other words do: a path through the layers, and how much each word adds to a sense."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import plotly.graph_objects as go

from explorer.figures.style import INK, Theme, framed

_DIVERGING: dict[Theme, tuple[str, str, str]] = {
    "light": ("#C4510A", "#F4F5F7", "#0B62B0"),
    "dark": ("#F5914E", "#232B35", "#56B4E9"),
}
"""Against the sense, nothing, for the sense: orange and blue, which any colour vision tells apart."""


@dataclass(frozen=True, slots=True)
class Path:
    """One sentence's target at every layer, `points` `[layer, 2]`."""

    name: str
    points: np.ndarray
    dash: str = "solid"


def with_paths(figure: go.Figure, paths: Sequence[Path], layer: int, theme: Theme) -> go.Figure:
    """Paths drawn over a scatter of known uses, in order of depth; the chosen layer has the large mark."""
    ink = INK[theme]
    for path in paths:
        count = len(path.points)
        open_mark = path.dash != "solid"
        sizes = [18 if k == layer else 5 for k in range(count)]
        figure.add_scatter(
            x=path.points[:, 0], y=path.points[:, 1], mode="lines+markers+text", name=path.name,
            line={"color": ink.text, "width": 1.5, "dash": path.dash},
            marker={
                "color": ink.paper if open_mark else ink.text, "symbol": "circle", "size": sizes, "opacity": 1,
                "line": {"width": 2, "color": ink.text},
            },
            text=[str(k) if k in (0, count - 1) else "" for k in range(count)], textposition="top center",
            textfont={"size": 12, "color": ink.text},
            customdata=list(range(count)), hovertemplate=f"{escape(path.name)} · %{{customdata}}<extra></extra>",
        )  # fmt: skip
    return figure


def influence_map(
    change: np.ndarray, words: Sequence[str], layers: Sequence[str], *, theme: Theme, x_title: str, y_title: str,
    bar_title: str, hover: str, layer: int,
) -> go.Figure:  # fmt: skip
    """Change `[layer, word]` as colours, the words in the order of the sentence; `hover` is a template with %{z}."""
    largest = float(np.nanmax(np.abs(change), initial=0.0)) or 1.0
    against, none, towards = _DIVERGING[theme]
    shown = [escape(word if len(word) <= 10 else f"{word[:9]}…") for word in words]
    figure = go.Figure(
        go.Heatmap(
            z=change, x=list(range(len(words))), y=list(range(len(layers))), zmin=-largest, zmax=largest,
            colorscale=[[0, against], [0.5, none], [1, towards]], xgap=2, ygap=2,
            customdata=[[[escape(word), name] for word in words] for name in layers],
            hovertemplate=hover + "<extra></extra>",
            colorbar={"title": {"text": bar_title, "side": "right"}, "thickness": 12, "outlinewidth": 0},
        )
    )  # fmt: skip
    framed(figure, theme, 110 + 24 * len(layers))
    figure.update_xaxes(
        title={"text": x_title}, tickvals=list(range(len(words))), ticktext=shown, showgrid=False,
        tickangle=-35 if len(words) > 5 else 0,
    )  # fmt: skip
    figure.update_yaxes(
        title={"text": y_title}, tickvals=list(range(len(layers))), ticktext=list(layers), showgrid=False
    )
    figure.add_shape(
        type="rect", x0=-0.5, x1=len(words) - 0.5, y0=layer - 0.5, y1=layer + 0.5, xref="x", yref="y",
        line={"color": INK[theme].text, "width": 2},
    )  # fmt: skip
    return figure


def tint(value: float, largest: float, theme: Theme) -> str:
    """The map's colour of a value as CSS, clear where it is nothing."""
    against, _, towards = _DIVERGING[theme]
    share = min(1.0, abs(value) / largest) if largest > 0 else 0.0
    return f"color-mix(in srgb, {towards if value > 0 else against} {round(70 * share)}%, transparent)"
