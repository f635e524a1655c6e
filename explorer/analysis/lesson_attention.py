"""Step 4 of the lesson: where a word looks in a sentence, layer by layer."""

from dataclasses import dataclass

import numpy as np

from explorer.encoders.base import Vectors
from explorer.encoders.headed import HeadedModel
from explorer.encoders.pooling import Piece, target_pieces
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence

SIDES = ("before", "itself", "after", "special")
"""Where a piece may look: before the word, at the word, after it, at `[CLS]` and `[SEP]`."""


@dataclass(frozen=True, slots=True)
class TargetAttention:
    """Attention of a sentence as means over heads: `weights` `[layer, from, to]`, each row summing to 1.

    `target` is the position of the word's first piece; `shares` `[layer, len(SIDES)]` where the word's pieces look.
    """

    names: tuple[str, ...]
    target: int
    weights: Vectors
    shares: Vectors


def target_attention(model: HeadedModel, occurrence: Occurrence) -> TargetAttention:
    """One pass over the occurrence's sentence. Raises ExplorerError where no piece holds the target."""
    o, pieces = occurrence, model.read(occurrence.text)
    special = np.array([sentence is None for sentence in pieces.sentence])
    spans = [Piece(*span, special=bool(s)) for span, s in zip(pieces.spans, special, strict=True)]
    found = target_pieces(o.text, o.start, o.end, spans)
    if found is None:
        raise ExplorerError("target_without_piece", encoder=model.id, form=o.form, sentence=o.text)
    first, last = found.pieces[0], found.pieces[-1]
    weights = model.run(pieces).attention.mean(axis=1)
    rows = weights[:, list(found.pieces)].mean(axis=1)  # (layer, to)
    place = np.arange(len(pieces))
    sides = (place < first, (place >= first) & (place <= last), place > last)
    shares = [rows[:, side & ~special].sum(axis=1) for side in sides] + [rows[:, special].sum(axis=1)]
    return TargetAttention(pieces.names, first, weights, np.stack(shares, axis=1).astype(np.float32))
