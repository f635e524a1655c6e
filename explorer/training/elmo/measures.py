"""What an ELMo is worth on labelled data, by layer: words in context, and homographs of the dictionary."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import Encoder
from explorer.geometry.similarity import Floats, centre, unit
from explorer.lexicon.tables import read_occurrences
from explorer.lexicon.wic import WicPair, read_wic
from explorer.training.quality import Score, homographs, one_part_of_speech, word_in_context


@dataclass(frozen=True, slots=True)
class PairScore:
    """Word in context at one layer: AUC of centred and of raw cosines, accuracy on dev with train's threshold."""

    auc: float
    auc_raw: float
    accuracy: float
    threshold: float


@dataclass(frozen=True, slots=True)
class Measures:
    """Of one encoder: by layer, over `pairs` pairs (train and dev together), and 1-NN over dictionary examples."""

    encoder: str
    fingerprint: str
    layers: tuple[str, ...]
    pairs: int
    dev_majority: float
    word_in_context: tuple[PairScore, ...]
    homographs: tuple[Score, ...]


def measured(encoder: Encoder, data: Path, *, dictionary: bool = True) -> Measures:
    """Measure on `kobest_wic/{train,dev}.tsv` and `krdict_senses.tsv.xz` of the folder `data`.

    Vectors are centred on the mean over the data set at hand; a threshold is chosen on train. Without `dictionary` the
    second file is left alone and `homographs` stays empty.
    """
    parts = [read_wic(data / f"kobest_wic/{part}.tsv").pairs for part in ("train", "dev")]
    pairs = [*parts[0], *parts[1]]
    dev = np.array([pair.same for pair in parts[1]])
    return Measures(
        encoder.identity.id,
        encoder.identity.fingerprint,
        encoder.layers,
        len(pairs),
        float(max(dev.mean(), 1 - dev.mean())),
        _pair_scores(encoder, pairs, len(parts[0])),
        _homographs(encoder, data / "krdict_senses.tsv.xz") if dictionary else (),
    )


def _homographs(encoder: Encoder, path: Path) -> tuple[Score, ...]:
    uses = one_part_of_speech(read_occurrences(path).occurrences)
    stack = encoder.encode(uses)
    vectors = (centre(layer[None], layer[None].mean(axis=1, dtype=np.float64))[0] for layer in stack.vectors)
    return tuple(homographs(layer, uses) for layer in vectors)


def _pair_scores(encoder: Encoder, pairs: list[WicPair], n_train: int) -> tuple[PairScore, ...]:
    raw = encoder.encode([use for pair in pairs for use in (pair.first, pair.second)]).vectors
    centred = centre(raw, raw.mean(axis=1, dtype=np.float64))
    same = np.array([pair.same for pair in pairs])
    scores = []
    for layer, layer_raw in zip(centred, raw, strict=True):
        cosines = _pair_cosines(layer)
        threshold = best_threshold(cosines[:n_train], same[:n_train])
        accuracy = float(((cosines[n_train:] > threshold) == same[n_train:]).mean())
        scores.append(
            PairScore(
                word_in_context(layer, same).value,
                word_in_context(layer_raw.astype(np.float64), same).value,
                accuracy,
                threshold,
            )
        )
    return tuple(scores)


def _pair_cosines(vectors: Floats) -> Floats:
    directions = unit(vectors).reshape(len(vectors) // 2, 2, -1)
    return (directions[:, 0] * directions[:, 1]).sum(axis=1)


def best_threshold(cosines: Floats, same: NDArray[np.bool_]) -> float:
    """The cosine above which calling a pair `same` is right most often, halfway between two that occur."""
    values = np.unique(np.round(cosines, 6))
    halfway = np.concatenate([[values[0] - 1], (values[1:] + values[:-1]) / 2, [values[-1] + 1]])
    above = len(cosines[same]) - np.searchsorted(np.sort(cosines[same]), halfway)
    below = np.searchsorted(np.sort(cosines[~same]), halfway)
    return float(halfway[(above + below).argmax()])


def remembered(values: Sequence[Mapping[str, Any]], encoder: Encoder) -> Measures | None:
    """The measures of these very weights among those that were taken before, as JSON holds them."""
    for each in values:
        if each["fingerprint"] == encoder.identity.fingerprint and each["encoder"] == encoder.identity.id:
            pairs = tuple(PairScore(**score) for score in each["word_in_context"])
            scores = tuple(Score(**score) for score in each["homographs"])
            kept = {**each, "layers": tuple(each["layers"]), "word_in_context": pairs, "homographs": scores}
            return Measures(**kept)
    return None
