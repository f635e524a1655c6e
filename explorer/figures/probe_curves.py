"""A probe's report as figures by layer: curves of one measure, and what each layer adds to those below it."""

from collections.abc import Sequence
from html import escape
from typing import Literal

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from explorer.figures.curves import Curve, curves
from explorer.figures.style import INK, Mark, Theme, framed
from probes.report import Interval, LayerReport, ProbeReport

Measure = Literal[
    "accuracy", "auc", "control", "selectivity", "codelength", "control_codelength", "compression", "information"
]

_INTERVALS: dict[str, str] = {
    "accuracy": "interval",
    "auc": "auc_interval",
    "control": "control_interval",
    "selectivity": "selectivity_interval",
}


def probe_curve(key: str, name: str, report: ProbeReport, measure: Measure, dash: str = "solid") -> Curve:
    """One measure by layer with its interval, where it has one; kilobits for codelengths."""
    pairs = [_interval(layer, measure) for layer in report.layers] if measure in _INTERVALS else []
    known = any(pair is not None for pair in pairs)
    return Curve(
        key,
        name,
        tuple(layer.name for layer in report.layers),
        tuple(_value(layer, measure) for layer in report.layers),
        tuple(pair[0] if pair else None for pair in pairs) if known else (),
        tuple(pair[1] if pair else None for pair in pairs) if known else (),
        dash=dash,
    )


def has(report: ProbeReport, measure: str) -> bool:
    """Whether the measure is defined at some layer."""
    return any(getattr(layer, measure) is not None for layer in report.layers)


def _value(layer: LayerReport, measure: Measure) -> float | None:
    value: float | None = getattr(layer, measure)
    return value / 1000 if value is not None and measure.endswith("codelength") else value


def _interval(layer: LayerReport, measure: Measure) -> Interval | None:
    found: Interval | None = getattr(layer, _INTERVALS[measure])
    return found


def cumulative(
    reports: Sequence[tuple[str, str, ProbeReport]],
    marks: dict[str, Mark],
    *,
    theme: Theme,
    x_title: str,
    y_title: str,
    gain_title: str,
    relative: bool = False,
    height: int = 460,
) -> go.Figure:
    """Above, the accuracy of probes that read layers 0..l; below, the gain of each layer and the expected layer.

    `reports` are (key, name, report) with a cumulative part. The expected layer is an upright dashed line.
    """
    lines = [
        Curve(key, name, tuple(layer.name for layer in report.layers), report.cumulative.accuracy)
        for key, name, report in reports
        if report.cumulative
    ]
    above = curves(lines, marks, theme=theme, x_title="", y_title="", relative=relative)
    figure = make_subplots(rows=2, cols=1, shared_xaxes=True, row_heights=[0.6, 0.4], vertical_spacing=0.06)
    figure.add_traces(list(above.data), rows=1, cols=1)
    for key, name, report in reports:
        if not report.cumulative:
            continue
        gains, last = report.cumulative.differential, len(report.cumulative.accuracy) - 1
        depth = [(k / last if relative and last else float(k)) for k in range(last + 1)][-len(gains) :]
        figure.add_bar(
            x=depth, y=gains, name=name, marker={"color": marks[key].colour}, row=2, col=1,
            hovertemplate=f"<b>{escape(name)}</b><br>%{{x}}: %{{y:+.3f}}<extra></extra>",
        )  # fmt: skip
        expected = report.cumulative.expected_layer
        if expected is not None:
            at = expected / last if relative and last else expected
            line = {"color": marks[key].colour, "width": 2, "dash": "dash"}
            figure.add_vline(x=at, line=line, row=2, col=1)
    framed(figure, theme, height)
    figure.add_hline(y=0, line={"color": INK[theme].faint, "width": 1}, row=2, col=1)
    figure.update_xaxes(dtick=0.25 if relative else 1, showgrid=False)
    figure.update_xaxes(title={"text": x_title}, row=2, col=1)
    figure.update_yaxes(title={"text": y_title}, row=1, col=1)
    figure.update_yaxes(title={"text": gain_title}, tickformat="+.3~f", row=2, col=1)
    figure.update_layout(hovermode="closest", bargap=0.25)
    return figure
