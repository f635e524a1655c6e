"""Step 4 of the lesson: the same form in several sentences, and how much form and sense each hold uses together.

Sentences of a matched set share particle, position and ending and differ in the sense, so that two uses of one sense
are nearly always unlike in form. Pairs that differ in both tell how alike pairs are that share one of the two.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explorer.analysis.scores import Interval
from explorer.analysis.spaces import centred, labelled, matched_sets
from explorer.encoders.base import Encoder
from explorer.geometry import separation as sep
from explorer.geometry.similarity import Floats, cosine_matrix, unit
from explorer.occurrences import Occurrence
from explorer.store import VectorStore

Kind = Literal["form", "sense", "neither"]
KINDS: tuple[Kind, ...] = ("form", "sense", "neither")
"""Pairs of uses that share the form alone (partners of a matched set), the sense alone, or neither."""

Range = Literal["exact", "near", "middle", "far"]


@dataclass(frozen=True, slots=True)
class SameForm:
    """Centred cosines of pairs of chosen uses by layer, `cosines` `[pair, layer]`, beside all pairs of one sense.

    `pairs` are places among the chosen uses; `low` and `high` `[layer]` bound the middle 80% of the `n` cosines of
    pairs with the same sense; `spill` is what the chosen targets' pieces hold beyond them.
    """

    layers: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    cosines: Floats
    low: Floats
    high: Floats
    n: int
    spill: tuple[str, ...]

    @property
    def at_first(self) -> Range:
        """In which range the mean of the pairs lies at layer 0."""
        return cosine_range(self.cosines[:, 0])


def cosine_range(cosines: Floats) -> Range:
    """`exact` where all are 1, else where their mean lies: `near` from 0.9, `middle` from 0.5, `far` below."""
    mean = float(cosines.mean())
    if float(cosines.min()) > 1 - 1e-4:
        return "exact"
    return "near" if mean >= 0.9 else "middle" if mean >= 0.5 else "far"


def same_form(
    store: VectorStore, encoder: Encoder, occurrences: Sequence[Occurrence], chosen: Sequence[Occurrence]
) -> SameForm:  # fmt: skip
    """How alike a few uses of one form are at each layer, beside the spread of uses that share a sense."""
    stack = store.stack(encoder, [*occurrences, *chosen])
    vectors = centred(store, encoder, stack)
    n = len(occurrences)
    labels = np.array([o.sense or "" for o in occurrences])
    rows, columns = np.triu_indices(n, 1)
    same = (labels[rows] == labels[columns]) & (labels[rows] != "")
    spread = np.stack([cosine_matrix(layer[:n])[rows[same], columns[same]] for layer in vectors])
    low, high = np.quantile(spread, [0.1, 0.9], axis=1)
    picked = unit(vectors[:, n:])
    pairs = tuple((i, j) for i in range(len(chosen)) for j in range(i + 1, len(chosen)))
    cosines = np.array([np.einsum("ld,ld->l", picked[:, i], picked[:, j]) for i, j in pairs])
    return SameForm(stack.layers, pairs, cosines, low, high, int(same.sum()), stack.spill[n:])


@dataclass(frozen=True, slots=True)
class Pull:
    """How much more alike one kind of pairs is than another at the last layer, with the 95% bootstrap interval."""

    difference: float
    interval: Interval

    @property
    def sign(self) -> str:
        """`more`, `less`, or `unclear` where the interval holds 0."""
        low, high = self.interval
        return "more" if low > 0 else "less" if high < 0 else "unclear"


@dataclass(frozen=True, slots=True)
class FormAndSense:
    """Mean centred cosine by layer of pairs of each kind, with 95% intervals that draw the matched sets again.

    `sense`: same sense against neither, both unlike in form; `form`: same form against same sense.
    """

    layers: tuple[str, ...]
    counts: Mapping[Kind, int]
    means: Mapping[Kind, tuple[float, ...]]
    intervals: Mapping[Kind, tuple[Interval, ...]]
    sense: Pull
    form: Pull


def form_and_sense(
    store: VectorStore, encoder: Encoder, occurrences: Sequence[Occurrence], draws: int = 1000, seed: int = 0
) -> FormAndSense:  # fmt: skip
    """Which of the two makes uses of one word more alike; uses without a sense are left out."""
    stack, names = labelled(store.stack(encoder, occurrences))
    vectors = centred(store, encoder, stack)
    labels, sets = sep.encode_labels(names), matched_sets(stack.occurrences)
    member = np.eye(int(sets.max()) + 1)[sets]  # (use, set)
    size = member.shape[1]
    weights = np.random.default_rng(seed).multinomial(size, np.full(size, 1 / size), size=draws)
    weights = np.concatenate([np.ones((1, size), dtype=weights.dtype), weights])  # the sets as they are come first
    masks = _kinds(labels, sets)
    counts = {kind: _total(member.T @ mask @ member, weights) for kind, mask in masks.items()}
    table: dict[Kind, Floats] = {}
    for kind, mask in masks.items():
        sums = [_total(member.T @ (cosine_matrix(layer) * mask) @ member, weights) for layer in vectors]
        table[kind] = np.stack(sums) / counts[kind]  # (layer, draw)
    return FormAndSense(
        stack.layers,
        {kind: int(mask.sum()) // 2 for kind, mask in masks.items()},
        {kind: tuple(float(v) for v in rows[:, 0]) for kind, rows in table.items()},
        {kind: tuple(sep.band(row[1:]) for row in rows) for kind, rows in table.items()},
        _pull(table["sense"][-1] - table["neither"][-1]),
        _pull(table["form"][-1] - table["sense"][-1]),
    )


def _kinds(labels: sep.Labels, sets: sep.Labels) -> dict[Kind, NDArray[np.bool_]]:
    """Which pairs are of which kind, each `[n, n]`; two uses of one sense in one set are none."""
    sense, form = labels[:, None] == labels[None, :], sets[:, None] == sets[None, :]
    return {"form": form & ~sense, "sense": sense & ~form, "neither": ~form & ~sense}


def _total(by_set: Floats, weights: NDArray[np.int64]) -> Floats:
    """Sums over pairs `[draw]` of a table `[set, set]`, each set as often as it was drawn `[draw, set]`."""
    within = np.diag(by_set)
    return np.einsum("ds,st,dt->d", weights, by_set - np.diag(within), weights, optimize=True) + weights @ within


def _pull(differences: Floats) -> Pull:
    low, high = sep.band(differences[1:])
    return Pull(float(differences[0]), (low, high))
