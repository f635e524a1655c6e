"""Files as labelled items: treebanks, pairs, a dictionary, ambiguous eojeols, tables with a column of labels."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from explorer.analysis.probing.bundled_items import frame
from explorer.analysis.probing.items import Item
from explorer.analysis.probing.names import TaskId
from explorer.analysis.probing.sources import FileSource
from explorer.errors import ExplorerError
from explorer.lexicon import bundled
from explorer.lexicon.conllu import Sentence, Token, read_treebank
from explorer.lexicon.dictionary import homograph_of
from explorer.lexicon.files import read_bytes
from explorer.lexicon.rows import Skipped
from explorer.lexicon.table import Table, read_table
from explorer.lexicon.tables import KINDS, is_treebank
from explorer.lexicon.wic import WicPair, read_wic
from explorer.occurrences import Occurrence
from probes.tasks import Part

LABEL_COLUMNS: Mapping[TaskId, tuple[str, ...]] = {
    "pos": ("upos",),
    "pos-new-words": ("upos",),
    "pos-form": ("upos",),
    "sense": ("sense", "label"),
    "homograph": ("homograph", "sense", "label"),
    "semantic-class": ("semantic_class", "class", "label"),
    "function": ("function", "upos", "label"),
    "deprel": ("deprel", "label"),
}
"""Columns of a table that hold a task's labels where none is named; the first that is there."""

_TREEBANK_TASKS: tuple[TaskId, ...] = ("pos", "pos-new-words", "pos-form", "function", "deprel")
_KIND_TASKS: Mapping[str, tuple[TaskId, ...]] = {
    "dictionary": ("pos", "pos-new-words", "pos-form", "sense", "homograph"),
    "eojeols": ("pos", "pos-new-words", "pos-form"),
    "wic": ("sense", "homograph"),
    "bracketed": (),
}
"""The tasks whose label each kind of table holds in columns of its own."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The labelled items of a file; `eojeols` says that targets are whole eojeols, `unlabelled` counts rows without."""

    items: tuple[Item, ...]
    skipped: tuple[Skipped, ...]
    format: str
    eojeols: bool = False
    unlabelled: int = 0


def file_items(task_id: TaskId, source: FileSource, label: str | None, part: Part | None = None) -> Loaded:
    """Read a file for a task; `label` names its column of labels, `part` what its items are for.

    Raises ExplorerError where the file cannot be read or has not the labels that the task needs.
    """
    data, name = read_bytes(source.path if source.data is None else source.data, source.name)
    if is_treebank(data, name):
        return _treebank(task_id, data, name, part)
    if task_id == "wic":
        pairs = read_wic(data, name)
        return Loaded(tuple(_pair(pair, part) for pair in pairs.pairs), pairs.skipped, "wic")
    return _table(task_id, read_table(data, name), label, part)


def _pair(pair: WicPair, part: Part | None) -> Item:
    return Item(pair.first, "same" if pair.same else "different", pair.second, part=part)


def _treebank(task_id: TaskId, data: bytes, name: str, part: Part | None) -> Loaded:
    if task_id not in _TREEBANK_TASKS:
        raise ExplorerError("probe_no_labels", path=name, task=task_id)
    sentences, skipped = read_treebank(data, name)
    items, unlabelled = [], 0
    for sentence in sentences:
        for token in _leading_words(sentence):
            tag = {"function": token.upos, "deprel": token.deprel}.get(task_id, token.leading_upos)
            if not tag or tag == "_":
                unlabelled += 1
                continue
            use = Occurrence(
                sentence.text, token.start, token.end, token.form, upos=token.leading_upos, source="treebank",
                id=f"{sentence.id}.{token.id}",
            )  # fmt: skip
            items.append(Item(use, tag, particle=token.lemma.partition("+")[2], part=part))
    if not items:
        raise skipped[0][1] if skipped else ExplorerError("probe_no_labels", path=name, task=task_id)
    return Loaded(tuple(items), tuple(skipped), "conllu", eojeols=True, unlabelled=unlabelled)


def _leading_words(sentence: Sentence) -> Iterator[Token]:
    """The words of a sentence, punctuation aside; of several in one place (a range) the first."""
    last = (-1, -1)
    for token in sentence.tokens:
        place = token.start, token.end
        if token.upos not in ("PUNCT", "SYM") and place != last:
            yield token
        last = place


def _table(task_id: TaskId, table: Table, label: str | None, part: Part | None) -> Loaded:
    kind = next((kind for kind in KINDS if kind.columns <= set(table.columns)), None)
    if kind is None:
        raise ExplorerError("table_columns", path=table.name, columns=", ".join(filter(None, table.columns)))
    column = _label_column(task_id, table, kind.name, label)
    items: list[Item] = []
    skipped = list(table.broken)
    unlabelled = 0
    for row in table.rows:
        uses, faults = kind.read([row])
        skipped += faults
        for use in uses:
            name = row.get(column) if column else _own_label(task_id, use)
            if name:
                items.append(Item(use, name, frame=_frame(use), part=part))
            else:
                unlabelled += 1
    if not items:
        raise _nothing(table, skipped, unlabelled, column or task_id)
    ordered = tuple(sorted(skipped, key=lambda entry: entry[0]))
    return Loaded(tuple(items), ordered, kind.name, kind.name == "eojeols", unlabelled)


def _frame(use: Occurrence) -> str:
    """The matched set, where a file holds bundled sentences under their own ids."""
    known = use.sense in bundled.all_senses() and use.id.startswith(f"{use.sense}.")
    return frame(use) if known else ""


def _label_column(task_id: TaskId, table: Table, kind: str, label: str | None) -> str | None:
    """The column that holds the labels; None where the kind of table has them in its own way."""
    if label is not None:
        if label.casefold() not in table.columns:
            columns = ", ".join(filter(None, table.columns))
            raise ExplorerError("probe_no_column", path=table.name, column=label, columns=columns)
        return label.casefold()
    if task_id in _KIND_TASKS[kind]:
        return None
    column = next((c for c in LABEL_COLUMNS.get(task_id, ()) if c in table.columns), None)
    if column is None:
        raise ExplorerError("probe_no_labels", path=table.name, task=task_id)
    return column


def _own_label(task_id: TaskId, use: Occurrence) -> str | None:
    match task_id:
        case "sense":
            return use.sense
        case "homograph":
            return homograph_of(use.sense or "") or use.sense
        case _:
            return use.upos


def _nothing(table: Table, skipped: Sequence[Skipped], unlabelled: int, column: str) -> ExplorerError:
    if unlabelled:
        return ExplorerError("probe_unlabelled", path=table.name, column=column, n=unlabelled)
    if skipped:
        row, why = min(skipped, key=lambda entry: entry[0])
        return ExplorerError("table_nothing_usable", path=table.name, row=row, why=why)
    return ExplorerError("table_empty", path=table.name)
