"""How sure: intervals that resample what generalises, overlapping folds, paired tests and their number."""

from dataclasses import dataclass

import numpy as np
from scipy import stats
from scipy.special import ndtr

from probes.basis import Floats
from probes.outcome import Credit
from probes.tasks import Codes

Interval = tuple[float, float]

LEVEL = 0.95
_NUMBERS_AT_ONCE = 1 << 22
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Resampled:
    """Means `[draws, layer]` over units drawn with replacement, of `n` units."""

    means: Floats
    n: int


def unit_differences(credit: Credit, units: Codes) -> Floats:
    """Totals `[layer, unit]` over all repetitions of the units `[n]` that were judged."""
    n_units = int(units.max()) + 1
    totals = np.stack([np.bincount(units, weights=row, minlength=n_units) for row in credit.total.sum(axis=0)])
    held = np.bincount(units, weights=credit.weight, minlength=n_units) > 0
    return totals[:, held].astype(np.float64)


def bootstrap(credit: Credit, units: Codes, draws: int, seed: int) -> Resampled:
    """Draw units `[n]` with replacement and, of each, one of the repetitions in which it was judged.

    One repetition, not their mean: judging an item five times does not make five items, and what the repetitions share
    (items trained on one another) varies more than their mean shows; with the mean, 95% intervals covered 87% under
    random labels. The same draws serve every layer, so that layers pair.
    """
    n_units = int(units.max()) + 1
    counts = np.stack([np.bincount(units, weights=row, minlength=n_units) for row in credit.count])
    unit, repetition = np.nonzero(counts.T)  # judged pairs, unit by unit
    totals = np.zeros((len(unit), credit.total.shape[1]))
    for r in range(len(counts)):
        sums = np.stack([np.bincount(units, weights=row, minlength=n_units) for row in credit.total[r]], axis=1)
        totals[repetition == r] = sums[unit[repetition == r]]
    sizes = np.bincount(unit, minlength=n_units)
    sizes = sizes[sizes > 0]
    return Resampled(_drawn(totals, counts[repetition, unit].astype(np.float64), sizes, draws, seed), len(sizes))


def _drawn(totals: Floats, counts: Floats, sizes: Codes, draws: int, seed: int) -> Floats:
    """Means of draws from pairs `[m, layer]`, `[m]`, of which each unit has `sizes` in a row."""
    rng = np.random.default_rng(seed)
    starts, m = np.cumsum(sizes) - sizes, len(counts)
    result = np.empty((draws, totals.shape[1]))
    at_once = max(1, _NUMBERS_AT_ONCE // m)
    for first in range(0, draws, at_once):
        size = min(at_once, draws - first)
        unit = rng.integers(len(sizes), size=(size, len(sizes)))
        pair = starts[unit] + (rng.random(unit.shape) * sizes[unit]).astype(np.intp)
        flat = (pair + np.arange(size)[:, None] * m).ravel()
        times = np.bincount(flat, minlength=size * m).reshape(size, m)
        result[first : first + size] = (times @ totals) / (times @ counts)[:, None]
    return result


def bootstrap_interval(resampled: Resampled, layer: int, level: float = LEVEL) -> Interval | None:
    """Expanded percentile interval (Hesterberg 2015) of one layer: as wide as Student's t asks of so many units.

    None for fewer than two units. Where no draw differs from 0 or 1 the bootstrap knows nothing of the other side; the
    exact bound for as many trials of one outcome (Clopper & Pearson 1934) is given instead.
    """
    draws, n = resampled.means[:, layer], resampled.n
    if n < 2 or np.isnan(draws).any():
        return None
    if draws.min() == draws.max() and draws[0] in (0.0, 1.0):
        bound = float(((1 - level) / 2) ** (1 / n))
        return (bound, 1.0) if draws[0] == 1 else (0.0, 1 - bound)
    tail = float(ndtr(-np.sqrt(n / (n - 1)) * stats.t.ppf((1 + level) / 2, n - 1)))
    low, high = np.quantile(draws, [tail, 1 - tail])
    return float(low), float(high)


def corrected_error(by_split: Floats, ratio: float) -> float:
    """Standard error of the mean over J overlapping splits: √((1/J + n_test/n_train) s²) (Nadeau & Bengio 2003).

    NaN for fewer than two splits.
    """
    known = by_split[~np.isnan(by_split)]
    if len(known) < 2:
        return float("nan")
    return float(np.sqrt((1 / len(known) + ratio) * known.var(ddof=1)))


def corrected_interval(by_split: Floats, ratio: float, level: float = LEVEL) -> Interval | None:
    """Student's interval with `corrected_error`; None where it is undefined or no split differs."""
    error, known = corrected_error(by_split, ratio), by_split[~np.isnan(by_split)]
    if np.isnan(error) or error == 0:
        return None
    half = float(stats.t.ppf((1 + level) / 2, len(known) - 1)) * error
    return float(known.mean() - half), float(known.mean() + half)


def corrected_p(differences: Floats, ratio: float) -> float:
    """Two-sided p of the corrected resampled t-test (Nadeau & Bengio 2003) on differences `[split]`."""
    error, known = corrected_error(differences, ratio), differences[~np.isnan(differences)]
    if np.isnan(error):
        return float("nan")
    if error == 0:
        return 1.0 if known.mean() == 0 else float("nan")
    return float(2 * stats.t.sf(abs(known.mean()) / error, len(known) - 1))


def sign_flip_p(differences: Floats, draws: int, seed: int) -> float:
    """Two-sided p that the summed differences `[unit]` of paired units arose by chance of sign.

    All sign patterns where there are at most `draws`, else random ones and the observed; NaN for fewer than two units.
    """
    n = len(differences)
    if n < 2:
        return float("nan")
    if 2**n <= draws:
        signs = 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
        flipped = np.abs(signs @ differences)
    else:
        rng = np.random.default_rng(seed)
        at_once = max(1, _NUMBERS_AT_ONCE // n)
        sizes = [min(at_once, draws - start) for start in range(0, draws, at_once)]
        parts = [np.abs((1.0 - 2.0 * rng.integers(2, size=(size, n))) @ differences) for size in sizes]
        flipped = np.concatenate([np.abs(differences.sum(keepdims=True)), *parts])
    return float((flipped >= abs(differences.sum()) - _ROUNDING * n).mean())


def holm(p: Floats) -> Floats:
    """Holm's (1979) adjusted p-values of `[k]` tests; NaN stays NaN and does not count."""
    adjusted = np.full(len(p), np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1)
    return adjusted


def null_p(observed: float, null: Floats) -> float | None:
    """Share of the permutations `[k]` and the observed labelling that do at least as well; None without any."""
    return float((1 + (null >= observed - 1e-12).sum()) / (1 + len(null))) if len(null) else None


def null_band(null: Floats, level: float = LEVEL) -> Interval | None:
    """The central part of the null's accuracies `[k]`; None for fewer than 20, whose tails say nothing."""
    if len(null) < 20:
        return None
    low, high = np.quantile(null, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def best_shares(draws: Floats) -> Floats:
    """How often each layer is the highest over draws `[draws, layer]`; ties share."""
    highest = draws >= draws.max(axis=1, keepdims=True) - 1e-9
    return (highest / highest.sum(axis=1, keepdims=True)).mean(axis=0)
