"""From outcomes to a report: intervals over what generalises, the best layer, and how sure its lead is."""

from types import MappingProxyType

import numpy as np

from probes import intervals as sure
from probes.basis import Floats
from probes.codelength import Codelength
from probes.cumulative import Cumulative
from probes.information import information, label_entropy
from probes.outcome import Credit, Outcome
from probes.report import Comparison, CumulativeReport, Interval, LayerReport, MixReport, ProbeReport, Reference
from probes.scalar_mix import Mixes
from probes.tasks import Codes, Task, codes

NOTES = MappingProxyType(
    {
        "few_units": "Fewer than 20 units were resampled: intervals are rough.",
        "few_items": "Fewer than 30 items of some label: its accuracy is rough.",
        "few_seeds": "Fewer than 5 seeds.",
        "edge_of_strengths": "The weakest or strongest regularisation was often chosen; a wider range may do better.",
        "not_converged": "Some logistic probes stopped before they had converged.",
        "one_split": "There is one split only, so no interval over splits.",
    }
)
"""What to beware of, by key; English for logs, another program translates."""

FEW_UNITS, FEW_ITEMS, FEW_SEEDS = 20, 30, 5


def summarise(
    outcome: Outcome,
    *,
    encoder: str = "",
    codelength: Codelength | None = None,
    mix: Mixes | None = None,
    cumulative: Cumulative | None = None,
    draws: int = 1000,
    seed: int = 0,
) -> ProbeReport:
    """The report of an outcome, with what else was measured on the same task.

    Codelengths are matched to layers by name. `draws` and `seed` are those of the bootstrap and sign flips.
    """
    task, n = outcome.task, outcome.n_layers
    writer = _Writer(outcome, codelength, draws, seed)
    layers = tuple(writer.layer(i) for i in range(len(outcome.names)))
    best, shares = best_layer(outcome, draws, seed)
    return ProbeReport(
        task=task.name,
        encoder=encoder,
        probe=_probe_name(outcome),
        n=task.n,
        n_units=len(set(task.units)),
        n_groups=len(set(task.holdout)),
        n_splits=outcome.n_splits,
        n_train=outcome.n_train,
        seeds=tuple(range(outcome.settings.seed, outcome.settings.seed + outcome.settings.repeats)),
        split=task.split,
        control_kind=task.control,
        classes=tuple((name, task.labels.count(name)) for name in task.classes),
        layers=layers[:n],
        baselines=layers[n:],
        references=writer.references(),
        best_layer=best,
        best_layer_shares=shares,
        comparisons=() if best is None else compare(outcome, outcome.names[best], draws=draws, seed=seed),
        entropy=label_entropy(outcome),
        uniform_codelength=None if codelength is None else codelength.uniform,
        prior_codelength=None if codelength is None else float(codelength.prior.mean()),
        mix=None if mix is None else _mix_report(mix),
        cumulative=None if cumulative is None else _cumulative_report(cumulative),
        notes=_notes(outcome),
    )


def best_layer(outcome: Outcome, draws: int = 1000, seed: int = 0) -> tuple[int | None, tuple[float, ...]]:
    """The layer of highest development accuracy, the lowest of equals, and each layer's share of the bootstrap."""
    development = outcome.development.layers(range(outcome.n_layers))
    if not development.n:
        return None, (float("nan"),) * outcome.n_layers
    shares = sure.best_shares(sure.bootstrap(development, codes(outcome.task.units), draws, seed).means)
    means = development.mean
    return int(np.flatnonzero(means >= means.max() - 1e-9)[0]), tuple(float(s) for s in shares)


def compare(outcome: Outcome, layer: str, *, draws: int = 1000, seed: int = 0) -> tuple[Comparison, ...]:
    """One layer or baseline against every other of the same outcome, Holm-corrected for their number."""
    at = outcome.names.index(layer)
    others = [i for i in range(len(outcome.names)) if i != at]
    pairs = [outcome.test.layers([at]).minus(outcome.test.layers([i])) for i in others]
    names = [(layer, outcome.names[i]) for i in others]
    return _comparisons(names, pairs, outcome.task, _ratio(outcome), draws, seed)


def compare_outcomes(
    first: Outcome, second: Outcome, pairs: list[tuple[str, str]], *, draws: int = 1000, seed: int = 0
) -> tuple[Comparison, ...]:
    """Layers of one outcome against layers of another (another encoder) on the same task and splits, Holm-corrected.

    Raises ProbeError where the two were not measured on the same items and splits.
    """
    first.check_paired(second)
    differences = [
        first.test.layers([first.names.index(a)]).minus(second.test.layers([second.names.index(b)])) for a, b in pairs
    ]
    return _comparisons(pairs, differences, first.task, _ratio(first), draws, seed)


def _comparisons(
    names: list[tuple[str, str]], differences: list[Credit], task: Task, ratio: float | None, draws: int, seed: int
) -> tuple[Comparison, ...]:
    units = codes(task.units)
    p_folds, p_units, intervals = [], [], []
    for difference in differences:
        drawn = sure.bootstrap(difference, units, draws, seed)
        # Where every draw is the same the two never differ, of which the bound for proportions says nothing.
        intervals.append(None if np.ptp(drawn.means) == 0 else sure.bootstrap_interval(drawn, 0))
        p_units.append(sure.sign_flip_p(sure.unit_differences(difference, units)[0], draws, seed))
        p_folds.append(float("nan") if ratio is None else sure.corrected_p(difference.by_split[0], ratio))
    larger = np.fmax(p_folds, p_units)
    corrected = sure.holm(larger)
    return tuple(
        Comparison(a, b, float(d.mean[0]), i, _defined(f), _defined(u), _defined(p), _defined(h))
        for (a, b), d, i, f, u, p, h in zip(
            names, differences, intervals, p_folds, p_units, larger, corrected, strict=True
        )
    )


class _Writer:
    """Writes the layers of one outcome."""

    def __init__(self, outcome: Outcome, codelength: Codelength | None, draws: int, seed: int) -> None:
        self._outcome = outcome
        self._codelength = codelength
        self._units: Codes = codes(outcome.task.units)
        self._draws, self._seed = draws, seed
        self._ratio = _ratio(outcome)
        self._test = self._boot(outcome.test)
        self._control = None if outcome.control is None else self._boot(outcome.control)
        # Selectivity is of Hewitt and Liang's control alone; of the others the two accuracies stand side by side.
        selective = outcome.control is not None and outcome.task.control == "type" and not outcome.task.within
        self._gap = outcome.test.minus(outcome.control) if selective and outcome.control is not None else None
        self._gap_draws = None if self._gap is None else self._boot(self._gap)
        self._information = information(outcome)

    def _boot(self, credit: Credit) -> sure.Resampled:
        return sure.bootstrap(credit, self._units, self._draws, self._seed)

    def _interval(self, drawn: sure.Resampled | None, row: int) -> Interval | None:
        return None if drawn is None else sure.bootstrap_interval(drawn, row)

    def layer(self, row: int) -> LayerReport:
        """Layer or baseline number `row`."""
        o = self._outcome
        accuracy, null = float(o.test.mean[row]), o.null[row]
        auc = None if o.auc is None else o.auc[row]
        code, control_code, compression = self._code(o.names[row])
        return LayerReport(
            name=o.names[row],
            layer=row if row < o.n_layers else None,
            n=o.test.n,
            accuracy=_defined(accuracy),
            interval=self._interval(self._test, row),
            interval_folds=self._folds(o.test.by_split[row]),
            balanced_accuracy=_balanced(o, row),
            development=_defined(float(o.development.mean[row])),
            control=None if o.control is None else _defined(float(o.control.mean[row])),
            control_interval=self._interval(self._control, row),
            selectivity=None if self._gap is None else _defined(float(self._gap.mean[row])),
            selectivity_interval=self._interval(self._gap_draws, row),
            null_mean=float(null.mean()) if len(null) else None,
            null_band=sure.null_band(null),
            p_null=sure.null_p(accuracy, null),
            auc=None if auc is None else _defined(float(np.nanmean(auc))),
            auc_interval=None if auc is None else self._folds(auc),
            cross_entropy=None if o.bits is None else _defined(float(o.bits.mean[row])),
            information=None if self._information is None else _defined(float(self._information[row])),
            codelength=code,
            control_codelength=control_code,
            compression=compression,
            strength=_defined(float(np.nanmedian(o.strengths[row]))) if o.settings.linear else None,
            confusion=tuple(tuple(int(count) for count in counts) for counts in o.confusion[row]),
        )

    def references(self) -> tuple[Reference, ...]:
        """The guesses that see no vector."""
        o = self._outcome
        drawn = self._boot(o.reference)
        return tuple(
            Reference(name, _defined(float(o.reference.mean[i])), self._interval(drawn, i))
            for i, name in enumerate(o.reference_names)
        )

    def _folds(self, by_split: Floats) -> Interval | None:
        return None if self._ratio is None else sure.corrected_interval(by_split, self._ratio)

    def _code(self, name: str) -> tuple[float | None, float | None, float | None]:
        code = self._codelength
        if code is None or name not in code.names:
            return None, None, None
        row = code.names.index(name)
        control = None if code.control is None else float(code.control[row].mean())
        return float(code.task[row].mean()), control, float(code.compression[row])


def _ratio(outcome: Outcome) -> float | None:
    """Test over training items where splits differ; None where the parts are published and there is one split."""
    return None if outcome.task.split == "published" or outcome.n_splits < 2 else outcome.ratio


def _probe_name(outcome: Outcome) -> str:
    rank, dimension = outcome.settings.rank, outcome.settings.dimension
    limits = [f"rank {rank}"] if rank else []
    limits += [f"{dimension} dimensions"] if dimension else []
    return ", ".join([outcome.settings.probe, *limits])


def _balanced(outcome: Outcome, row: int) -> float | None:
    """Mean recall over the labels that the test parts hold."""
    labels = codes(outcome.task.labels)
    sizes = np.bincount(labels, weights=outcome.test.weight)
    hits = np.bincount(labels, weights=outcome.test.total[:, row].sum(axis=0))
    held = sizes > 0
    return float((hits[held] / sizes[held]).mean()) if held.any() else None


def _mix_report(mix: Mixes) -> MixReport:
    centres, weights = mix.centre_of_gravity, mix.weights.mean(axis=0)
    return MixReport(
        weights=tuple(float(w) for w in weights),
        raw_weights=tuple(float(w) for w in mix.raw_weights),
        centre_of_gravity=float(centres.mean()),
        centre_range=(float(centres.min()), float(centres.max())),
        uniform_centre=(len(weights) - 1) / 2,
        accuracy=_defined(float(mix.accuracy.mean())),
    )


def _cumulative_report(cumulative: Cumulative) -> CumulativeReport:
    return CumulativeReport(
        accuracy=tuple(float(a) for a in cumulative.accuracy.mean(axis=0)),
        differential=tuple(float(d) for d in cumulative.differential),
        expected_layer=cumulative.expected_layer,
    )


def _notes(outcome: Outcome) -> tuple[str, ...]:
    task, settings = outcome.task, outcome.settings
    judged = outcome.test.weight > 0
    counts = np.bincount(codes(task.labels)[judged])
    path = settings.path
    chosen = outcome.strengths[~np.isnan(outcome.strengths)]
    edge = settings.linear and len(path) > 2 and np.isin(chosen, (path[0], path[-1])).mean() > 0.25
    found = {
        "few_units": len(np.unique(codes(task.units)[judged])) < FEW_UNITS,
        "few_items": bool(counts.min() < FEW_ITEMS),
        "few_seeds": settings.repeats < FEW_SEEDS and task.split != "published",
        "edge_of_strengths": bool(edge),
        "not_converged": outcome.unconverged > 0,
        "one_split": _ratio(outcome) is None,
    }
    return tuple(key for key in NOTES if found[key])


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
