"""Which column is which: asked where the names of a table's columns do not tell."""

import pandas as pd
import streamlit as st

from explorer.lexicon.dataset_reading import FIELDS, Columns
from explorer.lexicon.table import Table
from explorer.screens.session import plain, say

_SAMPLE = 5


def picked_columns() -> Columns:
    """What was chosen in the form."""
    sentence, word, sense, upos = (str(st.session_state.get(f"data-column-{field}") or "") for field in FIELDS)
    return Columns(sentence, word, sense, upos, header=not st.session_state.get("data-no-header"))


def column_form(file: str, table: Table) -> None:
    """The first rows of a table, and a choice for each field."""
    words = say()
    st.subheader(words("my_data.columns_title", file=plain(file)))
    st.markdown(words("my_data.columns_why"))
    sample = [[row.cells.get(name, "")[:80] for name in table.columns] for row in table.rows[:_SAMPLE]]
    st.dataframe(pd.DataFrame(sample, columns=[*table.columns]), hide_index=True)
    lengths = {name: sum(len(row.cells.get(name, "")) for row in table.rows[:50]) for name in table.columns}
    st.session_state.setdefault("data-column-sentence", max(lengths, key=lambda name: lengths[name]))
    with st.form("data-columns-form", border=True):
        for field in FIELDS:
            options = [*filter(None, table.columns)] if field == "sentence" else ["", *filter(None, table.columns)]
            st.selectbox(
                words(f"my_data.column_{field}"), options, key=f"data-column-{field}",
                format_func=lambda name: name or words("my_data.column_none"),
            )  # fmt: skip
        st.checkbox(words("my_data.no_header"), key="data-no-header")
        st.form_submit_button(
            words("my_data.columns_use"), type="primary", on_click=st.session_state.update,
            args=({"data-submitted": "columns"},),
        )  # fmt: skip
    st.button(words("my_data.columns_cancel"), on_click=st.session_state.pop, args=("data-columns",), type="tertiary")
