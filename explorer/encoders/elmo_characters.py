"""What ELMo's character network reads: a token as a row of character ids, from a closed inventory.

No vocabulary is learnt, so any character and any token has ids: Hangul syllables (or the letters of which they are
made), compatibility letters (ㅋ, ㅠ) and the mark of an eojeol's first token have their own; every other character is
read as its UTF-8 bytes. A long token keeps its head and its tail.
"""

from collections.abc import Iterable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explorer.surface import INITIAL

Unit = Literal["syllable", "jamo"]

PAD, BEGIN_WORD, END_WORD, BEGIN_SENTENCE, END_SENTENCE, INITIAL_MARK = range(6)
_BYTES = 6
_LETTERS = _BYTES + 256  # U+3131 … U+318E
_HANGUL = _LETTERS + 94
_SYLLABLES = 11172
_MEDIALS, _FINALS = 21, 28
_JAMO = 19 + _MEDIALS + _FINALS - 1

BEGIN, END, UNKNOWN = "<▁s>", "<▁/s>", "<▁unk>"
"""The tokens around a sentence, and the class of words outside the output vocabulary. No text holds them: `▁` stands
only at the head of a token (`explorer.surface`)."""

_HEAD = {"syllable": 12, "jamo": 24}
_TAIL = {"syllable": 6, "jamo": 12}


def inventory_size(unit: Unit) -> int:
    """How many ids there are."""
    return _HANGUL + (_SYLLABLES if unit == "syllable" else _JAMO)


def character_ids(token: str, unit: Unit) -> list[int]:
    """Ids of one token between the marks of a word's begin and end.

    Beyond 18 ids (36 for letters) the first two thirds of that and the last third are kept: stem and ending.
    """
    if token in (BEGIN, END):
        return [BEGIN_WORD, BEGIN_SENTENCE if token == BEGIN else END_SENTENCE, END_WORD]
    ids = [i for character in token for i in _ids(character, unit)]
    head, tail = _HEAD[unit], _TAIL[unit]
    if len(ids) > head + tail:
        ids = ids[:head] + ids[-tail:]
    return [BEGIN_WORD, *ids, END_WORD]


def character_matrix(tokens: Iterable[str], unit: Unit) -> NDArray[np.int32]:
    """Ids of many tokens, `[token, longest]`, filled up with PAD."""
    rows = [character_ids(token, unit) for token in tokens]
    matrix = np.full((len(rows), max(map(len, rows), default=1)), PAD, dtype=np.int32)
    for row, ids in zip(matrix, rows, strict=True):
        row[: len(ids)] = ids
    return matrix


def _ids(character: str, unit: Unit) -> list[int]:
    if character == INITIAL:
        return [INITIAL_MARK]
    syllable = ord(character) - 0xAC00
    if 0 <= syllable < _SYLLABLES:
        return [_HANGUL + syllable] if unit == "syllable" else _letters(syllable)
    if 0x3131 <= ord(character) <= 0x318E:
        return [_LETTERS + ord(character) - 0x3131]
    return [_BYTES + byte for byte in character.encode("utf-8", "surrogatepass")]


def _letters(syllable: int) -> list[int]:
    initial, rest = divmod(syllable, _MEDIALS * _FINALS)
    medial, final = divmod(rest, _FINALS)
    ids = [_HANGUL + initial, _HANGUL + 19 + medial]
    return [*ids, _HANGUL + 19 + _MEDIALS + final - 1] if final else ids
