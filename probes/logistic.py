"""Multinomial logistic regression of a block of layers, for many labellings at once.

Minimises Σ −ln p(y|x) + (λ/2)‖W‖², the intercept free, as scikit-learn's `LogisticRegression` with C = 1/λ. All
problems share their vectors, so that one product serves all; L-BFGS runs in principal coordinates, where the curvature
is nearly diagonal (Böhning 1992 bounds it by the Gram matrix), and each penalty starts from the solution of the last.
"""

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from probes.basis import Basis, Floats, Vectors
from probes.scoring import ABSENT, Linear, one_hot, present
from probes.tasks import Codes

_MEMORY = 6
_SMALLEST_STEP = 1e-4


class LogisticPath:
    """The logistic solutions of one stratum and split; `at` moves on to the next penalty, best from strong to weak."""

    def __init__(
        self,
        basis: Basis,
        coordinates: Vectors,
        labels: Codes,
        n_classes: int,
        tolerance: float = 1e-4,
        iterations: int = 200,
    ) -> None:
        b, _, width = coordinates.shape
        self.converged = True
        self._basis = basis
        self._coordinates = coordinates
        self._targets = np.ascontiguousarray(np.moveaxis(one_hot(labels, n_classes), 0, 1))  # (n, p, k)
        self._mask = np.where(present(labels, n_classes), np.float32(0), ABSENT)
        self._weights = np.zeros((b, width, len(labels), n_classes), dtype=np.float32)
        self._tolerance = tolerance
        self._iterations = iterations

    @classmethod
    def fit(
        cls, block: Vectors, rows: Codes, basis: Basis, labels: Codes, n_classes: int, tolerance: float = 1e-4
    ) -> Self:
        """For the training `rows` of a block `[b, n, d]` with labels `[p, len(rows)]`.

        `tolerance` is in nats an item: how much the objective may still go down, by the quadratic model.
        """
        return cls(basis, basis.project(block, rows), labels, n_classes, tolerance)

    def at(self, penalty: Floats) -> Linear:
        """The solution for a penalty `[b]`, λ of `(λ/2)‖W‖²`."""
        k = self._weights.shape[-1]
        # With two classes scikit-learn has one weight vector w = w₁ − w₂, and ‖w₁‖² + ‖w₂‖² = ‖w‖²/2.
        penalty = penalty * 2 if k == 2 else penalty
        problem = _Problem(self._coordinates, self._targets, self._mask, penalty.astype(np.float32))
        curvature = _curvature(self._targets, self._basis.eigenvalues, penalty)
        self._weights, done = _minimise(problem, self._weights, curvature, self._tolerance, self._iterations)
        self.converged &= done
        return Linear(self._weights)


class _Problem(NamedTuple):
    coordinates: Vectors  # (b, n, r + 1)
    targets: Vectors  # (n, p, k)
    mask: Vectors  # (p, k)
    penalty: Vectors  # (b,)

    def value(self, weights: Vectors) -> tuple[Floats, Vectors]:
        """Objective `[b, p]` and its gradient, in the shape of the weights `[b, r + 1, p, k]`."""
        b, width, p, k = weights.shape
        scores = (self.coordinates @ weights.reshape(b, width, p * k)).reshape(b, -1, p, k)
        scores += self.mask
        scores -= scores.max(axis=-1, keepdims=True)
        own = np.einsum("bnpk,npk->bnp", scores, self.targets)
        np.exp(scores, out=scores)
        total = scores.sum(axis=-1)
        objective = (np.log(total) - own).sum(axis=1, dtype=np.float64)
        scores /= total[..., None]
        scores -= self.targets
        gradient = np.swapaxes(self.coordinates, 1, 2) @ scores.reshape(b, -1, p * k)
        shrink = self.penalty[:, None, None, None] * weights
        shrink[:, -1] = 0
        objective += 0.5 * np.einsum("brpk,brpk->bp", shrink, weights)
        return objective, gradient.reshape(weights.shape) + shrink


def _curvature(targets: Vectors, eigenvalues: Floats, penalty: Floats) -> Vectors:
    """A diagonal near the Hessian's `[b, r + 1, 1, 1]`: mean p(1 − p) of the classes times Gram, plus penalty."""
    n, _, k = targets.shape
    share = targets.mean(axis=0)
    typical = max(float((share * (1 - share)).sum(axis=-1).mean()) / k, 1e-3)
    diagonal = np.concatenate(
        [typical * eigenvalues + penalty[:, None], np.full((len(penalty), 1), typical * n)], axis=1
    )
    return diagonal[:, :, None, None].astype(np.float32)


def _minimise(
    problem: _Problem, weights: Vectors, curvature: Vectors, tolerance: float, iterations: int
) -> tuple[Vectors, bool]:
    """L-BFGS with backtracking, a step size a problem; stops where the predicted decrease is below tolerance × n."""
    small = tolerance * problem.coordinates.shape[1]
    value, gradient = problem.value(weights)
    memory: list[tuple[Vectors, Vectors, Vectors]] = []
    done = np.zeros(value.shape, dtype=bool)
    for _ in range(iterations):
        direction = _direction(gradient, memory, curvature)
        slope = _dot(gradient, direction)
        done |= slope < small
        if done.all():
            return weights, True
        weights_next, value_next, gradient_next, stuck = _step(problem, weights, value, direction, slope, done)
        done |= stuck
        moved, turned = weights_next - weights, gradient_next - gradient
        bend = _dot(moved, turned)
        inverse = np.divide(1, bend, out=np.zeros_like(bend), where=bend > 0)
        memory = [*memory[-_MEMORY + 1 :], (moved, turned, inverse)]
        weights, value, gradient = weights_next, value_next, gradient_next
    return weights, bool(done.all())


def _step(
    problem: _Problem, weights: Vectors, value: Floats, direction: Vectors, slope: Vectors, done: NDArray[np.bool_]
) -> tuple[Vectors, Floats, Vectors, NDArray[np.bool_]]:
    """Halve the step of every problem that does not go down enough (Armijo); those that are done stay."""
    step: Vectors = np.where(done, np.float32(0), np.float32(1))
    while True:
        trial = weights - step[:, None, :, None] * direction
        trial_value, trial_gradient = problem.value(trial)
        # float32 scores know the objective to about 1e-6 of it
        bad = trial_value > value - 1e-4 * step * slope + 1e-6 * np.abs(value)
        if not bad.any():
            return trial, trial_value, trial_gradient, (step < _SMALLEST_STEP) & ~done
        step = np.where(bad, np.where(step < _SMALLEST_STEP, 0, step / 2), step).astype(np.float32)


def _direction(gradient: Vectors, memory: list[tuple[Vectors, Vectors, Vectors]], curvature: Vectors) -> Vectors:
    """The two-loop recursion (Nocedal 1980) on the diagonal curvature; to be subtracted."""
    direction = gradient.copy()
    weights = []
    for moved, turned, inverse in reversed(memory):
        weight = inverse * _dot(moved, direction)
        weights.append(weight)
        direction -= weight[:, None, :, None] * turned
    direction /= curvature
    if memory:  # the last step says how far the diagonal is off (Nocedal & Wright 2006, section 7.2)
        moved, turned, inverse = memory[-1]
        length = _dot(turned, turned / curvature)
        scale = np.divide(_dot(moved, turned), length, out=np.ones_like(length), where=(length > 0) & (inverse > 0))
        direction *= scale[:, None, :, None]
    for (moved, turned, inverse), weight in zip(memory, reversed(weights), strict=True):
        direction += (weight - inverse * _dot(turned, direction))[:, None, :, None] * moved
    return direction


def _dot(left: Vectors, right: Vectors) -> Vectors:
    return np.einsum("brpk,brpk->bp", left, right)
