"""A table's row, and what reading a table's rows gives: occurrences, and the rows left out with why."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence, normalise

Skipped = tuple[int, ExplorerError]
"""Row number, counted from 1 without the header, and why the row was left out."""

LONGEST_CELL = 20_000
"""Characters of a cell that is read."""

_OPEN_CLASS = ("ADJ", "ADV", "INTJ", "NOUN", "PROPN", "VERB")
_CLOSED_CLASS = ("ADP", "AUX", "CCONJ", "DET", "NUM", "PART", "PRON", "SCONJ")
UNIVERSAL_TAGS = frozenset((*_OPEN_CLASS, *_CLOSED_CLASS, "PUNCT", "SYM", "X"))


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its number from 1, the header aside, and its cells by column name."""

    number: int
    cells: Mapping[str, str]

    def get(self, column: str) -> str:
        """A cell normalised; empty where the column is absent."""
        return normalise(self.cells.get(column, ""))


@dataclass(frozen=True, slots=True)
class ReadResult:
    """What a file gave: `format` names its kind (a key of the texts under `tables`), `skipped` the rows left out."""

    occurrences: tuple[Occurrence, ...]
    skipped: tuple[Skipped, ...]
    format: str


@dataclass(frozen=True, slots=True)
class TableKind:
    """A kind of table, known by having all of `columns`; `read` turns rows into occurrences and rows left out."""

    name: str
    columns: frozenset[str]
    read: Callable[[Sequence[Row]], tuple[list[Occurrence], list[Skipped]]]


def each_row(
    read: Callable[[Row], Iterable[Occurrence]],
) -> Callable[[Sequence[Row]], tuple[list[Occurrence], list[Skipped]]]:
    """A reader of rows from a reader of one row: what it raises becomes the reason why the row was left out."""

    def read_all(rows: Sequence[Row]) -> tuple[list[Occurrence], list[Skipped]]:
        found: list[Occurrence] = []
        skipped: list[Skipped] = []
        for row in rows:
            try:
                _require_bounded(row)
                found += read(row)
            except ExplorerError as error:
                skipped.append((row.number, error))
        return found, skipped

    return read_all


def _require_bounded(row: Row) -> None:
    """Raise ExplorerError for a cell that is no sentence but a book: analysing it would take minutes."""
    longest = max(map(len, row.cells.values()), default=0)
    if longest > LONGEST_CELL:
        raise ExplorerError("sentence_too_long", characters=longest, limit=LONGEST_CELL)


def universal_tag(text: str) -> str | None:
    """A Universal POS tag as a person writes it, None where there is none. Raises ExplorerError for anything else."""
    tag = text.strip().upper()
    if tag and tag not in UNIVERSAL_TAGS:
        raise ExplorerError("unknown_upos", upos=text)
    return tag or None


def with_unique_ids(occurrences: Iterable[Occurrence]) -> tuple[Occurrence, ...]:
    """The occurrences, a repeated id told apart by a number: `a`, `a#2`."""
    counts: dict[str, int] = {}
    unique = []
    for occurrence in occurrences:
        counts[occurrence.id] = count = counts.get(occurrence.id, 0) + 1
        unique.append(occurrence if count == 1 else replace(occurrence, id=f"{occurrence.id}#{count}"))
    return tuple(unique)
