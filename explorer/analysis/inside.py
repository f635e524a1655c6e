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
