"""How well a score tells two kinds of items apart: area under the ROC curve, and the threshold that does best.

Scores closer than 1e-6 are one, and share credit; items whose score is NaN are left out.
"""

import numpy as np
from numpy.typing import NDArray

from explorer.geometry.separation import TIE
from explorer.geometry.similarity import Floats

Truth = NDArray[np.bool_]


def auc(scores: Floats, truth: Truth) -> float:
    """Probability that a true item scores above a false one, a tie counting half. NaN where either kind is missing."""
    defined = ~np.isnan(scores)
    positive, negative = scores[defined & truth], np.sort(scores[defined & ~truth])
    if not len(positive) or not len(negative):
        return float("nan")
    below = np.searchsorted(negative, positive - TIE, side="left")
    not_above = np.searchsorted(negative, positive + TIE, side="right")
    return float((below + not_above).sum() / (2 * len(positive) * len(negative)))


def auc_draws(scores: Floats, truth: Truth, groups: NDArray[np.intp], draws: int = 1000, seed: int = 0) -> Floats:
    """AUC over bootstrap draws of whole groups (words), `[draws]`: what generalises is resampled.

    `groups` numbers the group of each item from 0. A draw without one of the kinds is NaN.
    """
    weights = group_weights(groups, draws, seed)
    defined = ~np.isnan(scores)
    positive, negative = np.flatnonzero(defined & truth), np.flatnonzero(defined & ~truth)
    difference = scores[positive, None] - scores[None, negative]
    credit = np.where(difference > TIE, 1.0, np.where(difference < -TIE, 0.0, 0.5)).astype(np.float32)
    w_positive, w_negative = weights[:, positive], weights[:, negative]
    won = ((w_positive @ credit) * w_negative).sum(axis=1, dtype=np.float64)
    total = w_positive.sum(axis=1, dtype=np.float64) * w_negative.sum(axis=1, dtype=np.float64)
    return np.divide(won, total, out=np.full(draws, np.nan), where=total > 0)


def group_weights(groups: NDArray[np.intp], draws: int, seed: int) -> NDArray[np.float32]:
    """How often each item stands in each draw of groups with replacement: `[draws, n]`."""
    count = int(groups.max(initial=-1)) + 1
    if not count:
        return np.zeros((draws, len(groups)), dtype=np.float32)
    drawn = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), size=draws)
    return drawn[:, groups].astype(np.float32)


def best_threshold(scores: Floats, truth: Truth) -> float:
    """The threshold at or above which calling an item true is most often right; NaN without items.

    It lies midway between two scores that are not tied. Of several that are as good, the lowest.
    """
    defined = ~np.isnan(scores)
    order = np.argsort(scores[defined], kind="stable")
    ranked, is_true = scores[defined][order], truth[defined][order]
    if not len(ranked):
        return float("nan")
    right = np.concatenate([[0], np.cumsum(~is_true)]) + is_true.sum() - np.concatenate([[0], np.cumsum(is_true)])
    cuts = np.flatnonzero(np.diff(ranked) > TIE) + 1
    candidates = np.concatenate([[0], cuts, [len(ranked)]])
    best = int(candidates[np.argmax(right[candidates])])
    if best in (0, len(ranked)):
        return float(ranked[0] - 1.0 if best == 0 else ranked[-1] + 1.0)
    return float((ranked[best - 1] + ranked[best]) / 2)


def accuracy(scores: Floats, truth: Truth, threshold: float) -> float:
    """Share of items on their side of a threshold; NaN without items or threshold."""
    defined = ~np.isnan(scores)
    if not defined.any() or np.isnan(threshold):
        return float("nan")
    return float(((scores[defined] >= threshold) == truth[defined]).mean())
