"""A question before its answer: what the student guesses, then what was computed."""

from collections.abc import Callable, Sequence

import streamlit as st

from explorer.screens.lesson_parts import STEPS
from explorer.screens.links import chosen, remember, widget_key
from explorer.screens.session import say

Show = Callable[[str], str]
"""What a reader sees of an option."""


def names(step: int, options: Sequence[str]) -> Show:
    """The options of a step's question as its texts name them."""
    words = say()
    return {option: words(f"lesson.{STEPS[step - 1]}.option.{option}") for option in options}.__getitem__


def ask(step: int, options: Sequence[str], show: Show, **values: object) -> str | None:
    """A step's question with its options; the answer once the student has checked it, else None.

    The answer is kept for the session and stands in the link, so that a link may show a step with its answer.
    """
    words = say()
    question = words(f"lesson.{STEPS[step - 1]}.question", **values)
    name, key = f"answer-{step}", widget_key(f"guess-{step}")
    if name not in chosen():
        # only the step that a link opened has its answer there: an option of another step may have the same name
        asked = None if "answer-read" in chosen() else st.query_params.get("answer")
        chosen()[name] = asked if asked in options else None
    chosen()["answer-read"] = True
    given: str | None = chosen()[name] if chosen()[name] in options else None
    if given is not None and st.session_state.get(key) is None:
        st.session_state[key] = given
    with st.container(border=True, key=f"question-{step}"):
        st.markdown(f"**{words('lesson.question')}** — {question}")
        guess = st.radio(question, options, index=None, format_func=show, key=key, label_visibility="collapsed")
        if given is None:
            st.button(
                words("lesson.reveal"), key=f"reveal-{step}", type="primary", disabled=guess is None,
                on_click=chosen().update, args=({name: guess},), help=words("lesson.choose"),
            )  # fmt: skip
        else:
            chosen()[name] = given = guess or given
            st.button(words("lesson.again"), key=f"again-{step}", on_click=_forget, args=(name, key))
    remember("answer", given, None)
    return given


def _forget(name: str, key: str) -> None:
    chosen()[name] = None
    st.session_state[key] = None
    st.query_params.pop("answer", None)


def compare_answer(given: str, computed: Sequence[str], show: Show) -> None:
    """The student's answer beside what was computed, without marks. Several answers may be as right."""
    words = say()
    if given in computed:
        st.success(words("lesson.agrees"), icon=":material/check:")
    else:
        said = words("lesson.differs", chosen=show(given), computed=" / ".join(show(each) for each in computed))
        st.info(said, icon=":material/compare_arrows:")
