"""The scores of a training as curves over its moments, and how they went."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.analysis.learning import FOR_ALL, Film, Table
from explorer.analysis.scores import unmatched_chance
from explorer.geometry.separation import band, bootstrap_means, encode_labels
from explorer.geometry.separation import chance as random_neighbour

PROBE = "probe."
"""Before the task in the name of a probe's score."""

_FLAT = 0.02

WIC_ERROR = 0.018
"""Half of the 95% interval of an AUC over the 3,925 pairs of words in context."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score over moments: one row a curve, `values[curve][moment]`.

    `low` and `high` are 95% intervals that resample `units`: words, or what a probe's items are held together by;
    `chance` is what needs no learning, `reference` what kind of guess that is. `n` items were asked. `error` is half
    of an interval that all values share.
    """

    name: str
    curves: tuple[str, ...]
    values: Table
    chance: float | None = None
    low: Table = ()
    high: Table = ()
    units: int | None = None
    reference: str = "neighbour"
    n: int | None = None
    error: float | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """How the curve went that ends highest: from its first to its last value, half of the way by moment `half`.

    `flat` names the curves that end where they began, within 0.02. `half` is None where nothing was gained. `tied`
    names the other curves whose interval at the last moment overlaps that of the highest.
    """

    curve: str
    first: float
    last: float
    half: int | None
    flat: tuple[str, ...]
    tied: tuple[str, ...] = ()


def course(score: Score) -> Course | None:
    """What became of a score over the training; None where no curve has both ends."""
    ends = {
        name: (values[0], values[-1], values)
        for name, values in zip(score.curves, score.values, strict=True)
        if values and values[0] is not None and values[-1] is not None
    }
    if not ends:
        return None
    flat = tuple(name for name, (first, last, _) in ends.items() if abs((last or 0.0) - (first or 0.0)) <= _FLAT)
    name = max(ends, key=lambda name: ends[name][1] or 0.0)
    first, last, values = float(ends[name][0] or 0.0), float(ends[name][1] or 0.0), ends[name][2]
    middle = (first + last) / 2
    reached = (m for m, value in enumerate(values) if value is not None and value >= middle)
    half = next(reached, None) if last - first > _FLAT else None
    return Course(name, first, last, half, flat, _tied(score, name))


def _tied(score: Score, highest: str) -> tuple[str, ...]:
    ends = {name: _last_interval(score, row) for row, name in enumerate(score.curves)}
    best = ends[highest]
    overlaps = {name: best and end and end[1] >= best[0] for name, end in ends.items() if name != highest}
    return tuple(name for name, overlap in overlaps.items() if overlap)


def _last_interval(score: Score, row: int) -> tuple[float, float] | None:
    value = score.values[row][-1]
    if score.error is not None and value is not None:
        return value - score.error, value + score.error
    low, high = (side[row][-1] if side else None for side in (score.low, score.high))
    return None if low is None or high is None else (low, high)


def at_end(score: Score, curve: str) -> tuple[float, float] | None:
    """The first and the last value of a curve; None where one is undefined or there is no such curve."""
    if curve not in score.curves:
        return None
    values = score.values[score.curves.index(curve)]
    first, last = values[0], values[-1]
    return None if first is None or last is None else (first, last)


def score_names(film: Film) -> tuple[str, ...]:
    """The scores that a training has: by layer, probes as `probe.TASK`, and those of the heads together as `masked`."""
    probes = (f"{PROBE}{task}" for task in film.probes)
    return (*film.means, *probes, *(("masked",) if any(name in film.single for name in FOR_ALL) else ()))


def score(film: Film, name: str, word: str | None = None) -> Score:
    """A score as curves over moments: of one word where it is kept by word, else the mean over words."""
    if name == "masked":
        kept = tuple(name for name in FOR_ALL if name in film.single)
        return Score(name, kept, tuple(film.single[key] for key in kept))
    if name.startswith(PROBE):
        return _probe_score(film, name)
    by_word = film.by_word.get(name, {})
    if word is not None and word in by_word:
        return Score(
            name, film.layers, _turned(by_word[word]), _chance(name, film.ids[word]) if word in film.ids else None
        )
    low, high = _intervals(list(by_word.values()))
    values, chance = _turned(film.means[name]), film.chance.get(name)
    if name == "wic":
        return Score(name, film.layers, values, chance, reference="guess", error=WIC_ERROR)
    return Score(name, film.layers, values, chance, low, high, len(by_word) or None)


def _probe_score(film: Film, name: str) -> Score:
    found = film.probes[name.removeprefix(PROBE)]
    accuracy, low, high = (_turned(table) for table in (found.accuracy, found.low, found.high))
    return Score(name, film.layers, accuracy, found.chance, low, high, found.units, found.reference, found.n)


def _turned(table: Table) -> Table:
    return tuple(zip(*table, strict=True))


def _intervals(tables: Sequence[Table]) -> tuple[Table, Table]:
    """95% bootstrap intervals over words, `[layer][moment]`."""
    if len(tables) < 3:
        return (), ()
    values = np.array(tables, dtype=np.float64)  # (word, moment, layer)
    bands = [
        [band(bootstrap_means(column[~np.isnan(column)])) for column in values[:, :, layer].T]
        for layer in range(values.shape[2])
    ]
    low, high = (tuple(tuple(pair[side] for pair in row) for row in bands) for side in (0, 1))
    return low, high


def _chance(name: str, ids: Sequence[str]) -> float:
    """What a random neighbour gives on the occurrences of a word, whose ids end in sense and number of their set."""
    parts = [id.rpartition(".") for id in ids]
    labels = encode_labels([sense for sense, _, _ in parts])
    if name == "one_nn":
        return random_neighbour(labels)
    return unmatched_chance(labels, encode_labels([number for *_, number in parts]))
