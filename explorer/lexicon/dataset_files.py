"""A data set as a file that Excel opens: csv in UTF-8 with a BOM, or xlsx. No cell is ever run as a formula."""

import csv
import io
import re

from explorer.lexicon.dataset import DataSet
from explorer.lexicon.dataset_reading import FIELDS

_FORMULA = re.compile(r"^[=+\-@\t\r]")


def guarded(cell: str) -> str:
    """A cell that a spreadsheet shows and does not run: one that begins as a formula does gets a mark before it.

    `explorer.lexicon.dataset` takes the mark off again.
    """
    return f"'{cell}" if _FORMULA.match(cell) else cell


def as_csv(data_set: DataSet) -> bytes:
    """Every line, those that cannot be used too, in the columns that are read back."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(FIELDS)
    writer.writerows([guarded(cell) for cell in line.cells] for line in data_set.lines)
    return text.getvalue().encode("utf-8-sig", "replace")


def as_workbook(data_set: DataSet) -> bytes:
    """The same as an Excel workbook, whose cells are all texts."""
    import openpyxl  # only where a workbook is written

    workbook = openpyxl.Workbook(write_only=False)
    sheet = workbook.worksheets[0]
    for row, cells in enumerate([FIELDS, *(line.cells for line in data_set.lines)], start=1):
        for column, cell in enumerate(cells, start=1):
            place = sheet.cell(row, column, guarded(cell))
            place.data_type = "s"
    sheet.freeze_panes = "A2"
    for letter, width in zip("ABCD", (70, 14, 24, 10), strict=True):
        sheet.column_dimensions[letter].width = width
    data = io.BytesIO()
    workbook.save(data)
    return data.getvalue()


def file_name(data_set: DataSet) -> str:
    """The set's name as a file may have it."""
    return re.sub(r"[^\w.-]+", "_", data_set.name).strip("._") or "data"
