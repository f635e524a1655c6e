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
    from tokenizers import Encoding, Tokenizer


@dataclass(frozen=True, slots=True)
class WordPiece:
    """The characters `text` of a sentence that make one piece, `start` where they begin; whether the target has it.

    `name` is the piece as the vocabulary writes it, with its sign for what joins or is spaced: `##를`, `▁배`.
    """

    text: str
    start: int
    target: bool
    name: str = ""


def word_pieces(
    encoder_id: str, occurrences: Sequence[Occurrence], *, blanks: bool = False
) -> tuple[tuple[WordPiece, ...], ...]:
    """The pieces of each sentence in order, special tokens left out, and lone spaces too unless `blanks`.

    For encoders that come with the program. Raises ExplorerError where the tokenizer is not on this computer.
    """
    cut = tokenizer_of(encoder_id)
    return tuple(_pieces(cut.encode(o.text), o, blanks) for o in occurrences)


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


def _pieces(encoding: "Encoding", occurrence: Occurrence, blanks: bool) -> tuple[WordPiece, ...]:
    text = occurrence.text
    read = zip(encoding.offsets, encoding.tokens, encoding.special_tokens_mask, strict=True)
    cut = [(start, end, name) for (start, end), name, special in read if not special]
    kept = [each for each in cut if blanks or text[each[0] : each[1]].strip()]
    spans = [Piece(start, end, blank=not text[start:end].strip()) for start, end, _ in kept]
    target = target_pieces(text, occurrence.start, occurrence.end, spans)
    chosen = set(target.pieces) if target else set()
    return tuple(
        WordPiece(text[start:end].strip(), start, i in chosen, name) for i, (start, end, name) in enumerate(kept)
    )
