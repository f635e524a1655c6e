"""Reports with the numbers that a test wants, all else undefined."""

from dataclasses import fields
from itertools import pairwise
from typing import Any

from probes.report import Comparison, CumulativeReport, LayerReport, MixReport, ProbeReport, Reference


def layer(name: str, accuracy: float | None, **more: Any) -> LayerReport:
    values: dict[str, Any] = {field.name: None for field in fields(LayerReport)} | {
        "name": name, "layer": int(name) if name.isdigit() else None, "n": 200, "accuracy": accuracy,
        "interval": None if accuracy is None else (accuracy - 0.02, accuracy + 0.02),
        "confusion": ((80, 20), (30, 70)),
    }  # fmt: skip
    return LayerReport(**(values | more))


def report(accuracies: list[float], worse: tuple[int, ...] = (), **more: Any) -> ProbeReport:
    """Layers of these accuracies; `worse` are those that the paired test tells from the best."""
    best = max(range(len(accuracies)), key=accuracies.__getitem__)
    others = [i for i in range(len(accuracies)) if i != best]
    comparisons = tuple(
        Comparison(str(best), str(i), accuracies[best] - accuracies[i], None, p, p, p, p)
        for i in others
        for p in ((0.001 if i in worse else 0.4),)
    )
    values: dict[str, Any] = {
        "task": "tokens", "encoder": "e5-small", "probe": "ridge", "n": 200, "n_units": 100, "n_groups": 100,
        "n_splits": 25, "n_train": 120.0, "seeds": (0, 1, 2, 3, 4), "split": "group", "control_kind": "type",
        "classes": (("ADJ", 100), ("NOUN", 100)),
        "layers": tuple(layer(str(i), a) for i, a in enumerate(accuracies)),
        "baselines": (), "references": (Reference("majority", 0.5, (0.45, 0.55)),),
        "best_layer": best, "best_layer_shares": tuple(float(i == best) for i in range(len(accuracies))),
        "comparisons": comparisons, "entropy": 1.0, "uniform_codelength": 200.0, "prior_codelength": 200.0,
        "mix": None, "cumulative": None, "notes": (),
    }  # fmt: skip
    return ProbeReport(**(values | more))


def mix(weights: list[float], low: float, high: float) -> MixReport:
    centre = sum(i * w for i, w in enumerate(weights))
    return MixReport(tuple(weights), tuple(weights), centre, (low, high), (len(weights) - 1) / 2, 0.8)


def cumulative(accuracies: list[float]) -> CumulativeReport:
    gains = [b - a for a, b in pairwise(accuracies)]
    total = sum(gains)
    expected = sum((i + 1) * g for i, g in enumerate(gains)) / total if total > 0 else None
    return CumulativeReport(tuple(accuracies), tuple(gains), expected)
