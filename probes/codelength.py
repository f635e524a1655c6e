"""Online codelength: how many bits it takes to send the labels to someone who has the vectors (Voita & Titov 2020).

L = t₁ log2 K − Σᵢ log2 p_{θᵢ}(labels of portion i + 1), where θᵢ is trained on the first tᵢ items. Accuracy says what a
probe ends up with, codelength also how much it had to see for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from probes.basis import Floats, Vectors, block_bounds, check_vectors, load_block, principal_basis, spread
from probes.controls import control_labels
from probes.errors import ProbeError
from probes.logistic import LogisticPath
from probes.scoring import bits, mask_absent, present
from probes.tasks import Codes, Task, check_learnable, codes, stratum_codes
from probes.threads import Progress, run_all

FRACTIONS = (0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.0625, 0.125, 0.25, 0.5, 1.0)
"""Voita and Titov's portions."""

CODE_STRENGTHS = (1.0, 0.1, 0.01, 0.001)
_NUMBERS_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True, eq=False)
class Codelength:
    """Bits of all labels, by layer and seed (order of the items): `task` and `control` `[layer, seed]`.

    `control` is None without control labels; `uniform` n·log2 K; `prior` `[seed]` the bits of the same code when it
    sees no vector, only how frequent each label was so far; `n` items.
    """

    names: tuple[str, ...]
    task: Floats
    control: Floats | None
    uniform: float
    prior: Floats
    n: int

    @property
    def compression(self) -> Floats:
        """Uniform code over the task's code, `[layer]`."""
        return self.uniform / self.task.mean(axis=1)


def schedule(n: int, n_classes: int) -> tuple[int, ...]:
    """Where the portions of n items end; the first is sent without a model.

    Voita and Titov's fractions, less those that hold under two items a class: a model of three items would add noise,
    not knowledge. A fraction that adds less than half of what is sent already joins the next.
    """
    first = min(n, max(2 * n_classes, round(n * FRACTIONS[0])))
    ends = [first]
    for fraction in FRACTIONS:
        end = round(n * fraction)
        if end >= 1.5 * ends[-1]:
            ends.append(end)
    if ends[-1] < n:
        ends[-1:] = [n] if len(ends) > 1 else [ends[-1], n]
    return tuple(ends)


def portions(held: Codes, n_classes: int, rng: np.random.Generator) -> list[Codes]:
    """The rows of each portion, whole groups `[n]` in random order, so that no group is sent in two portions."""
    n_groups = int(held.max()) + 1
    rank = rng.permutation(n_groups)
    order = np.argsort(rank[held], kind="stable")
    edges = np.cumsum(np.bincount(rank[held], minlength=n_groups))
    ends = sorted({int(edges[np.searchsorted(edges, end)]) for end in schedule(len(held), n_classes)})
    return [order[a:b] for a, b in zip([0, *ends], ends, strict=False)]


def online_codelength(
    task: Task,
    layers: Mapping[str, NDArray[np.floating]],
    *,
    repeats: int = 5,
    seed: int = 0,
    strengths: Sequence[float] = CODE_STRENGTHS,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Codelength:
    """Codelength of the task's labels and its control's, over all items, with logistic probes, for `repeats` orders.

    The model of a portion has the regularisation that would have been best over the portions before (the receiver can
    choose the same); the first model has the strongest. Where strata have probes of their own they go in step, and
    choose together.
    """
    check_learnable(task)
    if not strengths or any(not s > 0 for s in strengths):
        raise ProbeError("no_strengths")
    for name, array in layers.items():
        check_vectors(name, array, task.n)
    arrays = list(layers.values())
    strata = stratum_codes(task)
    width = _NUMBERS_AT_ONCE // int(np.bincount(strata).max())
    bounds = block_bounds([array.shape[1] for array in arrays], width)
    path = tuple(sorted(strengths, reverse=True))
    sent: list[Floats] = []
    at = list(product(bounds, range(repeats)))
    jobs = [partial(_send, task, arrays[start:end], seed + r, path) for (start, end), r in at]
    run_all(jobs, sent.append, workers=workers, progress=progress)
    cost = np.zeros((len(arrays), repeats, 1 if task.control == "none" else 2))
    for ((start, end), r), bits_of_block in zip(at, sent, strict=True):
        cost[start:end, r] = bits_of_block
    prior = np.array([sum(_prior_bits(s) for s in _streams(task, seed + r)) for r in range(repeats)])
    uniform = sum(len(s.labels[0]) * np.log2(s.n_classes) for s in _streams(task, seed))
    control = cost[..., 1] if cost.shape[-1] > 1 else None
    return Codelength(tuple(layers), cost[..., 0], control, float(uniform), prior, task.n)


@dataclass(frozen=True, slots=True, eq=False)
class _Stream:
    """One stratum's items in portions of rows, with labels `[p, n]` over all the task's rows that it holds."""

    rows: Codes
    portions: list[Codes]
    labels: Codes
    n_classes: int


def _streams(task: Task, seed: int) -> list[_Stream]:
    control = control_labels(task, seed)
    labels = codes(task.labels)[None] if control is None else np.stack([codes(task.labels), control])
    strata, held = stratum_codes(task), codes(task.holdout)
    rng = np.random.default_rng(seed)
    result = []
    for stratum in range(int(strata.max()) + 1):
        rows = np.flatnonzero(strata == stratum)
        own = np.unique(labels[0, rows])
        of_group = np.unique(held[rows], return_inverse=True)[1]
        local = np.searchsorted(own, labels[:, rows])
        result.append(_Stream(rows, portions(of_group, len(own), rng), local, len(own)))
    return result


def _send(task: Task, arrays: Sequence[NDArray[np.floating]], seed: int, path: Sequence[float]) -> Floats:
    """Bits `[b, p]` of a block of layers."""
    block = load_block(arrays)
    streams = _streams(task, seed)
    p = len(streams[0].labels)
    total = np.full((len(block), p), sum(len(s.portions[0]) * np.log2(s.n_classes) for s in streams))
    so_far = np.zeros((len(path), len(block), p))
    for step in range(1, max(len(s.portions) for s in streams)):
        costs = [_portion_bits(block, s, step, path) for s in streams if step < len(s.portions)]
        portion = np.sum(costs, axis=0)
        leader = so_far.argmin(axis=0)  # of equals the strongest
        total += np.take_along_axis(portion, leader[None], axis=0)[0]
        so_far += portion
    return total


def _portion_bits(block: Vectors, stream: _Stream, step: int, path: Sequence[float]) -> Floats:
    """Bits `[strength, b, p]` of portion `step` under models trained on those before."""
    known, new = np.concatenate(stream.portions[:step]), stream.portions[step]
    labels, seen = stream.labels[:, known], present(stream.labels[:, known], stream.n_classes)
    train = stream.rows[known]
    basis = principal_basis(block, train, spread(block, train))
    logistic = LogisticPath.fit(block, train, basis, labels, stream.n_classes)
    coordinates = basis.project(block, stream.rows[new])
    result = []
    for strength in path:
        scores = mask_absent(logistic.at(basis.penalty(strength)).scores(coordinates), seen)
        result.append(bits(scores, stream.labels[:, new], seen, len(known)).sum(axis=-1))
    return np.stack(result)


def _prior_bits(stream: _Stream) -> float:
    """The task's labels sent by how frequent each was in the portions before, one added to each (Laplace)."""
    labels, k = stream.labels[0], stream.n_classes
    total = len(stream.portions[0]) * np.log2(k)
    for step in range(1, len(stream.portions)):
        known = np.concatenate(stream.portions[:step])
        share = (np.bincount(labels[known], minlength=k) + 1) / (len(known) + k)
        total -= np.log2(share[labels[stream.portions[step]]]).sum()
    return float(total)
