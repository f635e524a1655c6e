"""Presentation mode: large type, no navigation, and keys that a lecturer presses without looking."""

import plotly.graph_objects as go
import streamlit as st

from explorer.screens.links import chosen, remember
from explorer.screens.session import say

_SCALE = 1.3
"""How much larger type and figures are on a projector."""

_LARGE = """<style>
html { font-size: 21px; }
[data-testid="stHeader"] { display: none; }
[data-testid="stMainBlockContainer"] { padding-top: 1rem; max-width: 1680px; }
.st-key-language-bar { margin-bottom: -1.6rem; }
</style>"""


def is_on() -> bool:
    """Whether this session presents; a link may say so."""
    return str(chosen().get("present", st.query_params.get("present", ""))) == "1"


def _set(value: str) -> None:
    chosen()["present"] = value


def switch() -> None:
    """The button that begins presenting or, with Esc, ends it; and the look of a projector."""
    words = say()
    presenting = is_on()
    if presenting:
        st.html(_LARGE)
        st.button(
            words("app.leave_presentation"), key="leave-presentation", shortcut="Esc", on_click=_set, args=("",),
            type="tertiary", icon=":material/close_fullscreen:",
        )  # fmt: skip
    else:
        st.button(
            words("app.present"), key="begin-presentation", on_click=_set, args=("1",), type="tertiary",
            icon=":material/slideshow:", help=words("app.present_help"),
        )  # fmt: skip
    remember("present", "1" if presenting else "", "")


def layer_keys(slider: str, count: int, thing: str = "layer") -> None:
    """While presenting: two buttons, with ← and → as their keys, that move a slider from anywhere on the page.

    `thing` is what the slider goes through: a `layer` or a `moment`.
    """
    if not is_on():
        return
    words = say()
    with st.container(horizontal=True, gap="small", width="content" if thing == "moment" else "stretch"):
        for side, step, key, arrow in (("before", -1, "Left", "back"), ("after", 1, "Right", "forward")):
            name = f"{thing}_{side}"
            st.button(
                words(f"app.{name}"), key=f"{slider}-{name}", shortcut=key, on_click=_move, args=(slider, step, count),
                type="tertiary", icon=f":material/arrow_{arrow}:", icon_position="left" if step < 0 else "right",
            )  # fmt: skip


def _move(slider: str, step: int, count: int) -> None:
    st.session_state[slider] = min(max(int(st.session_state[slider]) + step, 0), count - 1)


def enlarged(figure: go.Figure) -> go.Figure:
    """A figure as it is shown: while presenting, a copy whose type and height grow with the page."""
    if not is_on():
        return figure
    larger = go.Figure(figure)
    larger.update_layout(font_size=_larger(figure.layout.font.size, 14), height=_larger(figure.layout.height, 400))
    larger.for_each_xaxis(_enlarge_title)
    larger.for_each_yaxis(_enlarge_title)
    larger.for_each_annotation(lambda note: note.update(font_size=_larger(note.font.size, 14)))
    return larger


def _enlarge_title(axis: go.layout.XAxis | go.layout.YAxis) -> None:
    if axis.title.font.size:
        axis.title.font.size = _larger(axis.title.font.size, 14)


def _larger(size: float | None, usual: float) -> float:
    return _SCALE * (size or usual)
