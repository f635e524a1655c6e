"""How well labels come apart in one space, each figure with its n, its interval and what chance gives."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.geometry import separation as sep
from explorer.geometry.centroids import wilson
from explorer.geometry.similarity import Floats, cosine_matrix, mean_pairwise

Interval = tuple[float, float]

FEW = 20
"""Items of which a bootstrap alone would be too sure."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Sense separation of `n` labelled occurrences in one space. None where a figure is undefined.

    `one_nn`: leave-one-out 1-NN accuracy, with the 95% bootstrap interval over occurrences and
    the 95% band of 1,000 label permutations; `nearest_centroid` likewise; `silhouette` over cosine
    distance; `self_similarity`: mean cosine of pairs, of any sense and of the same sense;
    `one_nn_unmatched`: 1-NN with the sentence's partners of other senses in its matched set left out, with its interval
    and a band that permutes labels within the sets, None where there are no such sets; `one_nn_clean`: 1-NN among the
    `n_clean` occurrences whose pieces hold nothing but the target.
    """

    n: int
    one_nn: float | None
    one_nn_interval: Interval | None
    one_nn_band: Interval | None
    nearest_centroid: float | None
    nearest_centroid_band: Interval | None
    silhouette: float | None
    self_similarity: float | None
    same_sense_similarity: float | None
    one_nn_clean: float | None
    n_clean: int
    one_nn_unmatched: float | None = None
    one_nn_unmatched_band: Interval | None = None
    one_nn_unmatched_interval: Interval | None = None

    @property
    def standing(self) -> str:
        """Where `one_nn` lies: `above`, `within` or `below` its permutation band, or `undefined`."""
        return _standing(self.one_nn, self.one_nn_band)

    @property
    def standing_unmatched(self) -> str:
        """Where `one_nn_unmatched` lies in the same way."""
        return _standing(self.one_nn_unmatched, self.one_nn_unmatched_band)


def _standing(value: float | None, band: Interval | None) -> str:
    if value is None or band is None:
        return "undefined"
    slack = 1e-9  # identical vectors score exactly what every permutation scores
    return "below" if value < band[0] - slack else "above" if value > band[1] + slack else "within"


@dataclass(frozen=True, slots=True)
class Baselines:
    """What needs no layer: the most frequent label, a random neighbour, and the other words of the sentence.

    `chance` is also what identical vectors score, so it is where a static model stands.
    """

    majority: float | None
    chance: float | None
    bag_of_context: float | None
    bag_of_context_band: Interval | None = None
    bag_of_context_unmatched: float | None = None


def score(
    vectors: Floats, labels: sep.Labels, clean: np.ndarray, words: sep.Labels | None = None,
    permutations: int = 1000, seed: int = 0, sets: sep.Labels | None = None,
) -> Scores:  # fmt: skip
    """Scores of centred vectors `[n, dim]` under labels `[n]`; `clean` `[n]` marks targets without spill.

    `words` `[n]` tells the words apart where there are several: neighbours are looked for, labels permuted and
    similarities taken within a word, and the figures are means over occurrences. `sets` `[n]` are the matched sets.
    """
    apart, apart_band, apart_interval = unmatched(vectors, labels, sets, words, permutations, seed)
    parts = [
        _Part.of(vectors[rows], sep.encode_labels(labels[rows]), clean[rows], permutations, seed + i)
        for i, rows in enumerate(_groups(labels, words))
    ]
    credit = np.concatenate([part.credit for part in parts]) if parts else np.zeros(0)
    sizes = np.array([part.n for part in parts], dtype=float)
    compared = np.array([part.n_compared for part in parts], dtype=float)
    return Scores(
        n=len(labels),
        one_nn=_mean(credit),
        one_nn_interval=share_interval(credit, seed),
        one_nn_band=_interval(_pooled([part.null for part in parts], compared)),
        nearest_centroid=_mean(np.concatenate([part.centroid for part in parts]) if parts else credit),
        nearest_centroid_band=_interval(_pooled([part.centroid_null for part in parts], compared)),
        silhouette=_defined(float(_pooled([part.silhouette for part in parts], sizes))),
        self_similarity=_defined(float(_pooled([part.similarity for part in parts], sizes))),
        same_sense_similarity=_defined(float(_pooled([part.same_similarity for part in parts], sizes))),
        one_nn_clean=_mean(one_nn_credit(vectors[clean], labels[clean], None if words is None else words[clean])),
        n_clean=int(clean.sum()),
        one_nn_unmatched=apart,
        one_nn_unmatched_band=apart_band,
        one_nn_unmatched_interval=apart_interval,
    )


def unmatched(
    vectors: Floats, labels: sep.Labels, sets: sep.Labels | None, words: sep.Labels | None, permutations: int, seed: int
) -> tuple[float | None, Interval | None, Interval | None]:
    """1-NN accuracy with partners of other senses left out, the band of permutations within the sets, its interval.

    Sentences of a set share particle, position and ending, so that the nearest of all is often a partner of another
    sense. Leaving these out asks what is nearest apart from form. Without sets of two or more: None.
    The interval draws occurrences again, as that of the figure with partners does.
    """
    if sets is None or np.bincount(sets).max(initial=0) < 2:
        return None, None, None
    credits, nulls, sizes = [], [], []
    for i, rows in enumerate(_groups(labels, words)):
        own, within = sep.encode_labels(labels[rows]), sep.encode_labels(sets[rows])
        if not _comparable(own):
            continue
        weights = sep.neighbour_weights(cosine_matrix(vectors[rows]), _partners(own, within))
        credits.append(sep.one_nn(weights, own))
        nulls.append(sep.one_nn_permuted(weights, own, permutations, seed + i, within))
        sizes.append(len(rows))
    if not credits:
        return None, None, None
    credit = np.concatenate(credits)
    band = _interval(_pooled(nulls, np.array(sizes, dtype=float)))
    return _mean(credit), band, share_interval(credit, seed)


@dataclass(frozen=True, slots=True)
class _Part:
    """What one word adds: credits of its n occurrences, means under permuted labels, and mean similarities."""

    n: int
    n_compared: int
    credit: Floats
    centroid: Floats
    null: Floats
    centroid_null: Floats
    silhouette: float
    similarity: float
    same_similarity: float

    @classmethod
    def of(cls, vectors: Floats, labels: sep.Labels, clean: np.ndarray, permutations: int, seed: int) -> "_Part":
        similarity = cosine_matrix(vectors)
        weights = sep.neighbour_weights(similarity)
        comparable = _comparable(labels)
        undefined = np.full(len(labels), np.nan)
        credit = sep.one_nn(weights, labels) if comparable else undefined
        drawn = permutations if comparable else 0
        nothing = np.full(permutations, np.nan)
        return cls(
            n=len(labels),
            n_compared=int((~np.isnan(credit)).sum()),
            credit=credit,
            centroid=sep.nearest_centroid(vectors, labels) if comparable else undefined,
            null=sep.one_nn_permuted(weights, labels, drawn, seed) if comparable else nothing,
            centroid_null=sep.nearest_centroid_permuted(vectors, labels, drawn, seed) if comparable else nothing,
            silhouette=sep.silhouette(similarity, labels),
            similarity=float(mean_pairwise(similarity)),
            same_similarity=_same_label_mean(similarity, labels),
        )


def one_nn_credit(vectors: Floats, labels: sep.Labels, words: sep.Labels | None = None) -> Floats:
    """1-NN credit `[n]` of vectors `[n, dim]` within each word; NaN throughout a word with one label only."""
    credit = np.full(len(labels), np.nan)
    for rows in _groups(labels, words):
        if _comparable(labels[rows]):
            credit[rows] = sep.one_nn(sep.neighbour_weights(cosine_matrix(vectors[rows])), labels[rows])
    return credit


def unmatched_credit(
    vectors: Floats, labels: sep.Labels, sets: sep.Labels, words: sep.Labels | None = None
) -> Floats:  # fmt: skip
    """1-NN credit `[n]` with partners of other senses left out; NaN throughout a word with one label only."""
    credit = np.full(len(labels), np.nan)
    for rows in _groups(labels, words):
        if _comparable(labels[rows]):
            weights = sep.neighbour_weights(cosine_matrix(vectors[rows]), _partners(labels[rows], sets[rows]))
            credit[rows] = sep.one_nn(weights, labels[rows])
    return credit


def unmatched_chance(labels: sep.Labels, sets: sep.Labels) -> float:
    """Probability that a random other item that is no partner of another sense has the same label."""
    allowed = ~_partners(labels, sets)
    np.fill_diagonal(allowed, False)
    same = labels[:, None] == labels[None, :]
    return float(((allowed & same).sum(axis=1) / np.maximum(allowed.sum(axis=1), 1)).mean())


def _partners(labels: sep.Labels, sets: sep.Labels) -> np.ndarray:
    """Who is of whose matched set, and of another sense: `[n, n]`."""
    return (sets[:, None] == sets[None, :]) & (labels[:, None] != labels[None, :])


def baselines(
    labels: sep.Labels, context: Floats | None, words: sep.Labels | None = None, seed: int = 0,
    sets: sep.Labels | None = None,
) -> Baselines:  # fmt: skip
    """Baselines of labels `[n]` within each word; `context` is the centred bag of context `[n, dim]`, or None."""
    groups = [rows for rows in _groups(labels, words) if _comparable(labels[rows])]
    if not groups:
        return Baselines(None, None, None)
    sizes = np.array([len(rows) for rows in groups], dtype=float)
    encoded = [sep.encode_labels(labels[rows]) for rows in groups]
    bag, bag_band, bag_apart = None, None, None
    if context is not None:
        kept = np.concatenate(groups)
        within = None if words is None else words[kept]
        matched = None if sets is None else sets[kept]
        scores = score(context[kept], labels[kept], np.ones(len(kept), dtype=bool), within, seed=seed, sets=matched)
        bag, bag_band, bag_apart = scores.one_nn, scores.one_nn_band, scores.one_nn_unmatched
    return Baselines(
        majority=_defined(float(_pooled([sep.majority(part) for part in encoded], sizes))),
        chance=_defined(float(_pooled([sep.chance(part) for part in encoded], sizes))),
        bag_of_context=bag,
        bag_of_context_band=bag_band,
        bag_of_context_unmatched=bag_apart,
    )


def _groups(labels: sep.Labels, words: sep.Labels | None) -> list[np.ndarray]:
    """The rows of each word, in the order of the words."""
    if words is None:
        return [np.arange(len(labels))] if len(labels) else []
    return [np.flatnonzero(words == word) for word in np.unique(words)]


def _comparable(labels: sep.Labels) -> bool:
    return len(labels) > 1 and len(np.unique(labels)) > 1


def _pooled(values: Sequence[float] | Sequence[Floats], weights: Floats) -> Floats:
    """Weighted mean over words, those that are undefined or have no weight left out; NaN where none is left."""
    table = np.array(values, dtype=np.float64)  # (word,) or (word, permutation)
    if not len(table):
        return np.full((), np.nan)
    shape = weights.reshape(-1, *([1] * (table.ndim - 1)))
    used = np.where(np.isnan(table), 0.0, shape)
    total = used.sum(axis=0)
    summed = (np.nan_to_num(table) * used).sum(axis=0)
    return np.divide(summed, total, out=np.full(np.shape(total), np.nan), where=total > 0)


def _same_label_mean(similarity: Floats, labels: sep.Labels) -> float:
    rows, columns = np.triu_indices(len(labels), 1)
    pairs = similarity[rows, columns][labels[rows] == labels[columns]]
    mean = _mean(pairs)
    return float("nan") if mean is None else mean


def _mean(values: Floats) -> float | None:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else None


def share_interval(credit: Floats, seed: int = 0) -> Interval | None:
    """The 95% interval of a mean of credits `[n]` in 0 … 1: by bootstrap, of few items not within Wilson's (1927).

    Drawing ten right answers again gives ten right answers, of which no certainty follows.
    """
    defined = credit[~np.isnan(credit)]
    drawn = _interval(sep.bootstrap_means(credit, seed=seed))
    if drawn is None or (len(defined) >= FEW and np.ptp(defined) > 0):
        return drawn
    low, high = wilson(float(defined.sum()), len(defined))
    return min(drawn[0], low), max(drawn[1], high)


def _interval(values: Floats) -> Interval | None:
    low, high = sep.band(values)
    return None if np.isnan(low) else (low, high)


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else value
