"""Tables of ambiguous eojeols: a form, its right analysis in Sejong tags, and a sentence in which it stands.

The form is written as its morphemes add up (`가ㄴ` for 간), so it is put together before it is looked for. The
target is the eojeol; its part of speech that of the leading morpheme, its sense the analysis.
"""

import re
import unicodedata
from collections.abc import Iterator

from explorer.errors import ExplorerError
from explorer.lexicon.rows import Row, TableKind, each_row
from explorer.morphology import SEJONG_TAGS, joined, universal_pos
from explorer.occurrences import Occurrence

_FINALS = {"ㄴ": "\u11ab", "ㄹ": "\u11af", "ㅁ": "\u11b7", "ㅂ": "\u11b8", "ㅆ": "\u11bb"}
_CONTRACTED = (("거이", "게"), ("거인", "건"), ("거일", "걸"))


def _occurrence(row: Row) -> list[Occurrence]:
    sentence, surface, answer = row.get("sentence"), row.get("surface"), row.get("answer")
    morphemes = [(form, tag) for form, _, tag in (part.rpartition("/") for part in re.split(r"\+(?=[^+])", answer))]
    if not sentence:
        raise ExplorerError("empty_sentence")
    if not surface or not all(form and tag for form, tag in morphemes):
        raise ExplorerError("analysis_unreadable", answer=answer)
    places: list[tuple[int, int]] = []
    for form in _forms(surface, morphemes):
        places = [m.span() for m in re.finditer(rf"(?<!\w){re.escape(form)}(?!\w)", sentence)]
        if places:
            break
    if len(places) != 1:
        raise ExplorerError("eojeol_unclear" if places else "eojeol_absent", surface=surface, sentence=sentence)
    (start, end), leading = places[0], morphemes[0][1]
    return [
        Occurrence(
            sentence, start, end, surface, sense=answer, upos=universal_pos(leading), source="eojeols",
            id=str(row.number),
        )
    ]  # fmt: skip


def _forms(surface: str, morphemes: list[tuple[str, str]]) -> Iterator[str]:
    """How the eojeol may stand in the sentence: as given, as an analyser joins it, and contracted (거 + 이 as 게)."""
    yield surface
    whole = joined([(_as_final(form), _kiwi_tag(tag)) for form, tag in morphemes]).replace(" ", "")
    closed = (_closed(whole), _closed(surface))
    yield from closed
    yield from (form.replace(long, short) for form in closed for long, short in _CONTRACTED if long in form)


def _kiwi_tag(tag: str) -> str:
    """A Sejong tag as Kiwi has it: it knows one determiner, and no unanalysable words."""
    return "MM" if tag.startswith("MM") else tag if tag in SEJONG_TAGS else "NNG"


def _as_final(form: str) -> str:
    return _FINALS.get(form[0], form[0]) + form[1:]


def _closed(form: str) -> str:
    """Loose consonants put under the open syllable before them: 거기ㄴ as 거긴."""
    loose = "".join(_FINALS.get(char, char) if i else char for i, char in enumerate(form))
    return unicodedata.normalize("NFC", loose)


EOJEOLS = TableKind("eojeols", frozenset({"surface", "answer", "sentence"}), each_row(_occurrence))
