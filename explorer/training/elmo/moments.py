"""How meaning appears while ELMo learns: sense separation of the bundled sentences at moments of its training.

`measure` reads the weights that the training kept; `explorer.analysis.learning` reads what it found, without torch.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors import safe_open

from explorer.analysis.learning import Probed
from explorer.encoders.base import Encoder, LayerStack
from explorer.encoders.elmo import weights_encoder
from explorer.geometry.projection import aligned_pca
from explorer.geometry.separation import Labels, encode_labels, neighbour_weights, one_nn
from explorer.geometry.similarity import Floats, centre, cosine_matrix
from explorer.lexicon import bundled
from explorer.occurrences import Occurrence
from explorer.training.moment_probes import probes_by_moment

FILE = "moments.json"
SHOWN = ("bae", "nun", "bam", "mal", "dari", "sagwa", "eunhaeng", "cha", "gil", "sseuda", "tada", "chada")
"""Words whose points are kept."""


@dataclass(frozen=True, slots=True)
class Moments:
    """Moments of a training: after `percent[m]` of it, `tokens[m]` words were foretold in each direction.

    `one_nn[word][m][k]` is the leave-one-out 1-NN accuracy of the word's senses at layer k, by cosine centred on the
    mean of all bundled targets (None where it is undefined); `mean[m][k]` its mean over words, `chance` what a random
    neighbour gives. The bundled sentences come in sets, one of each sense with the same particle, place and ending,
    and the nearest neighbour is often the sentence's partner of another sense; `unmatched` is the same accuracy with
    such partners left out, to be read beside `unmatched_chance` and beside moment 0.

    For some words `points[word][k][m]` are the `[n, 2]` places of the occurrences `ids[word]`, by PCA, each moment
    turned onto the one before, scaled to a mean square radius of 1. `probes[task]` is what linear probes read.
    """

    percent: tuple[int, ...]
    tokens: tuple[int, ...]
    layers: tuple[str, ...]
    one_nn: Mapping[str, Sequence[Sequence[float | None]]]
    mean: Sequence[Sequence[float]]
    chance: float
    unmatched: Mapping[str, Sequence[Sequence[float | None]]]
    unmatched_mean: Sequence[Sequence[float]]
    unmatched_chance: float
    ids: Mapping[str, Sequence[str]]
    points: Mapping[str, Sequence[Sequence[Sequence[Sequence[float]]]]]
    probes: Mapping[str, Probed]


def measure(folder: Path) -> Moments:
    """Encode the bundled Korean sentences with each `NNN.safetensors` of a folder."""
    return measure_all(folder, lambda path: weights_encoder(path, path.stem))


def measure_all(folder: Path, opened: Callable[[Path], Encoder]) -> Moments:
    """The same with any family: `opened` makes an encoder of a file of weights."""
    paths = sorted(folder.glob("*.safetensors"))
    occurrences = bundled.occurrences("ko")
    encoders = [opened(path) for path in paths]
    stacks = [encoder.encode(occurrences) for encoder in encoders]
    spaces = np.stack([_centred(stack) for stack in stacks])  # (moment, layer, occurrence, dim)
    rows = _rows_by_word(occurrences)
    words = {word: items for word, members in rows.items() if (items := _items(occurrences, members)).comparable}
    one_nn_of = {word: _one_nn(spaces, items, items.every_pair) for word, items in words.items()}
    unmatched = {word: _one_nn(spaces, items, items.unmatched) for word, items in words.items()}
    shown = {word: _scored(occurrences, rows[word]) for word in SHOWN if word in rows}
    return Moments(
        percent=tuple(int(path.stem) for path in paths),
        tokens=tuple(_tokens(path) for path in paths),
        layers=stacks[0].layers,
        one_nn=one_nn_of,
        mean=_mean(one_nn_of),
        chance=round(float(np.mean([items.chance(items.every_pair) for items in words.values()])), 4),
        unmatched=unmatched,
        unmatched_mean=_mean(unmatched),
        unmatched_chance=round(float(np.mean([items.chance(items.unmatched) for items in words.values()])), 4),
        ids={word: [occurrences[i].id for i in members] for word, members in shown.items()},
        points={word: _points(spaces[:, :, members]) for word, members in shown.items()},
        probes=probes_by_moment(encoders),
    )


def as_json(moments: Moments) -> str:
    """One line a word."""
    return json.dumps(asdict(moments), ensure_ascii=False, separators=(",", ":")) + "\n"


def _centred(stack: LayerStack) -> Floats:
    return centre(stack.vectors, stack.vectors.mean(axis=1, dtype=np.float64))


def _rows_by_word(occurrences: Sequence[Occurrence]) -> dict[str, list[int]]:
    rows: dict[str, list[int]] = {}
    for i, occurrence in enumerate(occurrences):
        rows.setdefault((occurrence.sense or "").partition(".")[0], []).append(i)
    return rows


def _scored(occurrences: Sequence[Occurrence], members: Sequence[int]) -> list[int]:
    senses = bundled.senses("ko")
    return [i for i in members if senses[occurrences[i].sense or ""].scored]


@dataclass(frozen=True, slots=True)
class _Items:
    """The scored occurrences of a word: where they are, their labels, and which pairs may be neighbours."""

    rows: list[int]
    labels: Labels
    sets: NDArray[np.str_]

    @property
    def comparable(self) -> bool:
        return len(set(self.labels)) > 1

    @property
    def every_pair(self) -> NDArray[np.bool_]:
        return ~np.eye(len(self.rows), dtype=bool)

    @property
    def unmatched(self) -> NDArray[np.bool_]:
        return self.sets[:, None] != self.sets[None, :]

    def chance(self, pairs: NDArray[np.bool_]) -> float:
        """How often a random neighbour among `pairs` has the same label."""
        same = self.labels[:, None] == self.labels[None, :]
        return float((same & pairs).sum() / pairs.sum())


def _items(occurrences: Sequence[Occurrence], members: Sequence[int]) -> _Items:
    chosen = _scored(occurrences, members)
    labels = encode_labels([occurrences[i].sense or "" for i in chosen])
    return _Items(chosen, labels, np.array([occurrences[i].id.rpartition(".")[2] for i in chosen]))


def _one_nn(spaces: Floats, items: _Items, pairs: NDArray[np.bool_]) -> list[list[float | None]]:
    """`[moment][layer]` over the neighbours that `pairs` `[n, n]` allows."""
    return [[_accuracy(layer[items.rows], items.labels, pairs) for layer in space] for space in spaces]


def _accuracy(vectors: Floats, labels: Labels, pairs: NDArray[np.bool_]) -> float | None:
    similarity = np.where(pairs, cosine_matrix(vectors), np.nan)
    credit = one_nn(neighbour_weights(similarity), labels)
    defined = credit[~np.isnan(credit)]
    return round(float(defined.mean()), 4) if len(defined) else None


def _mean(by_word: Mapping[str, Sequence[Sequence[float | None]]]) -> list[list[float]]:
    return np.nanmean(np.array(list(by_word.values()), dtype=np.float64), axis=0).round(4).tolist()


def _points(spaces: Floats) -> list[list[list[list[float]]]]:
    """`[moment, layer, n, dim]` to `[layer][moment][n][2]`."""
    turned = [aligned_pca(layer).points for layer in spaces.swapaxes(0, 1)]
    return [np.round(points, 2).tolist() for points in turned]


def _tokens(path: Path) -> int:
    with safe_open(path, framework="np") as file:
        return int(json.loads(file.metadata()["tokens"]))
