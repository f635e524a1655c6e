"""Steps 5 and 6 of the lesson: which layer knows what, and the limits."""

import streamlit as st

from explorer.analysis.layers import Overview, overview
from explorer.analysis.probing import ready_report
from explorer.analysis.reading import good_layers, order, spans
from explorer.figures.curves import SHARE, Curve, Level, curves
from explorer.figures.style import marks
from explorer.screens import session
from explorer.screens.charts import chart
from explorer.screens.lesson_parts import curve_legend, the_bert
from explorer.screens.lesson_question import ask, compare_answer
from probes.report import LayerReport, ProbeReport


@st.cache_resource(show_spinner=False, max_entries=4)
def _overview(encoder_id: str) -> Overview:
    return overview(session.store(), session.encoder(encoder_id), "ko", matched=False)


def third(layer: int, count: int) -> str:
    """In which third of `count` layers, from 0, a layer lies: `first`, `middle` or `last`."""
    return ("first", "middle", "last")[min(3 * layer // count, 2)]


def step_layers(step: int) -> None:
    """Part of speech and sense by layer, measured by probes where their results are here."""
    say = session.say()
    encoder_id = the_bert()
    name = session.encoder_name(encoder_id)
    options = ("first", "middle", "last")
    show = {option: say(f"lesson.layers.option.{option}") for option in options}.__getitem__
    if (given := ask(step, say("lesson.layers.question", encoder=name), options, show)) is None:
        return
    pos, sense = (ready_report(encoder_id, task, "ko") for task in ("pos", "sense"))
    if pos is None or sense is None or pos.best_layer is None or sense.best_layer is None:
        _without_probes(encoder_id, name)
        return
    good = sorted({third(layer, len(pos.layers)) for layer in good_layers(pos)}, key=options.index)
    compare_answer(given, good, show)
    _probe_curves(name, pos, sense)


def _probe_curves(name: str, pos: ProbeReport, sense: ProbeReport) -> None:
    say = session.say()
    reports = {"pos": pos, "sense": sense}
    names = {task: say(f"lesson.layers.{task}") for task in reports}
    drawn = marks(list(reports), session.theme())
    lines = [_accuracy(task, names[task], report) for task, report in reports.items()]
    levels = [
        Level(say("lesson.layers.majority", task=names[task]), reference.accuracy, dash)
        for (task, report), dash in zip(reports.items(), ("dot", "dash"), strict=True)
        for reference in report.references
        if reference.name == "majority" and reference.accuracy is not None
    ]
    figure = curves(
        lines, drawn, theme=session.theme(), levels=levels, x_title=say("lesson.word_layer"),
        y_title=say("lesson.layers.axis"), height=380, y_range=SHARE, interval_name=say("numbers.interval"),
    )  # fmt: skip
    chart(figure, key="probe-curves", alt=say("lesson.layers.alt", encoder=name))
    curve_legend([(names[task], drawn[task]) for task in reports], levels)
    values: dict[str, object] = {}
    for task, report in reports.items():
        best = report.layers[report.best_layer or 0]
        low, high = best.interval or (best.accuracy or 0.0,) * 2
        values |= {f"{task}_layer": report.best_layer, task: best.accuracy, f"{task}_low": low, f"{task}_high": high}
        values[f"{task}_n"] = report.n
    st.markdown(say("lesson.layers.answer", **values))
    which = order(pos, sense)
    layers = {"form_layers": spans(good_layers(pos)), "meaning_layers": spans(good_layers(sense))}
    st.markdown(say(f"lesson.layers.order_{which}", **({} if which == "undefined" else layers)))


def _accuracy(task: str, name: str, report: ProbeReport) -> Curve:
    layers: tuple[LayerReport, ...] = report.layers
    low, high = ([layer.interval[side] if layer.interval else None for layer in layers] for side in (0, 1))
    return Curve(task, name, tuple(layer.name for layer in layers), [layer.accuracy for layer in layers], low, high)


def _without_probes(encoder_id: str, name: str) -> None:
    say = session.say()
    st.info(say("lesson.layers.absent"), icon=":material/info:")
    found = _overview(encoder_id)
    drawn = marks(["sense"], session.theme())
    low, high = ([interval[side] for interval in found.interval] for side in (0, 1))
    figure = curves(
        [Curve("sense", say("lesson.layers.sense"), found.layers, found.mean, low, high)], drawn,
        theme=session.theme(), levels=[Level(say("lesson.elmo.chance"), found.chance)],
        x_title=say("lesson.word_layer"), y_title=say("lesson.elmo.axis"), height=360, y_range=SHARE,
        interval_name=say("numbers.interval"),
    )  # fmt: skip
    chart(figure, key="sense-curve", alt=say("lesson.layers.alt", encoder=name))
    best = found.best_layer or 0
    st.markdown(
        say(
            "lesson.layers.absent_answer", encoder=name, layer=best, value=found.mean[best], first=found.mean[0],
            words=len(found.words),
        )
    )  # fmt: skip
