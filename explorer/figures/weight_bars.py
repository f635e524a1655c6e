"""The scalar mixes that tasks learned: bars of weights, their centres of gravity, and those of uniform weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import plotly.graph_objects as go

from explorer.figures.style import INK, Mark, Theme, framed
from probes.report import MixReport

_PATTERNS = tuple({"shape": shape, "fillmode": "overlay", "size": 7} for shape in ("", "/", "x"))
_STEPS = (0.02, 0.05, 0.1, 0.2, 0.25)


@dataclass(frozen=True, slots=True)
class NamedMix:
    """The mix of one task, under the key of its mark."""

    key: str
    name: str
    mix: MixReport


def weight_bars(
    mixes: Sequence[NamedMix],
    marks: dict[str, Mark],
    *,
    theme: Theme,
    x_title: str,
    y_title: str,
    centre: str,
    uniform: str,
    height: int = 320,
) -> go.Figure:
    """Weights by layer, a group of bars a layer, for mixes of one encoder.

    A marker above the bars is a mix's centre of gravity, the line through it its range over splits; the upright dotted
    line is L/2, the centre of uniform weights, and the level one 1/(L+1), their height. `centre` and `uniform` name
    both, on hover and in the picture.
    """
    ink = INK[theme]
    figure = go.Figure()
    top = max((max(m.mix.weights) for m in mixes), default=1.0)
    for at, named in enumerate(mixes):
        mark, mix = marks[named.key], named.mix
        name = escape(named.name)
        figure.add_bar(
            x=list(range(len(mix.weights))), y=mix.weights, name=named.name,
            marker={"color": mark.colour, "pattern": _PATTERNS[at % 3] | {"fgcolor": ink.paper}},
            hovertemplate=f"<b>{name}</b> · %{{x}}<br>%{{y:.1%}}<extra></extra>",
        )  # fmt: skip
        middle, (low, high) = mix.centre_of_gravity, mix.centre_range
        figure.add_scatter(
            x=[middle], y=[top * (1.12 + 0.13 * at)], mode="markers", name=named.name,
            marker={"color": mark.colour, "symbol": mark.symbol, "size": 13, "line": {"color": ink.paper, "width": 1}},
            error_x={"type": "data", "symmetric": False, "array": [high - middle], "arrayminus": [middle - low],
                     "color": mark.colour, "thickness": 2, "width": 5},
            hovertemplate=f"<b>{name}</b><br>{escape(centre)}: {middle:.2f} ({low:.2f}–{high:.2f})<extra></extra>",
        )  # fmt: skip
    framed(figure, theme, height)
    if mixes:
        layers = len(mixes[0].mix.weights)
        ceiling = top * (1.2 + 0.13 * len(mixes))
        figure.add_hline(y=1 / layers, line={"color": ink.faint, "width": 1.5, "dash": "dot"})
        figure.add_vline(x=(layers - 1) / 2, line={"color": ink.faint, "width": 1.5, "dash": "dot"})
        figure.add_annotation(
            x=(layers - 1) / 2, y=ceiling, text=escape(uniform), showarrow=False, xanchor="left", yanchor="top",
            xshift=5, font={"size": 12, "color": ink.faint},
        )  # fmt: skip
        step = next((s for s in _STEPS if top / s <= 5), 0.5)
        # Above the bars the markers stand, whose height means nothing: no share is written there.
        figure.update_yaxes(range=[0, ceiling * 1.02], tickvals=[step * k for k in range(int(top / step) + 1)])
        figure.update_xaxes(range=[-0.6, layers - 0.4])
    figure.update_xaxes(title={"text": x_title}, dtick=1, showgrid=False)
    figure.update_yaxes(title={"text": y_title}, tickformat=".0%")
    figure.update_layout(barmode="group", bargap=0.25, bargroupgap=0.05, hovermode="closest")
    return figure
