"""The table in which a data set is edited. Every change is read and kept at once; nothing waits for a button."""

from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from explorer.lexicon.dataset import DataSet, edited
from explorer.lexicon.dataset_reading import FIELDS
from explorer.lexicon.rows import UNIVERSAL_TAGS
from explorer.screens import datasets
from explorer.screens.session import language, say

_NUMBER = "number"


@dataclass
class _Editing:
    """What the table was drawn from and what stands since: the table itself goes on showing the first, with edits."""

    base: DataSet
    saved: DataSet
    turn: int = 0


def table(token: str, data_set: DataSet) -> None:
    """The editor of one set."""
    words = say()
    editing: _Editing | None = st.session_state.get("data-editing")
    if editing is None or editing.saved is not data_set or _key(editing) not in st.session_state:
        editing = _Editing(data_set, data_set, editing.turn + 1 if editing else 0)
        st.session_state["data-editing"] = editing
    st.subheader(words("my_data.table"))
    st.caption(words("my_data.table_keys"))
    tags = ["", *sorted(UNIVERSAL_TAGS)]
    text = st.column_config.TextColumn
    st.data_editor(
        _frame(editing.base),
        key=_key(editing),
        num_rows="dynamic",
        hide_index=True,
        placeholder="",
        height=min(520, 110 + 35 * max(4, len(editing.base.lines))),
        on_change=_changed,
        args=(token,),
        column_config={
            _NUMBER: st.column_config.NumberColumn(words("my_data.column_number"), disabled=True, width=60),
            "sentence": text(words("my_data.column_sentence"), width="large"),
            "word": text(words("my_data.column_word"), width="small"),
            "sense": text(words("my_data.column_sense"), width="small"),
            "upos": st.column_config.SelectboxColumn(
                words("my_data.column_upos"), options=tags, width="small", help=words("my_data.upos_help")
            ),
        },
    )


def _key(editing: _Editing) -> str:
    return f"data-table-{editing.turn}-{language()}"


def _frame(data_set: DataSet) -> pd.DataFrame:
    cells = [[number, *line.cells] for number, line in enumerate(data_set.lines, start=1)]
    frame = pd.DataFrame(cells, columns=[_NUMBER, *FIELDS])
    return frame.astype({_NUMBER: "Int64", **dict.fromkeys(FIELDS, "string")})


def _changed(token: str) -> None:
    """Read the rows that were edited, added or deleted, from the set that the table was drawn from."""
    editing: _Editing = st.session_state["data-editing"]
    rows = edited_rows(editing.base, st.session_state[_key(editing)])
    saved = edited(editing.base, rows)
    datasets.keep(saved, datasets.standing(token))
    editing.saved = saved


def edited_rows(base: DataSet, changes: dict[str, Any]) -> list[tuple[int | None, tuple[str, ...]]]:
    """The rows of a table after changes as `st.data_editor` tells them: each with its line's number, None if new."""
    rows: list[tuple[int | None, tuple[str, ...]]] = []
    deleted = set(changes["deleted_rows"])
    for place, line in enumerate(base.lines):
        if place in deleted:
            continue
        cells = dict(zip(FIELDS, line.cells, strict=True)) | changes["edited_rows"].get(place, {})
        rows.append((place + 1, _texts(cells)))
    rows += [(None, _texts(row)) for row in changes["added_rows"]]
    return rows


def _texts(cells: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(cells.get(field) or "") for field in FIELDS)
