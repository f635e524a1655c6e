"""Clusters that a space has by itself, and how far they agree with the senses."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.analysis.compare import View
from explorer.geometry import separation as sep
from explorer.geometry.similarity import unit


@dataclass(frozen=True, slots=True)
class Clustering:
    """The cluster of each occurrence `[n]`, numbered from 0 in the order of their size.

    `agreement` is the adjusted Rand index with the labels over the `scored` occurrences that have one: 1 where both
    divide alike, 0 on average by chance. `band` holds 95% of the same index under shuffled labels. None where there is
    nothing to compare.
    """

    labels: NDArray[np.intp]
    count: int
    scored: int
    agreement: float | None
    band: tuple[float, float] | None


def clusters(view: View, permutations: int = 1000, seed: int = 0, guests: Sequence[bool] | None = None) -> Clustering:
    """k-means (Lloyd 1982) on the directions of the centred vectors, k being the number of labels that are scored.

    Adjusted Rand index: Hubert & Arabie 1985. `guests` `[n]` join the cluster whose centre is nearest and move none;
    they are not scored.
    """
    hosts = np.ones(len(view.labels), dtype=bool) if guests is None else ~np.asarray(guests, dtype=bool)
    scored = np.array([label is not None for label in view.labels], dtype=bool) & hosts
    names = [label for label, kept in zip(view.labels, scored, strict=True) if kept and label is not None]
    count = max(min(len(set(names)), view.distinct, int(hosts.sum())), 1)
    found = _k_means(np.nan_to_num(unit(view.vectors)), count, seed, hosts)
    if count < 2 or len(set(names)) < 2:
        return Clustering(found, count, int(scored.sum()), None, None)
    truth, own = sep.encode_labels(names), found[scored]
    rng = np.random.default_rng(seed)
    shuffled = np.array([adjusted_rand(rng.permutation(truth), own) for _ in range(permutations)])
    return Clustering(found, count, int(scored.sum()), adjusted_rand(truth, own), sep.band(shuffled))


def adjusted_rand(one: NDArray[np.intp], other: NDArray[np.intp]) -> float:
    """Adjusted Rand index of two labellings `[n]` by numbers from 0; 1 where neither divides anything."""
    table = np.bincount(one * (other.max() + 1) + other, minlength=(one.max() + 1) * (other.max() + 1))
    table = table.reshape(one.max() + 1, other.max() + 1)
    pairs = lambda counts: float((counts * (counts - 1) // 2).sum())  # noqa: E731
    together, rows, columns = pairs(table), pairs(table.sum(axis=1)), pairs(table.sum(axis=0))
    expected = rows * columns / pairs(np.array([len(one)]))
    most = (rows + columns) / 2
    return 1.0 if most == expected else (together - expected) / (most - expected)


def _k_means(directions: np.ndarray, count: int, seed: int, fitted: NDArray[np.bool_]) -> NDArray[np.intp]:
    if count < 2:
        return np.zeros(len(directions), dtype=np.intp)
    from sklearn.cluster import KMeans  # a second: only when clusters are asked for

    labels = KMeans(count, n_init=10, random_state=seed).fit(directions[fitted]).predict(directions)
    first = {label: int(np.flatnonzero(labels == label)[0]) for label in np.unique(labels)}
    order = sorted(first, key=lambda label: (-int((labels == label).sum()), first[label]))
    return np.array([order.index(label) for label in labels], dtype=np.intp)
