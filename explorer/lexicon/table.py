"""Rows of a table in a file: .tsv, .csv or .xlsx, also packed. It knows columns and cells, not what they mean."""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from explorer.errors import ExplorerError
from explorer.lexicon.files import decode, is_workbook, read_bytes
from explorer.lexicon.rows import Row, Skipped
from explorer.occurrences import normalise

MOST_ROWS = 500_000
MOST_COLUMNS = 200
_LONGEST_CELL = 1_000_000  # characters
_END = "\0end"  # stands behind the last line of a table with quotes


@dataclass(frozen=True, slots=True)
class Table:
    """A table by column names, which are lower-case; `broken` holds the rows that do not fit the header, with why."""

    name: str
    format: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    broken: tuple[Skipped, ...]


def read_table(source: Path | str | bytes, name: str | None = None) -> Table:
    """Read a path, or bytes with their file's name. Blank rows count but are left out.

    Raises ExplorerError where the file is missing, broken, too large or no table.
    """
    data, name = read_bytes(source, name)
    if is_workbook(data, name):
        return _table(_workbook_rows(data, name), name, "xlsx")
    text = decode(data, name)
    header = text.lstrip("\r\n").split("\n", 1)[0]
    default = "," if ".csv" in name.casefold() else "\t"  # a single column
    delimiter = max("\t,;", key=header.count) if any(mark in header for mark in "\t,;") else default
    if delimiter == "\t":
        lines = (line.split("\t") for line in io.StringIO(text, newline=None).read().split("\n"))
        return _table(([_unquoted(cell) if '"' in cell else cell for cell in cells] for cells in lines), name, "tsv")
    return _table(_csv_rows(text, delimiter, name), name, "csv")


def _unquoted(cell: str) -> str:
    """A tab-separated cell as spreadsheets quote it: only where every mark inside is doubled."""
    if len(cell) < 3 or not cell[0] == cell[-1] == '"' or '"' in cell[1:-1].replace('""', ""):
        return cell
    return cell[1:-1].replace('""', '"')


def _csv_rows(text: str, delimiter: str, name: str) -> Iterator[list[str]]:
    before = csv.field_size_limit(_LONGEST_CELL)
    last: list[str] | None = None
    try:
        for row in csv.reader(chain(io.StringIO(text, newline=""), [_END]), delimiter=delimiter):
            if last is not None:
                yield last
            last = row
        if last != [_END]:  # inside a cell that never closed, and took the rest of the file
            raise ExplorerError("table_quotes", path=name)
    except csv.Error as error:
        raise ExplorerError("table_quotes", path=name) from error
    finally:
        csv.field_size_limit(before)


def _workbook_rows(data: bytes, name: str) -> Iterator[list[str]]:
    import openpyxl  # only where a workbook is read

    try:
        workbook = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        filled = False
        for sheet in workbook.worksheets:
            sheet.reset_dimensions()  # what a file says of its own size may be wrong
            for row in sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS + 1):
                cells = ["" if value is None else str(value) for value in row]
                while cells and not cells[-1]:
                    cells.pop()
                filled = filled or bool(cells)
                yield cells
            if filled:  # the first sheet that holds anything is the table
                return
    except Exception as error:  # on a damaged workbook openpyxl raises whatever its parts meet
        raise ExplorerError("file_broken", path=name) from error


def _table(lines: Iterable[list[str]], name: str, format_: str) -> Table:
    rest = iter(lines)
    header = next((cells for cells in rest if any(cell.strip() for cell in cells)), None)
    if header is None:
        raise ExplorerError("table_empty", path=name)
    if len(header) > MOST_COLUMNS:
        raise ExplorerError("table_too_wide", path=name, limit=MOST_COLUMNS)
    columns = tuple(normalise(cell.replace("\ufeff", "").strip('"')).casefold() for cell in header)
    rows: list[Row] = []
    broken: list[Skipped] = []
    for number, cells in enumerate(islice(rest, MOST_ROWS + 1), start=1):
        if number > MOST_ROWS:
            raise ExplorerError("table_too_long", path=name, limit=MOST_ROWS)
        if not "".join(cells).strip():
            continue
        if fault := _fault(cells, columns):
            broken.append((number, fault))
        else:
            padded = chain(cells, [""] * (len(columns) - len(cells)))
            rows.append(Row(number, dict(zip(columns, padded, strict=False))))
    return Table(name, format_, columns, tuple(rows), tuple(broken))


def _fault(cells: list[str], columns: tuple[str, ...]) -> ExplorerError | None:
    """Why a row does not fit: more filled cells than columns, or characters that are no text.

    Cells missing at the end are empty ones: spreadsheets leave them out.
    """
    if any(cell.strip() for cell in cells[len(columns) :]):
        return ExplorerError("row_ragged", found=len(cells), expected=len(columns))
    if "\0" in "".join(cells):
        return ExplorerError("row_not_text")
    return None
