"""Which pieces are hidden, and how (Devlin et al. 2018, section 3.1).

15% are chosen and to be foretold; of those 80% become `[MASK]`, 10% a random piece, and 10% stay as they are.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.training.bert.vocabulary import MASK, SPECIAL

RATE = 0.15
MASKED, REPLACED = 0.8, 0.1


@dataclass(frozen=True, slots=True)
class Masked:
    """`pieces` `[example, position]` as the model reads them; `chosen` marks those to be foretold."""

    pieces: NDArray[np.int64]
    chosen: NDArray[np.bool_]


def mask(pieces: NDArray[np.int64], vocabulary: int, rng: np.random.Generator, rate: float = RATE) -> Masked:
    """Hide pieces of `[example, position]`; special ones are never chosen.

    `vocabulary` is the number of pieces; a random piece is any of them but the special ones.
    """
    chosen = (rng.random(pieces.shape) < rate) & (pieces >= len(SPECIAL))
    fate = rng.random(pieces.shape)
    random_pieces = rng.integers(len(SPECIAL), vocabulary, pieces.shape)
    read = np.where(chosen & (fate < MASKED), MASK, pieces)
    read = np.where(chosen & (fate >= MASKED) & (fate < MASKED + REPLACED), random_pieces, read)
    return Masked(read, chosen)
