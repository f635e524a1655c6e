"""What a person means by `[MASK]` in a sentence, in pieces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

MASK = "[MASK]"
"""How a person writes a blank, whatever a model's own sign for it is."""

CONTINUES = "##"
"""What a piece that continues a word begins with in BERT's vocabularies."""


@dataclass(frozen=True, slots=True)
class PieceRow:
    """A piece: its name and id, its segment, which sentence it belongs to (None: added) and its characters there."""

    name: str
    id: int
    segment: int
    sentence: int | None
    span: tuple[int, int]


def with_mask(text: str, token: str) -> str:
    """The sentence with the model's own sign for a blank in the place of each `[MASK]`, in capitals or not."""
    parts: list[str] = []
    rest = text
    while (at := rest.upper().find(MASK)) >= 0:
        parts += [rest[:at], token]
        rest = rest[at + len(MASK) :]
    return "".join([*parts, rest])


def continued(
    rows: Sequence[PieceRow], texts: Sequence[str], mask_id: int, id_of: Callable[[str], int | None]
) -> list[PieceRow]:
    """Pieces in which letters that are written onto a blank continue its word: `[MASK]를` is `[MASK] ##를`.

    A tokenizer cuts at the blank and would let 를 begin a word of its own, which is not what stood beside a hidden word
    in training. Where the vocabulary has no such pieces, and in vocabularies without `##`, all stays.
    """
    done: list[PieceRow] = []
    swallowed: tuple[int | None, int] = (None, 0)
    for row in rows:
        last = done[-1] if done else None
        if row.sentence is not None and row.sentence == swallowed[0] and row.span[1] <= swallowed[1]:
            continue
        onto_blank = last and last.id == mask_id and last.sentence == row.sentence and last.span[1] == row.span[0]
        if row.sentence is None or not onto_blank:
            done.append(row)
            continue
        pieces = _continuing(texts[row.sentence], row, id_of)
        if pieces:
            swallowed = (row.sentence, pieces[-1].span[1])
        done.extend(pieces or [row])
    return done


def _continuing(text: str, row: PieceRow, id_of: Callable[[str], int | None]) -> list[PieceRow]:
    """The longest pieces that continue a word through the letters from the row's first on; none if one is missing."""
    start = row.span[0]
    end = start
    while end < len(text) and text[end].isalnum():
        end += 1
    found: list[PieceRow] = []
    while start < end:
        stop = next((s for s in range(end, start, -1) if id_of(CONTINUES + text[start:s]) is not None), None)
        if stop is None:
            return []
        name = CONTINUES + text[start:stop]
        found.append(PieceRow(name, id_of(name) or 0, row.segment, row.sentence, (start, stop)))
        start = stop
    return found
