"""How well labels come apart in one space, each figure with its n, its interval and what chance gives."""

from dataclasses import dataclass

import numpy as np

from explorer.geometry import separation as sep
from explorer.geometry.similarity import Floats, cosine_matrix, mean_pairwise

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Scores:
    """Sense separation of `n` labelled occurrences in one space. None where a figure is undefined.

    `one_nn`: leave-one-out 1-NN accuracy, with the 95% bootstrap interval over occurrences and
    the 95% band of 1,000 label permutations; `nearest_centroid` likewise; `silhouette` over cosine
    distance; `self_similarity`: mean cosine of pairs, of any sense and of the same sense;
    `one_nn_clean`: 1-NN among the `n_clean` occurrences whose pieces hold nothing but the target.
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

    @property
    def standing(self) -> str:
        """Where `one_nn` lies: `above`, `within` or `below` its permutation band, or `undefined`."""
        if self.one_nn is None or self.one_nn_band is None:
            return "undefined"
        low, high = self.one_nn_band
        slack = 1e-9  # identical vectors score exactly what every permutation scores
        return "below" if self.one_nn < low - slack else "above" if self.one_nn > high + slack else "within"


@dataclass(frozen=True, slots=True)
class Baselines:
    """What needs no layer: the most frequent label, a random neighbour, and the other words of the sentence.

    `chance` is also what identical vectors score, so it is where a static model stands.
    """

    majority: float | None
    chance: float | None
    bag_of_context: float | None
    bag_of_context_band: Interval | None = None


def score(vectors: Floats, labels: sep.Labels, clean: np.ndarray, permutations: int = 1000, seed: int = 0) -> Scores:
    """Scores of centred vectors `[n, dim]` under labels `[n]`; `clean` `[n]` marks targets without spill."""
    similarity = cosine_matrix(vectors)
    weights = sep.neighbour_weights(similarity)
    comparable = len(labels) > 1 and labels.max() > 0
    credit = sep.one_nn(weights, labels) if comparable else np.full(len(labels), np.nan)
    centroid = sep.nearest_centroid(vectors, labels) if comparable else credit
    drawn = permutations if comparable else 0
    return Scores(
        n=len(labels),
        one_nn=_mean(credit),
        one_nn_interval=_interval(sep.bootstrap_means(credit, seed=seed)) if comparable else None,
        one_nn_band=_interval(sep.one_nn_permuted(weights, labels, drawn, seed)),
        nearest_centroid=_mean(centroid),
        nearest_centroid_band=_interval(sep.nearest_centroid_permuted(vectors, labels, drawn, seed)),
        silhouette=_defined(sep.silhouette(similarity, labels)),
        self_similarity=_defined(float(mean_pairwise(similarity))),
        same_sense_similarity=_same_label_mean(similarity, labels),
        one_nn_clean=_mean(one_nn_credit(vectors[clean], labels[clean])),
        n_clean=int(clean.sum()),
    )


def one_nn_credit(vectors: Floats, labels: sep.Labels) -> Floats:
    """1-NN credit `[n]` of vectors `[n, dim]`; NaN throughout where there is one label only."""
    if len(labels) < 2 or len(np.unique(labels)) < 2:
        return np.full(len(labels), np.nan)
    return sep.one_nn(sep.neighbour_weights(cosine_matrix(vectors)), labels)


def baselines(labels: sep.Labels, context: Floats | None, seed: int = 0) -> Baselines:
    """Baselines of labels `[n]`; `context` holds the centred bag-of-context vectors `[n, dim]`, or None."""
    if len(labels) < 2 or labels.max() == 0:
        return Baselines(None, None, None)
    bag, bag_band = None, None
    if context is not None:
        weights = sep.neighbour_weights(cosine_matrix(context))
        bag = _mean(sep.one_nn(weights, labels))
        bag_band = _interval(sep.one_nn_permuted(weights, labels, seed=seed))
    return Baselines(_defined(sep.majority(labels)), _defined(sep.chance(labels)), bag, bag_band)


def _same_label_mean(similarity: Floats, labels: sep.Labels) -> float | None:
    rows, columns = np.triu_indices(len(labels), 1)
    pairs = similarity[rows, columns][labels[rows] == labels[columns]]
    return _mean(pairs)


def _mean(values: Floats) -> float | None:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else None


def _interval(values: Floats) -> Interval | None:
    low, high = sep.band(values)
    return None if np.isnan(low) else (low, high)


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else value
