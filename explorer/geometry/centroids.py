"""Which of several centroids a vector is nearest to, and by how much: nearest centroid with a margin.

One centroid a sense: Loureiro et al. 2021. A margin alone says little, so that it stands beside how often choices of
such a margin are right among uses whose sense is known.
"""

import numpy as np

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


def share_right(margin: Floats, known: Floats, right: Floats, count: int = 20) -> tuple[Floats, Floats]:
    """How often a choice of such a margin is right, by known choices whose margins are as large or little smaller.

    `margin` `[q]`, `known` and `right` (credit) `[n]`, to the shares `[q]` among the `count` known choices next below
    each margin (more where margins tie), and the lower ends `[q]` of their intervals, one-sided 95% (Wilson 1927).
    NaN where there is no such choice, or no margin.
    """
    share, low = np.full(len(margin), np.nan), np.full(len(margin), np.nan)
    z = 1.645
    for q, value in enumerate(margin):
        below = np.sort(known[known <= value + TIE])[::-1]
        if not len(below) or not value > TIE:
            continue
        chosen = (known <= value + TIE) & (known >= below[min(count, len(below)) - 1] - TIE)
        n, p = int(chosen.sum()), float(right[chosen].mean())
        share[q] = p
        half = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
        low[q] = (p + z**2 / (2 * n) - half) / (1 + z**2 / n)
    return share, low
