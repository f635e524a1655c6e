"""What a sentence's other words do: a path through the layers, and how much each word adds to a sense."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import plotly.graph_objects as go

from explorer.figures.style import INK, Mark, Theme, framed

_DIVERGING: dict[Theme, tuple[str, str, str]] = {
    "light": ("#C4510A", "#F4F5F7", "#0B62B0"),
    "dark": ("#F5914E", "#232B35", "#56B4E9"),
}
"""Against the sense, nothing, for the sense: orange and blue, which any colour vision tells apart."""

_PATHS: dict[Theme, tuple[str, str]] = {"light": ("#5A4FC0", "#1B2430"), "dark": ("#A9A0F5", "#E8ECF1")}
"""Before and after: no colour of a word's first senses."""

_TOO_NEAR = 0.06
"""Share of the picture's width within which two labels would collide."""


@dataclass(frozen=True, slots=True)
class Path:
    """One sentence's target at every layer, `points` `[layer, 2]`."""

    name: str
    points: np.ndarray


def path_marks(theme: Theme) -> tuple[Mark, Mark]:
    """Before and after, as their lines are drawn."""
    before, after = _PATHS[theme]
    return Mark(before, "circle", "━▶"), Mark(after, "circle-open", "╌▷")


def with_paths(figure: go.Figure, before: Path, after: Path, layer: int, theme: Theme) -> go.Figure:
    """Two paths drawn over a scatter of known uses, which fade.

    An arrow stands at the last layer, a ring at `layer`, and the numbers of the layers at the ends alone: once where
    both paths begin at one place.
    """
    for trace in figure.data:
        trace.update(opacity=0.3, marker={"size": 8})
    figure.layout.annotations = ()
    looks = zip((before, after), path_marks(theme), ("solid", "dash"), strict=True)
    for path, mark, dash in looks:
        count = len(path.points)
        figure.add_scatter(
            x=path.points[:, 0], y=path.points[:, 1], mode="lines+markers", name=path.name,
            line={"color": mark.colour, "width": 2, "dash": dash},
            marker={
                "color": mark.colour if dash == "solid" else INK[theme].paper, "symbol": "circle", "size": 6,
                "opacity": 1, "line": {"width": 1.5, "color": mark.colour},
            },
            customdata=list(range(count)), hovertemplate=f"{escape(path.name)} · %{{customdata}}<extra></extra>",
        )  # fmt: skip
        figure.add_scatter(
            x=path.points[-2:, 0], y=path.points[-2:, 1], mode="markers", hoverinfo="skip", name=path.name,
            marker={"symbol": "arrow", "angleref": "previous", "color": mark.colour, "size": [0, 15][-count:]},
        )  # fmt: skip
        figure.add_scatter(
            x=path.points[layer : layer + 1, 0], y=path.points[layer : layer + 1, 1], mode="markers", hoverinfo="skip",
            name=path.name, marker={"symbol": "circle-open", "size": 24, "color": mark.colour, "line": {"width": 2.5}},
        )  # fmt: skip
    for place, text, colour, aside in _ends(before, after, theme):
        figure.add_annotation(
            x=place[0], y=place[1], text=text, showarrow=False, font={"size": 13, "color": colour},
            xshift=22 * aside[0], yshift=22 * aside[1], bgcolor=INK[theme].paper, opacity=0.9, borderpad=1,
        )  # fmt: skip
    return figure


def _ends(before: Path, after: Path, theme: Theme) -> list[tuple[np.ndarray, str, str, np.ndarray]]:
    """Place, text, colour and direction of the numbers at the ends, each away from the other path's."""
    last = len(before.points) - 1
    everywhere = np.concatenate([before.points, after.points])
    span = float(np.ptp(everywhere, axis=0).max()) or 1.0
    labels = []
    for end in dict.fromkeys((0, last)):
        one, other = before.points[end], after.points[end]
        away = one - other if np.linalg.norm(one - other) > 1e-9 else np.array([0.0, 1.0])
        away = away / np.linalg.norm(away)
        if np.linalg.norm(one - other) < _TOO_NEAR * span:
            outwards = one - everywhere.mean(axis=0)
            labels.append((one, str(end), INK[theme].text, outwards / (np.linalg.norm(outwards) or 1.0)))
        else:
            labels += [(one, str(end), _PATHS[theme][0], away), (other, str(end), _PATHS[theme][1], -away)]
    return labels


def influence_map(
    change: np.ndarray, words: Sequence[str], layers: Sequence[str], *, theme: Theme, x_title: str, y_title: str,
    bar_title: str, hover: str, layer: int, full: float,
) -> go.Figure:  # fmt: skip
    """Change `[layer, word]` as colours, the words in the order of the sentence; `hover` is a template with %{z}.

    A change of `full` has the full colour, and so has a larger one.
    """
    full = full or 1.0
    against, none, towards = _DIVERGING[theme]
    shown = [escape(word if len(word) <= 10 else f"{word[:9]}…") for word in words]
    figure = go.Figure(
        go.Heatmap(
            z=change, x=list(range(len(words))), y=list(range(len(layers))), zmin=-full, zmax=full,
            colorscale=[[0, against], [0.5, none], [1, towards]], xgap=2, ygap=2,
            customdata=[[[escape(word), name] for word in words] for name in layers],
            hovertemplate=hover + "<extra></extra>",
            colorbar={
                "orientation": "h", "thickness": 10, "outlinewidth": 0, "x": 0.5, "y": 1.02, "yanchor": "bottom",
                "title": {"text": bar_title, "side": "top"}, "len": 1.0, "tickangle": 0,
                "tickvals": [-full, 0, full], "ticktext": [f"−{full:.3f}", "0", f"+{full:.3f}"], "xpad": 24,
            },
        )
    )  # fmt: skip
    turned, below = len(words) > 5, 76 + 40 * (len(words) > 5)
    framed(figure, theme, 132 + below + 24 * len(layers))
    # Beside a bar that lies, margins and titles that fit themselves end up over one another: each has its own room.
    figure.update_layout(margin={"l": 76, "r": 8, "t": 104, "b": below, "autoexpand": False})
    figure.add_annotation(
        text=x_title,
        x=0.5,
        y=0,
        xref="paper",
        yref="paper",
        yanchor="bottom",
        yshift=4 - below,
        showarrow=False,
        font={"size": 15},
    )
    figure.update_xaxes(
        automargin=False, tickvals=list(range(len(words))), ticktext=shown, showgrid=False,
        tickangle=-35 if turned else 0,
    )  # fmt: skip
    figure.update_yaxes(
        title={"text": y_title}, automargin=False, tickvals=list(range(len(layers))), ticktext=list(layers),
        showgrid=False,
    )  # fmt: skip
    figure.add_shape(
        type="rect", x0=-0.5, x1=len(words) - 0.5, y0=layer - 0.5, y1=layer + 0.5, xref="x", yref="y",
        line={"color": INK[theme].text, "width": 2},
    )  # fmt: skip
    return figure


def tint(value: float, full: float, theme: Theme) -> str:
    """The map's colour of a value as CSS, clear where it is nothing."""
    against, _, towards = _DIVERGING[theme]
    share = min(1.0, abs(value) / full) if full > 0 else 0.0
    return f"color-mix(in srgb, {towards if value > 0 else against} {round(70 * share)}%, transparent)"
