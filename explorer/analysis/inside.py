"""Questions about one pass through a model: its input vectors, whether sentences follow on, where a head looks."""

from dataclasses import dataclass

import numpy as np

from explorer.encoders.base import Vectors
from explorer.encoders.headed import HeadedModel, InputSum, Pieces
from explorer.errors import ExplorerError

PARTS = ("token", "segment", "position", "total", "normed")
"""The rows of an input sum, in the order in which they are added up."""

LOOKS = ("itself", "before", "after", "special", "elsewhere")
"""Where a head may look from a piece: at it, at its neighbours, at `[CLS]` and `[SEP]`, at anything else."""


@dataclass(frozen=True, slots=True)
class NextSentence:
    """The probability that a second sentence follows a first: as given, swapped, and with an unrelated one."""

    follows: float
    swapped: float
    unrelated: float


@dataclass(frozen=True, slots=True)
class Telling:
    """The head, of all layers, that looks hardest from one piece at another word.

    `layer` and `head` count from 0; `position` is the piece that is looked at, `share` how much of the attention.
    """

    layer: int
    head: int
    position: int
    share: float


def sizes(parts: InputSum) -> Vectors:
    """How long each part of the input is at each position: Euclidean norms `[part, position]` in the order of PARTS."""
    return np.stack([np.linalg.norm(getattr(parts, part), axis=1) for part in PARTS]).astype(np.float32)


def next_sentence(model: HeadedModel, first: str, second: str, unrelated: str) -> NextSentence:
    """The second head on two sentences. Raises ExplorerError where the model has no such head."""
    return NextSentence(*(_follows(model, *pair) for pair in ((first, second), (second, first), (first, unrelated))))


def _follows(model: HeadedModel, first: str, second: str) -> float:
    value = model.run(model.read(first, second)).follows
    if value is None:
        raise ExplorerError("inside_no_next_sentence", encoder=model.id)
    return value


def looks(attention: Vectors, pieces: Pieces) -> Vectors:
    """Where each head looks, as mean shares over the pieces of the sentences: `[layer, head, len(LOOKS)]`.

    `attention` is `[layer, head, from, to]`. The shares of a head sum to 1; a special neighbour counts as special.
    """
    n = len(pieces)
    special = np.array([sentence is None for sentence in pieces.sentence])
    place = np.arange(n)
    step = place[None, :] - place[:, None]  # (from, to)
    kind = np.full((n, n), LOOKS.index("elsewhere"))
    for distance, name in ((0, "itself"), (-1, "before"), (1, "after")):
        kind[step == distance] = LOOKS.index(name)
    kind[:, special] = LOOKS.index("special")
    rows = ~special
    if not rows.any():
        return np.full((*attention.shape[:2], len(LOOKS)), np.nan, dtype=np.float32)
    shares = [np.where(kind == k, attention, 0.0).sum(axis=-1)[..., rows].mean(axis=-1) for k in range(len(LOOKS))]
    return np.stack(shares, axis=-1).astype(np.float32)


def telling_head(attention: Vectors, pieces: Pieces, position: int) -> Telling | None:
    """The head with the greatest single weight from the piece at `position` to a piece of another word.

    Pieces of the word itself, the model's own (`[CLS]`, `[SEP]`) and those without a letter or digit do not count; None
    where nothing else is there. `attention` is `[layer, head, from, to]`.
    """
    own = _written_words(pieces)
    lettered = [i for i in pieces.words if i != position and any(sign.isalnum() for sign in pieces.names[i])]
    others = [i for i in lettered if own[i] != own.get(position)] or lettered
    if not others:
        return None
    weights = attention[:, :, position, others]
    layer, head, k = np.unravel_index(int(weights.argmax()), weights.shape)
    return Telling(int(layer), int(head), others[int(k)], float(weights[layer, head, k]))


def _written_words(pieces: Pieces) -> dict[int, int]:
    """The number of the written word that each piece of a sentence is part of: a space begins another."""
    numbers: dict[int, int] = {}
    before: int | None = None
    for i in pieces.words:
        joined = before is not None and pieces.sentence[before] == pieces.sentence[i]
        joined = joined and before is not None and pieces.spans[before][1] == pieces.spans[i][0]
        numbers[i] = numbers.get(before or 0, 0) + (0 if joined else 1)
        before = i
    return numbers
