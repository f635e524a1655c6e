"""How meaning appears while ELMo learns: sense separation of the bundled sentences at moments of its training.

`measure` reads the weights that the training kept; `read_moments` reads what it found, without torch.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import safe_open

from explorer.encoders.base import LayerStack
from explorer.encoders.elmo import weights_encoder
from explorer.errors import ExplorerError
from explorer.geometry.projection import aligned_pca
from explorer.geometry.separation import Labels, chance, encode_labels, neighbour_weights, one_nn
from explorer.geometry.similarity import Floats, centre, cosine_matrix
from explorer.lexicon import bundled
from explorer.occurrences import Occurrence

FILE = "moments.json"
SHOWN = ("bae", "nun", "bam", "mal", "dari", "sagwa", "eunhaeng", "cha", "gil", "sseuda", "tada", "chada")
"""Words whose points are kept."""


@dataclass(frozen=True, slots=True)
class Moments:
    """Moments of a training: after `percent[m]` of it, `tokens[m]` words were foretold in each direction.

    `one_nn[word][m][k]` is the leave-one-out 1-NN accuracy of the word's senses at layer k, by cosine centred on the
    mean of all bundled targets (None where it is undefined); `mean[m][k]` its mean over words, `chance` what a random
    neighbour gives. For some words `points[word][k][m]` are the `[n, 2]` places of the occurrences `ids[word]`, by PCA,
    each moment turned onto the one before, scaled to a mean square radius of 1.
    """

    percent: tuple[int, ...]
    tokens: tuple[int, ...]
    layers: tuple[str, ...]
    one_nn: Mapping[str, Sequence[Sequence[float | None]]]
    mean: Sequence[Sequence[float]]
    chance: float
    ids: Mapping[str, Sequence[str]]
    points: Mapping[str, Sequence[Sequence[Sequence[Sequence[float]]]]]


def measure(folder: Path) -> Moments:
    """Encode the bundled Korean sentences with each `NNN.safetensors` of a folder."""
    paths = sorted(folder.glob("*.safetensors"))
    occurrences = bundled.occurrences("ko")
    stacks = [weights_encoder(path, path.stem).encode(occurrences) for path in paths]
    spaces = np.stack([_centred(stack) for stack in stacks])  # (moment, layer, occurrence, dim)
    rows = _rows_by_word(occurrences)
    one_nn_of = {
        word: accuracy for word, members in rows.items() if (accuracy := _one_nn(spaces, occurrences, members))
    }
    labels = (encode_labels([occurrences[i].sense or "" for i in rows[word]]) for word in one_nn_of)
    shown = {word: _scored(occurrences, rows[word]) for word in SHOWN if word in rows}
    return Moments(
        percent=tuple(int(path.stem) for path in paths),
        tokens=tuple(_tokens(path) for path in paths),
        layers=stacks[0].layers,
        one_nn=one_nn_of,
        mean=np.nanmean(np.array(list(one_nn_of.values()), dtype=np.float64), axis=0).round(4).tolist(),
        chance=round(float(np.mean([chance(each) for each in labels])), 4),
        ids={word: [occurrences[i].id for i in members] for word, members in shown.items()},
        points={word: _points(spaces[:, :, members]) for word, members in shown.items()},
    )


def read_moments(path: Path) -> Moments:
    """Read what `measure` found. Raises ExplorerError where the file is not what it should be."""
    try:
        values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        for key in ("percent", "tokens", "layers"):
            values[key] = tuple(values[key])
        return Moments(**values)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise ExplorerError("model_damaged", folder=str(path.parent)) from error


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


def _one_nn(
    spaces: Floats, occurrences: Sequence[Occurrence], members: Sequence[int]
) -> list[list[float | None]] | None:
    """`[moment][layer]`; None where a word has fewer than two scored senses."""
    chosen = _scored(occurrences, members)
    labels = encode_labels([occurrences[i].sense or "" for i in chosen])
    if len(set(labels)) < 2:
        return None
    return [[_accuracy(layer[chosen], labels) for layer in space] for space in spaces]


def _accuracy(vectors: Floats, labels: Labels) -> float | None:
    credit = one_nn(neighbour_weights(cosine_matrix(vectors)), labels)
    defined = credit[~np.isnan(credit)]
    return round(float(defined.mean()), 4) if len(defined) else None


def _points(spaces: Floats) -> list[list[list[list[float]]]]:
    """`[moment, layer, n, dim]` to `[layer][moment][n][2]`."""
    turned = [aligned_pca(layer).points for layer in spaces.swapaxes(0, 1)]
    return [np.round(points, 2).tolist() for points in turned]


def _tokens(path: Path) -> int:
    with safe_open(path, framework="np") as file:
        return int(json.loads(file.metadata()["tokens"]))
