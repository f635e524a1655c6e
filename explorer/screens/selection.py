"""One selection for the whole page: the same sentences are marked in every picture, in the table and among neighbours.

It is kept by the ids of occurrences, so that it outlives a change of layer, of language and of page, and it stands
in the address.
"""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from explorer.occurrences import Occurrence
from explorer.screens import session
from explorer.screens.links import remember

IN_LINK = 24
"""Sentences of a selection that the address holds; of more, it holds none."""

_KEPT, _MOVED, _ORIGIN, _TURN = "selected", "selection-moved", "selection-origin", "selection-turn"


def selected() -> tuple[str, ...]:
    """Ids of the selected occurrences, in the order in which they were selected."""
    if _KEPT not in st.session_state:
        asked = st.query_params.get("sel", "")
        st.session_state[_KEPT] = tuple(dict.fromkeys(part for part in asked.split(",") if part))[:IN_LINK]
    ids: tuple[str, ...] = st.session_state[_KEPT]
    return ids


def select(ids: Sequence[str], origin: str = "") -> None:
    """Replace the selection; every part of the page is drawn anew with it, except the table that it comes from."""
    new = tuple(dict.fromkeys(ids))
    if new != selected():
        st.session_state[_KEPT] = new
        st.session_state[_MOVED] = True
        st.session_state[_ORIGIN] = origin
        st.session_state[_TURN] = st.session_state.get(_TURN, 0) + 1


def ticked(table: str, ids: Sequence[str]) -> tuple[str, list[int]]:
    """The key of a table whose rows are these ids, and the rows to tick when it is drawn for the first time.

    While the selection comes from the table itself, the key stays, and with it the place that was scrolled to.
    """
    turn: int = st.session_state.get(_TURN, 0)
    kept: tuple[str, int, list[int]] | None = st.session_state.get(f"ticked-{table}")
    here = st.session_state.get(_ORIGIN) == table
    key = f"{table}-{hash(tuple(ids))}-{kept[1] if kept and here else turn}"
    if kept is None or kept[0] != key or key not in st.session_state:
        marked = set(selected())
        key = f"{table}-{hash(tuple(ids))}-{turn}"
        kept = (key, turn, [row for row, item in enumerate(ids) if item in marked])
        st.session_state[f"ticked-{table}"] = kept
    return key, kept[2]


def on_chart(key: str) -> Callable[[], None]:
    """What a chart does when points are clicked or boxed in it."""
    return partial(from_chart, key)


def from_chart(key: str) -> None:
    """Take over what was clicked or boxed in a chart; a chart that is only drawn anew says nothing."""
    event = st.session_state.get(key)
    points = event["selection"]["points"] if event else []
    ids = [str(point["customdata"]) for point in map(_plain, points) if point.get("customdata")]
    select(ids)


def from_rows(table: str, key: str, ids: Sequence[str]) -> None:
    """Take over the rows that were ticked in a table whose rows are these ids; what it does not show stays selected."""
    event = st.session_state.get(key)
    rows: list[int] = event["selection"]["rows"] if event else []
    shown = set(ids)
    others = [item for item in selected() if item not in shown]
    select([*others, *(ids[row] for row in rows if row < len(ids))], table)


def redraw_all() -> None:
    """Inside a fragment: where the selection has just changed, leave it and draw the whole page."""
    if st.session_state.pop(_MOVED, False):
        st.rerun()


def bar(occurrences: Sequence[Occurrence]) -> bool:
    """The line that says what is selected, with the button that clears it; whether dragging draws a box."""
    words = session.say()
    st.session_state.pop(_MOVED, None)
    ids = set(selected()) & {o.id for o in occurrences}
    for_all = [o.id for o in occurrences if o.id in ids and not session.is_guest(o)]
    remember("sel", for_all if len(for_all) <= IN_LINK else [], [])
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="selection-bar"):
        box = st.toggle(words("compare.box"), key="select-by-box", help=words("compare.box_help"))
        st.button(
            words("compare.clear"), on_click=select, args=((),), disabled=not ids, type="tertiary",
            icon=":material/close:", key="clear-selection",
        )  # fmt: skip
        st.caption(words("compare.selected", n=len(ids)) if ids else words("compare.select_help"))
    return bool(box)


def _plain(point: object) -> dict[str, object]:
    data = dict(point) if isinstance(point, dict) else {}
    ids = data.get("customdata")
    return data | {"customdata": ids[0] if isinstance(ids, list) and ids else ids}
