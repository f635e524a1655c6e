"""Steps 3 and 6 of the lesson: reading directions, random pairs, small data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.analysis.layers import layer_anisotropy
from explorer.analysis.scores import Interval, unmatched, unmatched_chance, unmatched_credit
from explorer.analysis.spaces import centred, labelled, matched_sets
from explorer.encoders.base import Encoder
from explorer.encoders.elmo import ElmoEncoder
from explorer.geometry import separation as sep
from explorer.geometry.projection import aligned_pca
from explorer.geometry.similarity import Floats, anisotropy
from explorer.language import Language
from explorer.lexicon import bundled
from explorer.mixing import uniform
from explorer.occurrences import Occurrence
from explorer.store import VectorStore


@dataclass(frozen=True, slots=True)
class Direction:
    """One half of an ELMo vector on one word: 1-NN without partners at the last layer, its band of chance, and points.

    `points` is `[layer, n, 2]`, aligned over the layers.
    """

    score: float
    band: Interval
    points: Floats


@dataclass(frozen=True, slots=True)
class Directions:
    """Both halves on one word, and by how much the forward one scores higher, with the 95% bootstrap interval."""

    occurrences: tuple[Occurrence, ...]
    halves: Mapping[str, Direction]
    difference: float
    interval: Interval


def directions(
    store: VectorStore, encoder: ElmoEncoder, occurrences: Sequence[Occurrence], seed: int = 0
) -> Directions:  # fmt: skip
    """What each reading direction knows of one word's senses."""
    stack, names = labelled(store.stack(encoder, occurrences))
    vectors = centred(store, encoder, stack)
    labels, sets = sep.encode_labels(names), matched_sets(stack.occurrences)
    found, credits = {}, []
    for name, part in encoder.halves.items():
        score, band, _ = unmatched(vectors[-1][:, part], labels, sets, None, 1000, seed)
        credits.append(unmatched_credit(vectors[-1][:, part], labels, sets))
        found[name] = Direction(score or 0.0, band or (0.0, 0.0), aligned_pca(vectors[:, :, part]).points)
    difference = credits[0] - credits[1]
    return Directions(stack.occurrences, found, float(difference.mean()), _interval(difference, seed))


@dataclass(frozen=True, slots=True)
class DirectionsOverWords:
    """Means over words of 1-NN without partners: `curves` by layer (forward, backward, both), with their intervals.

    `difference` forward minus backward at the last layer; intervals resample words; `mix` is the plain mix of layers.
    """

    layers: tuple[str, ...]
    words: int
    curves: Mapping[str, tuple[float, ...]]
    intervals: Mapping[str, tuple[Interval, ...]]
    difference: float
    interval: Interval
    chance: float
    mix: float


def directions_over_words(
    store: VectorStore, encoder: ElmoEncoder, language: Language, seed: int = 0
) -> DirectionsOverWords:  # fmt: skip
    """Both reading directions over all bundled words of a language that have two senses."""
    parts = {**encoder.halves, "both": slice(0, encoder.dim)}
    table: dict[str, list[list[float]]] = {name: [] for name in parts}
    mixes, chances = [], []
    for word in bundled.word_ids(language):
        stack, names = labelled(store.stack(encoder, bundled.occurrences(language, word)))
        if len(set(names)) < 2:
            continue
        labels, sets = sep.encode_labels(names), matched_sets(stack.occurrences)
        vectors = centred(store, encoder, stack)
        for name, part in parts.items():
            table[name].append([float(unmatched_credit(v[:, part], labels, sets).mean()) for v in vectors])
        mixed = uniform(len(vectors))(vectors.astype(np.float32))
        mixes.append(float(unmatched_credit(mixed.astype(np.float64), labels, sets).mean()))
        chances.append(unmatched_chance(labels, sets))
    by_layer = {name: np.array(rows).T for name, rows in table.items()}  # (layer, word)
    difference = by_layer["forward"][-1] - by_layer["backward"][-1]
    return DirectionsOverWords(
        encoder.layers,
        len(mixes),
        {name: tuple(float(v) for v in rows.mean(axis=1)) for name, rows in by_layer.items()},
        {name: tuple(_interval(row, seed) for row in rows) for name, rows in by_layer.items()},
        float(difference.mean()),
        _interval(difference, seed),
        float(np.mean(chances)),
        float(np.mean(mixes)),
    )


@dataclass(frozen=True, slots=True)
class RandomPairs:
    """Mean cosine of pairs of different words by layer, as the vectors are and with the mean taken away."""

    layers: tuple[str, ...]
    raw: tuple[float, ...]
    centred: tuple[float, ...]


def random_pairs(store: VectorStore, encoder: Encoder, language: Language, seed: int = 0) -> RandomPairs:
    """The anisotropy of an encoder (Ethayarajh 2019) over the bundled uses of a language."""
    stack, _ = store.available(encoder, bundled.occurrences(language))
    after = anisotropy(centred(store, encoder, stack), [o.word for o in stack.occurrences], seed=seed)
    raw = layer_anisotropy(store, encoder, language, seed)
    return RandomPairs(encoder.layers, tuple(v or 0.0 for v in raw), tuple(float(v) for v in after))


@dataclass(frozen=True, slots=True)
class Wobble:
    """1-NN without partners at the last layer of `n` sentences, and 95% of bootstrap draws of n and of n/2 of them."""

    n: int
    value: float
    interval: Interval
    half: Interval


def wobble(store: VectorStore, encoder: Encoder, occurrences: Sequence[Occurrence], seed: int = 0) -> Wobble:
    """How much a score depends on which sentences there are; credits are drawn, not measured again."""
    stack, names = labelled(store.stack(encoder, occurrences))
    vectors = centred(store, encoder, stack)[-1]
    credit = unmatched_credit(vectors, sep.encode_labels(names), matched_sets(stack.occurrences))
    rng = np.random.default_rng(seed)
    halves = rng.choice(credit, size=(1000, len(credit) // 2)).mean(axis=1)
    low, high = sep.band(halves)
    return Wobble(len(credit), float(credit.mean()), _interval(credit, seed), (low, high))


def _interval(values: Floats, seed: int) -> Interval:
    low, high = sep.band(sep.bootstrap_means(values, seed=seed))
    return low, high
