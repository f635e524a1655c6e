"""The training vectors' own coordinates: centred, scaled, and turned to their principal directions.

One eigendecomposition of a Gram matrix per layer and split; every regularisation, class and control labelling is then
a product. Layers of equal width are handled side by side as a block `[b, n, d]`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from probes.errors import ProbeError

Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]

ROWS_AT_ONCE = 8192
"""Rows that are standardised at once: memory stays bounded however many items there are."""

_CONSTANT = 1e-6
_LEAST_SPREAD = 0.1
_SMALLEST_EIGENVALUE = 1e-7


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """Coordinates of a block of layers, learned from training vectors alone.

    `mean` and `scale` float32 `[b, 1, d]` (scale is infinite where a feature is constant, which makes it 0);
    `directions` `[b, d, r]` are orthonormal principal directions of the standardised training vectors, `eigenvalues`
    `[b, r]` those of their Gram matrix XᵀX, both 0 beyond a layer's rank.
    """

    mean: Vectors
    scale: Vectors
    directions: Floats
    eigenvalues: Floats

    def standardise(self, vectors: Vectors) -> Vectors:
        """Vectors `[b, m, d]` as the probe sees them."""
        return (vectors - self.mean) / self.scale

    def project(self, block: Vectors, rows: NDArray[np.intp]) -> Vectors:
        """Coordinates `[b, m, r + 1]` of some rows of a block; the last is 1, for the intercept."""
        b, _, r = self.directions.shape
        result = np.ones((b, len(rows), r + 1), dtype=np.float32)
        directions = self.directions.astype(np.float32)
        for start, part in self.pieces(block, rows):
            result[:, start : start + part.shape[1], :r] = part @ directions
        return result

    def pieces(self, block: Vectors, rows: NDArray[np.intp]) -> Iterator[tuple[int, Vectors]]:
        """Standardised pieces `[b, ≤ROWS_AT_ONCE, d]` of some rows, each with its position among them."""
        for start in range(0, len(rows), ROWS_AT_ONCE):
            yield start, self.standardise(block[:, rows[start : start + ROWS_AT_ONCE]])

    def penalty(self, strength: float) -> Floats:
        """The absolute penalty `[b]` of a relative strength, in units of the mean eigenvalue above 0.

        Relative strengths make one grid serve any number of items, width and layer.
        """
        held = self.eigenvalues > 0
        count = held.sum(axis=1)
        mean = np.divide(self.eigenvalues.sum(axis=1), count, out=np.ones(len(count)), where=count > 0)
        return strength * mean


def spread(block: Vectors, rows: NDArray[np.intp]) -> Vectors:
    """Standard deviation `[b, 1, d]` of some rows; infinite where it is only rounding error.

    At least a tenth of the layer's median: a feature that happens to stand still in a few rows (a saturated cell of an
    LSTM) would otherwise be thousands of deviations away in the next.
    """
    mean = block_mean(block, rows)
    total = np.zeros(mean.shape)
    for start in range(0, len(rows), ROWS_AT_ONCE):
        piece = block[:, rows[start : start + ROWS_AT_ONCE]]
        total += np.square(piece - mean).sum(axis=1, keepdims=True)
    deviation = np.sqrt(total / len(rows))
    varies = deviation > _CONSTANT * np.abs(mean)
    varying = np.where(varies | ~varies.any(axis=2, keepdims=True), deviation, np.nan)
    least = _LEAST_SPREAD * np.nanmedian(varying, axis=2, keepdims=True)
    return np.where(varies, np.maximum(deviation, least), np.inf).astype(np.float32)


def block_mean(block: Vectors, rows: NDArray[np.intp]) -> Floats:
    """Mean `[b, 1, d]` of some rows."""
    total = np.zeros((block.shape[0], 1, block.shape[2]))
    for start in range(0, len(rows), ROWS_AT_ONCE):
        piece = block[:, rows[start : start + ROWS_AT_ONCE]]
        total += piece.sum(axis=1, dtype=np.float64, keepdims=True)
    return total / len(rows)


def principal_basis(block: Vectors, rows: NDArray[np.intp], scale: Vectors, dimension: int | None = None) -> Basis:
    """Basis of the training `rows` of a block `[b, n, d]`, of the first `dimension` principal components where given.

    The smaller of the two Gram matrices is decomposed: XᵀX, or XXᵀ where there are fewer items than dimensions.
    A feature that is constant inside these rows though not elsewhere is 0 in all of them, and has no part in it.
    """
    b, _, d = block.shape
    basis = Basis(block_mean(block, rows).astype(np.float32), scale, np.empty((b, d, 0)), np.empty((b, 0)))
    if len(rows) < d:
        standard = basis.standardise(block[:, rows]).astype(np.float64)
        values, vectors = np.linalg.eigh(standard @ np.swapaxes(standard, 1, 2))
        directions = np.swapaxes(standard, 1, 2) @ vectors
    else:
        gram = np.zeros((b, d, d))
        for _, piece in basis.pieces(block, rows):
            wide = piece.astype(np.float64)
            gram += np.swapaxes(wide, 1, 2) @ wide
        values, directions = np.linalg.eigh(gram)
    rank = min(len(rows) - 1, d, dimension or d)
    values, directions = values[:, ::-1][:, :rank], directions[:, :, ::-1][:, :, :rank]
    kept = (values > _SMALLEST_EIGENVALUE * values.max(axis=1, initial=0, keepdims=True)) & (values > 0)
    if len(rows) < d:  # Xᵀu has length √e
        directions = directions / np.sqrt(np.where(kept, values, 1.0))[:, None, :]
    return Basis(basis.mean, scale, directions * kept[:, None, :], values * kept)


def block_bounds(widths: Sequence[int], width_at_once: int) -> list[tuple[int, int]]:
    """Neighbouring layers of equal width together, [start, end): one, or as many as have `width_at_once` in all."""
    bounds: list[tuple[int, int]] = []
    start = 0
    for end in range(1, len(widths) + 1):
        full = end < len(widths) and (widths[end] != widths[start] or (end + 1 - start) * widths[start] > width_at_once)
        if full or end == len(widths):
            bounds.append((start, end))
            start = end
    return bounds


def load_block(vectors: Sequence[NDArray[np.floating]]) -> Vectors:
    """Layers `[n, d]` as float32 `[b, n, d]`; a single float32 layer is not copied."""
    if len(vectors) == 1:
        return np.asarray(vectors[0], dtype=np.float32)[None]
    return np.stack(vectors).astype(np.float32, copy=False)


def check_vectors(name: str, vectors: NDArray[np.floating], n: int) -> None:
    """Raises ProbeError where vectors are not `[n, d]` or hold NaN or infinity."""
    if vectors.ndim != 2 or len(vectors) != n or not vectors.shape[1]:
        raise ProbeError("shape", layer=name, shape=vectors.shape, expected=n)
    for start in range(0, n, ROWS_AT_ONCE):
        finite = np.isfinite(vectors[start : start + ROWS_AT_ONCE]).all(axis=1)
        if not finite.all():
            raise ProbeError("not_finite", layer=name, row=start + int(finite.argmin()))
