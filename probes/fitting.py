"""One split of a block of layers: fit every probe, choose its regularisation on development, judge it on test.

Where each stratum (a word, say) has a probe of its own, the strata choose one regularisation together: the development
part of a single word is a handful of sentences.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from probes import nearest, scoring
from probes.basis import Basis, Floats, Vectors, principal_basis, spread
from probes.errors import ProbeError
from probes.logistic import LogisticPath
from probes.ridge import RidgePath
from probes.splits import Split
from probes.tasks import Codes, Part

ProbeKind = Literal["ridge", "logistic", "nearest_centroid", "one_nn"]

STRENGTHS: dict[ProbeKind, tuple[float, ...]] = {
    "ridge": tuple(10 ** (x / 2) for x in range(5, -8, -1)),
    "logistic": (10.0, 1.0, 0.1, 0.01, 1e-3, 1e-4),
    "nearest_centroid": (),
    "one_nn": (),
}
"""Relative strengths of regularisation, strong to weak (see `Basis.penalty`)."""

MOST = 100_000
"""Repetitions, permutations, dimensions that a run may ask for."""


def check_count(name: str, value: object, least: int) -> None:
    """Raises ProbeError unless `value` is a whole number from `least` to MOST, more than which no run would end."""
    if not isinstance(value, Integral) or isinstance(value, bool) or not least <= int(value) <= MOST:
        raise ProbeError("setting", name=name, value=value, expected=f"{least}–{MOST}")


@dataclass(frozen=True, slots=True)
class Settings:
    """How to measure. `rank` limits a ridge probe; `dimension` reduces every layer by PCA of the training part.

    `strengths` are relative (see `Basis.penalty`), () for those of STRENGTHS; `workers` are threads, all cores where
    None; `tolerance` is the logistic solver's (see `LogisticPath.fit`). Raises ProbeError for what cannot be.
    """

    probe: ProbeKind = "ridge"
    rank: int | None = None
    dimension: int | None = None
    strengths: tuple[float, ...] = ()
    folds: int = 5
    repeats: int = 5
    permutations: int = 100
    seed: int = 0
    tolerance: float = 1e-4
    workers: int | None = None

    def __post_init__(self) -> None:
        leasts = {"folds": 3, "repeats": 1, "permutations": 0, "rank": 1, "dimension": 1, "workers": 1}
        for name, least in leasts.items():
            if (value := getattr(self, name)) is not None:
                check_count(name, value, least)
        if self.probe not in STRENGTHS:
            raise ProbeError("setting", name="probe", value=self.probe, expected="one of " + ", ".join(STRENGTHS))
        if any(not strength > 0 for strength in self.strengths):
            raise ProbeError("no_strengths")

    @property
    def path(self) -> tuple[float, ...]:
        """The strengths, strong to weak."""
        return tuple(sorted(self.strengths or STRENGTHS[self.probe], reverse=True))

    @property
    def linear(self) -> bool:
        """Whether there is a regularisation to choose."""
        return self.probe in ("ridge", "logistic")


@dataclass(frozen=True, slots=True, eq=False)
class Stratum:
    """The items of one probe in one split, with labels `[p, n]` counted among the `classes` that the stratum has.

    `rows` and `labels` are by part; `classes` are the task's codes of the stratum's own.
    """

    rows: dict[Part, Codes]
    labels: dict[Part, Codes]
    classes: Codes

    @property
    def seen(self) -> NDArray[np.bool_]:
        """Which classes `[p, k]` training holds."""
        return scoring.present(self.labels["train"], len(self.classes))


def strata_of(strata: Codes, labels: Codes, split: Split) -> list[Stratum]:
    """The strata `[n]` of a split that have anything to train on, for labellings `[p, n]`."""
    parts: dict[Part, Codes] = {part: split.rows(part) for part in ("train", "development", "test")}
    result = []
    for stratum in range(int(strata.max()) + 1):
        rows = {part: at[strata[at] == stratum] for part, at in parts.items()}
        if len(rows["train"]):
            classes = np.unique(labels[:, strata == stratum])
            local = {part: np.searchsorted(classes, labels[:, at]) for part, at in rows.items()}
            result.append(Stratum(rows, local, classes))
    return result


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Credit and loss `[b, p, m]` of some items, and the scores `[b, p, m, k]` behind them."""

    credit: Floats
    loss: Floats
    scores: Vectors


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """What one split gives: a Judged for each stratum and part, and the strengths `[b, p]` chosen."""

    development: list[Judged]
    test: list[Judged]
    strengths: Floats
    converged: bool


class _Path(Protocol):
    converged: bool

    def at(self, penalty: Floats) -> scoring.Linear: ...


def fit_split(block: Vectors, strata: Sequence[Stratum], settings: Settings) -> Fitted:
    """Fit, choose and judge every layer of a block `[b, n, d]` and every labelling of the strata."""
    if settings.linear:
        return _Linear(block, strata, settings).run()
    judged: dict[Part, list[Judged]] = {"development": [], "test": []}
    for stratum in strata:
        directions = nearest.Directions(block, stratum.rows["train"])
        for part, collected in judged.items():
            collected.append(_judge_nearest(directions, stratum, part, settings.probe))
    shape = (len(block), len(strata[0].labels["train"]))
    return Fitted(judged["development"], judged["test"], np.full(shape, np.nan), True)


def _judge_nearest(directions: nearest.Directions, stratum: Stratum, part: Part, kind: ProbeKind) -> Judged:
    score = nearest.one_nn_scores if kind == "one_nn" else nearest.centroid_scores
    scores = score(directions, stratum.labels["train"], stratum.rows[part], len(stratum.classes))
    labels = stratum.labels[part]
    credit = nearest.expected_credit(scores, labels) if kind == "one_nn" else scoring.credit(scores, labels)
    return Judged(credit, 1 - credit, scores)


class _Linear:
    """The ridge or logistic probes of one split."""

    def __init__(self, block: Vectors, strata: Sequence[Stratum], settings: Settings) -> None:
        self.strata = strata
        self.settings = settings
        scale = spread(block, np.concatenate([s.rows["train"] for s in strata]))
        self.bases = [principal_basis(block, s.rows["train"], scale, settings.dimension) for s in strata]
        self.paths = [self._path(block, s, basis) for s, basis in zip(strata, self.bases, strict=True)]
        self.coordinates: dict[Part, list[Vectors]] = {
            part: [basis.project(block, s.rows[part]) for s, basis in zip(strata, self.bases, strict=True)]
            for part in ("development", "test")
        }

    def _path(self, block: Vectors, stratum: Stratum, basis: Basis) -> _Path:
        rows, labels, k = stratum.rows["train"], stratum.labels["train"], len(stratum.classes)
        if self.settings.probe == "ridge":
            return RidgePath.fit(block, rows, basis, labels, k, self.settings.rank)
        return LogisticPath.fit(block, rows, basis, labels, k, self.settings.tolerance)

    def run(self) -> Fitted:
        best, development, strengths = self._choose()
        test = [self._judge(i, linear, "test") for i, linear in enumerate(best)]
        return Fitted(development, test, strengths, all(path.converged for path in self.paths))

    def _choose(self) -> tuple[list[scoring.Linear], list[Judged], Floats]:
        """Go from strong to weak and keep, for each layer and labelling, the strength that development prefers."""
        path = self.settings.path
        best, kept = self._at(path[0])
        objective, strengths = self._objective(kept), np.full(kept[0].credit.shape[:2], path[0])
        for strength in path[1:]:
            linears, judged = self._at(strength)
            value = self._objective(judged)
            better = value < objective
            objective, strengths = np.where(better, value, objective), np.where(better, strength, strengths)
            best = [_pick_linear(better, new, old) for new, old in zip(linears, best, strict=True)]
            kept = [_pick_judged(better, new, old) for new, old in zip(judged, kept, strict=True)]
            if not better.any() and self.settings.probe == "logistic":  # weaker penalties are slower, and no better
                break
        return best, kept, strengths

    def _at(self, strength: float) -> tuple[list[scoring.Linear], list[Judged]]:
        linears = [path.at(basis.penalty(strength)) for path, basis in zip(self.paths, self.bases, strict=True)]
        return linears, [self._judge(i, linear, "development") for i, linear in enumerate(linears)]

    def _judge(self, index: int, linear: scoring.Linear, part: Part) -> Judged:
        stratum = self.strata[index]
        seen, labels = stratum.seen, stratum.labels[part]
        scores = scoring.mask_absent(linear.scores(self.coordinates[part][index]), seen)
        credit = scoring.credit(scores, labels)
        if self.settings.probe == "ridge":
            return Judged(credit, scoring.squared_error(scores, labels), scores)
        return Judged(credit, scoring.bits(scores, labels, seen, len(stratum.rows["train"])), scores)

    def _objective(self, judged: Sequence[Judged]) -> Floats:
        """What development minimises `[b, p]`: bits; for ridge the errors, and of equals the squared error."""
        loss = np.sum([j.loss.sum(axis=-1) for j in judged], axis=0)
        if self.settings.probe == "logistic":
            return loss
        return 1e-6 * loss - np.sum([j.credit.sum(axis=-1) for j in judged], axis=0)


def _pick_linear(better: NDArray[np.bool_], new: scoring.Linear, old: scoring.Linear) -> scoring.Linear:
    return scoring.Linear(np.where(better[:, None, :, None], new.weights, old.weights))


def _pick_judged(better: NDArray[np.bool_], new: Judged, old: Judged) -> Judged:
    return Judged(
        np.where(better[..., None], new.credit, old.credit),
        np.where(better[..., None], new.loss, old.loss),
        np.where(better[..., None, None], new.scores, old.scores),
    )
