"""What every step of the lesson has: its place and link, its model, a legend, a teacher's note."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from explorer.assets import asset
from explorer.errors import ExplorerError
from explorer.figures.curves import Level
from explorer.figures.style import Mark
from explorer.screens.links import chosen, widget_key
from explorer.screens.on_offer import encoder_ids
from explorer.screens.pickers import pick_one
from explorer.screens.presentation import is_on
from explorer.screens.session import encoder_name, say

STEPS = ("one_vector", "average", "elmo", "bert", "layers", "limits")
"""The steps in order; `?step=3` is the third."""

_TO_TOP = """<script>document.querySelector('[data-testid="stMain"]').scrollTo(0, 0); // {step}</script>"""


def the_bert() -> str:
    """The encoder of BERT's kind that the lesson shows: the one trained here before any other."""
    options = encoder_ids(("bert",), "ko")
    found = next(iter([e for e in ("bert-ko", "e5-small") if e in options] or options), None)
    if found is None:
        raise ExplorerError("model_absent", encoder="bert-ko", folder=str(asset("models", "bert-ko")))
    return found


def pick_model(step: int, options: Sequence[str]) -> str:
    """The encoder that a step shows, each step its own; the first of several is the default."""
    if len(options) == 1:
        return options[0]
    return pick_one(f"model-{step}", options, say()("common.encoder"), encoder_name)


def here(*preferred: str) -> list[str]:
    """Those of some encoders that this computer has."""
    options = encoder_ids(("elmo", "bert"), "ko")
    return [e for e in preferred if e in options]


def pick_step() -> int:
    """The step of the moment, from 1; the page begins at its top when the step changes."""
    words = say()
    numbers = tuple(range(1, len(STEPS) + 1))
    step = pick_one(
        "step", numbers, words("lesson.steps"), lambda k: f"{k} {words(f'lesson.{STEPS[k - 1]}.short')}", hide=True
    )
    # Always there, so that nothing moves when it comes; the browser runs it again only when the step in it changes.
    st.html(_TO_TOP.replace("{step}", str(step)), unsafe_allow_javascript=True)
    return step


def _go(step: int) -> None:
    chosen()["step"] = st.session_state[widget_key("step")] = step


def _begin() -> None:
    """The first step, with every question open again."""
    for step in range(1, len(STEPS) + 1):
        chosen()[f"answer-{step}"] = None
        st.session_state.pop(widget_key(f"guess-{step}"), None)
    st.query_params.pop("answer", None)
    _go(1)


def step_buttons(step: int) -> None:
    """The step before and the step after; their keys are the arrows, or while presenting those of a remote."""
    words = say()
    back, on = ("PageUp", "PageDown") if is_on() else ("Left", "Right")
    with st.container(horizontal=True, horizontal_alignment="distribute", key="steps"):
        st.button(
            words("lesson.previous"), key="step-previous", shortcut=back, on_click=_go, args=(step - 1,),
            disabled=step == 1, icon=":material/arrow_back:",
        )  # fmt: skip
        if step < len(STEPS):
            st.button(
                words("lesson.next"), key="step-next", shortcut=on, on_click=_go, args=(step + 1,),
                type="primary", icon=":material/arrow_forward:", icon_position="right",
            )  # fmt: skip
        else:
            st.button(words("lesson.begin_again"), key="step-again", on_click=_begin, icon=":material/restart_alt:")


def note(step: int) -> None:
    """What only a teacher needs to read."""
    with st.expander(say()("lesson.note"), icon=":material/school:"):
        st.markdown(say()(f"lesson.{STEPS[step - 1]}.note"))


def curve_legend(names: Sequence[tuple[str, Mark]], levels: Sequence[Level] = (), note: str = "") -> None:
    """Which curve is what, and what the straight lines are."""
    entries = "".join(
        f'<li><span class="glyph" style="color:{mark.colour}" aria-hidden="true">{mark.glyph}</span>{escape(name)}</li>'
        for name, mark in names
    )
    entries += "".join(
        f'<li><span class="line {level.dash}" aria-hidden="true"></span>{escape(level.name)} '
        f"<small>{level.value:.2f}</small></li>"
        for level in levels
    )
    entries += f"<li><small>{escape(note)}</small></li>" if note else ""
    st.html(f'<ul class="legend">{entries}</ul>')
