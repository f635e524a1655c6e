"""Step 5 of the lesson: which layer knows what, beside what needs no layer at all."""

import streamlit as st

from explorer.analysis.probing import TaskId, ready_report
from explorer.analysis.reading import good_layers, order
from explorer.analysis.statements import spans
from explorer.export.facts import FigureFacts
from explorer.figures.curves import SHARE, Curve, Level, curves
from explorer.figures.encoder_marks import encoder_marks
from explorer.figures.probe_curves import probe_curve
from explorer.figures.style import Mark
from explorer.screens import session
from explorer.screens.charts import chart
from explorer.screens.lesson_overview import without_probes
from explorer.screens.lesson_parts import curve_legend, here, pick_model, the_bert
from explorer.screens.lesson_probe_texts import baselines_said, centres_said
from explorer.screens.lesson_question import ask, compare_answer, names
from explorer.screens.probes_views import BASELINE_DASHES
from probes.report import LayerReport, ProbeReport

PLACES = ("first", "middle", "last")
TASKS: tuple[TaskId, ...] = ("pos", "sense")
_DASHES = {**BASELINE_DASHES, "untrained": "solid"}


def third(layer: int, count: int) -> str:
    """In which third of `count` layers, from 0, a layer lies: `first`, `middle` or `last`."""
    return PLACES[min(3 * layer // count, 2)]


def right_places(report: ProbeReport) -> list[str]:
    """The third of the best layer, and others whose every layer cannot be told from it; `same` where no layer can."""
    good, count = good_layers(report), len(report.layers)
    if len(good) == count:
        return ["same"]
    parts = {place: [k for k in range(count) if third(k, count) == place] for place in PLACES}
    return [place for place, ks in parts.items() if report.best_layer in ks or set(ks) <= set(good)]


def step_layers(step: int) -> None:
    """Part of speech and sense by layer, measured by probes where their results are here."""
    say = session.say()
    options = (*PLACES, "same")
    encoder_id = pick_model(step, here("bert-ko", "elmo-ko", "e5-small") or [the_bert()])
    name = session.encoder_name(encoder_id)
    show = names(step, options)
    given = ask(step, options, show, encoder=name)
    pos, sense = (ready_report(encoder_id, task, "ko") for task in TASKS)
    if pos is None or sense is None or pos.best_layer is None or sense.best_layer is None:
        if given is not None:
            without_probes(encoder_id, name)
        return
    if given is not None:
        right = right_places(pos)
        compare_answer(given, right, show)
        if given == "same" and given not in right:
            lower = [k for k in range(len(pos.layers)) if k not in good_layers(pos)]
            st.markdown(say("lesson.layers.not_same", layers=spans(lower), best=pos.best_layer))
    mark = encoder_marks([encoder_id], session.theme())[encoder_id]
    for column, task, report in zip(st.columns(2, gap="medium"), TASKS, (pos, sense), strict=True):
        with column:
            _panel(task, report, encoder_id, mark, given is not None)
    if given is not None:
        _said(pos, sense)


def levels(report: ProbeReport) -> list[Level]:
    """What a probe gets without the layers: the most frequent label, two kinds of static vectors, an untrained twin."""
    say = session.say()
    found: dict[str, float] = {r.name: r.accuracy for r in report.references if r.accuracy is not None}
    for baseline in report.baselines:
        kind = baseline.name.partition(".")[0]
        found[kind] = max(found.get(kind, 0.0), baseline.accuracy or 0.0)
    return [Level(say(f"probes.baseline.{k}"), found[k], dash) for k, dash in _DASHES.items() if k in found]


def _panel(task: str, report: ProbeReport, encoder_id: str, mark: Mark, shown: bool) -> None:
    """One task's frame with its baselines, and its curve once the guess is made."""
    say = session.say()
    called, lines = say(f"lesson.layers.{task}"), levels(report)
    st.markdown(f"**{called}**")
    layers = tuple(layer.name for layer in report.layers)
    curve = (
        probe_curve(task, called, report, "accuracy") if shown else Curve(task, called, layers, [None] * len(layers))
    )
    figure = curves(
        [curve], {task: mark}, theme=session.theme(), levels=lines, x_title=say("lesson.word_layer"),
        y_title=say("lesson.layers.axis"), height=340, y_range=SHARE, interval_name=say("numbers.interval"),
    )  # fmt: skip
    figure.update_xaxes(range=[-0.3, len(layers) - 0.7])
    beside = ", ".join(f"{level.name} {level.value:.2f}" for level in lines)
    alt = say(
        f"lesson.layers.alt_{'curve' if shown else 'frame'}", encoder=session.encoder_name(encoder_id), task=called,
        baselines=beside,
    )  # fmt: skip
    identity = session.encoder(encoder_id).identity
    facts = FigureFacts(
        f"{called} · {session.encoder_name(encoder_id)}", ((identity.id, identity.fingerprint),), n=report.n,
        metric=f"{say('lesson.layers.axis')} ({report.probe})", data=report.task,
    )  # fmt: skip
    chart(figure, key=f"probe-{task}", alt=alt, facts=facts)
    curve_legend([(called, mark)], lines, "" if shown else say("lesson.layers.hidden"))


def _said(pos: ProbeReport, sense: ProbeReport) -> None:
    say = session.say()
    values: dict[str, object] = {}
    for task, report in zip(TASKS, (pos, sense), strict=True):
        best = report.layers[report.best_layer or 0]
        low, high = _interval(best)
        values |= {f"{task}_layer": report.best_layer, task: best.accuracy, f"{task}_low": low, f"{task}_high": high}
        values[f"{task}_n"] = report.n
    st.markdown(say("lesson.layers.answer", **values))
    which = order(pos, sense)
    good = {"form_layers": spans(good_layers(pos)), "meaning_layers": spans(good_layers(sense))}
    if which == "undefined":
        st.markdown(say("lesson.layers.order_undefined"))
    else:
        st.markdown(f"{say('lesson.layers.tied', **good)} **{say(f'lesson.layers.order_{which}')}**")
    st.markdown(baselines_said({"pos": pos, "sense": sense}))
    if text := centres_said(pos, sense):
        st.markdown(text)


def _interval(best: LayerReport) -> tuple[float, float]:
    return best.interval or (best.accuracy or 0.0, best.accuracy or 0.0)
