"""What a probe's report says in plain words: statements that are computed from its numbers and from nothing else.

A layer is called clearly worse only
where the paired test against the best one survives Holm's correction; all that cannot be told apart from the best is
named with it, so that no statement says "at layer k" where the data do not.
"""

from collections.abc import Sequence
from math import hypot
from typing import Literal

import numpy as np

from explorer.analysis.statements import Statement, baseline_kind, figure, spans
from probes.intervals import holm
from probes.report import Interval, LayerReport, ProbeReport

ALPHA = 0.05
"""A difference is called clear where its corrected p is below this."""

Order = Literal["textbook", "reverse", "none", "undefined"]


def reading(report: ProbeReport) -> tuple[Statement, ...]:
    """All that is worth saying of one report, the main finding first."""
    best = None if report.best_layer is None else report.layers[report.best_layer]
    if best is None or best.accuracy is None:
        return (Statement("undefined"),)
    return (
        *(_one_layer(best, report) if len(report.layers) == 1 else _peak(report, best)),
        *_beside_baselines(report, best),
        *_selectivity(best),
        *_mix(report),
        *_expected(report),
        *(
            Statement(f"note_{note}", {"n": report.n, "units": report.n_units})
            for note in report.notes
            if note in _SAID
        ),
    )


def good_layers(report: ProbeReport) -> tuple[int, ...]:
    """The layers that are not clearly worse than the best one: what "clearest at" may name. () where undefined."""
    if report.best_layer is None:
        return ()
    clear = _clear_against_best(report, [layer.name for layer in report.layers])
    worse = {name for name, difference in clear.items() if difference > 0}
    return tuple(i for i, layer in enumerate(report.layers) if i == report.best_layer or layer.name not in worse)


def order(form: ProbeReport, meaning: ProbeReport) -> Order:
    """Whether the clearest layers of form lie before those of meaning: `textbook`; after them: `reverse`.

    `none` where the two sets of layers that cannot be told from the best overlap. `undefined` with a single layer.
    """
    first, second = good_layers(form), good_layers(meaning)
    if not first or not second or len(form.layers) < 2 or len(form.layers) != len(meaning.layers):
        return "undefined"
    if max(first) < min(second):
        return "textbook"
    return "reverse" if min(first) > max(second) else "none"


def order_statement(form: ProbeReport, meaning: ProbeReport) -> Statement | None:
    """What an encoder's two reports say together; None where there is no order to speak of."""
    which = order(form, meaning)
    if which == "undefined":
        return None
    return Statement(f"order_{which}", {})


def best_statement(report: ProbeReport) -> Statement:
    """The best layer of a report, how sure its value is, and the layers that cannot be told from it."""
    best = report.layers[report.best_layer or 0]
    values = {"layer": report.best_layer or 0, "layers": spans(good_layers(report))}
    return Statement("best", {**values, "value": figure(best.accuracy or 0.0, best.interval)})


def caveats(report: ProbeReport) -> tuple[Statement, ...]:
    """What must stand beside any claim on this report: baselines that are not beaten, chance, memorising."""
    return tuple(statement for statement in reading(report) if statement.key in _CAVEATS)


_CAVEATS = (
    "baselines_near",
    "baselines_below",
    "null_within",
    "null_below",
    "not_selective",
    "note_few_units",
)
_SAID = ("few_units", "few_items", "few_seeds", "one_split", "not_converged", "edge_of_strengths")


def _clear_against_best(report: ProbeReport, others: Sequence[str]) -> dict[str, float]:
    """The differences from the best layer whose sign is clear, by name, corrected for the number of `others`.

    Which layers differ and which baselines are beaten are two questions, so that each is a family of its own (Holm
    1979); the report's own correction takes them together.
    """
    assert report.best_layer is not None
    name = report.layers[report.best_layer].name
    asked = [c for c in report.comparisons if c.layer == name and c.other in others]
    corrected = holm(np.array([np.nan if c.p is None else c.p for c in asked], dtype=np.float64))
    return {c.other: c.difference for c, p in zip(asked, corrected, strict=True) if p < ALPHA}


def _one_layer(best: LayerReport, report: ProbeReport) -> list[Statement]:
    return [Statement("one_layer", {"value": figure(best.accuracy or 0.0, best.interval), "n": report.n})]


def _peak(report: ProbeReport, best: LayerReport) -> list[Statement]:
    """Where accuracy is highest, what cannot be told from that, and where it goes from there."""
    good, at = good_layers(report), report.best_layer
    values: dict[str, object] = {
        "layer": at, "value": figure(best.accuracy or 0.0, best.interval), "layers": spans(good), "n": report.n,
        "share": report.best_layer_shares[at] if at is not None else 0.0,
    }  # fmt: skip
    if len(good) == len(report.layers):
        return [Statement("flat", values)]
    said = [Statement("peak" if len(good) == 1 else "plateau", values)]
    first, last = report.layers[0], report.layers[-1]
    if 0 not in good and first.accuracy is not None:
        key = "rises_to_last" if len(report.layers) - 1 in good else "rises"
        said.append(Statement(key, {"first": figure(first.accuracy, first.interval)}))
    if len(report.layers) - 1 not in good and last.accuracy is not None:
        said.append(Statement("falls", {"last": figure(last.accuracy, last.interval)}))
    return said


def _beside_baselines(report: ProbeReport, best: LayerReport) -> list[Statement]:
    """The best layer against every baseline, and against shuffled labels."""
    found: dict[str, list[tuple[str, float]]] = {"above": [], "near": [], "below": []}
    for reference in report.references:
        if reference.accuracy is not None:
            verdict = _apart(best, reference.accuracy, reference.interval)
            found[verdict].append((reference.name, reference.accuracy))
    baselines = _stronger_of_each(report.baselines)
    clear = _clear_against_best(report, [baseline.name for baseline in baselines])
    for baseline in baselines:
        difference = clear.get(baseline.name, 0.0)
        verdict = "above" if difference > 0 else "below" if difference < 0 else "near"
        found[verdict].append((baseline.name, baseline.accuracy or 0.0))
    said = [Statement(f"baselines_{verdict}", {}, tuple(names)) for verdict, names in found.items() if names]
    if best.null_band and best.accuracy is not None and best.accuracy <= best.null_band[1]:
        key = "null_below" if best.accuracy < best.null_band[0] else "null_within"
        said.append(Statement(key, {"low": best.null_band[0], "high": best.null_band[1]}))
    return said


def _stronger_of_each(baselines: Sequence[LayerReport]) -> list[LayerReport]:
    """One baseline a kind: of the layers of an untrained twin (`untrained.3`) the one of highest accuracy."""
    kept: dict[str, LayerReport] = {}
    for baseline in baselines:
        if baseline.accuracy is not None:
            other = kept.setdefault(baseline_kind(baseline.name), baseline)
            if baseline.accuracy > (other.accuracy or 0.0):
                kept[baseline_kind(baseline.name)] = baseline
    return list(kept.values())


def _apart(best: LayerReport, value: float, interval: Interval | None) -> str:
    """Above, below or near a guess that has no paired test: by the two intervals, as if they were independent."""
    if best.interval is None or best.accuracy is None:
        return "near"
    difference = best.accuracy - value
    low, high = best.interval
    mine = best.accuracy - low if difference > 0 else high - best.accuracy
    other = 0.0
    if interval:
        other = interval[1] - value if difference > 0 else value - interval[0]
    return "near" if abs(difference) <= hypot(mine, other) else "above" if difference > 0 else "below"


def _selectivity(best: LayerReport) -> list[Statement]:
    if best.control is None or best.selectivity is None:
        return []
    values = {"control": best.control, "selectivity": figure(best.selectivity, best.selectivity_interval)}
    low = best.selectivity_interval[0] if best.selectivity_interval else None
    return [Statement("selective" if low is not None and low > 0 else "not_selective", values)]


def _mix(report: ProbeReport) -> list[Statement]:
    mix = report.mix
    if mix is None or len(mix.weights) < 2:
        return []
    low, high = mix.centre_range
    key = "mix_lower" if high < mix.uniform_centre else "mix_upper" if low > mix.uniform_centre else "mix_even"
    values = {"centre": mix.centre_of_gravity, "low": low, "high": high, "uniform": mix.uniform_centre}
    return [Statement(key, values)]


def _expected(report: ProbeReport) -> list[Statement]:
    cumulative = report.cumulative
    if cumulative is None or len(cumulative.accuracy) < 2:
        return []
    if cumulative.expected_layer is None:
        return [Statement("no_gain")]
    gain = cumulative.accuracy[-1] - cumulative.accuracy[0]
    return [Statement("expected", {"layer": cumulative.expected_layer, "gain": gain})]
