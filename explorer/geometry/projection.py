"""Two dimensions to look at: PCA of each layer, turned onto the layer before.

So a point travels and the picture does not flip. Coordinates are for looking; nothing is scored on them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import orthogonal_procrustes

from explorer.geometry.similarity import Floats


@dataclass(frozen=True, slots=True)
class Projection:
    """Points `[layer, n, 2]`, scaled to a mean square radius of 1 a layer, and `explained` `[layer, 2]`.

    `explained` is the share of variance on each axis of the layer's PCA, before turning.
    """

    points: Floats
    explained: Floats


def aligned_pca(vectors: ArrayLike, fitted: ArrayLike | None = None) -> Projection:
    """PCA of each layer of `[layer, n, dim]`, turned (rotation or reflection) onto the layer before it.

    `fitted` masks the occurrences `[n]` that axes, scale and turning are learnt from (default: all);
    the others are placed by them, so that an added sentence does not move the rest. Layers whose
    fitted vectors are all the same get the point (0, 0) for each of them. Alignment: Schönemann 1966.
    """
    raw = np.asarray(vectors, dtype=np.float64)
    n_layers, n, _ = raw.shape
    chosen = np.ones(n, dtype=bool) if fitted is None else np.asarray(fitted, dtype=bool)
    points = np.zeros((n_layers, n, 2))
    explained = np.zeros((n_layers, 2))
    previous: Floats | None = None
    for layer in range(n_layers):
        placed, explained[layer] = _pca(raw[layer], chosen)
        points[layer] = placed if previous is None else turned(placed, previous, chosen)
        if np.any(points[layer]):
            previous = points[layer]
    return Projection(points, explained)


def turned(points: Floats, onto: Floats, fitted: ArrayLike | None = None) -> Floats:
    """Points `[n, 2]` after the rotation or reflection that brings the fitted ones closest to `onto` `[n, 2]`."""
    chosen = np.ones(len(points), dtype=bool) if fitted is None else np.asarray(fitted, dtype=bool)
    rotation, _ = orthogonal_procrustes(points[chosen], onto[chosen])
    return points @ rotation


def _pca(vectors: Floats, fitted: np.ndarray) -> tuple[Floats, Floats]:
    if not fitted.any():
        return np.zeros((len(vectors), 2)), np.zeros(2)
    centred = vectors - vectors[fitted].mean(axis=0)
    _, singular, axes = np.linalg.svd(centred[fitted], full_matrices=False)
    variance = singular**2
    if variance.sum() <= 1e-12 * max(1.0, float((vectors[fitted] ** 2).sum())):
        return np.zeros((len(vectors), 2)), np.zeros(2)
    axes = axes[:2] * np.where(variance[:2, None] > 1e-12 * variance.sum(), 1.0, 0.0)
    axes = axes * np.sign(axes[np.arange(len(axes)), np.abs(axes).argmax(axis=1)] + 1e-300)[:, None]
    points = np.zeros((len(vectors), 2))
    points[:, : len(axes)] = centred @ axes.T
    explained = np.zeros(2)
    explained[: len(axes)] = variance[:2] / variance.sum()
    radius = np.sqrt((points[fitted] ** 2).sum(axis=1).mean())
    return points / (radius or 1.0), explained
