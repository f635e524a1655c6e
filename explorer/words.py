"""Words in one reading of a text: which morphemes make one up, and whether it stands on its own there.

A word stands on its own where what is written on to it is a particle, the copula, an ending or a suffix such as 들,
and not where it is a part of another word: 배나무, 담배, 말하다.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.morphology import Morpheme, universal_pos

_SUFFIXES = {"들", "들이", "쯤", "씩", "님"}  # 배들, 두 시쯤: still the same word
_GLUED_NOUNS = {"때문", "대로", "만큼", "뿐", "등", "외", "정도", "간", "안", "밖", "속", "위", "앞", "뒤"}
_WHOLE = {"이번", "이날", "이달", "이때", "이쪽", "이편", "이해", "새해", "새댁", "새집"}
"""Words that Kiwi at times takes for a determiner or numeral and a noun."""
_CHAT_CODA = {"ᆿ", "ᇂ"}  # 배갘ㅋㅋ
_DIGITS = set("일이삼사오육륙칠팔구")
_NOUN = ("NN", "XR")
_VERB = ("VV", "VA", "VX", "VC")
_DERIVED = {"XSV": "VERB", "XSA": "ADJ", "XSN": "NOUN", "XSM": "ADV"}
"""What a suffix makes of the word that it ends: 연기하다, 건강하다, 사회적, 무고히."""
_NEAR = {  # Kiwi's tags that count as a Universal POS beside its own
    "NOUN": {"PROPN"},
    "PROPN": {"NOUN"},
    "NUM": {"DET"},  # 이 주: numeral before its counter
}


@dataclass(frozen=True, slots=True)
class Hit:
    """A word at characters `[start, end)` of a passage."""

    start: int
    end: int
    upos: str


def stems_in(reading: Sequence[Morpheme], word: str, wanted: frozenset[str]) -> list[Hit]:
    """The stems of a verb or adjective, given by its 다-lemma; `wanted` empty takes any part of speech."""
    hits = []
    for last, morpheme in enumerate(reading):
        if not morpheme.tag.startswith((*_VERB, *_DERIVED)):
            continue
        first = _first_of_stem(reading, last, word)
        if first is None or not _stands_alone_before(reading, first):
            continue
        if tag := _accepted(morpheme.tag, wanted):
            hits.append(Hit(reading[first].start, morpheme.end, tag))
    return hits


def _first_of_stem(reading: Sequence[Morpheme], last: int, word: str) -> int | None:
    """Where the morphemes that make up the lemma begin: 쓰 of 쓰다, 공부 of 공부 + 하다."""
    lemma = reading[last].lemma
    if lemma == word:
        return last if reading[last].tag.startswith(_VERB) else None
    first = last
    while first > 0 and len(lemma) < len(word) and reading[first - 1].end == reading[first].start:
        first -= 1
        lemma = reading[first].form + lemma
        if lemma == word:
            return first
    return None


def _stands_alone_before(reading: Sequence[Morpheme], first: int) -> bool:
    """Not the second part of another verb: 힘쓰다, 갈아타다. An auxiliary may be written on (해 보다, 해보다)."""
    if first == 0 or reading[first - 1].end != reading[first].start:
        return True
    before = reading[first - 1]
    if before.tag.startswith(("NN", "XR", "XP")):
        return False
    return not (reading[first].tag == "VV" and before.tag == "EC" and before.form in ("어", "아"))


def tag_in(reading: Sequence[Morpheme], start: int, end: int, word: str, wanted: frozenset[str]) -> str | None:
    """The part of speech of the word at `[start, end)`, if the reading has a word of its own there."""
    inside = [i for i, m in enumerate(reading) if start <= m.start and m.end <= end and m.start < end]
    if not inside or any(m.start < at < m.end for m in reading for at in (start, end)):
        return None
    group = reading[inside[0] : inside[-1] + 1]
    head, tail = group[0], group[-1]
    if head.start != start or max(m.end for m in group) != end:
        return None
    tag = _word_tag(group, word)
    before = [m for m in reading[: inside[0]] if m.end == start][-1:]
    after = [m for m in reading[inside[-1] + 1 : inside[-1] + 3] if m.start <= end + 1]
    after = after if after and after[0].start == end else []
    if tag is None or not _left_free(head, *before) or not _right_free(tail, *after):
        return None
    if tag.startswith("J") and not before:
        tag = "NNG"  # a particle that stands alone is none: 이 아프다
    return _accepted(tag, wanted)


def _word_tag(group: Sequence[Morpheme], word: str) -> str | None:
    """The Sejong tag of the morphemes that make up the word, None where they are no word."""
    head, tail = group[0], group[-1]
    if len(group) == 1:
        return None if head.tag.startswith(("E", "XS", "XP")) else head.tag
    if "".join(m.form for m in group) == word.replace(" ", ""):  # 배 + 과수원
        if any(m.tag.startswith(("V", "E", "J")) for m in group):
            return None
        return tail.tag if tail.tag.startswith((*_NOUN, "NR", "NP", "SN", "MA", "SL", "XSN", "XSM")) else None
    contracted = head.tag == "NP" and all(m.tag.startswith("J") for m in group[1:])  # 날: 나 + ㄹ
    inflected = head.tag.startswith(_VERB) and not word.endswith("다")  # a person looks for the form 쓴
    return head.tag if contracted or inflected else None


def _left_free(word: Morpheme, before: Morpheme | None = None) -> bool:
    """Whether what is written on before the word leaves it a word: 두배, 큰배, 3배, but not 담배, 사과배."""
    if before is None or word.tag.startswith("J"):
        return True
    if word.tag == "NR" and word.form in _DIGITS and before.tag in ("NR", "SN"):
        return False  # 십이
    if before.tag.startswith("NN"):
        return word.tag == "NNB"  # 일년만에
    return not before.tag.startswith(("XR", "XP", "VV", "VA")) and (before.tag != "XSN" or before.form == "들")


def _right_free(word: Morpheme, after: Morpheme | None = None, then: Morpheme | None = None) -> bool:
    """Whether what is written on after the word leaves it a word: 배들이, 배때문에, but not 배나무, 말하다."""
    if after is None:
        return True
    if any(m and m.tag == "Z_CODA" and m.form not in _CHAT_CODA for m in (after, then)):
        return False  # 은행잎, read as 은행이 with a stray ㅍ
    if word.tag == "MM":
        return after.tag.startswith(("NN", "S")) and word.form + after.form not in _WHOLE  # 새신; never a particle
    if word.tag == "NR":
        return after.tag not in ("NR", "SN") and word.form + after.form not in _WHOLE  # 이층, but not 이천
    if after.tag.startswith(("J", "VCP", "S", "W", "Z", "EP")):
        return True
    if word.tag.startswith("J"):
        return False
    return _may_be_glued(word, after)


def _may_be_glued(word: Morpheme, after: Morpheme) -> bool:
    if word.tag == "MAG":
        return after.tag.startswith(("VV", "MA")) and after.form not in ("하", "되", "생기", "나", "쓰", "살")  # 못가
    if after.tag.startswith("XSN"):
        return after.form in _SUFFIXES
    if after.tag.startswith("NN"):
        return after.form in _GLUED_NOUNS and after.tag == "NNB"
    return after.tag.startswith("VA") and after.form in ("있", "없")


def _accepted(tag: str, wanted: frozenset[str]) -> str | None:
    """The Universal POS under which a use with this Sejong tag counts, None where another is wanted."""
    upos = _DERIVED.get(tag) or universal_pos(tag)
    if not wanted:
        return None if upos in ("ADP", "CCONJ", "PART", "PUNCT") and tag != "MAJ" else upos
    if upos in wanted:
        return upos
    return next((each for each in sorted(wanted) if upos in _NEAR.get(each, ())), None)
