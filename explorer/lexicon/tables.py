"""Occurrences out of the files that people have; what kind a table is is told by its columns.

`.tsv`, `.csv` and `.xlsx` tables (`explorer.lexicon.table`) with bracketed sentences, word-in-context pairs, a
dictionary's examples or ambiguous eojeols, and treebanks in CoNLL-U.
"""

import re
from pathlib import Path

from explorer.errors import ExplorerError
from explorer.lexicon.bracketed import BRACKETED
from explorer.lexicon.conllu import read_tokens
from explorer.lexicon.dictionary import DICTIONARY
from explorer.lexicon.eojeols import EOJEOLS
from explorer.lexicon.files import read_bytes
from explorer.lexicon.rows import ReadResult, with_unique_ids
from explorer.lexicon.table import read_table
from explorer.lexicon.wic import WIC

KINDS = (WIC, DICTIONARY, EOJEOLS, BRACKETED)
"""In this order: the ambiguous eojeols have a column `sentence` too."""


_TREEBANK_NAME = re.compile(r"\.conllu?(\.gz|\.xz|\.bz2)?$", re.IGNORECASE)
_TREEBANK = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s*\n|#[^\n]*\n)*1(?:-\d+)?(?:\t[^\t\n]*){9}(?:\n|$)")
"""Comments, then a first line of ten columns: a treebank, whatever its file is called."""


def read_occurrences(source: Path | str | bytes, name: str | None = None) -> ReadResult:
    """The occurrences of a file given by its path, or as bytes with its name.

    Raises ExplorerError where the file cannot be read, is of no known kind, or has no usable row.
    """
    data, name = read_bytes(source, name)
    if is_treebank(data, name):
        return read_tokens(data, name)
    table = read_table(data, name)
    kind = next((kind for kind in KINDS if kind.columns <= set(table.columns)), None)
    if kind is None:
        raise ExplorerError("table_columns", path=table.name, columns=", ".join(filter(None, table.columns)))
    found, faults = kind.read(table.rows)
    skipped = sorted([*table.broken, *faults], key=lambda entry: entry[0])
    if not found:
        if skipped:
            raise ExplorerError("table_nothing_usable", path=table.name, why=skipped[0][1], row=skipped[0][0])
        raise ExplorerError("table_empty", path=table.name)
    return ReadResult(with_unique_ids(found), tuple(skipped), kind.name)


def is_treebank(data: bytes, name: str) -> bool:
    """Whether unpacked bytes are a treebank in CoNLL-U, by their file's name or by their first lines."""
    return bool(_TREEBANK_NAME.search(name) or _TREEBANK.match(data))
