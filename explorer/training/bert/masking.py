"""Which pieces are hidden, and how (Devlin et al. 2018, section 3.1).

15% are chosen and to be foretold; of those 80% become `[MASK]`, 10% a random piece, and 10% stay as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.training.bert.vocabulary import MASK, SPECIAL

RATE = 0.15
MASKED, REPLACED = 0.8, 0.1
APART = 0.2
"""How often the piece after a `[MASK]` is read as if it began a word (를 for ##를): so a tokenizer cuts `[MASK]를`."""


@dataclass(frozen=True, slots=True)
class Masked:
    """`pieces` `[example, position]` as the model reads them; `chosen` marks those to be foretold."""

    pieces: NDArray[np.int64]
    chosen: NDArray[np.bool_]


def beginnings(pieces: Sequence[str]) -> NDArray[np.int64]:
    """For each piece the one of the same letters that begins a word, itself where there is none: `[piece]`."""
    place = {piece: i for i, piece in enumerate(pieces)}
    return np.array([place.get(piece.removeprefix("##"), i) for i, piece in enumerate(pieces)], dtype=np.int64)


def mask(
    pieces: NDArray[np.int64],
    vocabulary: int,
    rng: np.random.Generator,
    rate: float = RATE,
    begins: NDArray[np.int64] | None = None,
) -> Masked:
    """Hide pieces of `[example, position]`; special ones are never chosen.

    `vocabulary` is the number of pieces; a random piece is any of them but the special ones. With `begins`, as
    `beginnings` gives it, a piece after a `[MASK]` sometimes stands apart from it, as in what a person types.
    """
    chosen = (rng.random(pieces.shape) < rate) & (pieces >= len(SPECIAL))
    fate = rng.random(pieces.shape)
    random_pieces = rng.integers(len(SPECIAL), vocabulary, pieces.shape)
    read = np.where(chosen & (fate < MASKED), MASK, pieces)
    read = np.where(chosen & (fate >= MASKED) & (fate < MASKED + REPLACED), random_pieces, read)
    if begins is not None:
        apart = (read[:, :-1] == MASK) & ~chosen[:, 1:] & (rng.random(read[:, 1:].shape) < APART)
        read[:, 1:] = np.where(apart, begins[read[:, 1:]], read[:, 1:])
    return Masked(read, chosen)
