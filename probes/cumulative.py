"""Where a task is solved on the way up: probes that read layers 0..l, and what each layer adds (Tenney et al. 2019)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from probes.basis import Floats, Vectors
from probes.scalar_mix import MIX_STRENGTHS, MixProblem, first_folds, stacked
from probes.splits import Split
from probes.tasks import Task
from probes.threads import Progress, run_all


@dataclass(frozen=True, slots=True, eq=False)
class Cumulative:
    """Test accuracy of P(l), the probe on a learned mix of layers 0..l: `accuracy` `[split, layer]`."""

    accuracy: Floats

    @property
    def differential(self) -> Floats:
        """Δ(l) = Score(P(l)) − Score(P(l−1)) for l = 1..L, of the mean over splits: `[layer − 1]`."""
        return np.diff(self.accuracy.mean(axis=0))

    @property
    def expected_layer(self) -> float | None:
        """E_Δ = Σ l·Δ(l) / ΣΔ(l), l ≥ 1; None where there is no such layer (see `expected_layer`)."""
        return expected_layer(self.differential)


def expected_layer(differential: Floats) -> float | None:
    """E_Δ of differential scores Δ(1..L); None where they sum to 0 or less, or losses take it out of 0..L."""
    total = float(differential.sum())
    if total <= 1e-9:
        return None
    expected = float(np.arange(1, len(differential) + 1) @ differential / total)
    return expected if 0 <= expected <= len(differential) + 1e-9 else None


def cumulative_probes(
    task: Task,
    layers: Mapping[str, NDArray[np.floating]],
    *,
    folds: int = 5,
    repeats: int = 5,
    seed: int = 0,
    penalty: float = 1e-5,
    strengths: Sequence[float] = MIX_STRENGTHS,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Cumulative:
    """P(0) … P(L) in the first fold of each repeat; arguments and errors as `learn_mix`.

    Each mix is learned from uniform weights: started from the one before it, it stays on the layers that were best then
    (`e5-small`'s senses: 0.76 from layer 6 up to 12, where a fresh start finds 0.81).
    """
    arrays = stacked(task, layers)
    splits = first_folds(task, folds, repeats, seed)

    climbs: list[list[float]] = []
    jobs = [partial(_climb, task, split, arrays, penalty, strengths) for split in splits]
    run_all(jobs, climbs.append, workers=workers, progress=progress)
    return Cumulative(np.array(climbs))


def _climb(
    task: Task, split: Split, arrays: Sequence[Vectors], penalty: float, strengths: Sequence[float]
) -> list[float]:
    tops = range(1, len(arrays) + 1)
    return [MixProblem(task, split, arrays[:top], penalty).learn(strengths).accuracy for top in tops]
