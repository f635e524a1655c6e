"""How well the senses of a word lie apart: leave-one-out neighbours, centroids, silhouette, and what chance gives.

Ties share credit: neighbours within 1e-6 in cosine count as one. Identical vectors (a static
model) then score `Σ n_c(n_c−1) / (n(n−1))` by computation, not by the order of the items.
A score below its permutation band is no error: it means that neighbours follow the form and
not the sense.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.geometry.similarity import Floats

TIE = 1e-6
"""Cosines closer than this are the same."""

_LARGEST = 4_000_000  # numbers in an array (permutation, item, label)

Labels = NDArray[np.intp]


def encode_labels(labels: ArrayLike) -> Labels:
    """Labels of any kind as integers 0..C−1, in the order of their sorted names."""
    return np.unique(np.asarray(labels), return_inverse=True)[1].astype(np.intp)


def chance(labels: Labels) -> float:
    """Probability that a random *other* item has the same label: `Σ n_c(n_c−1) / (n(n−1))`. NaN for n < 2."""
    counts = np.bincount(labels).astype(float)
    n = counts.sum()
    return float((counts * (counts - 1)).sum() / (n * (n - 1))) if n > 1 else float("nan")


def majority(labels: Labels) -> float:
    """Share of the most frequent label."""
    return float(np.bincount(labels).max() / len(labels)) if len(labels) else float("nan")


def neighbour_weights(similarity: Floats, excluded: NDArray[np.bool_] | None = None) -> Floats:
    """Who is nearest to whom: similarities `[n, n]` to rows that sum to 1 over the tied nearest others.

    `excluded` `[n, n]` marks who may not be a neighbour of whom. A row without any defined similarity is NaN.
    """
    others = np.array(similarity, dtype=np.float64)
    np.fill_diagonal(others, -np.inf)
    if excluded is not None:
        others[excluded] = -np.inf
    others[np.isnan(others)] = -np.inf
    best = others.max(axis=1, keepdims=True)
    tied = (others >= best - TIE) & np.isfinite(others)
    total = tied.sum(axis=1, keepdims=True)
    return np.divide(tied, total, out=np.full(others.shape, np.nan), where=total > 0)


def one_nn(weights: Floats, labels: Labels) -> Floats:
    """Leave-one-out 1-NN credit of each item `[n]`: the share of its tied nearest neighbours with its own label."""
    same = labels[:, None] == labels[None, :]
    return (weights * same).sum(axis=1)


def one_nn_permuted(
    weights: Floats, labels: Labels, permutations: int = 1000, seed: int = 0, within: Labels | None = None
) -> Floats:
    """Mean 1-NN credit under permuted labels, `[permutations]`; `within` `[n]` keeps permutations inside sets."""
    drawn = (
        permuted(labels, permutations, seed) if within is None else permuted_within(labels, within, permutations, seed)
    )
    defined = ~np.isnan(weights[:, 0]) if len(weights) else np.zeros(0, dtype=bool)
    filled = np.where(defined[:, None], weights, 0.0)
    total = np.zeros(permutations)
    for label in range(labels.max(initial=-1) + 1):
        members = (drawn == label).astype(np.float64)
        total += ((members @ filled.T) * members).sum(axis=1)
    return total / defined.sum() if defined.any() else np.full(permutations, np.nan)


def nearest_centroid(vectors: Floats, labels: Labels) -> Floats:
    """Credit of each item `[n]` for the centroid most similar by cosine, its own left out of its class's centroid.

    `vectors` is `[n, dim]`. Ties share credit. NaN for a label's only item, whose class has no
    centroid without it, and where no cosine is defined. One centroid a sense: Loureiro et al. 2021.
    """
    return _centroid_credit(vectors @ vectors.T, labels[None, :])[0]


def nearest_centroid_permuted(vectors: Floats, labels: Labels, permutations: int = 1000, seed: int = 0) -> Floats:
    """Mean nearest-centroid credit under permuted labels, `[permutations]`."""
    if not permutations or not len(labels):
        return np.full(permutations, np.nan)
    gram, drawn = vectors @ vectors.T, permuted(labels, permutations, seed)
    at_once = max(1, _LARGEST // (len(labels) * (int(labels.max()) + 1)))
    credit = np.concatenate([_centroid_credit(gram, drawn[i : i + at_once]) for i in range(0, permutations, at_once)])
    counted = (~np.isnan(credit)).sum(axis=1)
    return np.divide(np.nansum(credit, axis=1), counted, out=np.full(len(credit), np.nan), where=counted > 0)


def _centroid_credit(gram: Floats, labelings: Labels) -> Floats:
    """Everything from inner products `[n, n]`, for many labelings `[p, n]` at once: credit `[p, n]`."""
    n_labels = labelings.max(initial=-1) + 1
    own = labelings[..., None] == np.arange(n_labels)  # (p, n, c)
    members = own.astype(np.float64)
    squares = np.diag(gram)  # (n,)
    n_sets, n, n_labels = members.shape
    # One matrix product for all labelings at once: (n, n) @ (n, p·c).
    inner = (
        (gram @ members.transpose(1, 0, 2).reshape(n, n_sets * n_labels))
        .reshape(n, n_sets, n_labels)
        .transpose(1, 0, 2)
    )  # ⟨x_i, Σ_c⟩
    sum_square = (inner * members).sum(axis=1, keepdims=True)  # ‖Σ_c‖², Σ_c the sum of class c
    sum_square = sum_square - own * (2 * inner - squares[None, :, None])  # the item left out of its own class
    inner = inner - own * squares[None, :, None]
    size = members.sum(axis=1)[:, None, :] - own
    norm = np.sqrt(np.maximum(sum_square, 0)) * np.sqrt(squares)[None, :, None]
    defined = (size > 0) & (norm > 1e-12)
    cosine = np.divide(inner, norm, out=np.full(inner.shape, -np.inf), where=defined)
    tied = (cosine >= cosine.max(axis=2, keepdims=True) - TIE) & defined
    credit = (tied & own).sum(axis=2) / np.maximum(tied.sum(axis=2), 1)
    own_size = np.where(own, size, 0).sum(axis=2)
    return np.where((own_size > 0) & defined.any(axis=2), credit, np.nan)


def silhouette(similarity: Floats, labels: Labels) -> float:
    """Mean silhouette over cosine distance `1 − cos` (Rousseeuw 1987). NaN where it is undefined.

    It needs two labels or more, fewer labels than items, a defined cosine for every pair, and vectors that differ. An
    item alone with its label counts as 0, as in scikit-learn, whose import would double the time to the first picture.
    """
    present, own = np.unique(labels, return_inverse=True)
    if not 2 <= len(present) < len(labels) or np.isnan(similarity).any():
        return float("nan")
    distance = np.maximum(1.0 - similarity, 0.0)
    np.fill_diagonal(distance, 0.0)
    if distance.max() < TIE:
        return float("nan")
    members = np.eye(len(present))[own]  # (n, c)
    totals = distance @ members
    size = members.sum(axis=0)
    rows = np.arange(len(own))
    others = size[own] - 1
    within = totals[rows, own] / np.maximum(others, 1)
    elsewhere = totals / size
    elsewhere[rows, own] = np.inf
    nearest = elsewhere.min(axis=1)
    widest = np.maximum(within, nearest)
    value = np.divide(nearest - within, widest, out=np.zeros(len(own)), where=widest > 0)
    return float(np.where(others > 0, value, 0.0).mean())


def permuted(labels: Labels, permutations: int, seed: int) -> Labels:
    """Random orders of the labels, `[permutations, n]`."""
    rng = np.random.default_rng(seed)
    return rng.permuted(np.tile(labels, (permutations, 1)), axis=1)


def permuted_within(labels: Labels, sets: Labels, permutations: int, seed: int) -> Labels:
    """Random orders of the labels that stay within each set, `[permutations, n]`."""
    rng = np.random.default_rng(seed)
    places = np.argsort(sets, kind="stable")
    shuffled = np.argsort(sets + rng.random((permutations, len(sets))), axis=1)  # by set, in random order inside it
    drawn = np.empty((permutations, len(labels)), dtype=labels.dtype)
    drawn[:, places] = labels[shuffled]
    return drawn


def band(values: Floats, level: float = 0.95) -> tuple[float, float]:
    """The central part of a distribution that holds `level` of it."""
    if not len(values) or np.isnan(values).all():
        return float("nan"), float("nan")
    tail = (1 - level) / 2
    low, high = np.nanquantile(values, [tail, 1 - tail])
    return float(low), float(high)


def bootstrap_means(credit: Floats, draws: int = 1000, seed: int = 0) -> Floats:
    """Means over items drawn again with replacement: credit `[..., n]` to `[draws, ...]`; NaN items are left out.

    The same items are drawn for every row, so that rows (layers) can be compared draw by draw.
    """
    n = credit.shape[-1]
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(n, np.full(n, 1 / n), size=draws).astype(np.float64) if n else np.zeros((draws, 0))
    defined = ~np.isnan(credit)
    totals = np.tensordot(counts, np.where(defined, credit, 0.0), axes=(1, -1))
    weights = np.tensordot(counts, defined.astype(np.float64), axes=(1, -1))
    return np.divide(totals, weights, out=np.full(totals.shape, np.nan), where=weights > 0)
