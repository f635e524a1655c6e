"""Example sentences of the lesson, and what they and the words beside them mean for who reads no Korean."""

from collections.abc import Sequence
from html import escape

from explorer.lexicon import bundled
from explorer.occurrences import Occurrence
from explorer.screens.session import plain, say

WORD_ID = "bae"
"""The word of the lesson, which means pear, ship, belly or times."""

THREE = ("bae.pear.02", "bae.ship.02", "bae.belly.02")
"""Sentences that share form, particle and ending and differ in the sense."""

Line = Sequence[tuple[str, bool]]
"""A sentence as parts of which some are marked."""


def uses() -> tuple[Occurrence, ...]:
    """The bundled uses of the lesson's word."""
    return bundled.occurrences("ko", WORD_ID)


def three_sentences() -> tuple[Occurrence, ...]:
    """One sentence of each of three senses, alike in all else."""
    by_id = {o.id: o for o in uses()}
    return tuple(by_id[id] for id in THREE)


def sentences(lines: Sequence[Line], notes: Sequence[str] = ()) -> str:
    """Sentences as HTML, each with a note beneath where it has one."""
    rows = []
    for i, parts in enumerate(lines):
        cells = "".join(
            f"<mark>{escape(text)}</mark>" if marked else f"<span>{escape(text)}</span>" for text, marked in parts
        )
        note = notes[i] if i < len(notes) else ""
        rows.append(f"<li>{cells}{f'<small>{escape(note)}</small>' if note else ''}</li>")
    return f'<ol class="sentences">{"".join(rows)}</ol>'


def marked(occurrence: Occurrence) -> list[tuple[str, bool]]:
    """A sentence in three parts, the target marked."""
    o = occurrence
    return [(o.text[: o.start], False), (o.form, True), (o.text[o.end :], False)]


def translations(occurrences: Sequence[Occurrence]) -> list[str]:
    """What each sentence means, "" where the language of the page needs none."""
    known = _pairs(say()("lesson.translations"))
    return [known.get(o.id, "") for o in occurrences]


def glossed(words: Sequence[str]) -> list[str]:
    """Korean words as they stand on a figure: with a gloss where the language of the page has one."""
    known = _pairs(say()("lesson.glosses"))
    # spaces that do not break keep a gloss whole on a line of its own, where there is little room
    whole = {word: gloss.replace(" ", "\N{NO-BREAK SPACE}") for word, gloss in known.items()}
    return [f"{word} ({whole[word]})" if word in whole else word for word in words]


def words_plain(words: Sequence[str]) -> str:
    """Words in a row, as Markdown that shows them as they are."""
    return ", ".join(plain(word) for word in words)


def _pairs(text: str) -> dict[str, str]:
    """Lines `name = meaning` as a dictionary."""
    return {name.strip(): meaning.strip() for name, _, meaning in (line.partition("=") for line in text.splitlines())}
