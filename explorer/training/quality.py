"""What a static model's vectors are worth, where it can be measured: in the words around a target.

A static model gives an ambiguous word one vector, so that its own word-in-context AUC is 0.5 by construction. The bag
of context, the mean of the vectors of a sentence's other words, is not bound by that: the better the vectors, the
better it tells senses apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.word_vectors import WordVectors
from explorer.geometry.separation import encode_labels, neighbour_weights, one_nn
from explorer.geometry.similarity import cosine_matrix, unit
from explorer.lexicon.dictionary import homograph_of
from explorer.morphology import static_keys
from explorer.occurrences import Occurrence


@dataclass(frozen=True, slots=True)
class Score:
    """A figure over `n` items and what it is without any knowledge."""

    value: float
    baseline: float
    n: int


def contexts(words: WordVectors, occurrences: Sequence[Occurrence]) -> NDArray[np.float64]:
    """Bags of context `[occurrence, dim]`, centred on their mean; NaN where no other word is known."""
    bags = np.full((len(occurrences), words.dim), np.nan)
    for row, occurrence in zip(bags, occurrences, strict=True):
        others = [
            words.vector(key)
            for key, start, end in static_keys(occurrence.text)
            if (end <= occurrence.start or start >= occurrence.end) and key in words
        ]
        if others:
            row[:] = np.mean(others, axis=0)
    return bags - np.nanmean(bags, axis=0)


def word_in_context(bags: NDArray[np.float64], same: NDArray[np.bool_]) -> Score:
    """AUC of the cosine of successive bags `[2 × pair, dim]` for whether a pair has one sense; undefined left out."""
    from sklearn.metrics import roc_auc_score

    directions = unit(bags).reshape(len(same), 2, -1)
    cosines = (directions[:, 0] * directions[:, 1]).sum(axis=1)
    defined = ~np.isnan(cosines)
    auc = roc_auc_score(same[defined], np.round(cosines[defined], 6))
    return Score(float(auc), 0.5, int(defined.sum()))


def homographs(bags: NDArray[np.float64], occurrences: Sequence[Occurrence]) -> Score:
    """Leave-one-out 1-NN within each word, beside the share of its most frequent sense; means over all uses.

    An example that contains another, or is contained, is not its neighbour.
    """
    credits: list[float] = []
    majority = 0
    groups: dict[str, list[int]] = {}
    for i, occurrence in enumerate(occurrences):
        if not np.isnan(bags[i, 0]):
            groups.setdefault(occurrence.word, []).append(i)
    for members in groups.values():
        labels = encode_labels([occurrences[i].sense or "" for i in members])
        texts = [occurrences[i].text.rstrip(".?! ") for i in members]
        if labels.max() == 0:
            continue
        similarity = cosine_matrix(bags[members])
        similarity[np.array([[a in b or b in a for b in texts] for a in texts])] = np.nan
        credit = one_nn(neighbour_weights(similarity), labels)
        credits.extend(credit[~np.isnan(credit)])
        majority += int(np.bincount(labels[~np.isnan(credit)]).max(initial=0))
    return Score(float(np.mean(credits)), majority / len(credits), len(credits))


def one_part_of_speech(occurrences: Sequence[Occurrence]) -> list[Occurrence]:
    """Dictionary uses of words that have several homographs within one part of speech; each labelled by its homograph.

    Kept apart, part of speech alone cannot tell them.
    """
    homographs_of: dict[tuple[str, str | None], set[str]] = {}
    for use in occurrences:
        homographs_of.setdefault((use.word, use.upos), set()).add(homograph_of(use.sense or ""))
    return [
        replace(use, word=f"{use.word}/{use.upos}", sense=homograph_of(use.sense or ""))
        for use in occurrences
        if len(homographs_of[use.word, use.upos]) > 1
    ]
