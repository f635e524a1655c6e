"""The views of probes: one figure a task, all encoders in it; or, for mixes, one figure an encoder."""

from collections.abc import Sequence

import streamlit as st

from explorer.figures.curves import SHARE, Curve, Level, curves
from explorer.figures.probe_curves import Measure, cumulative, has, probe_curve
from explorer.figures.style import Mark
from explorer.screens.alts import with_values
from explorer.screens.charts import chart
from explorer.screens.layer_texts import encoder_legend
from explorer.screens.probes_more import Results, confusion_choice, confusion_panel, facts, mixes
from explorer.screens.probes_texts import task_name
from explorer.screens.session import encoder_name, say, theme
from probes.report import ProbeReport

VIEWS = ("accuracy", "selectivity", "codelength", "mix", "cumulative", "confusion")
Span = tuple[float, float] | None
BASELINE_DASHES = {"majority": "dot", "static": "dashdot", "context": "dash"}
"""How the lines of what needs no layer are broken, here and in the lesson."""


def show(view: str, panels: Sequence[tuple[str, Results]], drawn: dict[str, Mark], relative: bool) -> None:
    """One view of tasks side by side; each panel is a key that is unique on the page, and results."""
    st.caption(say()(f"probes.view_{view}_help"))
    if view == "mix":
        mixes([results for _, results in panels])
        return
    layer = confusion_choice(panels) if view == "confusion" else None
    for column, (key, results) in zip(st.columns(len(panels), gap="medium"), panels, strict=True):
        with column:
            st.subheader(task_name(next(iter(results.values())).task_id))
            if view == "confusion" and layer is not None:
                confusion_panel(key, results, *layer)
            elif view == "cumulative":
                _cumulative(key, results, drawn, relative)
            else:
                _curves(view, key, results, drawn, relative)


def _from_zero(view: str, lines: Sequence[Curve]) -> Span:
    """Differences are read against 0, which is therefore in the picture."""
    ends = [v for line in lines for v in (*line.values, *line.low, *line.high) if v is not None]
    return (min(-0.02, min(ends)), max(ends) + 0.02) if view == "selectivity" and ends else None


def _measures(view: str, report: ProbeReport) -> tuple[tuple[Measure, str], ...]:
    """What a view draws of a report: measures with their dashes."""
    if view == "codelength":
        return ("codelength", "solid"), ("control_codelength", "dot")
    if view == "accuracy":
        return (("accuracy", "solid"),)
    return (("selectivity", "solid"),) if has(report, "selectivity") else (("accuracy", "solid"), ("control", "dot"))


def _curves(view: str, key: str, results: Results, drawn: dict[str, Mark], relative: bool) -> None:
    words = say()
    deep = {e: r for e, r in results.items() if len(r.report.layers) > 1}
    report = next(iter(deep.values())).report if deep else None
    if report is None or not has(report, "control" if view == "selectivity" else view):
        absent = words("probes.not_defined", view=words(f"probes.view_{view}"))
        st.info(absent if report else words("probes.one_vector"), icon=":material/info:")
        return
    measures = _measures(view, report)
    lines = [
        probe_curve(e, encoder_name(e), r.report, measure, dash)
        for e, r in deep.items()
        for measure, dash in measures
        if has(r.report, measure)
    ]
    if view == "accuracy":
        lines += [curve for e, r in deep.items() if (curve := _untrained(e, r.report))]
    levels = _levels(view, max(deep.values(), key=lambda r: len(r.report.layers)).report)
    axis = {"accuracy": "accuracy", "codelength": "kilobits"}.get(
        view, "selectivity" if len(measures) == 1 else "accuracy"
    )
    figure = curves(
        lines, drawn, theme=theme(), levels=levels, relative=relative, y_title=words(f"probes.{axis}"),
        x_title=words("probes.depth" if relative else "common.layer"), interval_name=words("numbers.interval"),
        y_range=SHARE if axis == "accuracy" else _from_zero(view, lines),
    )  # fmt: skip
    figure.update_traces(connectgaps=True)  # an untrained twin is measured at some layers only
    name = task_name(next(iter(deep.values())).task_id)
    alt = with_values(words("probes.alt_curves", task=name, view=words(f"probes.view_{view}")), lines)
    chart(figure, key=f"probe-{view}-{key}", alt=alt, facts=facts(view, list(deep.values())))
    notes = [words("probes.interval_key")] if any(line.low for line in lines) else []
    dotted = any(line.dash == "dot" for line in lines)
    notes += [words("probes.untrained_key" if view == "accuracy" else "probes.control_key")] if dotted else []
    encoder_legend(list(deep), drawn, levels, " · ".join(notes))
    if view == "selectivity" and len(measures) > 1:
        st.caption(words("probes.form_control"))


def _untrained(encoder_id: str, report: ProbeReport) -> Curve | None:
    """The untrained twin as a dotted curve of its encoder."""
    found = {b.name.rpartition(".")[2]: b.accuracy for b in report.baselines if b.name.startswith("untrained.")}
    if not found:
        return None
    names = tuple(layer.name for layer in report.layers)
    values = tuple(found.get(str(k)) for k in range(len(names)))
    return Curve(
        encoder_id, f"{encoder_name(encoder_id)}, {say()('probes.baseline.untrained')}", names, values, dash="dot"
    )


def _levels(view: str, report: ProbeReport) -> list[Level]:
    words = say()
    if view == "codelength":
        known = (("uniform", report.uniform_codelength, "dot"), ("prior", report.prior_codelength, "dash"))
        return [
            Level(words(f"probes.code_{name}"), bits / 1000, dash) for name, bits, dash in known if bits is not None
        ]
    if view != "accuracy":
        return []
    values = {r.name: r.accuracy for r in report.references} | {b.name: b.accuracy for b in report.baselines}
    named = [(name, values.get(name), dash) for name, dash in BASELINE_DASHES.items()]
    return [Level(words(f"probes.baseline.{name}"), value, dash) for name, value, dash in named if value is not None]


def _cumulative(key: str, results: Results, drawn: dict[str, Mark], relative: bool) -> None:
    words = say()
    found = [(e, encoder_name(e), r.report) for e, r in results.items() if r.report.cumulative]
    if not found:
        st.info(words("probes.not_defined", view=words("probes.view_cumulative")), icon=":material/info:")
        return
    figure = cumulative(
        found, drawn, theme=theme(), relative=relative, y_title=words("probes.accuracy_upto"),
        x_title=words("probes.depth" if relative else "common.layer"), gain_title=words("probes.gain"),
    )  # fmt: skip
    shown = [results[e] for e, _, _ in found]
    alt = words("probes.alt_cumulative", task=task_name(shown[0].task_id))
    chart(figure, key=f"probe-cumulative-{key}", alt=alt, facts=facts("cumulative", shown))
    encoder_legend([e for e, _, _ in found], drawn, [], "")
