"""Labels that mean nothing, to measure what a probe learns by itself."""

import numpy as np

from probes.tasks import Codes, Task, codes, stratum_codes

_CONTROL, _NULL = 1, 2
"""Streams of random numbers apart from those of the splits, which have the same seed."""


def control_labels(task: Task, seed: int) -> Codes | None:
    """The control's label of each item `[n]`, as codes of `task.classes`; None where the task has no control.

    Every type (inside its stratum) draws one label from the distribution of labels in that stratum and keeps it at
    all of its occurrences: with one stratum this is the control task of Hewitt and Liang (2019).
    """
    if task.control == "none":
        return None
    return per_type(codes(task.labels), codes(task.types), stratum_codes(task), seed)


def null_labels(task: Task, permutations: int, seed: int) -> Codes:
    """Labels `[permutations, n]` under the task's null hypothesis; no rows where it has none."""
    if task.null == "none" or not permutations:
        return np.empty((0, task.n), dtype=np.intp)
    labels, rng = codes(task.labels), np.random.default_rng((seed, _NULL))
    if task.null == "by_type":
        return np.stack([permuted_by_type(labels, codes(task.types), rng) for _ in range(permutations)])
    blocks = codes(task.types) if task.null == "within_type" else stratum_codes(task)
    return np.stack([permuted_within(labels, blocks, rng) for _ in range(permutations)])


def per_type(labels: Codes, types: Codes, strata: Codes, seed: int) -> Codes:
    """A random label for each type of each stratum, from the labels `[n]` of that stratum."""
    rng = np.random.default_rng((seed, _CONTROL))
    pairs, of_item = np.unique(strata * (types.max() + 1) + types, return_inverse=True)
    stratum_of_pair = pairs // (types.max() + 1)
    by_stratum = np.argsort(strata, kind="stable")
    sizes = np.bincount(strata)
    starts = np.cumsum(sizes) - sizes
    drawn = starts[stratum_of_pair] + (rng.random(len(pairs)) * sizes[stratum_of_pair]).astype(np.intp)
    return labels[by_stratum][drawn][of_item]


def permuted_within(labels: Codes, blocks: Codes, rng: np.random.Generator) -> Codes:
    """The labels `[n]` in a random order inside each block."""
    order = rng.permutation(len(labels))
    shuffled = order[np.argsort(blocks[order], kind="stable")]
    result = np.empty_like(labels)
    result[np.argsort(blocks, kind="stable")] = labels[shuffled]
    return result


def permuted_by_type(labels: Codes, types: Codes, rng: np.random.Generator) -> Codes:
    """Labels `[n]` exchanged between types: occurrences of one type that shared a label go on sharing one.

    A type with two labels (a homograph) counts as two, so that what is permuted is the label of a meaning.
    """
    pairs, of_item = np.unique(types * (labels.max() + 1) + labels, return_inverse=True)
    return rng.permutation(pairs % (labels.max() + 1))[of_item]
