"""Classes by the nearest training item or the nearest class centroid, by cosine on centred vectors; ties share credit.

An item without a direction (its vector is the training mean, as every vector of a static model is inside one word) is
as near to one as to another: it ties with all, and scores what a random neighbour would.
"""

import numpy as np

from probes.basis import Floats, Vectors, block_mean
from probes.scoring import TIE, one_hot
from probes.tasks import Codes

_NUMBERS_AT_ONCE = 1 << 23
_ROUNDING = 1e-6


class Directions:
    """Vectors of one stratum, seen from the mean of its training rows."""

    def __init__(self, block: Vectors, train: Codes) -> None:
        self._block = block
        self._mean = block_mean(block, train).astype(np.float32)
        self._train = train

    def centred(self, rows: Codes) -> Vectors:
        """Some rows `[b, m, d]` minus the training mean; 0 where the difference is only rounding error."""
        raw = self._block[:, rows]
        difference = raw - self._mean
        length = np.linalg.norm(difference, axis=-1, keepdims=True)
        scale = np.linalg.norm(raw, axis=-1, keepdims=True) + np.linalg.norm(self._mean, axis=-1, keepdims=True)
        return np.where(length > _ROUNDING * scale, difference, np.float32(0))

    def of(self, rows: Codes) -> Vectors:
        """Unit vectors of some rows, 0 where there is no direction."""
        return _unit(self.centred(rows))

    @property
    def train(self) -> Codes:
        """The training rows."""
        return self._train


def one_nn_scores(directions: Directions, train_labels: Codes, rows: Codes, n_classes: int) -> Vectors:
    """Share of each class among the tied nearest training items: `[b, p, m, k]` for labels `[p, n_train]`."""
    hot = np.moveaxis(one_hot(train_labels, n_classes), 0, 1)  # (n, p, k)
    n, p, k = hot.shape
    train = directions.of(directions.train)
    b = len(train)
    result = np.empty((b, p, len(rows), k), dtype=np.float32)
    at_once = max(1, _NUMBERS_AT_ONCE // n)
    for start in range(0, len(rows), at_once):
        piece = directions.of(rows[start : start + at_once])
        for layer in range(b):
            similarity = piece[layer] @ train[layer].T
            tied = similarity >= similarity.max(axis=1, keepdims=True) - TIE
            item, neighbour = np.nonzero(tied)
            edges = np.flatnonzero(np.diff(item, prepend=-1))
            share = np.add.reduceat(hot[neighbour], edges, axis=0) / tied.sum(axis=1)[:, None, None]
            result[layer, :, start : start + len(piece[layer])] = np.moveaxis(share, 0, 1)
    return result


def centroid_scores(directions: Directions, train_labels: Codes, rows: Codes, n_classes: int) -> Vectors:
    """Cosine with the mean direction of each class: `[b, p, m, k]`; a class that training lacks has −2."""
    hot = one_hot(train_labels, n_classes)
    p, n, k = hot.shape
    train = directions.centred(directions.train)
    sums = np.swapaxes(train, 1, 2) @ np.moveaxis(hot, 0, 1).reshape(n, p * k)  # (b, d, p·k)
    centroids = _unit(sums, axis=1)
    cosine = (directions.of(rows) @ centroids).reshape(len(sums), len(rows), p, k)
    held = hot.any(axis=1)  # (p, k)
    return np.where(held, cosine, np.float32(-2)).transpose(0, 2, 1, 3)


def expected_credit(shares: Vectors, labels: Codes) -> Floats:
    """The share of the own class `[p, m]` among tied neighbours `[b, p, m, k]`."""
    return np.take_along_axis(shares, labels[None, :, :, None], axis=-1)[..., 0].astype(np.float64)


def _unit(vectors: Vectors, axis: int = -1) -> Vectors:
    length = np.linalg.norm(vectors, axis=axis, keepdims=True)
    return np.divide(vectors, length, out=np.zeros_like(vectors), where=length > 0)
