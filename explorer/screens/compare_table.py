"""The sentences of Compare as a concordance."""

import pandas as pd
import streamlit as st

from explorer.screens import charts, selection, session
from explorer.screens.compare_space import Shared

_ROW = 35
_MOST_ROWS = 12
"""Height of a row in pixels, and how many rows are seen before the table scrolls."""


@st.fragment
def concordance(shared: Shared) -> None:
    """All sentences with their targets one below the other; what is ticked here is marked in every picture."""
    selection.redraw_all()
    say = session.say()
    order = list(shared.drawn)
    rows = sorted(shared.items, key=lambda item: (not item.guest, order.index(item.label)))
    ids = [item.occurrence.id for item in rows]
    table = pd.DataFrame(
        {
            "mark": [shared.drawn[item.label].glyph for item in rows],
            "name": [item.name for item in rows],
            "before": [item.occurrence.text[: item.occurrence.start] for item in rows],
            "target": [item.occurrence.form for item in rows],
            "after": [item.occurrence.text[item.occurrence.end :] for item in rows],
        }
    )
    column = st.column_config.TextColumn
    key, now = selection.ticked("concordance", ids)
    charts.table(
        table, name="sentences", key=key, on_select=lambda: selection.from_rows("concordance", key, ids),
        selection_mode="multi-row",
        selection_default={"selection": {"rows": now}}, height=_ROW * (min(len(rows), _MOST_ROWS) + 1) + 3,
        alt=say("compare.table_alt", n=len(rows)),
        column_config={
            "mark": column("", width=36, alignment="center"),
            "name": column(say("compare.table_name"), width=170),
            "before": column(say("compare.table_before"), alignment="right", width=390),
            "target": column(say("compare.table_target"), alignment="center", width=80),
            "after": column(say("compare.table_after"), width=390),
        },
    )  # fmt: skip
    st.caption(say("compare.table_help"))
