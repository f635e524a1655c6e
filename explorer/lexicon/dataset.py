"""A person's own data set: lines of a table, each either a use of a word or kept with the reason why it is none.

Nothing that was given is lost: a line that cannot be used stays as it was, to be corrected, and never stands in the way
of the others.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from explorer.errors import ExplorerError
from explorer.finding import find
from explorer.lexicon.bracketed import BRACKET
from explorer.lexicon.bundled import all_senses
from explorer.lexicon.dictionary import PARTS_OF_SPEECH
from explorer.lexicon.entry import LONGEST_LINE
from explorer.lexicon.rows import universal_tag
from explorer.occurrences import Occurrence, normalise

MOST_LINES = 10_000
"""Lines of one data set; of a longer file the first are taken, and it is said how many were not."""

LONGEST_TARGET = 60
"""Characters of a target: a bracket around more holds a sentence, not a word."""

LONGEST_NAME = 60

Progress = Callable[[int, int], None]
"""Called with (done, total) lines."""

_GUARD = re.compile(r"^'(?=[=+\-@])")
"""The mark by which `explorer.lexicon.dataset_files` keeps a spreadsheet from reading a sentence as a formula."""

_WIDE = str.maketrans("[]", "［］")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its cells, with the target in [brackets] where it is known, and a use of a word or why it is none."""

    sentence: str
    word: str = ""
    sense: str = ""
    upos: str = ""
    occurrence: Occurrence | None = None
    why: ExplorerError | None = None

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """Sentence, word, sense and part of speech, as a table shows them."""
        return self.sentence, self.word, self.sense, self.upos


@dataclass(frozen=True)
class DataSet:
    """Lines under a name; `left` counts the lines for which there was no room."""

    name: str
    lines: tuple[Line, ...] = ()
    left: int = 0

    @cached_property
    def uses(self) -> tuple[Occurrence, ...]:
        """The uses, their ids the numbers of their lines; the same place of the same sentence counts once."""
        found: dict[tuple[str, int, int, str], Occurrence] = {}
        for number, line in enumerate(self.lines, start=1):
            if line.occurrence:
                o = replace(line.occurrence, id=str(number), sense=line.sense or None, upos=line.upos or None)
                key = (o.text, o.start, o.end, o.word)
                if key not in found or (found[key].sense is None and o.sense):
                    found[key] = o
        return tuple(found.values())

    @cached_property
    def words(self) -> Mapping[str, tuple[Occurrence, ...]]:
        """The uses of each word, the word with most of them first."""
        groups: dict[str, list[Occurrence]] = {}
        for use in self.uses:
            groups.setdefault(use.word, []).append(use)
        ordered = sorted(groups.items(), key=lambda item: -len(item[1]))
        return {word: tuple(uses) for word, uses in ordered}

    @property
    def unread(self) -> tuple[tuple[int, Line], ...]:
        """The lines that cannot be used, with their numbers."""
        return tuple((number, line) for number, line in enumerate(self.lines, start=1) if line.occurrence is None)

    def renamed(self, name: str) -> "DataSet":
        """The set under another name; an empty one changes nothing."""
        return replace(self, name=normalise(name)[:LONGEST_NAME] or self.name)


def line_of(occurrence: Occurrence) -> Line:
    """A use as a line. Other brackets in its sentence are shown wide, so that the target's are the only ones."""
    before, after = occurrence.text[: occurrence.start], occurrence.text[occurrence.end :]
    shown = f"{before.translate(_WIDE)}[{occurrence.form}]{after.translate(_WIDE)}"
    return Line(shown, occurrence.word, occurrence.sense or "", occurrence.upos or "", occurrence)


def read_line(sentence: str, word: str = "", sense: str = "", upos: str = "") -> tuple[Line, ...]:
    """A line of cells. Without a bracket the word is looked for, and each use of it is a line of its own."""
    sentence, word, sense, upos = (normalise(_GUARD.sub("", cell)) for cell in (sentence, word, sense, upos))
    try:
        return tuple(line_of(use) for use in _uses(sentence, word, sense, upos))
    except ExplorerError as error:
        return (Line(sentence, word, sense, upos, why=error),)


def _uses(sentence: str, word: str, sense: str, tag: str) -> list[Occurrence]:
    if not sentence:
        raise ExplorerError("empty_sentence")
    if len(sentence) > LONGEST_LINE:
        raise ExplorerError("sentence_too_long", characters=len(sentence), limit=LONGEST_LINE)
    known = all_senses().get(sense)
    upos = universal_tag(PARTS_OF_SPEECH.get(tag, tag)) or (known.upos if known else None)
    word = word or (known.word if known else "")
    if BRACKET.search(sentence):
        use = Occurrence.from_bracketed(sentence, word or None, sense=sense or None, upos=upos, source="table")
        if len(use.form) > LONGEST_TARGET:
            raise ExplorerError("target_not_word", form=use.form, limit=LONGEST_TARGET)
        return [use]
    if not word:
        raise ExplorerError("no_bracket", sentence=sentence)
    found = find(sentence, word, upos) or find(sentence, word)
    if not found:
        raise ExplorerError("word_not_in_sentence", word=word, sentence=sentence)
    return [replace(use, word=word, sense=sense or None, upos=upos or use.upos, source="table") for use in found]


def read_lines(
    cells: Iterable[Sequence[str]], progress: Progress | None = None, total: int | None = None
) -> tuple[tuple[Line, ...], int]:
    """Lines of many rows of up to four cells, and how many rows had no room."""
    rows = list(cells)
    lines: list[Line] = []
    for done, row in enumerate(rows, start=1):
        if len(lines) >= MOST_LINES:
            return tuple(lines[:MOST_LINES]), len(rows) - done + 1
        lines += read_line(*row)
        if progress and done % 50 == 0:
            progress(done, total or len(rows))
    return tuple(lines[:MOST_LINES]), 0


def with_word(found: DataSet, word: str, progress: Progress | None = None) -> DataSet:
    """The set after a word was looked for in the lines that name neither a bracket nor a word of their own."""
    lines: list[Line] = []
    for done, line in enumerate(found.lines, start=1):
        asked = line.occurrence is None and not BRACKET.search(line.sentence) and line.sentence
        lines += read_line(line.sentence, line.word or word, line.sense, line.upos) if asked else (line,)
        if progress and done % 50 == 0:
            progress(done, len(found.lines))
    return replace(found, lines=tuple(lines[:MOST_LINES]), left=found.left + max(0, len(lines) - MOST_LINES))


def edited(found: DataSet, rows: Sequence[tuple[int | None, Sequence[str]]]) -> DataSet:
    """The set after a person edited its table: each row with the number of the line that it was, None for a new one.

    A line whose cells are as they were keeps its use exactly. Rows without any text are passed over.
    """
    lines: list[Line] = []
    for number, cells in rows:
        before = found.lines[number - 1] if number is not None else None
        if before is not None and before.cells == tuple(cells):
            lines.append(before)
        elif any(cell.strip() for cell in cells):
            lines += read_line(*cells)
    return replace(found, lines=tuple(lines[:MOST_LINES]))
