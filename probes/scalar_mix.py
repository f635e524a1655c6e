"""Which layers a task asks for: ELMo's scalar mix, learned together with a linear probe (Peters et al. 2018).

logits = (Σ_j s_j h_j) W + b with s = softmax(w). Each layer is normalised first: its training mean is taken away and
what is left has variance 1, so that a weight says how much a layer is used and not how large its numbers are (ELMo's
code likewise has one mean and variance for a layer; in anisotropic spaces, where most of a vector is the layer's common
mean, the mean has to be a vector). The scale γ of the paper is part of W; the
penalty on W counts in units of the variance of the *mixed* vectors, as everywhere in this package. A penalty in fixed
units would favour whichever single layer varies most, since mixing layers that differ makes vectors shorter.
Where each stratum has a probe of its own, all share one mix.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from probes.basis import Floats, Vectors, check_vectors
from probes.errors import ProbeError
from probes.scoring import TIE
from probes.splits import Split, make_splits
from probes.tasks import Codes, Task, codes, stratum_codes
from probes.threads import Progress, run_all

MIX_STRENGTHS = (1.0, 0.1, 0.01, 0.001)
_ROUNDING = 1e-6
_OUT_OF_REACH = np.float32(-1e30)


@dataclass(frozen=True, slots=True, eq=False)
class Mixes:
    """What the splits learned: `logits` `[split, layer]` (w, their mean 0), and test accuracy `[split]`.

    `scales` `[split, layer]` are the deviations by which layers were divided, `strengths` `[split]` the regularisation.
    """

    logits: Floats
    accuracy: Floats
    scales: Floats
    strengths: Floats

    @property
    def weights(self) -> Floats:
        """softmax(w) `[split, layer]`."""
        return softmax(self.logits)

    @property
    def raw_weights(self) -> Floats:
        """The same mixes for vectors as the encoder gives them, `[layer]`: s_j over the layer's scale, summing to 1.

        The mean over splits. Up to a common scale, and the means that centring takes away, this is the learned mix.
        """
        share = self.weights / np.where(self.scales > 0, self.scales, np.inf)
        return (share / share.sum(axis=1, keepdims=True)).mean(axis=0)

    @property
    def centre_of_gravity(self) -> Floats:
        """Σ_l l·s_l `[split]` (Tenney et al. 2019); uniform weights have L/2."""
        return self.weights @ np.arange(self.logits.shape[1])


def learn_mix(
    task: Task,
    layers: Mapping[str, NDArray[np.floating]],
    *,
    folds: int = 5,
    repeats: int = 5,
    seed: int = 0,
    penalty: float = 1e-5,
    strengths: Sequence[float] = MIX_STRENGTHS,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Mixes:
    """Learn the mix of layers `[n, dim]` of equal width, in the first fold of each repeat.

    `penalty` is λ of λ‖w‖² in the mean loss (nats an item), which keeps the weights near uniform: at 0.001 they stay
    nearly flat even where one layer alone has the labels, at 0.00001 the data decide. The regularisation of W is chosen
    by the bits of the development part.
    Raises ProbeError as `measure`, and where layers differ in width.
    """
    arrays = stacked(task, layers)
    splits = first_folds(task, folds, repeats, seed)
    learned: list[Mixed] = []
    jobs = [partial(_learn, task, split, arrays, penalty, strengths) for split in splits]
    run_all(jobs, learned.append, workers=workers, progress=progress)
    return Mixes(
        *(np.array([getattr(one, name) for one in learned]) for name in ("logits", "accuracy", "scales", "strength"))
    )


def _learn(task: Task, split: Split, arrays: Sequence[Vectors], penalty: float, strengths: Sequence[float]) -> "Mixed":
    return MixProblem(task, split, arrays, penalty).learn(strengths)


def first_folds(task: Task, folds: int, repeats: int, seed: int) -> list[Split]:
    """One split for each repeat."""
    return [s for s in make_splits(task, folds=folds, repeats=repeats, seed=seed) if s.fold == 0]


def stacked(task: Task, layers: Mapping[str, NDArray[np.floating]]) -> list[Vectors]:
    """The layers as float32. Raises ProbeError unless they fit the task and one another."""
    if not layers:
        raise ProbeError("no_layers")
    for name, array in layers.items():
        check_vectors(name, array, task.n)
    widths = {array.shape[1] for array in layers.values()}
    if len(widths) > 1:
        name, odd = next((k, v) for k, v in layers.items() if v.shape[1] != next(iter(layers.values())).shape[1])
        raise ProbeError("shape", layer=name, shape=odd.shape, expected=task.n)
    return [np.asarray(array, dtype=np.float32) for array in layers.values()]


def softmax(logits: Floats) -> Floats:
    """Over the last axis."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


@dataclass(frozen=True, slots=True, eq=False)
class Mixed:
    """The mix of one split, the probe's `weights` on it (in the coordinates of its MixProblem), and what it scores."""

    logits: Floats
    weights: Floats
    scales: Floats
    accuracy: float
    bits: float
    strength: float


class MixProblem:
    """One split: layers centred by stratum on the training part, and classes that are in reach of each item.

    All strata are one softmax, in which an item sees only the classes of its own stratum.
    """

    def __init__(self, task: Task, split: Split, layers: Sequence[Vectors], penalty: float) -> None:
        labels, strata = codes(task.labels), stratum_codes(task)
        pairs, self._classes = np.unique(strata * (labels.max() + 1) + labels, return_inverse=True)
        stratum_of_class = pairs // (labels.max() + 1)
        self._penalty = penalty
        self._train = split.rows("train")
        self._parts = {p: split.rows(p) for p in ("train", "development", "test")}
        trained = np.isin(np.arange(len(pairs)), self._classes[self._train])
        open_to = (stratum_of_class[None] == strata[:, None]) & trained
        self._mask = np.where(open_to, np.float32(0), _OUT_OF_REACH)
        self._known = open_to.any(axis=1) & trained[self._classes]
        normalised = [_normalised(layer, strata, self._train) for layer in layers]
        self._layers = [layer for layer, _ in normalised]
        self._scales = np.array([scale for _, scale in normalised])
        self._turn = self._preconditioner()

    def learn(self, strengths: Sequence[float]) -> Mixed:
        """The best of some strengths, strong to weak, each started from the one before, by development bits."""
        best: Mixed | None = None
        current: Mixed | None = None
        for strength in sorted(strengths, reverse=True):
            current = self._fit(strength, current)
            if best is not None and current.bits >= best.bits:
                break
            best = current
        if best is None:
            raise ProbeError("no_strengths")
        return best

    def _preconditioner(self) -> tuple[Floats, Floats]:
        """Principal directions of the uniform mix `[d, d]` and the variance along each, for a well-rounded problem."""
        mean = self._mix(np.full(len(self._layers), 1 / len(self._layers)), self._train).astype(np.float64)
        values, directions = np.linalg.eigh(mean.T @ mean / len(mean))
        return directions, np.maximum(values, 0)

    def _mix(self, shares: Floats, rows: Codes) -> Vectors:
        """Σ_j s_j h_j of some rows `[m, d]`."""
        return np.sum([np.float32(s) * layer[rows] for s, layer in zip(shares, self._layers, strict=True)], axis=0)

    def _fit(self, strength: float, start: Mixed | None) -> Mixed:
        directions, variance = self._turn
        stack = np.stack([layer[self._train] for layer in self._layers])
        flat = stack.reshape(len(stack), -1)
        overlap = (flat @ flat.T).astype(np.float64) / flat.shape[1]
        bend = 0.1 * variance + strength * float(overlap.mean() or 1)
        turn = (directions / np.sqrt(bend)).astype(np.float32)
        n_layers, shape = len(self._layers), (turn.shape[1] + 1, self._mask.shape[1])
        initial = np.zeros(n_layers + shape[0] * shape[1])
        if start is not None:
            initial[:n_layers] = start.logits
            back = np.sqrt(bend)[:, None] * (directions.T @ start.weights[:-1])
            initial[n_layers:] = np.concatenate([back, start.weights[-1:]]).ravel()
        data = _Data(stack, overlap, turn, self._mask[self._train], self._classes[self._train], strength, self._penalty)
        options = {"maxiter": 150, "ftol": 1e-6, "gtol": 1e-4}
        found = minimize(_objective, initial, args=(data,), jac=True, method="L-BFGS-B", options=options).x
        logits = found[:n_layers] - found[:n_layers].mean()
        turned = found[n_layers:].reshape(shape)
        weights = np.concatenate([turn @ turned[:-1], turned[-1:]])
        development, _ = self._judge(logits, weights, self._parts["development"])
        _, accuracy = self._judge(logits, weights, self._parts["test"])
        return Mixed(logits, weights, self._scales, accuracy, development, strength)

    def _judge(self, logits: Floats, weights: Floats, rows: Codes) -> tuple[float, float]:
        """Mean bits over the items whose class training held, and accuracy over all items of strata that it held."""
        scores = self._mix(softmax(logits), rows) @ weights[:-1] + weights[-1] + self._mask[rows]
        own = scores[np.arange(len(rows)), self._classes[rows]]
        top = scores.max(axis=1)
        nats = top + np.log(np.exp(scores - top[:, None]).sum(axis=1)) - own
        judged = (self._mask[rows] == 0).any(axis=1)
        known = self._known[rows]
        tied = scores >= top[:, None] - TIE  # labels that the vectors do not tell apart share the credit
        credit = tied[np.arange(len(rows)), self._classes[rows]] / tied.sum(axis=1)
        accuracy = float(credit[judged].mean()) if judged.any() else float("nan")
        return float(nats[known].mean() / np.log(2)) if known.any() else float("inf"), accuracy


def _normalised(layer: Vectors, strata: Codes, train: Codes) -> tuple[Vectors, float]:
    """Minus the training mean of the stratum (of all, where it has none), over the deviation; and that."""
    counts = np.bincount(strata[train], minlength=int(strata.max()) + 1)
    sums = np.zeros((len(counts), layer.shape[1]))
    np.add.at(sums, strata[train], layer[train])
    overall = layer[train].mean(axis=0, dtype=np.float64)
    means = np.where(counts[:, None] > 0, sums / np.maximum(counts, 1)[:, None], overall)
    centred = layer - means.astype(np.float32)[strata]
    deviation = float(np.sqrt(np.square(centred[train]).mean(dtype=np.float64)))
    if deviation <= _ROUNDING * float(np.abs(layer[train]).max(initial=0)):
        return np.zeros_like(centred), 0.0
    return centred / np.float32(deviation), deviation


class _Data(NamedTuple):
    stack: Vectors  # (layer, n, d)
    overlap: Floats  # (layer, layer): mean product of two layers' vectors, so that sᵀ·overlap·s is the mix's variance
    turn: Vectors  # (d, d): from preconditioned coordinates
    mask: Vectors  # (n, class)
    classes: Codes  # (n,)
    strength: float
    penalty: float


def _objective(parameters: Floats, data: _Data) -> tuple[float, Floats]:
    """Mean loss plus penalties, and its gradient, for `[w, W, b]` with W in preconditioned coordinates."""
    n_layers, n, d = data.stack.shape
    flat = data.stack.reshape(n_layers, -1)
    logits = parameters[:n_layers] - parameters[:n_layers].mean()
    shares = softmax(logits)
    turned = parameters[n_layers:].reshape(d + 1, -1)
    weights = data.turn @ turned[:-1].astype(np.float32)
    mixed = (shares.astype(np.float32) @ flat).reshape(n, d)
    loss, residual = _loss(mixed @ weights + turned[-1].astype(np.float32) + data.mask, data.classes)
    variance, size = float(shares @ data.overlap @ shares), float(np.square(weights).sum())
    by_weight = data.turn.T @ (mixed.T @ residual + np.float32(data.strength * variance) * weights)
    by_share = (flat @ (residual @ weights.T).ravel()).astype(np.float64)
    by_share += data.strength * size * (data.overlap @ shares)
    by_logit = shares * (by_share - shares @ by_share) + 2 * data.penalty * logits
    loss += 0.5 * data.strength * variance * size + data.penalty * float(logits @ logits)
    return loss, np.concatenate([by_logit, by_weight.ravel(), residual.sum(axis=0)]).astype(np.float64)


def _loss(scores: Vectors, classes: Codes) -> tuple[float, Vectors]:
    """Mean −ln p of the own classes `[n]`, and its gradient in the scores `[n, class]`."""
    rows = np.arange(len(classes))
    scores = scores - scores.max(axis=1, keepdims=True)
    own = scores[rows, classes]
    raised = np.exp(scores)
    total = raised.sum(axis=1, keepdims=True)
    residual = raised / total
    residual[rows, classes] -= 1
    return float((np.log(total[:, 0]) - own).mean(dtype=np.float64)), residual / len(classes)
