"""ELMo's scalar mix: one vector for an occurrence out of its vectors at all layers.

γ Σ_j softmax(w)_j h_j (Peters et al. 2018, equation 1), optionally with each layer normalised first, as they
did where layers differ in scale. It mixes any stack's vectors; learning the weights is for probes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import Vectors
from explorer.errors import ExplorerError, wrong

_LAYER_NORM_EPS = 1e-12
_LEAST_WEIGHT = 1e-12


@dataclass(frozen=True, slots=True)
class ScalarMix:
    """One logit a layer, a scale γ, and whether every vector is normalised first (mean 0, variance 1 over its dim)."""

    logits: tuple[float, ...]
    gamma: float = 1.0
    normalise: bool = False

    def __post_init__(self) -> None:
        """Raises ExplorerError where there is no logit, or a number is not finite."""
        object.__setattr__(self, "logits", _numbers("logits", self.logits))
        object.__setattr__(self, "gamma", *_numbers("gamma", (self.gamma,)))
        if not isinstance(self.normalise, (bool, np.bool_)):
            raise wrong("normalise", self.normalise, ExplorerError("expect_flag"))

    @property
    def weights(self) -> NDArray[np.float64]:
        """softmax(w): positive, one a layer, summing to 1."""
        exponentials = np.exp(np.array(self.logits) - max(self.logits))  # the greatest is 1: nothing overflows
        return exponentials / exponentials.sum()

    @property
    def centre_of_gravity(self) -> float:
        """The mean layer under the weights, Σ_j j·softmax(w)_j (Tenney et al. 2019); L/2 for uniform weights."""
        return float(self.weights @ np.arange(len(self.logits)))

    def __call__(self, vectors: Vectors) -> Vectors:
        """Mix `[layer, occurrence, dim]` to float32 `[occurrence, dim]`; ExplorerError for another count of layers."""
        numbers = isinstance(vectors, np.ndarray) and np.issubdtype(vectors.dtype, np.floating)
        if not numbers or vectors.ndim != 3 or len(vectors) != len(self.logits):
            raise wrong("vectors", vectors, ExplorerError("expect_vectors", layers=len(self.logits)))
        layers = layer_norm(vectors) if self.normalise else vectors
        return (self.gamma * np.tensordot(self.weights, layers, axes=1)).astype(np.float32)


def _numbers(name: str, values: object) -> tuple[float, ...]:
    given = tuple(values) if isinstance(values, (tuple, list, np.ndarray)) else ()
    if not given or not all(isinstance(value, Real) and math.isfinite(value) for value in given):
        shown = given[0] if name == "gamma" else values
        raise wrong(name, shown, ExplorerError("expect_number" if name == "gamma" else "expect_numbers"))
    return tuple(map(float, given))


def uniform(layers: int, *, gamma: float = 1.0, normalise: bool = False) -> ScalarMix:
    """All layers alike: their plain mean."""
    return ScalarMix((0.0,) * layers, gamma, normalise)


def one_layer(layer: int, layers: int, *, gamma: float = 1.0, normalise: bool = False) -> ScalarMix:
    """One layer alone; -1 is the top."""
    weights = np.zeros(layers)
    weights[layer] = 1
    return from_weights(weights, gamma=gamma, normalise=normalise)


def top_layer(layers: int, *, gamma: float = 1.0, normalise: bool = False) -> ScalarMix:
    """The top layer alone."""
    return one_layer(-1, layers, gamma=gamma, normalise=normalise)


def from_weights(
    weights: Sequence[float] | NDArray[np.float64], *, gamma: float = 1.0, normalise: bool = False
) -> ScalarMix:
    """The mix whose softmax is `weights` scaled to sum 1, as sliders give them.

    A weight of 0 becomes 10⁻¹², below what float32 tells apart. Raises ValueError where one is negative or all are 0.
    """
    shares = np.asarray(weights, dtype=np.float64)
    if shares.ndim != 1 or not np.isfinite(shares).all() or (shares < 0).any() or not shares.any():
        raise ValueError("weights are at least 0, and one is greater")
    logits = np.log(np.maximum(shares / shares.sum(), _LEAST_WEIGHT))
    return ScalarMix(tuple(logits.tolist()), gamma, normalise)


def layer_norm(vectors: Vectors) -> Vectors:
    """Every vector with mean 0 and variance 1 over its last axis, without gain and bias; a constant one becomes 0."""
    centred = vectors - vectors.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.square(centred).mean(axis=-1, keepdims=True) + _LAYER_NORM_EPS)
