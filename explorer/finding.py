"""Every use of a word in a text that a person types.

A Korean word is found with its particle (배, 배가, 배까지도), a verb or an adjective by its lemma (쓰다 in 썼다, 쓴,
써서), and neither inside another word (배우, 담배, 은행나무, 말하다). Kiwi says which morphemes a text has; where
its best reading swallows the word (철 + 도 as 철도 'railway'), its other readings are asked, as far as they are nearly
as likely. English words: `explorer.inflection`.
"""

import re
from collections.abc import Iterator, Sequence

from explorer.inflection import find_forms
from explorer.josa import are_particles
from explorer.lexicon.bundled import tags_of
from explorer.morphology import Morpheme, morphemes, readings
from explorer.occurrences import Occurrence, normalise
from explorer.words import Hit, stems_in, tag_in

_HANGUL = re.compile(r"[ㄱ-ㆎ가-힣]")
_LATIN = re.compile(r"[A-Za-z]")

# How much less likely than the best reading a rival may be. Found on dictionary examples and the bundled sentences:
# right rivals lie below, rivals that cut a word in two above (철도 건설 13, 시도 끝에 6).
_RIVAL = 3.5
_RIVAL_WITH_JOSA = 5.0  # where what is left of the eojeol is a particle in the form that fits
_RETAG = 2.0  # where the best reading has the word, as another part of speech than the one looked for
_LONGEST_PASSAGE = 500  # characters without a space
_PASSAGE = 250  # characters: a longer text is analysed in passages, so that Kiwi's rivals differ near the word


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
        if hit.start < hit.end  # a copula that a vowel swallowed (배예요) stands nowhere
    )


def _passages(text: str) -> Iterator[tuple[int, str]]:
    """The text in pieces that Kiwi reads well, cut at spaces, after the end of a sentence where there is one."""
    start = 0
    while len(text) - start > _PASSAGE:
        window = text[start : start + _PASSAGE]
        ends = [match.end() for match in re.finditer(r"[.?!…]\S{0,2} ", window)]
        cut = ends[-1] if ends else window.rfind(" ") + 1
        if not cut:  # no space in the window: up to the next one, however far
            cut = text.find(" ", start, start + _LONGEST_PASSAGE) + 1 - start
            if cut <= 0:
                cut = _LONGEST_PASSAGE  # nothing that a person writes; the time grows with its square
        yield start, text[start : start + cut]
        start += cut
    yield start, text[start:]


def _find_korean(passage: str, word: str, wanted: frozenset[str]) -> Iterator[Hit]:
    if _may_inflect(word, wanted):
        yield from _inflected(passage, word, wanted)
    if word in passage:
        for match in re.finditer(f"(?={re.escape(word)})", passage):
            if hit := _uninflected(passage, match.start(), word, wanted):
                yield hit


def _may_inflect(word: str, wanted: frozenset[str]) -> bool:
    return word.endswith("다") and len(word) > 1 and (not wanted or bool(wanted & {"VERB", "ADJ", "AUX"}))


# Verbs and adjectives


def _inflected(passage: str, word: str, wanted: frozenset[str]) -> list[Hit]:
    best = stems_in(morphemes(passage), word, wanted)
    if best or not _may_hold_stem(passage, word):
        return best
    limit = _RETAG if len(wanted) == 1 and stems_in(morphemes(passage), word, frozenset()) else _RIVAL
    for reading in readings(passage):
        if reading.loss <= limit and (hits := stems_in(reading.morphemes, word, wanted)):
            return hits
    return []


def _may_hold_stem(passage: str, word: str) -> bool:
    """Whether a syllable begins as the stem does: 써, 쓴 and 썼 with the ㅆ of 쓰다."""
    return any(_onset(char) == _onset(word[0]) for char in passage)


def _onset(syllable: str) -> int:
    code = ord(syllable) - ord("가")
    return code // 588 if 0 <= code < 11172 else -1


# All other words


def _uninflected(passage: str, start: int, word: str, wanted: frozenset[str]) -> Hit | None:
    end = start + len(word)
    best = morphemes(passage)
    if tag := tag_in(best, start, end, word, wanted):
        return Hit(start, end, tag)
    begins_eojeol = start == 0 or not passage[start - 1].isalpha()
    rest = re.compile(r"\w*").match(passage, end).group()  # type: ignore[union-attr]
    with_josa = are_particles(word, rest) or (rest.startswith("들") and are_particles("들", rest[1:]))
    if (rest and not with_josa) or not (begins_eojeol or "ADP" in wanted):
        return None
    if with_josa and _swallowed_by_a_guess(best, start, end):
        return Hit(start, end, _default(wanted))
    limit = _RIVAL_WITH_JOSA if with_josa else _RIVAL
    if len(wanted) == 1 and tag_in(best, start, end, word, frozenset()) not in (None, "VERB", "ADJ", "AUX"):
        limit = _RETAG
    for reading in readings(passage):
        if reading.loss <= limit and (tag := tag_in(reading.morphemes, start, end, word, wanted)):
            return Hit(start, end, tag)
    return None


def _swallowed_by_a_guess(reading: Sequence[Morpheme], start: int, end: int) -> bool:
    """Whether a noun that no dictionary lists begins with the word and goes on: 뷁가."""
    return any(m.start == start and m.end > end and not m.known for m in reading)


def _default(wanted: frozenset[str]) -> str:
    return next((tag for tag in ("NOUN", "PROPN") if tag in wanted), "NOUN" if not wanted else sorted(wanted)[0])
