"""The words around a target, and the sentence without one of them or with another in its place."""

import re
from dataclasses import dataclass, replace

from explorer.occurrences import Occurrence, normalise


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the context at characters `[start, end)` of its sentence."""

    text: str
    start: int
    end: int


def context_words(occurrence: Occurrence) -> tuple[Word, ...]:
    """The words of a sentence, as spaces part them, without the one that holds the target."""
    found = (Word(match[0], *match.span()) for match in re.finditer(r"\S+", occurrence.text))
    return tuple(word for word in found if word.end <= occurrence.start or word.start >= occurrence.end)


def replaced(occurrence: Occurrence, word: Word, by: str) -> Occurrence:
    """The use in its sentence with one word of the context replaced, or left out where `by` is empty."""
    by = normalise(by)
    before, after = occurrence.text[: word.start] + by, occurrence.text[word.end :]
    if not by:
        before, after = before.rstrip(), after if before.strip() else after.lstrip()
    text = before + after
    moved = len(text) - len(occurrence.text) if word.end <= occurrence.start else 0
    return replace(occurrence, text=text, start=occurrence.start + moved, end=occurrence.end + moved)
