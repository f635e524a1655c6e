"""Which of several centroids a vector is nearest to, and by how much: nearest centroid with a margin.

One centroid a sense: Loureiro et al. 2021. A margin alone says little, so that it stands beside how often choices of
such a margin are right among uses whose sense is known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.optimize import isotonic_regression

from explorer.geometry.separation import TIE, Labels
from explorer.geometry.similarity import Floats, unit


def centroid_cosines(queries: Floats, vectors: Floats, labels: Labels) -> Floats:
    """Cosine of queries `[q, dim]` to the mean of each label's vectors `[n, dim]`: `[q, label]`; NaN if undefined."""
    members = np.eye(int(labels.max(initial=-1)) + 1)[labels]  # (n, label)
    return unit(queries) @ unit(members.T @ vectors).T


def held_out_cosines(vectors: Floats, labels: Labels, sets: Labels) -> Floats:
    """The same for the n vectors themselves, each with its whole set `[n]` left out of every mean: `[n, label]`.

    Sentences of a set share their form, so that leaving out one alone would make its partners of other labels the
    nearest. NaN to a label that has no member outside the set.
    """
    members = np.eye(int(labels.max(initial=-1)) + 1)[labels]  # (n, label)
    inside = np.eye(int(sets.max(initial=-1)) + 1)[sets]  # (n, set)
    of_sets = np.einsum("ns,nl,nd->sld", inside, members, vectors, optimize=True)  # sums by set and label
    means = unit(of_sets.sum(axis=0)[None] - of_sets)  # (set, label, dim), without the set
    empty = (members.sum(axis=0)[None] - inside.T @ members) < 0.5
    means[empty] = np.nan
    return np.einsum("nd,nld->nl", unit(vectors), means[sets])


def margins(cosines: Floats) -> Floats:
    """How far the highest cosine `[..., label]` lies above the second; NaN where fewer than two are defined."""
    ranked = np.sort(np.where(np.isnan(cosines), -np.inf, cosines), axis=-1)
    if ranked.shape[-1] < 2:
        return np.full(ranked.shape[:-1], np.nan)
    second = ranked[..., -2]
    return np.where(np.isfinite(second), ranked[..., -1] - np.where(np.isfinite(second), second, 0.0), np.nan)


def credit(cosines: Floats, labels: Labels) -> Floats:
    """How far the nearest label is the own one: cosines `[n, label]` to `[n]`; ties share, NaN if none is defined."""
    best = np.where(np.isnan(cosines), -np.inf, cosines).max(axis=1, keepdims=True)
    tied = (cosines >= best - TIE) & np.isfinite(best)
    own = tied[np.arange(len(labels)), labels]
    return np.where(np.isfinite(best[:, 0]), own / np.maximum(tied.sum(axis=1), 1), np.nan)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Of `n` known choices with about as large a margin, `[least, most]`, `right` were right (ties share).

    `low` and `high` are the share's 95% interval (Wilson 1927). `top`: no known margins are larger.
    """

    right: float
    n: int
    least: float
    most: float
    low: float
    high: float
    top: bool


def evidence(known: Floats, right: Floats, fewest: int = 12) -> tuple[Evidence, ...]:
    """How often known choices are right, by margin, as blocks whose shares rise with the margin.

    `known` (margins) and `right` (credit) `[n]`, each choice held out. They are cut by margin into runs of at least
    `fewest`, before any look at what is right (Zadrozny and Elkan 2001); neighbours whose shares do not rise are then
    one block (pool adjacent violators: Ayer et al. 1955; Zadrozny and Elkan 2002). Runs of fixed size, because blocks
    that may end at the last error would make the largest margins right without exception, by choice.
    """
    known, right = known[~np.isnan(known)], right[~np.isnan(known)]
    ranked = np.sort(known)
    if not len(ranked):
        return ()
    cuts = len(ranked) // fewest
    starts = np.unique(ranked[[run * len(ranked) // cuts for run in range(1, cuts)]]) if cuts > 1 else ranked[:0]
    run = np.unique(np.searchsorted(starts, known, side="right"), return_inverse=True)[1]  # equal margins share a run
    counts = np.bincount(run)
    edges = isotonic_regression(np.bincount(run, weights=right) / counts, weights=counts).blocks
    blocks = [(run >= first) & (run < after) for first, after in pairwise(edges)]
    return tuple(_block(known[rows], right[rows], rows is blocks[-1]) for rows in blocks)


def _block(margin: Floats, right: Floats, top: bool) -> Evidence:
    n, hits = len(margin), float(right.sum())
    low, high = wilson(hits, n)
    return Evidence(hits, n, float(margin.min()), float(margin.max()), low, high, top)


def wilson(hits: float, n: int) -> tuple[float, float]:
    """The 95% interval of a share of `hits` in `n` (Wilson 1927)."""
    z, p = 1.96, hits / n
    half = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    middle = p + z**2 / (2 * n)
    return float(max((middle - half) / (1 + z**2 / n), 0.0)), float(min((middle + half) / (1 + z**2 / n), 1.0))


def evidence_at(blocks: Sequence[Evidence], margin: float) -> Evidence | None:
    """The block that a margin falls in: the last that does not begin above it. None for a tie, or where none does."""
    if not margin > TIE:
        return None
    return next((block for block in reversed(blocks) if block.least <= margin + TIE), None)
