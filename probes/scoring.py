"""From the scores of classes to credit and loss, with ties shared and unseen classes paid for."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from probes.basis import Floats, Vectors
from probes.tasks import Codes

TIE = 1e-6
"""Scores closer than this are the same: the items share the credit, whatever their order."""

ABSENT = np.float32(-1e30)
"""The score of a class that training did not hold."""


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """Linear classifiers in the coordinates of a Basis: `weights` `[b, r + 1, p, k]`, the last row the intercept.

    `b` layers, `r` principal directions, `p` labellings, `k` classes.
    """

    weights: Vectors

    def scores(self, coordinates: Vectors) -> Vectors:
        """Scores `[b, p, m, k]` of coordinates `[b, m, r + 1]`."""
        b, width, p, k = self.weights.shape
        flat = coordinates @ self.weights.reshape(b, width, p * k)
        return np.moveaxis(flat.reshape(b, -1, p, k), 1, 2)


def present(labels: Codes, n_classes: int) -> NDArray[np.bool_]:
    """Which classes `[p, k]` each labelling `[p, n]` holds."""
    result = np.zeros((len(labels), n_classes), dtype=bool)
    result[np.arange(len(labels))[:, None], labels] = True
    return result


def one_hot(labels: Codes, n_classes: int) -> Vectors:
    """Labels `[p, n]` as 0/1 `[p, n, k]`."""
    return (labels[..., None] == np.arange(n_classes)).astype(np.float32)


def mask_absent(scores: Vectors, seen: NDArray[np.bool_]) -> Vectors:
    """Scores `[b, p, m, k]` with those of classes that are not `seen` `[p, k]` out of reach."""
    return np.where(seen[:, None, :], scores, ABSENT)


def credit(scores: Vectors, labels: Codes) -> Floats:
    """1 where the own class `[p, m]` has the highest score `[b, p, m, k]`, a share where classes tie, else 0."""
    tied = scores >= scores.max(axis=-1, keepdims=True) - TIE
    own = np.take_along_axis(tied, labels[None, :, :, None], axis=-1)[..., 0]
    return own / tied.sum(axis=-1)


def squared_error(scores: Vectors, labels: Codes) -> Floats:
    """Σ_k (score − indicator)² over the classes in reach: `[b, p, m]`."""
    difference = np.where(scores > ABSENT, scores - one_hot(labels, scores.shape[-1]), 0.0)
    return np.square(difference).sum(axis=-1, dtype=np.float64)


def bits(scores: Vectors, labels: Codes, seen: NDArray[np.bool_], n_train: int) -> Floats:
    """−log2 p of the own class under the softmax of scores: `[b, p, m]`.

    With m classes that the n training items did not hold, each of them gets 1 / (n + m) and the others share
    n / (n + m) (an escape as in Laplace's rule), so that a code can always be written; with none, nothing changes.
    """
    wide = scores.astype(np.float64)
    top = wide.max(axis=-1, keepdims=True)
    normaliser = top[..., 0] + np.log(np.exp(wide - top).sum(axis=-1))
    own = np.take_along_axis(wide, labels[None, :, :, None], axis=-1)[..., 0]
    unseen = (~seen).sum(axis=-1)[:, None]  # (p, 1)
    known = np.take_along_axis(seen, labels, axis=-1)[None]  # (1, p, m)
    log_share = np.log(n_train / (n_train + unseen)) if n_train else np.zeros_like(unseen, dtype=float)
    nats = np.where(known, normaliser - own - log_share, np.log(n_train + np.maximum(unseen, 1)))
    return nats / np.log(2)
