"""One vector for a sentence out of the vectors of its pieces: four ways, compared on pairs that say the same.

A way of pooling is worth what it tells apart: cosines of pairs that mean the same beside those of all other pairs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.assets import asset
from explorer.encoders.base import Vectors
from explorer.encoders.headed import HeadedModel
from explorer.geometry.ranking import auc
from explorer.geometry.similarity import Floats, centre, cosine_matrix
from explorer.language import Language
from explorer.lexicon.bundled import read_tsv
from explorer.mixing import ScalarMix

POOLINGS = ("cls", "mean", "last_four", "weighted")
"""`[CLS]` of the last layer; the mean over the pieces of the last layer; of the last four; of a weighted sum of all."""


@dataclass(frozen=True, slots=True)
class Examples:
    """Sentences that come with the program: two to begin with, one on something else, and pairs that mean the same.

    `english` holds what a sentence says in English, by the sentence; empty where they are English.
    """

    first: str
    second: str
    unrelated: str
    pairs: tuple[tuple[str, str], ...]
    english: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class States:
    """What the model made of sentences: `cls` and `mean`, each `[layer, sentence, dim]`.

    `mean` is over the pieces of the sentence itself, without `[CLS]` and `[SEP]`.
    """

    cls: Vectors
    mean: Vectors


@dataclass(frozen=True, slots=True)
class Pooled:
    """Cosines of one way of pooling: of pairs that mean the same, of all other pairs, and of one's own pair.

    `auc` is how often a pair that means the same is the more similar one.
    """

    pooling: str
    same: tuple[float, ...]
    other: tuple[float, ...]
    own: float | None
    auc: float


def examples(language: Language) -> Examples:
    """The sentences that come with the program in a language."""
    rows = read_tsv(asset("inside", f"{language}.tsv"))
    of = {kind: [(row["first"], row["second"]) for row in rows if row["kind"] == kind] for kind in ("start", "same")}
    unrelated = next(row["first"] for row in rows if row["kind"] == "unrelated")
    english = {row[place]: said for row in rows for place in ("first", "second") if (said := row.get(f"{place}_en"))}
    return Examples(*of["start"][0], unrelated, tuple(of["same"]), english)


def states(model: HeadedModel, sentences: Sequence[str]) -> States:
    """One pass a sentence, so that nothing is padded."""
    cls, mean = [], []
    for sentence in sentences:
        pieces = model.read(sentence)
        hidden = model.run(pieces).hidden
        cls.append(hidden[:, 0])
        mean.append(hidden[:, list(pieces.words)].mean(axis=1))
    return States(np.stack(cls, axis=1), np.stack(mean, axis=1))


def pool(given: States, pooling: str, mix: ScalarMix) -> Vectors:
    """One vector a sentence, `[sentence, dim]`. `last_four` is of blocks only: it never takes in the embeddings."""
    if pooling == "cls":
        return given.cls[-1]
    if pooling == "mean":
        return given.mean[-1]
    if pooling == "last_four":
        return given.mean[1:][-4:].mean(axis=0)
    return mix(given.mean)


def compare(given: States, pairs: int, mix: ScalarMix, *, centred: bool) -> tuple[Pooled, ...]:
    """Every way of pooling on `pairs` pairs: sentences 2i and 2i + 1 mean the same; any two of different pairs do not.

    Two sentences after these are one's own pair. With `centred`, the mean over the sentences of the pairs is taken off
    first, since all sentences of a contextual space point in one direction.
    """
    return tuple(_pooled(pool(given, pooling, mix), pooling, pairs, centred) for pooling in POOLINGS)


def _pooled(vectors: Vectors, pooling: str, pairs: int, centred: bool) -> Pooled:
    n = 2 * pairs
    reference = vectors[:n].mean(axis=0, dtype=np.float64) if centred else np.zeros(vectors.shape[1])
    cosine = cosine_matrix(centre(vectors[None], reference[None])[0])
    of = np.arange(n) // 2
    rows, columns = np.triu_indices(n, 1)
    same, values = of[rows] == of[columns], cosine[rows, columns]
    own = float(cosine[n, n + 1]) if len(vectors) >= n + 2 else None
    defined = ~np.isnan(values)
    return Pooled(
        pooling, _listed(values[same]), _listed(values[~same]), own, float(auc(values[defined], same[defined]))
    )


def _listed(values: Floats) -> tuple[float, ...]:
    return tuple(values.tolist())
