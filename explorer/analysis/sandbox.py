"""What a sentence does to a word: the sense that each layer would choose, and what changes when a word of it does."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.analysis.compare import View, layered_views
from explorer.analysis.context import Word, context_words, replaced
from explorer.analysis.spaces import Centring, Grouping, label_names, matched_sets, mean_of
from explorer.encoders.base import Encoder
from explorer.errors import ExplorerError
from explorer.geometry.centroids import (
    Evidence,
    centroid_cosines,
    credit,
    evidence,
    evidence_at,
    held_out_cosines,
    margins,
)
from explorer.geometry.separation import Labels
from explorer.geometry.similarity import Floats, centre
from explorer.occurrences import Occurrence
from explorer.store import VectorStore


@dataclass(frozen=True)
class Choices:
    """The nearest centroid of the known senses for each sentence at each layer.

    `cosines` `[layer, sentence, sense]`; `right[layer]` is the share of the `n` known uses whose own sense is nearest
    when each, with its matched set, is held out; `known[layer]` says the same by margin.
    """

    layers: tuple[str, ...]
    senses: tuple[str, ...]
    cosines: Floats
    right: Floats
    known: tuple[tuple[Evidence, ...], ...]
    n: int

    @property
    def margins(self) -> Floats:
        """How far the nearest sense is before the next, `[layer, sentence]`."""
        return margins(self.cosines)

    def nearest(self, layer: int, sentence: int) -> str | None:
        """The nearest sense, whatever its margin; None where no cosine is defined."""
        row = self.cosines[layer, sentence]
        return None if np.isnan(row).all() else self.senses[int(np.nanargmax(row))]

    def evidence(self, layer: int, sentence: int) -> Evidence | None:
        """How often known uses with about such a margin are right; None where senses tie."""
        return evidence_at(self.known[layer], float(self.margins[layer, sentence]))

    def told(self, layer: int, sentence: int) -> bool:
        """Whether known uses with about such a margin are surely more often right than wrong."""
        found = self.evidence(layer, sentence)
        return found is not None and found.low > 0.5


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


def unlike(known: Sequence[Occurrence], typed: Sequence[Occurrence]) -> tuple[Occurrence, ...]:
    """The known uses without those that were typed again and without their matched partners.

    A typed use would else be its own evidence, and partners of other senses, which share its form, would stand against
    it: it is held out as the known uses are.
    """
    same = {(o.text, o.start) for o in typed}
    sets = matched_sets(known)
    typed_sets = {own for o, own in zip(known, sets, strict=True) if (o.text, o.start) in same}
    return tuple(o for o, own in zip(known, sets, strict=True) if own not in typed_sets)


def choices(
    store: VectorStore,
    encoder: Encoder,
    typed: Sequence[Occurrence],
    known: Sequence[Occurrence],
    *,
    grouping: Grouping = "sense",
    centring: Centring = "reference",
) -> Choices:
    """Which sense each layer would choose for typed uses. Known uses that were typed again are none: see `unlike`.

    Raises ExplorerError where the known uses have fewer than two senses.
    """
    uses, names = scored(unlike(known, typed), grouping)
    senses = tuple(dict.fromkeys(names))
    if len(senses) < 2:
        raise ExplorerError("senses_needed")
    labels = np.array([senses.index(name) for name in names], dtype=np.intp)
    given, vectors = space(store, encoder, typed, uses, centring)
    sets = matched_sets(uses)
    ahead, right = (np.stack(part) for part in zip(*(_held_out(v, labels, sets) for v in vectors), strict=True))
    cosines = np.stack([centroid_cosines(a, b, labels) for a, b in zip(given, vectors, strict=True)])
    known_by_margin = tuple(evidence(*layer) for layer in zip(ahead, right, strict=True))
    return Choices(encoder.layers, senses, cosines, np.nanmean(right, axis=1), known_by_margin, len(uses))


def _held_out(vectors: Floats, labels: Labels, sets: Labels) -> tuple[Floats, Floats]:
    """Margin `[n]` of each known use that is held out with its set, and whether its own sense is nearest `[n]`."""
    held = held_out_cosines(vectors, labels, sets)
    return margins(held), credit(held, labels)


def settled(
    store: VectorStore, encoder: Encoder, known: Sequence[Occurrence], *, grouping: Grouping = "sense"
) -> tuple[Occurrence, ...]:
    """The known uses whose own sense the last layer surely chooses, the largest margin first.

    Each is held out with its matched set.
    """
    uses, names = scored(known, grouping)
    senses = tuple(dict.fromkeys(names))
    if len(senses) < 2:
        return ()
    labels = np.array([senses.index(name) for name in names], dtype=np.intp)
    _, vectors = space(store, encoder, (), uses, "reference")
    ahead, right = _held_out(vectors[-1], labels, matched_sets(uses))
    blocks = evidence(ahead, right)
    sure = [i for i in np.argsort(-ahead) if (e := evidence_at(blocks, float(ahead[i]))) and e.low > 0.5]
    return tuple(uses[i] for i in sure if right[i] > 0.5)


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
