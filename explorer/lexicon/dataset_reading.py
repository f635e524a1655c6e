"""A data set out of what people have: pasted text, or a file of any kind that is read here.

What kind it is is told by its columns. Columns of other names are taken for what their names say (문장, 예문, text);
where none can be a sentence, `ColumnsUnknownError` hands the table back, so that a person can say which is which.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from explorer.errors import ExplorerError
from explorer.lexicon.bracketed import BRACKET, BRACKETED
from explorer.lexicon.conllu import read_tokens
from explorer.lexicon.dataset import MOST_LINES, Line, Progress, line_of, read_lines
from explorer.lexicon.files import read_bytes
from explorer.lexicon.rows import Row, Skipped
from explorer.lexicon.table import Table, read_table
from explorer.lexicon.tables import KINDS, is_treebank
from explorer.occurrences import Occurrence

FIELDS = ("sentence", "word", "sense", "upos")

_NAMES = {
    "sentence": ("문장", "예문", "용례", "예시", "본문", "글", "text", "sent", "example", "sentences", "context"),
    "word": ("낱말", "단어", "표제어", "어휘", "대상", "lemma", "target", "headword", "keyword", "words"),
    "sense": ("뜻", "의미", "뜻풀이", "어의", "label", "gloss", "meaning", "senses", "sense_id", "라벨"),
    "upos": ("품사", "pos", "tag", "part of speech"),
}


_TAB = re.compile(r"\t")
_GAP = re.compile(r"[ \u3000]{2,}| *\| *")
"""What a person types between a sentence and its sense, since the Tab key leaves a box of text."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column holds what; "" where none does. Without `header` the first row is data like the others."""

    sentence: str
    word: str = ""
    sense: str = ""
    upos: str = ""
    header: bool = True


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: lines, how many had no room, the kind (a key under `my_data.kind`), and the columns taken."""

    lines: tuple[Line, ...]
    left: int
    kind: str
    columns: tuple[tuple[str, str], ...] = ()


class ColumnsUnknownError(ExplorerError):
    """A table that holds no column of sentences, as far as its names say; `table` is what was read."""

    def __init__(self, table: Table) -> None:
        super().__init__("table_columns", path=table.name, columns=", ".join(filter(None, table.columns)))
        self.table = table


def read_file(data: bytes, name: str, columns: Columns | None = None, progress: Progress | None = None) -> Reading:
    """Lines of a file's bytes. Raises ColumnsUnknownError, and ExplorerError where the file cannot be read at all."""
    data, name = read_bytes(data, name)
    if is_treebank(data, name):
        result = read_tokens(data, name)
        bad = tuple(Line("", why=why) for _, why in result.skipped)
        return _bounded([*map(line_of, result.occurrences[: MOST_LINES + 1]), *bad], result.occurrences, "conllu")
    table = read_table(data, name)
    if columns is None:
        kind = next((kind for kind in KINDS if kind.columns <= set(table.columns)), None)
        if kind and kind is not BRACKETED:
            found, skipped = kind.read(table.rows[:MOST_LINES])
            return _of_kind(table, found, [*table.broken, *skipped], kind.name)
        columns = guessed(table.columns)
    if columns is None:
        raise ColumnsUnknownError(table)
    return _of_columns(table, columns, progress)


def guessed(names: Sequence[str]) -> Columns | None:
    """Which column is which by their names; None where none is a column of sentences."""
    sentence, word, sense, upos = (_named(names, field) for field in FIELDS)
    return Columns(sentence, word, sense, upos) if sentence else None


def _named(names: Sequence[str], field: str) -> str:
    return next((name for name in (field, *_NAMES[field]) if name in names), "")


def _of_columns(table: Table, columns: Columns, progress: Progress | None) -> Reading:
    taken = [getattr(columns, field) for field in FIELDS]
    rows = [[row.cells.get(name, "") for name in taken] for row in table.rows]
    if not columns.header:
        rows.insert(0, [name if name in table.columns else "" for name in taken])
    broken = tuple(Line("", why=why) for _, why in table.broken)
    if not rows and not broken:
        raise ExplorerError("table_empty", path=table.name)
    lines, left = read_lines(rows, progress)
    named = tuple((field, name) for field, name in zip(FIELDS, taken, strict=True) if name)
    return Reading((*lines, *broken)[:MOST_LINES], left, "bracketed", named)


def _of_kind(table: Table, found: Sequence[Occurrence], skipped: Sequence[Skipped], kind: str) -> Reading:
    rows = {row.number: row for row in table.rows}
    bad = [_left_out(rows.get(number), why) for number, why in sorted(skipped, key=lambda entry: entry[0])]
    if not found and not bad:
        raise ExplorerError("table_empty", path=table.name)
    reading = _bounded([*map(line_of, found), *bad], found, kind)
    return replace(reading, left=reading.left + max(0, len(table.rows) - MOST_LINES))


def _left_out(row: Row | None, why: ExplorerError) -> Line:
    if row is None:
        return Line("", why=why)
    sentences = (row.get(name) for name in ("sentence", "example", "sentence1", "context_1", "sentence2", "context_2"))
    word = row.get("word") or row.get("target") or row.get("headword") or row.get("surface")
    return Line(" / ".join(filter(None, sentences)), word, why=why)


def _bounded(lines: list[Line], found: Sequence[Occurrence], kind: str) -> Reading:
    left = max(0, len(found) - MOST_LINES)
    return Reading(tuple(lines[:MOST_LINES]), left, kind)


def read_paste(text: str, word: str = "", progress: Progress | None = None) -> Reading:
    """Lines of pasted text: a table copied with its header, a table without one, or one sentence a line.

    Cells are parted by tabs or, where most lines have them, by two spaces or more or by a bar.

    Without a header the column with the most [brackets] holds the sentences, of several the one with the longest texts,
    and the one beside it the senses.
    """
    filled = [line for line in text.splitlines() if line.strip()]
    if not filled:
        raise ExplorerError("empty_sentence")
    data = text.encode("utf-8", "replace")
    first = [cell.strip(' "').casefold() for cell in re.split(r"[\t,;]", filled[0])]
    if is_treebank(data, "paste") or guessed(first) or any(kind.columns <= set(first) for kind in KINDS):
        reading = read_file(data, "paste", progress=progress)
        return reading if not word else replace(reading, lines=_with_word(reading.lines, word))
    for gap in (_TAB, _GAP):
        if sum(bool(gap.search(line.strip())) for line in filled) > len(filled) / 2:
            rows, named = _headerless([gap.split(line.strip()) for line in filled], word)
            lines, left = read_lines(rows, progress)
            return Reading(lines, left, "bracketed", named)
    lines, left = read_lines(([line, word] for line in filled), progress)
    return Reading(lines, left, "lines")


def _with_word(lines: Sequence[Line], word: str) -> tuple[Line, ...]:
    from explorer.lexicon.dataset import DataSet, with_word

    return with_word(DataSet("", tuple(lines)), word).lines


def _headerless(rows: list[list[str]], word: str) -> tuple[list[list[str]], tuple[tuple[str, str], ...]]:
    width = max(map(len, rows))
    padded = [[*row, *[""] * (width - len(row))] for row in rows]
    length = [sum(len(row[k]) for row in padded) for k in range(width)]
    marked = [sum(bool(BRACKET.search(row[k])) for row in padded) for k in range(width)]
    sentence = max(range(width), key=lambda k: (marked[k], length[k]))  # a gloss may be longer than its example
    sense = next((k for k in chain(range(sentence + 1, width), range(sentence)) if length[k]), None)
    named = [("sentence", str(sentence + 1))] + ([] if sense is None else [("sense", str(sense + 1))])
    return [[row[sentence], word, "" if sense is None else row[sense]] for row in padded], tuple(named)
