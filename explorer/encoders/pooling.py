"""From a sentence's pieces to the vector of its target.

Knows offsets and arrays, nothing of models. Pieces come with the character offsets that a fast
tokenizer gives, never from searching token ids.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import Pooling, Vectors

PROCESSING = "1"
"""Part of every fingerprint: to be raised whenever the rules here would give another vector."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece at characters `[start, end)`; `blank` where it holds white space alone (`▁`, not `▁눈`)."""

    start: int
    end: int
    blank: bool = False
    special: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """Which pieces stand for a target, and the characters that they hold beyond it, white space left out."""

    pieces: tuple[int, ...]
    spill: str


def target_pieces(text: str, start: int, end: int, pieces: Sequence[Piece]) -> Target | None:
    """The smallest set of pieces that overlaps the characters `[start, end)` of `text`; None where there is none.

    Special tokens and blank pieces never count. Several pieces of one character (bytes) all count.
    """
    chosen = [
        i
        for i, piece in enumerate(pieces)
        if not piece.special and not piece.blank and max(piece.start, start) < min(piece.end, end)
    ]
    if not chosen:
        return None
    first = min(pieces[i].start for i in chosen)
    last = max(pieces[i].end for i in chosen)
    beyond = text[first:start] + text[max(end, first) : last]
    return Target(tuple(chosen), "".join(beyond.split()))


def window(pieces: Sequence[Piece], target: Target, limit: int) -> tuple[int, ...] | None:
    """Which pieces a model that takes `limit` of them is to read: all, or those around the target.

    The special tokens at both ends stay; the target's pieces stand in the middle as far as the
    sentence reaches on both sides. None where the target alone is too long.
    """
    if len(pieces) <= limit:
        return tuple(range(len(pieces)))
    content = [i for i, piece in enumerate(pieces) if not piece.special]
    room = limit - (len(pieces) - len(content))
    first, last = content.index(target.pieces[0]), content.index(target.pieces[-1])
    if last - first + 1 > room:
        return None
    left = (first + last + 1 - room) // 2
    left = min(max(left, 0), len(content) - room)
    kept = set(content[left : left + room])
    return tuple(i for i, piece in enumerate(pieces) if piece.special or i in kept)


def pool(hidden: NDArray[np.float32], positions: Sequence[int], pooling: Pooling) -> Vectors:
    """One vector a layer, `[layer, dim]`, of the positions of `hidden` `[layer, position, dim]`."""
    if pooling == "first":
        return hidden[:, positions[0]]
    if pooling == "last":
        return hidden[:, positions[-1]]
    return hidden[:, list(positions)].mean(axis=1, dtype=np.float32)
