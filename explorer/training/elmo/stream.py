"""Token files to batches for ELMo: sentences of one length together, mixed over all sources, no padding.

A sentence is read alone, from its begin mark to its end mark, exactly as in use; so no state is carried over, and
both directions learn from the same tokens. A sentence of more than `LONGEST` tokens is cut into windows that overlap by
one token.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.elmo_characters import BEGIN, END, UNKNOWN, Unit, character_matrix
from explorer.errors import ExplorerError

LONGEST = 50
"""Tokens of a window, marks included."""

_MARKS = (UNKNOWN, BEGIN, END)
_BEGIN, _END = 1, 2

Ids = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The classes of the softmax: unknown, the marks, then words, most frequent first. Any *input* word is read."""

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.words[: len(_MARKS)] != _MARKS:
            raise ValueError(f"a vocabulary begins with {_MARKS}")

    @classmethod
    def from_counts(cls, counts: Counter[str], size: int) -> "Vocabulary":
        """The most frequent words; ties in alphabetical order, so that the same text gives the same classes."""
        ranked = sorted((word for word in counts), key=lambda word: (-counts[word], word))
        return cls(_MARKS + tuple(ranked[: size - len(_MARKS)]))


@dataclass(frozen=True, slots=True)
class Stream:
    """Sentences as ids of types. Ids below `classes` are classes of the softmax; the rest are unknown to it.

    `ids` holds all windows one after another, window `i` at `[starts[i], starts[i + 1])`; `weights[i]` says how often
    an epoch reads it; `characters` is `[type, character]`.
    """

    ids: Ids
    starts: NDArray[np.int64]
    weights: NDArray[np.float32]
    characters: Ids
    classes: int

    @property
    def tokens(self) -> float:
        """Predictions an epoch makes in each direction."""
        return float(((np.diff(self.starts) - 1) * self.weights).sum())


@dataclass(frozen=True, slots=True)
class Batch:
    """Sentences of one length.

    `characters` of the distinct tokens `[type, character]`, and `[time, batch]` each: `index` into them and `classes`
    of the softmax.
    """

    characters: Ids
    index: NDArray[np.int64]
    classes: NDArray[np.int64]

    @property
    def predictions(self) -> int:
        """Predictions made in each direction."""
        return int((self.index.shape[0] - 1) * self.index.shape[1])


def count_words(sentences: Iterable[Sequence[str]]) -> Counter[str]:
    """How often each token stands in sentences."""
    counts: Counter[str] = Counter()
    for sentence in sentences:
        counts.update(sentence)
    return counts


def build_stream(
    sources: Mapping[str, Iterable[Sequence[str]]],
    vocabulary: Vocabulary,
    unit: Unit,
    weights: Mapping[str, float] | None = None,
) -> Stream:
    """Read the sentences of each source; `weights` says how often an epoch reads a source (1 where it says nothing).

    Raises ExplorerError where there is no sentence.
    """
    types = {word: i for i, word in enumerate(vocabulary.words)}
    flat = array("i")
    lengths: list[int] = []
    shares: list[float] = []
    for name, sentences in sources.items():
        before = len(lengths)
        for sentence in sentences:
            row = [_BEGIN, *(types.setdefault(token, len(types)) for token in sentence), _END]
            for window in windows(len(row)):
                lengths.append(window.stop - window.start)
                flat.extend(row[window])
        shares.extend([(weights or {}).get(name, 1.0)] * (len(lengths) - before))
    if not lengths:
        raise ExplorerError("corpus_empty", files=", ".join(sources))
    return Stream(
        np.frombuffer(flat, dtype=np.int32),
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        np.array(shares, dtype=np.float32),
        character_matrix(types, unit),
        len(vocabulary.words),
    )


def windows(length: int) -> list[slice]:
    """Windows of at most LONGEST tokens over a sentence, as even as can be, each sharing one token with the next."""
    count = max(1, -(-(length - 1) // (LONGEST - 1)))
    edges = [round(i * (length - 1) / count) for i in range(count + 1)]
    return [slice(a, b + 1) for a, b in pairwise(edges)]


def batches(stream: Stream, tokens: int, seed: int, epoch: int, skip: int = 0) -> Iterator[Batch]:
    """One epoch in batches of about `tokens` predictions, in an order that the seed and the epoch's number decide.

    The first `skip` batches are left out: where a resumed training stood.
    """
    rng = np.random.default_rng((seed, epoch))
    copies = np.floor(stream.weights + rng.random(len(stream.weights), dtype=np.float32)).astype(np.int64)
    drawn = rng.permutation(np.repeat(np.arange(len(copies)), copies))
    lengths = np.diff(stream.starts)[drawn]
    groups: list[NDArray[np.int64]] = []
    for length in np.unique(lengths):
        members = drawn[lengths == length]
        size = max(1, tokens // int(length - 1))
        groups.extend(members[i : i + size] for i in range(0, len(members), size))
    for group in rng.permutation(len(groups))[skip:]:
        yield make_batch(stream, groups[group])


def make_batch(stream: Stream, members: NDArray[np.int64]) -> Batch:
    """A batch of windows of one length."""
    length = int(stream.starts[members[0] + 1] - stream.starts[members[0]])
    ids = stream.ids[stream.starts[members][None, :] + np.arange(length)[:, None]]  # (time, batch)
    distinct, index = np.unique(ids, return_inverse=True)
    characters = stream.characters[distinct]
    longest = int((characters != 0).sum(axis=1).max())
    classes = np.where(ids < stream.classes, ids, 0).astype(np.int64)
    return Batch(characters[:, :longest], index.reshape(ids.shape).astype(np.int64), classes)
