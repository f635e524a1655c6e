"""The lesson: six steps through the history, each with a question before its answer."""

import streamlit as st

from explorer.screens import session
from explorer.screens.lesson_parts import STEPS, pick_step, step_buttons

say = session.say()
step = pick_step()
st.title(say("lesson.title"))
st.caption(say("lesson.place", step=step, count=len(STEPS)))
st.header(say(f"lesson.{STEPS[step - 1]}.title"))
st.markdown(say(f"lesson.{STEPS[step - 1]}.text"))
step_buttons(step)
