"""Word in context: a word in [brackets] in two sentences, and whether it has one sense in both (KoBEST's format).

Flawed rows are left out, each with what is wrong with it; where a sentence has two brackets the first is the target,
and that is noted.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from explorer.errors import ExplorerError
from explorer.finding import find
from explorer.lexicon.bracketed import BRACKET
from explorer.lexicon.rows import Row, Skipped, TableKind
from explorer.lexicon.table import read_table
from explorer.occurrences import Occurrence

_ANSWERS = {"true": True, "t": True, "1": True, "1.0": True, "false": False, "f": False, "0": False, "0.0": False}
_ALIASES = {"word": "target", "context_1": "sentence1", "context_2": "sentence2", "label": "answer"}
COLUMNS = frozenset({"target", "sentence1", "sentence2", "answer"})


@dataclass(frozen=True, slots=True)
class WicPair:
    """Two uses of a word; `same` says whether they have one sense. `row` counts from 1, the header aside."""

    row: int
    id: str
    first: Occurrence
    second: Occurrence
    same: bool

    @property
    def word(self) -> str:
        """The target as the file names it."""
        return self.first.word


@dataclass(frozen=True, slots=True)
class WicSet:
    """A file's pairs, the rows left out and why, and notes on rows that were kept."""

    name: str
    pairs: tuple[WicPair, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[Skipped, ...]


def read_wic(source: Path | str | bytes, name: str | None = None) -> WicSet:
    """Read a file of pairs. Raises ExplorerError where it has not the columns of one, or no usable row."""
    table = read_table(source, name)
    columns = {_ALIASES.get(column, column) for column in table.columns}
    if not columns >= COLUMNS:
        raise ExplorerError("wic_columns", path=table.name, columns=", ".join(table.columns))
    pairs: list[WicPair] = []
    skipped, notes = list(table.broken), []
    for row in map(_renamed, table.rows):
        try:
            pairs.append(read_pair(row))
            notes += _notes(row)
        except ExplorerError as error:
            skipped.append((row.number, error))
    if not pairs and skipped:
        raise ExplorerError("table_nothing_usable", path=table.name, row=skipped[0][0], why=skipped[0][1])
    if not pairs:
        raise ExplorerError("table_empty", path=table.name)
    return WicSet(table.name, tuple(pairs), tuple(sorted(skipped, key=lambda entry: entry[0])), tuple(notes))


def read_pair(row: Row) -> WicPair:
    """One row as a pair. Raises ExplorerError that says what is wrong with the row."""
    target, identifier = row.get("target"), row.get("id") or str(row.number)
    if not target:
        raise ExplorerError("wic_no_target")
    answer = row.get("answer").casefold()
    if not answer:
        raise ExplorerError("wic_no_answer", target=target)
    if answer not in _ANSWERS:
        raise ExplorerError("wic_answer_unreadable", answer=row.get("answer"))
    first, second = (_side(row, which, target, identifier) for which in (1, 2))
    return WicPair(row.number, identifier, first, second, _ANSWERS[answer])


def _side(row: Row, which: int, target: str, identifier: str) -> Occurrence:
    sentence = row.get(f"sentence{which}")
    if not sentence:
        raise ExplorerError("wic_no_sentence", which=which, target=target)
    if not BRACKET.search(sentence):
        raise ExplorerError("wic_no_bracket", which=which, target=target, sentence=sentence)
    occurrence = Occurrence.from_bracketed(
        sentence, target, sense=_sense(row, which, target), source="wic", id=f"{identifier}.{which}"
    )
    if not _is_target(occurrence, target):
        fault = "wic_bracket_more" if _folded(target) in _folded(occurrence.form) else "wic_bracket_other"
        raise ExplorerError(fault, which=which, target=target, form=occurrence.form, sentence=sentence)
    return occurrence


def _is_target(occurrence: Occurrence, target: str) -> bool:
    """Whether a bracket holds the target: its form, a variant of its spelling, or a verb's inflected form."""
    form = occurrence.form
    if _folded(form) == _folded(target) or _variant(form) == _variant(target):
        return True
    if len(target) > 1 and (target.endswith("다") or target.isascii()):
        hits = find(occurrence.text, target)
        return any(hit.start == occurrence.start and " " not in form for hit in hits)
    return False


def _folded(text: str) -> str:
    """Without what does not make another word: case, spaces, hyphens, the width of letters."""
    return re.sub(r"[\s\-‐-―·ㆍ]", "", unicodedata.normalize("NFKC", text).casefold())


def _variant(text: str) -> str:
    """Spelling folded where Korean writers differ: 전세집 and 전셋집, 합격율 and 합격률, 노인 and 로인."""
    folded = re.sub("[율률]", "률", re.sub("[열렬](?!$)|(?<=.)[열렬]$", "렬", _folded(text)))
    jamo = unicodedata.normalize("NFD", folded[:-1]).replace("\u11ba", "") + unicodedata.normalize("NFD", folded[-1:])
    return re.sub("^[\u1102\u1105](?=[\u1163\u1167\u116d\u1172\u1175])", "\u110b", jamo)


def _sense(row: Row, which: int, target: str) -> str | None:
    """The dictionary's sense of one side: `눈.449289.1`, its word's number and the sense's."""
    number = row.get(f"dictionary {which}")
    link = row.get(f"link {which}") or row.get(f"link{which}")
    entry = re.search(r"word_no=(\d+)", link)
    return f"{target}.{entry[1]}.{number}" if entry and number else None


def _notes(row: Row) -> list[Skipped]:
    return [
        (row.number, ExplorerError("wic_two_brackets", which=which, sentence=row.get(f"sentence{which}")))
        for which in (1, 2)
        if len(BRACKET.findall(row.get(f"sentence{which}"))) > 1
    ]


def _renamed(row: Row) -> Row:
    return Row(row.number, {_ALIASES.get(column, column): cell for column, cell in row.cells.items()})


def _occurrences(rows: Sequence[Row]) -> tuple[list[Occurrence], list[Skipped]]:
    found: list[Occurrence] = []
    skipped: list[Skipped] = []
    for row in rows:
        try:
            pair = read_pair(row)
        except ExplorerError as error:
            skipped.append((row.number, error))
        else:
            found += (pair.first, pair.second)
    return found, skipped


def words(pairs: Iterable[WicPair]) -> tuple[str, ...]:
    """The words of some pairs, each once, in order."""
    return tuple(dict.fromkeys(pair.word for pair in pairs))


WIC = TableKind("wic", COLUMNS, _occurrences)
