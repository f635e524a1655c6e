"""Which of several centroids a vector is nearest to, and by how much: nearest centroid with a margin.

One centroid a sense: Loureiro et al. 2021. A margin alone says little, so that it stands beside the margins that
centroids of shuffled labels give.
"""

import numpy as np

from explorer.geometry.separation import Labels, permuted
from explorer.geometry.similarity import Floats, unit


def centroid_cosines(queries: Floats, vectors: Floats, labels: Labels) -> Floats:
    """Cosine of queries `[q, dim]` to the mean of each label's vectors `[n, dim]`: `[q, label]`; NaN if undefined."""
    members = np.eye(int(labels.max(initial=-1)) + 1)[labels]  # (n, label)
    return unit(queries) @ unit(members.T @ vectors).T


def held_out_cosines(vectors: Floats, labels: Labels) -> Floats:
    """The same for the n vectors themselves, each left out of its own label's mean: `[n, label]`.

    NaN to a label whose only member it is.
    """
    gram = vectors @ vectors.T
    own = labels[:, None] == np.arange(int(labels.max(initial=-1)) + 1)  # (n, label)
    members = own.astype(np.float64)
    inner = gram @ members  # ⟨x_i, Σ_c⟩
    square = np.diag(gram)[:, None]
    length = (inner * members).sum(axis=0)[None, :]  # ‖Σ_c‖²
    length = length - own * (2 * inner - square)
    inner = inner - own * square
    norm = np.sqrt(np.maximum(length, 0.0)) * np.sqrt(square)
    return np.divide(inner, norm, out=np.full(inner.shape, np.nan), where=norm > 1e-12)


def margins(cosines: Floats) -> Floats:
    """How far the highest cosine `[..., label]` lies above the second; NaN where fewer than two are defined."""
    ranked = np.sort(np.where(np.isnan(cosines), -np.inf, cosines), axis=-1)
    if ranked.shape[-1] < 2:
        return np.full(ranked.shape[:-1], np.nan)
    second = ranked[..., -2]
    return np.where(np.isfinite(second), ranked[..., -1] - np.where(np.isfinite(second), second, 0.0), np.nan)


def chance_margin(
    vectors: Floats, labels: Labels, permutations: int = 100, level: float = 0.95, seed: int = 0
) -> float:
    """The margin that `level` of the held-out margins stay below when labels are shuffled; NaN where undefined."""
    drawn = [margins(held_out_cosines(vectors, row)) for row in permuted(labels, permutations, seed)]
    found = np.concatenate(drawn) if drawn else np.zeros(0)
    return float(np.nanquantile(found, level)) if np.isfinite(found).any() else float("nan")
