"""Step 6 of the lesson: what a model reads of a text that is too long for it, and [MASK] in training and in use."""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.analysis.masked import Corruption, Fate, corrupt
from explorer.encoders.headed import HeadedModel
from explorer.encoders.pooling import Piece, target_pieces, window
from explorer.encoders.word_pieces import positions, tokenizer_of
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence

_LONGER = 1.6
"""How many times a model's window the text of the example is long."""


@dataclass(frozen=True, slots=True)
class LongText:
    """A text around a word: characters `before` and `after` are cut off, `left`, `word` and `right` are read.

    `pieces` counts the whole text and `kept` what is read, each with the model's own special pieces.
    """

    before: str
    left: str
    word: str
    right: str
    after: str
    pieces: int
    kept: int
    sentences: int


def long_text(encoder_id: str, occurrences: Sequence[Occurrence]) -> LongText:
    """The sentences one after another until they are too long for the encoder, and what it reads for the middle one.

    Raises ExplorerError where the encoder is not on this computer or the sentences are too few.
    """
    limit, tokenizer = positions(encoder_id), tokenizer_of(encoder_id)
    for count in range(1, len(occurrences) + 1):
        used = occurrences[:count]
        text = " ".join(o.text for o in used)
        encoding = tokenizer.encode(text)
        if len(encoding.ids) >= _LONGER * limit:
            break
    else:
        raise ExplorerError("empty_sentence")
    o = used[len(used) // 2]
    start = len(" ".join([u.text for u in used[: len(used) // 2]] + [""])) + o.start
    end = start + o.end - o.start
    spans = zip(encoding.offsets, encoding.special_tokens_mask, strict=True)
    pieces = [Piece(*span, special=bool(special)) for span, special in spans]
    target = target_pieces(text, start, end, pieces)
    kept = window(pieces, target, limit) if target else None
    if kept is None:
        raise ExplorerError("target_without_piece", encoder=encoder_id, form=o.form, sentence=o.text)
    read = [pieces[i] for i in kept if not pieces[i].special]
    first, last = read[0].start, read[-1].end
    parts = (text[:first], text[first:start], text[start:end], text[end:last], text[last:])
    return LongText(*parts, pieces=len(pieces), kept=len(kept), sentences=count)


@dataclass(frozen=True, slots=True)
class MaskUse:
    """How many of `pieces` of some sentences befell what in one draw of training, and how many blanks they hold in use.

    `example` is the draw of the first sentence in which a piece was hidden.
    """

    pieces: int
    fates: dict[Fate, int]
    in_use: int
    example: Corruption


def mask_use(model: HeadedModel, occurrences: Sequence[Occurrence], seed: int = 0) -> MaskUse:
    """The sentences as a model reads them while it learns, each drawn once, and as it reads them in use."""
    read = [model.read(o.text) for o in occurrences]
    drawn = [corrupt(model, pieces, seed=seed + i) for i, pieces in enumerate(read)]
    fates: dict[Fate, int] = {
        fate: sum(each.fates.count(fate) for each in drawn) for fate in ("masked", "random", "kept")
    }
    return MaskUse(
        sum(len(pieces.words) for pieces in read),
        fates,
        sum(pieces.ids.count(model.mask_id) for pieces in read),
        next((each for each in drawn if "masked" in each.fates), drawn[0]),
    )
