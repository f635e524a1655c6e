"""Cosine similarity and what it says of a space: self-similarity, anisotropy, explained variance.

Arrays in, arrays out. A vector of length zero has no direction, so its cosines are NaN:
undefined is said, never shown as 0.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

_SMALLEST_NORM = 1e-9


def centre(vectors: ArrayLike, mean: ArrayLike) -> Floats:
    """Vectors `[layer, n, dim]` minus the mean `[layer, dim]` of their layer, in float64.

    A difference that is only rounding error is set to zero, so that a vector equal to its mean has
    no direction instead of a random one.
    """
    raw = np.asarray(vectors, dtype=np.float64)
    reference = np.asarray(mean, dtype=np.float64)[..., None, :]
    difference = raw - reference
    scale = np.linalg.norm(raw, axis=-1, keepdims=True) + np.linalg.norm(reference, axis=-1, keepdims=True)
    length = np.linalg.norm(difference, axis=-1, keepdims=True)
    return np.where(length > 1e-6 * scale, difference, 0.0)


def unit(vectors: ArrayLike) -> Floats:
    """Vectors `[..., dim]` scaled to length 1; NaN where the length is zero."""
    raw = np.asarray(vectors, dtype=np.float64)
    norm = np.linalg.norm(raw, axis=-1, keepdims=True)
    return np.divide(raw, norm, out=np.full_like(raw, np.nan), where=norm > _SMALLEST_NORM)


def cosine_matrix(vectors: ArrayLike) -> Floats:
    """Cosine of every pair: vectors `[..., n, dim]` to `[..., n, n]`."""
    directions = unit(vectors)
    return np.clip(directions @ np.swapaxes(directions, -1, -2), -1.0, 1.0)


def mean_pairwise(similarity: Floats) -> Floats:
    """Mean over the pairs `i < j` of similarities `[..., n, n]`; NaN for fewer than two items."""
    n = similarity.shape[-1]
    if n < 2:
        return np.full(similarity.shape[:-2], np.nan)
    rows, columns = np.triu_indices(n, 1)
    return similarity[..., rows, columns].mean(axis=-1)


def self_similarity(vectors: ArrayLike) -> Floats:
    """Mean cosine over the pairs of a word's occurrences, a layer (Ethayarajh 2019): `[layer, n, dim]` to `[layer]`."""
    layers = np.asarray(vectors)
    return np.array([mean_pairwise(cosine_matrix(layer)) for layer in layers])  # a layer at a time: memory


def anisotropy(vectors: ArrayLike, words: ArrayLike, pairs: int = 2000, seed: int = 0) -> Floats:
    """Mean cosine of random occurrences of *different* words, a layer (Ethayarajh 2019).

    `vectors` is `[layer, n, dim]`, `words` names the word of each of the n. NaN where all are one word.
    The baseline to subtract from self-similarity: in an isotropic space it is 0.
    """
    raw = np.asarray(vectors)
    names = np.unique(np.asarray(words), return_inverse=True)[1]
    rng = np.random.default_rng(seed)
    first, second = rng.integers(len(names), size=(2, pairs * 2)) if len(names) else np.empty((2, 0), dtype=int)
    keep = np.flatnonzero(names[first] != names[second])[:pairs]
    if not len(keep):
        return np.full(raw.shape[0], np.nan)
    result = np.empty(raw.shape[0])
    for layer, rows in enumerate(raw):  # a layer at a time, to hold memory down
        directions = unit(rows)
        result[layer] = np.nanmean(np.einsum("pd,pd->p", directions[first[keep]], directions[second[keep]]))
    return result


def maximum_explainable_variance(vectors: ArrayLike) -> Floats:
    """Share of variance on the first principal component, a layer (MEV of Ethayarajh 2019).

    `[layer, n, dim]` to `[layer]`; NaN where all vectors are the same.
    """
    raw = np.asarray(vectors, dtype=np.float64)
    centred = raw - raw.mean(axis=1, keepdims=True)
    spectrum = np.linalg.eigvalsh(centred @ np.swapaxes(centred, -1, -2))
    total = np.trace(centred @ np.swapaxes(centred, -1, -2), axis1=-2, axis2=-1)
    return np.divide(spectrum[..., -1], total, out=np.full(total.shape, np.nan), where=total > _SMALLEST_NORM)
