"""Two dimensions to look at: PCA or UMAP of each layer, turned onto the layer before.

So a point travels and the picture does not flip. Coordinates are for looking; nothing is scored on them.
"""

from dataclasses import dataclass
from warnings import catch_warnings, simplefilter

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import orthogonal_procrustes

from explorer.geometry.similarity import Floats, cosine_matrix

UMAP_NEIGHBOURS = 15
"""Neighbours that UMAP keeps near a point, which is umap-learn's default; fewer where there are fewer points."""

_FEWEST_FOR_UMAP = 6
_PLACED_BY = 3


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


def aligned_umap(
    vectors: ArrayLike, fitted: ArrayLike | None = None, anchor: Floats | None = None, seed: int = 0
) -> Floats:  # fmt: skip
    """UMAP (McInnes, Healy & Melville 2018) of each layer of `[layer, n, dim]` by cosine distance: `[layer, n, 2]`.

    Each layer starts from the points of the layer before it (the first from `anchor` `[n, 2]`, or its own PCA) and is
    then turned onto them. The result depends on `seed` alone. Points that `fitted` `[n]` leaves out are put at the
    mean of their three nearest fitted ones, so that an added sentence moves nobody else. A layer that has too few
    different vectors for a map of neighbours keeps its PCA.
    """
    raw = np.asarray(vectors, dtype=np.float64)
    chosen = np.ones(raw.shape[1], dtype=bool) if fitted is None else np.asarray(fitted, dtype=bool)
    pca = aligned_pca(raw, chosen).points
    points = np.zeros((len(raw), raw.shape[1], 2))
    previous = anchor
    for layer, rows in enumerate(raw):
        if len(np.unique(np.round(rows[chosen], 6), axis=0)) < _FEWEST_FOR_UMAP:
            placed = pca[layer]
        else:
            start = pca[layer] if previous is None else previous
            gentle = previous is not None  # a small step and few of them: a point goes no farther than it must
            placed = _umap(1.0 - np.nan_to_num(cosine_matrix(rows)), start, chosen, seed, gentle)
        points[layer] = placed if previous is None else turned(placed, previous, chosen)
        previous = points[layer] if np.any(points[layer]) else previous
    return points


def _umap(distances: Floats, start: Floats, fitted: np.ndarray, seed: int, gentle: bool) -> Floats:
    from umap import UMAP  # numba compiles: seconds, so only when a map is asked for

    among = distances[np.ix_(fitted, fitted)]
    neighbours = min(UMAP_NEIGHBOURS, len(among) - 1)
    # Identical starts would stay together for want of a force between them.
    jitter = np.random.default_rng(seed).normal(scale=1e-3, size=(len(among), 2))
    model = UMAP(
        n_neighbors=neighbours, metric="precomputed", init=start[fitted] + jitter, random_state=seed, n_jobs=1,
        learning_rate=0.25 if gentle else 1.0, n_epochs=200 if gentle else None,
    )  # fmt: skip
    with catch_warnings():
        simplefilter("ignore", UserWarning)  # no inverse transform from distances: none is asked for
        placed = np.asarray(model.fit_transform(np.maximum(among, 0.0)), dtype=np.float64)
    placed -= placed.mean(axis=0)
    placed /= np.sqrt((placed**2).sum(axis=1).mean()) or 1.0
    points = np.zeros((len(distances), 2))
    points[fitted] = placed
    for guest in np.flatnonzero(~fitted):
        points[guest] = placed[np.argsort(distances[guest, fitted], kind="stable")[:_PLACED_BY]].mean(axis=0)
    return points
