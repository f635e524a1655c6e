"""What every step of the lesson has: its place and its link."""

import streamlit as st

from explorer.screens.links import chosen, remember
from explorer.screens.presentation import is_on
from explorer.screens.session import say

STEPS = ("one_vector", "average", "elmo", "bert", "layers", "limits")
"""The steps in order; `?step=3` is the third."""


def pick_step() -> int:
    """The step of the moment, from 1: what was chosen here, else what the address says."""
    asked = str(chosen().get("step", st.query_params.get("step", "1")))
    step = int(asked) if asked in {str(k + 1) for k in range(len(STEPS))} else 1
    remember("step", step, 1)
    return step


def _go(step: int) -> None:
    chosen()["step"] = step


def step_buttons(step: int) -> None:
    """The step before and the step after; their keys are those of the arrows, or of a presenter's remote."""
    words = say()
    back, on = ("PageUp", "PageDown") if is_on() else ("Left", "Right")
    with st.container(horizontal=True, horizontal_alignment="distribute", key="steps"):
        if step > 1:
            st.button(words("lesson.previous"), key="step-previous", shortcut=back, on_click=_go, args=(step - 1,))
        if step < len(STEPS):
            st.button(
                words("lesson.next"), key="step-next", shortcut=on, on_click=_go, args=(step + 1,), type="primary"
            )
