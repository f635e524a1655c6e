"""How alike a word's uses are, pair by pair and layer by layer, beside how alike uses of one known sense are.

A cosine under 1 proves nothing alone: in a contextual encoder even two uses of one sense differ. So each pair stands
beside the spread of pairs of one sense and of pairs of two senses among known uses. Known pairs of one sense differ in
form (particle, place, ending), since a matched set holds one sentence a sense; pairs matched in form are of two senses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from explorer.analysis.sandbox import scored, space
from explorer.analysis.spaces import Centring, Grouping, matched_sets
from explorer.encoders.base import Encoder
from explorer.geometry.similarity import Floats, cosine_matrix
from explorer.occurrences import Occurrence
from explorer.store import VectorStore

FEWEST = 10
"""Known pairs that make a spread."""


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle 90% of cosines of `n` known pairs by layer, and their median."""

    low: tuple[float, ...]
    median: tuple[float, ...]
    high: tuple[float, ...]
    n: int


@dataclass(frozen=True)
class PairCosines:
    """Cosines `[layer, pair]` of every pair of typed uses; a spread is None where too few pairs are known.

    `two_senses` differ in form too; `matched` are the pairs of two senses within a matched set.
    """

    layers: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    cosines: Floats
    one_sense: Spread | None
    two_senses: Spread | None
    matched: Spread | None


def pair_cosines(
    store: VectorStore,
    encoder: Encoder,
    typed: Sequence[Occurrence],
    known: Sequence[Occurrence],
    *,
    grouping: Grouping = "sense",
    centring: Centring = "reference",
) -> PairCosines:
    """Cosine of every pair of typed uses at every layer, centred as the known uses are."""
    uses, names = scored(known, grouping)
    given, vectors = space(store, encoder, typed, uses, centring)
    pairs = tuple(combinations(range(len(typed)), 2))
    rows, columns = (
        (np.array(side, dtype=np.intp) for side in zip(*pairs, strict=True)) if pairs else (np.zeros(0, int),) * 2
    )
    similarity = np.stack([cosine_matrix(layer) for layer in given])
    between = np.triu_indices(len(uses), 1)
    same = np.array([names[i] == names[j] for i, j in zip(*between, strict=True)], dtype=bool)
    sets = matched_sets(uses)
    form = sets[between[0]] == sets[between[1]]
    known_cosines = np.stack([cosine_matrix(layer)[between] for layer in vectors])
    return PairCosines(
        layers=encoder.layers,
        pairs=pairs,
        cosines=similarity[:, rows, columns],
        one_sense=_spread(known_cosines[:, same]),
        two_senses=_spread(known_cosines[:, ~same & ~form]),
        matched=_spread(known_cosines[:, ~same & form]),
    )


def _spread(cosines: Floats) -> Spread | None:
    if cosines.shape[1] < FEWEST:
        return None
    low, median, high = np.nanquantile(cosines, [0.05, 0.5, 0.95], axis=1).tolist()
    return Spread(tuple(low), tuple(median), tuple(high), cosines.shape[1])
