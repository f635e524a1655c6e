"""Into which word pieces an encoder cuts a sentence, from its tokenizer alone: no weights, no torch."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.assets import asset
from explorer.encoders.packaged import ID as PACKAGED
from explorer.encoders.pooling import Piece, target_pieces
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence

if TYPE_CHECKING:
    from tokenizers import Tokenizer


@dataclass(frozen=True, slots=True)
class WordPiece:
    """The characters `text` of a sentence that make one piece, `start` where they begin; whether the target has it."""

    text: str
    start: int
    target: bool


def word_pieces(encoder_id: str, occurrences: Sequence[Occurrence]) -> tuple[tuple[WordPiece, ...], ...]:
    """The pieces of each sentence in order, special tokens and lone spaces left out.

    For encoders that come with the program. Raises ExplorerError where the tokenizer is not on this computer.
    """
    cut = tokenizer_of(encoder_id)
    return tuple(_pieces(cut.encode(o.text).offsets, o) for o in occurrences)


def tokenizer_of(encoder_id: str) -> "Tokenizer":
    """The tokenizer of an encoder that comes with the program. Raises ExplorerError where it is not here."""
    from tokenizers import Tokenizer

    if encoder_id == PACKAGED:
        from explorer.encoders.packaged import packaged_weights, tokenizer

        return tokenizer(packaged_weights().pieces)
    path = asset("models", encoder_id, "tokenizer.json")
    if not path.is_file():
        raise ExplorerError("tokenizer_absent", model=encoder_id)
    return Tokenizer.from_file(str(path))


def positions(encoder_id: str) -> int:
    """How many pieces such an encoder reads at once. Raises ExplorerError where it is not here."""
    if encoder_id == PACKAGED:
        from explorer.encoders.packaged import packaged_weights

        return packaged_weights().shape.positions
    path = asset("models", encoder_id, "config.json")
    if not path.is_file():
        raise ExplorerError("tokenizer_absent", model=encoder_id)
    return int(json.loads(path.read_text(encoding="utf-8"))["max_position_embeddings"])


def _pieces(offsets: Sequence[tuple[int, int]], occurrence: Occurrence) -> tuple[WordPiece, ...]:
    text = occurrence.text
    spans = [(start, end) for start, end in offsets if text[start:end].strip()]
    target = target_pieces(text, occurrence.start, occurrence.end, [Piece(*span) for span in spans])
    chosen = set(target.pieces) if target else set()
    return tuple(WordPiece(text[start:end].strip(), start, i in chosen) for i, (start, end) in enumerate(spans))
