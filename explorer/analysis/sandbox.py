"""What a sentence does to a word: the sense that each layer would choose, and what changes when a word of it does."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from explorer.analysis.compare import View, layered_views
from explorer.analysis.spaces import Centring, Grouping, label_names, matched_sets, mean_of
from explorer.encoders.base import Encoder
from explorer.errors import ExplorerError
from explorer.geometry.centroids import centroid_cosines, credit, held_out_cosines, margins, share_right
from explorer.geometry.similarity import Floats, centre
from explorer.occurrences import Occurrence, normalise
from explorer.store import VectorStore


@dataclass(frozen=True)
class Choices:
    """The nearest centroid of the known senses for each sentence at each layer.

    `cosines` `[layer, sentence, sense]`; `right[layer]` is the share of the `n` known uses whose own sense is nearest
    when each, with its matched set, is held out; `share` and `low` `[layer, sentence]` say how often known uses with
    such a margin are right, and from where on that is sure.
    """

    layers: tuple[str, ...]
    senses: tuple[str, ...]
    cosines: Floats
    right: Floats
    share: Floats
    low: Floats
    n: int

    @property
    def margins(self) -> Floats:
        """How far the nearest sense is before the next, `[layer, sentence]`."""
        return margins(self.cosines)

    def nearest(self, layer: int, sentence: int) -> str | None:
        """The nearest sense, whatever its margin; None where no cosine is defined."""
        row = self.cosines[layer, sentence]
        return None if np.isnan(row).all() else self.senses[int(np.nanargmax(row))]

    def told(self, layer: int, sentence: int) -> bool:
        """Whether choices of such a margin are surely more often right than wrong."""
        return bool(self.low[layer, sentence] > 0.5)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the context at characters `[start, end)` of its sentence."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Influence:
    """What each word of the context adds to the margin of one sense: `change` `[layer, word]`, full minus without it.

    `margin` `[layer]` is the full sentence's: the sense's cosine before the best of the others.
    """

    layers: tuple[str, ...]
    words: tuple[Word, ...]
    sense: str
    margin: Floats
    change: Floats


def space(
    store: VectorStore,
    encoder: Encoder,
    typed: Sequence[Occurrence],
    known: Sequence[Occurrence],
    centring: Centring,
) -> tuple[Floats, Floats]:
    """Centred vectors of typed and known uses, `[layer, n, dim]` each; the own mean is that of the known uses."""
    stack = store.stack(encoder, [*known, *typed])
    around = stack.take(range(len(known))) if known else stack
    vectors = centre(stack.vectors, mean_of(store, encoder, around, centring))
    return vectors[:, len(known) :], vectors[:, : len(known)]


def scored(known: Sequence[Occurrence], grouping: Grouping = "sense") -> tuple[tuple[Occurrence, ...], tuple[str, ...]]:
    """The known uses that have a label, and their labels."""
    pairs = [(o, name) for o, name in zip(known, label_names(known, grouping), strict=True) if name is not None]
    return tuple(o for o, _ in pairs), tuple(name for _, name in pairs)


def choices(
    store: VectorStore,
    encoder: Encoder,
    typed: Sequence[Occurrence],
    known: Sequence[Occurrence],
    *,
    grouping: Grouping = "sense",
    centring: Centring = "reference",
) -> Choices:
    """Which sense each layer would choose for typed uses. A known use that was typed again is left out of the known.

    Raises ExplorerError where the known uses have fewer than two senses.
    """
    same = {(o.text, o.start) for o in typed}
    uses, names = scored([o for o in known if (o.text, o.start) not in same], grouping)
    senses = tuple(dict.fromkeys(names))
    if len(senses) < 2:
        raise ExplorerError("senses_needed")
    labels = np.array([senses.index(name) for name in names], dtype=np.intp)
    given, vectors = space(store, encoder, typed, uses, centring)
    sets = matched_sets(uses)
    held = np.stack([held_out_cosines(layer, labels, sets) for layer in vectors])  # (layer, use, sense)
    right = np.stack([credit(layer, labels) for layer in held])
    cosines = np.stack([centroid_cosines(a, b, labels) for a, b in zip(given, vectors, strict=True)])
    sure = [share_right(*layer) for layer in zip(margins(cosines), margins(held), right, strict=True)]
    share, low = (np.stack(part) for part in zip(*sure, strict=True))
    return Choices(encoder.layers, senses, cosines, np.nanmean(right, axis=1), share, low, len(uses))


def context_words(occurrence: Occurrence) -> tuple[Word, ...]:
    """The words of a sentence, as spaces part them, without the one that holds the target."""
    found = (Word(match[0], *match.span()) for match in re.finditer(r"\S+", occurrence.text))
    return tuple(word for word in found if word.end <= occurrence.start or word.start >= occurrence.end)


def replaced(occurrence: Occurrence, word: Word, by: str) -> Occurrence:
    """The use in its sentence with one word of the context replaced, or left out where `by` is empty."""
    by = normalise(by)
    before, after = occurrence.text[: word.start] + by, occurrence.text[word.end :]
    if not by:
        before, after = before.rstrip(), after if before.strip() else after.lstrip()
    text = before + after
    moved = len(text) - len(occurrence.text) if word.end <= occurrence.start else 0
    return replace(occurrence, text=text, start=occurrence.start + moved, end=occurrence.end + moved)


def influence(
    store: VectorStore,
    encoder: Encoder,
    occurrence: Occurrence,
    known: Sequence[Occurrence],
    sense: str,
    *,
    grouping: Grouping = "sense",
    centring: Centring = "reference",
) -> Influence:
    """Leave each word of the context out in turn, and see how the margin of `sense` changes at every layer.

    Leaving a word out also makes another sentence, which may be an odd one. Raises ExplorerError where the sentence has
    no other word.
    """
    words = context_words(occurrence)
    if not words:
        raise ExplorerError("no_other_word", sentence=occurrence.text)
    variants = (occurrence, *(replaced(occurrence, word, "") for word in words))
    found = choices(store, encoder, variants, known, grouping=grouping, centring=centring)
    chosen = found.senses.index(sense)
    others = np.delete(found.cosines, chosen, axis=2).max(axis=2)
    margin = found.cosines[:, :, chosen] - others  # (layer, variant)
    return Influence(found.layers, words, sense, margin[:, 0], margin[:, :1] - margin[:, 1:])


def paths(
    store: VectorStore,
    encoder: Encoder,
    variants: Sequence[Occurrence],
    known: Sequence[Occurrence],
    *,
    grouping: Grouping = "sense",
    centring: Centring = "reference",
) -> tuple[View, ...]:
    """One view a layer of the known uses and, after them, the variants of a sentence, which move no axis."""
    guests = [False] * len(known) + [True] * len(variants)
    return layered_views(store, encoder, [*known, *variants], guests=guests, grouping=grouping, centring=centring)
