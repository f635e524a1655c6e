"""Closed-form ridge classification of a block of layers, for every labelling and regularisation at once.

Least squares on class indicators with an intercept: scikit-learn's `RidgeClassifier` up to an affine change of the
targets. With a rank, the fitted scores lie in the best subspace of that many dimensions (reduced-rank regression with
a ridge penalty, Mukherjee & Zhu 2011), which is how Hewitt & Liang (2019) buy selectivity.
"""

from typing import Self

import numpy as np

from probes.basis import Basis, Floats, Vectors
from probes.scoring import Linear, one_hot
from probes.tasks import Codes


class RidgePath:
    """The ridge solutions of one stratum and split; `at` gives the one of any penalty."""

    def __init__(self, basis: Basis, cross: Floats, prior: Floats, rank: int | None = None) -> None:
        self._basis = basis
        self._cross = cross  # (b, r, p, k): DᵀXᵀY
        self._prior = prior  # (p, k)
        self._rank = rank
        self.converged = True

    @classmethod
    def fit(cls, block: Vectors, rows: Codes, basis: Basis, labels: Codes, n_classes: int, rank: int | None) -> Self:
        """Products of the training `rows` of a block `[b, n, d]` with their labels `[p, len(rows)]`."""
        b, d, _ = basis.directions.shape
        p = len(labels)
        cross = np.zeros((b, d, p * n_classes))
        for start, piece in basis.pieces(block, rows):
            hot = one_hot(labels[:, start : start + piece.shape[1]], n_classes)
            cross += np.swapaxes(piece, 1, 2) @ np.moveaxis(hot, 0, 1).reshape(piece.shape[1], -1)
        turned = np.swapaxes(basis.directions, 1, 2) @ cross
        prior = np.stack([np.bincount(row, minlength=n_classes) / len(row) for row in labels])
        return cls(basis, turned.reshape(b, -1, p, n_classes), prior, rank)

    def at(self, penalty: Floats) -> Linear:
        """The solution for a penalty `[b]`, α of `α‖W‖²`."""
        shrink = 1 / (self._basis.eigenvalues + penalty[:, None])  # (b, r)
        weights = shrink[:, :, None, None] * self._cross
        if self._rank is not None and self._rank < self._cross.shape[-1]:
            # ŶᵀŶ + α WᵀW = Cᵀ (E + α)⁻¹ C: its leading eigenvectors span the best scores.
            gain = np.einsum("brpk,brpj->bpkj", self._cross, weights)
            leading = np.linalg.eigh(gain)[1][..., -self._rank :]
            weights = np.einsum("brpk,bpkj,bplj->brpl", weights, leading, leading, optimize=True)
        b, _, p, k = weights.shape
        intercept = np.broadcast_to(self._prior, (b, 1, p, k))
        return Linear(np.concatenate([weights, intercept], axis=1).astype(np.float32))
