"""Every use of a word in a text that a person types.

A Korean word is found with its particle (배, 배가, 배까지도), a verb or an adjective by its lemma (쓰다 in 썼다, 쓴,
써서), and neither inside another word (배우, 담배, 은행나무, 말하다). Kiwi says which morphemes a text has; where
its best reading swallows the word (철 + 도 as 철도 'railway'), its other readings are asked, as far as they are nearly
as likely. English words: `explorer.inflection`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explorer.inflection import find_forms
from explorer.josa import are_particles
from explorer.lexicon.bundled import tags_of
from explorer.morphology import Morpheme, morphemes, readings, universal_pos
from explorer.occurrences import Occurrence, normalise

_HANGUL = re.compile(r"[ㄱ-ㆎ가-힣]")
_LATIN = re.compile(r"[A-Za-z]")

# Found on dictionary examples and the bundled sentences: right rivals lie below, rivals that cut a word in two above.
_RIVAL = 3.5
_RIVAL_WITH_JOSA = 5.0  # where what is left of the eojeol is a particle in the form that fits
_PASSAGE = 250  # characters: a longer text is analysed in passages, so that Kiwi's rivals differ near the word

_SUFFIXES = {"들", "들이", "쯤", "씩", "님"}  # 배들, 두 시쯤: still the same word
_GLUED_NOUNS = {"때문", "대로", "만큼", "뿐", "등", "외", "정도", "간", "안", "밖", "속", "위", "앞", "뒤"}
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
class _Hit:
    start: int
    end: int
    upos: str


def find(text: str, word: str, upos: str | None = None) -> tuple[Occurrence, ...]:
    """The uses of `word` in `text`, in order; empty where there is none.

    The text of the occurrences is the text normalised (NFC, single spaces). A verb or adjective is given by its
    다-lemma and the span holds the syllables of its stem. `upos` keeps the uses of one part of speech; without it a
    bundled word is found as the parts of speech of its senses (만 as a particle too), any other as any content word.
    """
    text, word = normalise(text), normalise(word)
    if not text or not word:
        return ()
    if _LATIN.search(word) and not _HANGUL.search(word):
        return tuple(Occurrence(text, start, end, word, upos=upos) for start, end in find_forms(text, word, upos))
    wanted = frozenset([upos]) if upos else tags_of("ko", word)
    return tuple(
        Occurrence(text, offset + hit.start, offset + hit.end, word, upos=hit.upos)
        for offset, passage in _passages(text)
        for hit in sorted(set(_find_korean(passage, word, wanted)), key=lambda hit: hit.start)
    )


def _passages(text: str) -> Iterator[tuple[int, str]]:
    """The text in pieces that Kiwi reads well, cut at spaces, after the end of a sentence where there is one."""
    start = 0
    while len(text) - start > _PASSAGE:
        window = text[start : start + _PASSAGE]
        ends = [match.end() for match in re.finditer(r"[.?!…]\S{0,2} ", window)]
        cut = ends[-1] if ends else window.rfind(" ") + 1
        if not cut:  # no space in the window: up to the next one, however far
            cut = text.find(" ", start) + 1 - start
            if cut <= 0:
                break
        yield start, text[start : start + cut]
        start += cut
    yield start, text[start:]


def _find_korean(passage: str, word: str, wanted: frozenset[str]) -> Iterator[_Hit]:
    if _may_inflect(word, wanted):
        yield from _inflected(passage, word, wanted)
    if word in passage:
        for match in re.finditer(f"(?={re.escape(word)})", passage):
            if hit := _uninflected(passage, match.start(), word, wanted):
                yield hit


def _may_inflect(word: str, wanted: frozenset[str]) -> bool:
    return word.endswith("다") and len(word) > 1 and (not wanted or bool(wanted & {"VERB", "ADJ", "AUX"}))


# Verbs and adjectives


def _inflected(passage: str, word: str, wanted: frozenset[str]) -> list[_Hit]:
    best = _stems(morphemes(passage), word, wanted)
    if best or not _may_hold_stem(passage, word):
        return best
    for reading in readings(passage):
        if reading.loss <= _RIVAL and (hits := _stems(reading.morphemes, word, wanted)):
            return hits
    return []


def _may_hold_stem(passage: str, word: str) -> bool:
    """Whether a syllable begins as the stem does: 써, 쓴 and 썼 with the ㅆ of 쓰다."""
    return any(_onset(char) == _onset(word[0]) for char in passage)


def _onset(syllable: str) -> int:
    code = ord(syllable) - ord("가")
    return code // 588 if 0 <= code < 11172 else -1


def _stems(reading: Sequence[Morpheme], word: str, wanted: frozenset[str]) -> list[_Hit]:
    hits = []
    for last, morpheme in enumerate(reading):
        if not morpheme.tag.startswith((*_VERB, *_DERIVED)):
            continue
        first = _first_of_stem(reading, last, word)
        if first is None or not _stands_alone_before(reading, first):
            continue
        if tag := _accepted(morpheme.tag, wanted):
            hits.append(_Hit(reading[first].start, morpheme.end, tag))
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


# All other words


def _uninflected(passage: str, start: int, word: str, wanted: frozenset[str]) -> _Hit | None:
    end = start + len(word)
    best = morphemes(passage)
    if tag := _tag_in(best, start, end, word, wanted):
        return _Hit(start, end, tag)
    begins_eojeol = start == 0 or not passage[start - 1].isalpha()
    if not begins_eojeol and "ADP" not in wanted:
        return None
    rest = re.match(r"\w*", passage[end:])
    with_josa = bool(rest) and are_particles(word, rest.group())
    if with_josa and _swallowed_by_a_guess(best, start, end):
        return _Hit(start, end, _default(wanted))
    for reading in readings(passage):
        if reading.loss > (_RIVAL_WITH_JOSA if with_josa else _RIVAL):
            break
        if tag := _tag_in(reading.morphemes, start, end, word, wanted):
            return _Hit(start, end, tag)
    return None


def _swallowed_by_a_guess(reading: Sequence[Morpheme], start: int, end: int) -> bool:
    """Whether a noun that no dictionary lists begins with the word and goes on: 뷁가."""
    return any(m.start == start and m.end > end and not m.known for m in reading)


def _default(wanted: frozenset[str]) -> str:
    return next((tag for tag in ("NOUN", "PROPN") if tag in wanted), "NOUN" if not wanted else sorted(wanted)[0])


def _tag_in(reading: Sequence[Morpheme], start: int, end: int, word: str, wanted: frozenset[str]) -> str | None:
    """The part of speech of the word at `[start, end)`, if the reading has a word of its own there."""
    inside = [i for i, m in enumerate(reading) if start <= m.start and m.end <= end and m.start < end]
    if not inside or any(m.start < at < m.end for m in reading for at in (start, end)):
        return None
    group = reading[inside[0] : inside[-1] + 1]
    head, tail = group[0], group[-1]
    if head.start != start or max(m.end for m in group) != end:
        return None
    tag = _word_tag(group, word)
    before = reading[inside[0] - 1] if inside[0] and reading[inside[0] - 1].end == start else None
    after = next((m for m in reading[inside[-1] + 1 :]), None)
    after = after if after and after.start == end else None
    if tag is None or not _left_free(head, before) or not _right_free(tail, after):
        return None
    if tag.startswith("J") and before is None:
        tag = "NNG"  # a particle that stands alone is none: 이 아프다
    return _accepted(tag, wanted)


def _word_tag(group: Sequence[Morpheme], word: str) -> str | None:
    """The Sejong tag of the morphemes that make up the word, None where they are no word."""
    head, tail = group[0], group[-1]
    if len(group) == 1:
        return None if head.tag.startswith(("E", "XS", "XP")) else head.tag
    if "".join(m.form for m in group) == word:  # 배 + 과수원
        if any(m.tag.startswith(("V", "E", "J")) for m in group):
            return None
        return tail.tag if tail.tag.startswith((*_NOUN, "NR", "NP", "SN", "MA", "SL", "XSN", "XSM")) else None
    contracted = head.tag == "NP" and all(m.tag.startswith("J") for m in group[1:])  # 날: 나 + ㄹ
    inflected = head.tag.startswith(_VERB) and not word.endswith("다")  # a person looks for the form 쓴
    return head.tag if contracted or inflected else None


def _left_free(word: Morpheme, before: Morpheme | None) -> bool:
    """Whether what is written on before the word leaves it a word: 두배, 큰배, 3배, but not 담배, 사과배."""
    if before is None or word.tag.startswith("J"):
        return True
    if word.tag == "NR" and word.form in _DIGITS and before.tag in ("NR", "SN"):
        return False  # 십이
    if before.tag.startswith("NN"):
        return word.tag == "NNB"  # 일년만에
    return not before.tag.startswith(("XR", "XP", "VV", "VA")) and (before.tag != "XSN" or before.form == "들")


def _right_free(word: Morpheme, after: Morpheme | None) -> bool:
    """Whether what is written on after the word leaves it a word: 배들이, 배때문에, but not 배나무, 말하다."""
    if after is None or after.tag.startswith(("J", "VCP", "S", "W", "Z", "EP")):
        return not (after is not None and word.tag in ("NR", "MM") and after.tag == "SN")
    if word.tag.startswith("J"):
        return False
    if word.tag in ("NR", "MM"):
        return after.tag.startswith("NN") or after.form in _SUFFIXES  # 이층, 새신, but not 이천
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
