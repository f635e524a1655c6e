"""What a person types or pastes: a sentence a line, as occurrences of a word and as problems, line by line.

A [bracket] marks the target and wins; without one the word is looked for, and each use of it is an occurrence.
Nothing that was typed is lost: what cannot be used comes back as a problem with its line.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from explorer.errors import ExplorerError
from explorer.finding import find
from explorer.lexicon.bracketed import BRACKET
from explorer.occurrences import Occurrence, normalise

MOST_LINES = 10_000
LONG_LINE = 2_000
"""Characters from which on a line is kept with a note: an encoder reads a window around the target only."""
LONGEST_LINE = 100_000
_INVISIBLE = re.compile("[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u200b\u2060\ufeff]")


class Problem(NamedTuple):
    """What is wrong with a line, counted from 1; `kept` where its occurrences are there all the same."""

    line: int
    text: str
    why: ExplorerError
    kept: bool = False


class Entry(NamedTuple):
    """Occurrences in the order of the lines, and the problems."""

    occurrences: tuple[Occurrence, ...]
    problems: tuple[Problem, ...]


def occurrences_from_lines(
    text_block: str, word: str, upos: str | None = None, progress: Callable[[int, int], None] | None = None
) -> Entry:
    """Read sentences, one a line; blank lines are passed over, the same sentence twice is taken once.

    Ids are the line numbers (`7`, and `7.2` for a second use in line 7), `source` is `typed`. At most 10,000 lines
    are read. `progress` is called with (done, total) lines.
    """
    word = normalise(_INVISIBLE.sub("", word))
    lines = [(number, line) for number, line in enumerate(text_block.splitlines(), start=1) if line.strip()]
    if not lines:
        return Entry((), (Problem(1, text_block, ExplorerError("empty_sentence")),))
    found: dict[tuple[str, int, int], Occurrence] = {}
    problems: list[Problem] = []
    for done, (number, line) in enumerate(lines[:MOST_LINES], start=1):
        try:
            uses = _uses(normalise(_INVISIBLE.sub("", line)), word, upos, number)
        except ExplorerError as error:
            problems.append(Problem(number, line, error))
            continue
        finally:
            if progress:
                progress(done, min(len(lines), MOST_LINES))
        new = [use for use in uses if (use.text, use.start, use.end) not in found]
        found |= {(use.text, use.start, use.end): use for use in new}
        if not new:
            problems.append(Problem(number, line, ExplorerError("sentence_repeated", sentence=_short(line))))
        elif len(line) > LONG_LINE:
            problems.append(Problem(number, line, ExplorerError("sentence_long", characters=len(line)), kept=True))
    if len(lines) > MOST_LINES:
        number, line = lines[MOST_LINES]
        too_many = ExplorerError("too_many_lines", limit=MOST_LINES, rest=len(lines) - MOST_LINES)
        problems.append(Problem(number, line, too_many))
    return Entry(tuple(found.values()), tuple(problems))


def _uses(line: str, word: str, upos: str | None, number: int) -> list[Occurrence]:
    if not line:
        raise ExplorerError("empty_sentence")
    if len(line) > LONGEST_LINE:
        raise ExplorerError("sentence_too_long", characters=len(line), limit=LONGEST_LINE)
    if BRACKET.search(line):
        return [Occurrence.from_bracketed(line, word or None, upos=upos, source="typed", id=str(number))]
    if not word:
        raise ExplorerError("no_word_given")
    uses = find(line, word, upos)
    if not uses:
        raise ExplorerError("word_not_in_sentence", word=word, sentence=_short(line))
    return [
        Occurrence(use.text, use.start, use.end, word, upos=use.upos, source="typed", id=_id(number, index))
        for index, use in enumerate(uses, start=1)
    ]


def _id(number: int, index: int) -> str:
    return str(number) if index == 1 else f"{number}.{index}"


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
