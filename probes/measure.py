"""Every layer, labelling and split of a task: the work itself, with progress, in bounded memory.

A job is one block of layers in one split.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from probes.baselines import references
from probes.basis import Floats, Vectors, block_bounds, check_vectors, load_block
from probes.controls import control_labels, null_labels
from probes.errors import ProbeError
from probes.fitting import Fitted, Settings, Stratum, fit_split, strata_of
from probes.outcome import Outcome, Tally
from probes.splits import Split, make_splits
from probes.tasks import Codes, Task, codes, stratum_codes
from probes.threads import Progress, run_all

_NUMBERS_AT_ONCE = 1 << 20
_STACK_AT_ONCE = 1 << 25
_LABELLINGS_AT_ONCE = 1 << 22
MOST_CONFUSED = 200
"""Labels up to which confusions are counted; the senses of a whole dictionary would fill the memory."""


def measure(
    task: Task,
    layers: Mapping[str, NDArray[np.floating]],
    *,
    baselines: Mapping[str, NDArray[np.floating]] | None = None,
    settings: Settings = Settings(),  # noqa: B008 - frozen
    progress: Progress | None = None,
) -> Outcome:
    """Measure a task on layers `[n, dim]` by name, and on baselines that are vectors too, of any width.

    Raises ProbeError for vectors that do not fit the items or are not finite, and for a task that cannot be learned
    (see `make_splits`).
    """
    vectors = {**layers, **(baselines or {})}
    if not layers:
        raise ProbeError("no_layers")
    splits = make_splits(task, folds=settings.folds, repeats=settings.repeats, seed=settings.seed)
    for name, array in vectors.items():
        check_vectors(name, array, task.n)
    design = _Design.of(task, splits, settings)
    arrays = list(vectors.values())
    bounds = block_bounds([array.shape[1] for array in arrays], design.width_at_once())
    sheet = _Sheet(design, len(arrays))
    jobs = [
        partial(_run, design, start, arrays[start:end], index)
        for (start, end), index in product(bounds, range(len(splits)))
    ]
    run_all(jobs, sheet.add, workers=settings.workers, progress=progress)
    return sheet.outcome(tuple(vectors), len(layers))


@dataclass(frozen=True, slots=True, eq=False)
class _Design:
    """What every job shares."""

    task: Task
    settings: Settings
    splits: tuple[Split, ...]
    labels: Codes
    strata: Codes
    nulls: Codes

    @classmethod
    def of(cls, task: Task, splits: tuple[Split, ...], settings: Settings) -> "_Design":
        nulls = null_labels(task, settings.permutations, settings.seed)
        return cls(task, settings, splits, codes(task.labels), stratum_codes(task), nulls)

    def labellings(self, split: Split) -> Codes:
        """The task's labels and, where there is one, the control's of this split's seed: `[1 or 2, n]`."""
        control = control_labels(self.task, split.seed)
        return self.labels[None] if control is None else np.stack([self.labels, control])

    def width_at_once(self) -> int:
        """How many dimensions a block may have in all, so that the vectors of one probe stay near the processor."""
        largest = int(np.bincount(self.strata).max())
        return min(_NUMBERS_AT_ONCE // largest, _STACK_AT_ONCE // self.task.n)

    def nulls_at_once(self, block: Vectors) -> int:
        return max(1, _LABELLINGS_AT_ONCE // (self.task.n * len(block) * (int(self.labels.max()) + 1)))


@dataclass(frozen=True, slots=True, eq=False)
class _Result:
    """One job's figures: credit `[b, m]` by part, of the control, bits, and by the null `[b, permutation]`."""

    layers: slice
    split: int
    test_rows: Codes
    test: Floats
    control: Floats | None
    bits: Floats | None
    development_rows: Codes
    development: Floats
    null: Floats
    strengths: Floats
    auc: Floats | None
    confusion: NDArray[np.int64]
    converged: bool


def _run(design: _Design, start: int, arrays: Sequence[NDArray[np.floating]], index: int) -> _Result:
    block = load_block(arrays)
    split, settings = design.splits[index], design.settings
    labellings = design.labellings(split)
    own = len(labellings)
    # Null labellings share the basis and every product; but logistic probes stop when no labelling gets better.
    together = 0 if settings.probe == "logistic" else design.nulls_at_once(block)
    labellings = np.concatenate([labellings, design.nulls[:together]])
    strata = strata_of(design.strata, labellings, split)
    fitted = fit_split(block, strata, settings)
    test = np.concatenate([j.credit for j in fitted.test], axis=-1)  # (b, p, m)
    bits = np.concatenate([j.loss[:, 0] for j in fitted.test], axis=-1) if settings.probe == "logistic" else None
    return _Result(
        layers=slice(start, start + len(block)),
        split=index,
        test_rows=np.concatenate([s.rows["test"] for s in strata]),
        test=test[:, 0],
        control=test[:, 1] if own > 1 else None,
        bits=bits,
        development_rows=np.concatenate([s.rows["development"] for s in strata]),
        development=np.concatenate([j.credit[:, 0] for j in fitted.development], axis=-1),
        null=np.concatenate([test[:, own:].sum(axis=-1), _null(design, block, split, together)], axis=1),
        strengths=fitted.strengths[:, 0],
        auc=_auc(fitted, strata),
        confusion=_confusion(fitted, strata, int(design.labels.max()) + 1),
        converged=fitted.converged,
    )


def _null(design: _Design, block: Vectors, split: Split, done: int) -> Floats:
    """Hits under each null labelling beyond the first `done`, over the test items: `[b, permutation]`."""
    at_once = design.nulls_at_once(block)
    hits = [np.zeros((len(block), 0))]
    for first in range(done, len(design.nulls), at_once):
        strata = strata_of(design.strata, design.nulls[first : first + at_once], split)
        hits.append(np.sum([j.credit.sum(axis=-1) for j in fit_split(block, strata, design.settings).test], axis=0))
    return np.concatenate(hits, axis=1)


def _auc(fitted: Fitted, strata: Sequence[Stratum]) -> Floats | None:
    """Area under the ROC curve `[b]`, for one probe of two labels; NaN where the test part holds one."""
    if len(strata) != 1 or len(strata[0].classes) != 2:
        return None
    labels = strata[0].labels["test"][0]
    scores = fitted.test[0].scores[:, 0].astype(np.float64)
    if len(np.unique(labels)) < 2:
        return np.full(len(scores), np.nan)
    difference = np.round(scores[..., 1] - scores[..., 0], 6)  # ties share
    return np.array([roc_auc_score(labels, row) for row in difference])


def _confusion(fitted: Fitted, strata: Sequence[Stratum], n_classes: int) -> NDArray[np.int64]:
    b = len(fitted.test[0].scores)
    if n_classes > MOST_CONFUSED:
        return np.zeros((b, 0, 0), dtype=np.int64)
    counts = np.zeros((b, n_classes, n_classes), dtype=np.int64)
    for judged, stratum in zip(fitted.test, strata, strict=True):
        true = stratum.classes[stratum.labels["test"][0]]
        for layer in range(b):
            np.add.at(counts[layer], (true, stratum.classes[judged.scores[layer, 0].argmax(axis=-1)]), 1)
    return counts


class _Sheet:
    """Where the jobs' figures are added up."""

    def __init__(self, design: _Design, layers: int) -> None:
        n, s = design.task.n, design.splits
        self._design = design
        self._test, self._development = Tally(layers, n, s), Tally(layers, n, s)
        self._control = Tally(layers, n, s) if design.task.control != "none" else None
        self._bits = Tally(layers, n, s) if design.settings.probe == "logistic" else None
        self._null = np.zeros((layers, len(design.nulls)))
        self._strengths, self._auc = np.full((layers, len(s)), np.nan), np.full((layers, len(s)), np.nan)
        classes = int(design.labels.max()) + 1
        classes = classes if classes <= MOST_CONFUSED else 0
        self._confusion = np.zeros((layers, classes, classes), dtype=np.int64)
        self._unconverged = 0

    def add(self, result: _Result) -> None:
        at, split = result.layers, result.split
        self._test.add(at, split, result.test_rows, result.test)
        self._development.add(at, split, result.development_rows, result.development)
        if self._control is not None and result.control is not None:
            self._control.add(at, split, result.test_rows, result.control)
        if self._bits is not None and result.bits is not None:
            self._bits.add(at, split, result.test_rows, result.bits)
        self._null[at] += result.null
        self._strengths[at, split] = result.strengths
        if result.auc is not None:
            self._auc[at, split] = result.auc
        self._confusion[at] += result.confusion
        self._unconverged += not result.converged

    def outcome(self, names: tuple[str, ...], n_layers: int) -> Outcome:
        design = self._design
        sizes = np.array([[len(s.rows("train")), len(s.rows("test"))] for s in design.splits])
        reference_names, reference = references(design.task, design.splits)
        test = self._test.credit()
        return Outcome(
            task=design.task,
            settings=design.settings,
            names=names,
            n_layers=n_layers,
            n_splits=len(design.splits),
            ratio=float((sizes[:, 1] / sizes[:, 0]).mean()),
            n_train=float(sizes[:, 0].mean()),
            test=test,
            development=self._development.credit(),
            control=None if self._control is None else self._control.credit(),
            bits=None if self._bits is None else self._bits.credit(),
            reference_names=reference_names,
            reference=reference,
            null=self._null / max(int(test.weight.sum()), 1),
            strengths=self._strengths,
            auc=None if np.isnan(self._auc).all() else self._auc,
            confusion=self._confusion,
            unconverged=self._unconverged,
        )
