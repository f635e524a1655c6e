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

_KEPT, _MOVED = "selected", "selection-moved"


def selected() -> tuple[str, ...]:
    """Ids of the selected occurrences, in the order in which they were selected."""
    if _KEPT not in st.session_state:
        asked = st.query_params.get("sel", "")
        st.session_state[_KEPT] = tuple(dict.fromkeys(part for part in asked.split(",") if part))[:IN_LINK]
    ids: tuple[str, ...] = st.session_state[_KEPT]
    return ids


def select(ids: Sequence[str]) -> None:
    """Replace the selection; every part of the page is drawn anew with it."""
    new = tuple(dict.fromkeys(ids))
    if new != selected():
        st.session_state[_KEPT] = new
        st.session_state[_MOVED] = True


def on_chart(key: str) -> Callable[[], None]:
    """What a chart does when points are clicked or boxed in it."""
    return partial(from_chart, key)


def from_chart(key: str) -> None:
    """Take over what was clicked or boxed in a chart; a chart that is only drawn anew says nothing."""
    event = st.session_state.get(key)
    points = event["selection"]["points"] if event else []
    ids = [str(point["customdata"]) for point in map(_plain, points) if point.get("customdata")]
    select(ids)


def from_rows(key: str, ids: Sequence[str]) -> None:
    """Take over the rows that were ticked in a table whose rows are these ids."""
    event = st.session_state.get(key)
    rows: list[int] = event["selection"]["rows"] if event else []
    shown = set(ids)
    select([*(i for i in selected() if i not in shown), *(ids[row] for row in rows if row < len(ids))])


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
