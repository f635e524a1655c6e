"""Steps 1 and 2 of the lesson: what one static vector holds.

A static vector near the weighted sum of a word's sense vectors: Arora et al. 2018, for English; here each sense is the
mean context of its sentences, in the space of the same static model.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.analysis.spaces import centred
from explorer.encoders.base import Encoder, LayerStack
from explorer.encoders.fasttext import NgramVectors, spell
from explorer.encoders.static import StaticEncoder
from explorer.errors import ExplorerError
from explorer.geometry.projection import aligned_pca
from explorer.geometry.similarity import Floats, unit
from explorer.occurrences import Occurrence
from explorer.store import VectorStore

DRAWS = 1000

EXAMPLES = (("고양이", "강아지"), ("항구", "부두"), ("사과", "포도"), ("의사", "바다"))
"""Pairs of words, from much alike to unrelated, that give a scale to who has never seen a cosine."""


@dataclass(frozen=True, slots=True)
class SenseAverage:
    """A word's static vector among the contexts of its senses, all centred and scaled to length 1.

    `cosines` `[sense]` of the word's vector with each sense's mean context, `mean` with the mean of these means;
    `share` of bootstrap draws (sentences, within senses) in which `mean` is higher than the highest of `cosines`.
    `contexts` `[n, 2]`, `centres` `[sense, 2]`, `middle` `[2]` (the mean of the centres) and `word` `[2]` are points of
    one plane, fitted to the contexts, that holds the share `explained` of their variance, and the share `inside` of the
    squared distance between the word and the mean context.
    """

    occurrences: tuple[Occurrence, ...]
    senses: tuple[str, ...]
    cosines: tuple[float, ...]
    mean: float
    share: float
    contexts: Floats
    centres: Floats
    middle: Floats
    word: Floats
    explained: float
    inside: float

    @property
    def nearest(self) -> int:
        """The place in `senses` of the one with the highest cosine."""
        return int(np.argmax(self.cosines))


def sense_average(
    store: VectorStore, static: Encoder, bag: Encoder, occurrences: Sequence[Occurrence], seed: int = 0
) -> SenseAverage:  # fmt: skip
    """Where the vector of a word lies among its senses' contexts; uses without a sense or a context are left out.

    `bag` gives the mean of the other words' vectors of `static`. Raises ExplorerError where there is no such vector.
    """
    word = centred(store, static, store.stack(static, occurrences[:1]))[0, 0]
    stack, without = store.available(bag, [o for o in occurrences if o.sense])
    if not stack.occurrences:
        raise next(iter(without.values()), ExplorerError("no_labels"))
    contexts = unit(centred(store, bag, stack)[0])
    labels = np.array([o.sense for o in stack.occurrences])
    senses = tuple(dict.fromkeys(labels.tolist()))
    rows = [np.flatnonzero(labels == sense) for sense in senses]
    centres = np.array([contexts[members].mean(axis=0) for members in rows])
    points = np.concatenate([contexts, unit(centres), unit(centres.mean(axis=0))[None], unit(word)[None]])
    fitted = np.arange(len(points)) < len(contexts)
    plane = aligned_pca(points[None], fitted)
    n = len(contexts)
    cosines, mean = _cosines(centres[None], word)
    explained = float(plane.explained[0].sum())
    # the plane's points are scaled: a mean square of 1 there is the explained part of the contexts' variance
    variance = float(((contexts - contexts.mean(axis=0)) ** 2).sum(axis=1).mean())
    seen = float((plane.points[0, -1] ** 2).sum()) * explained * variance
    whole = float(((unit(word) - contexts.mean(axis=0)) ** 2).sum())
    return SenseAverage(
        occurrences=stack.occurrences,
        senses=senses,
        cosines=tuple(float(c) for c in cosines[0]),
        mean=float(mean[0]),
        share=_share_of_mean(contexts, rows, word, seed),
        contexts=plane.points[0, :n],
        centres=plane.points[0, n:-2],
        middle=plane.points[0, -2],
        word=plane.points[0, -1],
        explained=explained,
        inside=seen / whole,
    )


def _cosines(centres: Floats, word: Floats) -> tuple[Floats, Floats]:
    """Of centres `[draw, sense, dim]` with the word: each sense's `[draw, sense]`, and their mean's `[draw]`."""
    direction = unit(word)
    return unit(centres) @ direction, unit(centres.mean(axis=1)) @ direction


def _share_of_mean(contexts: Floats, rows: Sequence[np.ndarray], word: Floats, seed: int) -> float:
    rng = np.random.default_rng(seed)
    drawn = [
        rng.multinomial(len(members), np.full(len(members), 1 / len(members)), size=DRAWS) @ contexts[members]
        for members in rows
    ]
    centres = np.stack([total / len(members) for total, members in zip(drawn, rows, strict=True)], axis=1)
    cosines, mean = _cosines(centres, word)
    return float((mean > cosines.max(axis=1)).mean())


@dataclass(frozen=True, slots=True)
class OneVector:
    """All uses of a word in a static model: cosine of the first two, how many vectors differ, the nearest words."""

    cosine: float
    distinct: int
    n: int
    near: tuple[tuple[str, float], ...]


def one_vector(store: VectorStore, encoder: StaticEncoder, occurrences: Sequence[Occurrence]) -> OneVector:
    """What a static model gives for the uses of one word. Raises ExplorerError where it does not know the word."""
    stack: LayerStack = store.stack(encoder, occurrences)
    rows = stack.vectors[0].astype(np.float64)
    first, second = unit(rows[[0, min(1, len(rows) - 1)]])
    return OneVector(
        float(first @ second), len(np.unique(rows, axis=0)), len(rows), tuple(encoder.nearest(occurrences[0].word, 10))
    )


def word_cosines(encoder: StaticEncoder, pairs: Sequence[tuple[str, str]]) -> tuple[float, ...]:
    """The raw cosine of each pair of words. Raises ExplorerError where the model does not know one of them."""
    return tuple(
        float(unit(encoder.words.vector(a).astype(np.float64)) @ unit(encoder.words.vector(b).astype(np.float64)))
        for a, b in pairs
    )


@dataclass(frozen=True, slots=True)
class Unseen:
    """A word for a model of character n-grams: whether training saw it, its n-grams, and the words nearest to it."""

    seen: bool
    ngrams: tuple[str, ...]
    near: tuple[tuple[str, float], ...]


def unseen_word(encoder: StaticEncoder, word: str) -> Unseen:
    """What a FastText model makes of a word, seen or not; nothing for a word without any n-gram."""
    model = encoder.words
    if not isinstance(model, NgramVectors):
        raise TypeError(f"{encoder.identity.id} has no n-grams")
    text = f"<{spell(word, model.units)}>"
    sizes = range(model.shortest, model.longest + 1)
    ngrams = tuple(dict.fromkeys(text[i : i + n] for i in range(len(text)) for n in sizes if i + n <= len(text)))
    known = word in model
    return Unseen(model.seen(word), ngrams if known else (), tuple(encoder.nearest(word, 10)) if known else ())
