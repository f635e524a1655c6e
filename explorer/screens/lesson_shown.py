"""Step 6 of the lesson: two limits on an example each, a text longer than the model reads and [MASK]."""

from html import escape
from pathlib import Path

import streamlit as st

from explorer.analysis.lesson_limits import LongText, MaskUse, long_text, mask_use
from explorer.encoders.heads import SHIPPED
from explorer.errors import ExplorerError
from explorer.screens import session
from explorer.screens.inside_parts import chips, opened
from explorer.screens.lesson_sentences import uses
from explorer.screens.links import chosen


@st.cache_data(show_spinner=False, max_entries=4)
def _long_text(encoder_id: str) -> LongText:
    return long_text(encoder_id, uses())


@st.cache_resource(show_spinner=False, max_entries=1)
def _mask_use() -> MaskUse:
    return mask_use(opened(SHIPPED), uses())


def shown_limits(encoder_id: str) -> None:
    """The text and the sentence side by side; of what is not on this computer it is said why."""
    say = session.say()
    left, right = st.columns(2, gap="medium")
    with left:
        st.subheader(say("lesson.limits.length"))
        try:
            _length(_long_text(encoder_id), session.encoder_name(encoder_id))
        except ExplorerError as error:
            session.warn(error)
    with right:
        st.subheader(say("lesson.limits.mask"))
        try:
            _mask(_mask_use())
        except ExplorerError as error:
            session.warn(error)


def _length(found: LongText, name: str) -> None:
    say = session.say()
    values = {"sentences": found.sentences, "pieces": found.pieces, "kept": found.kept}
    st.markdown(say("lesson.limits.length_text", encoder=name, lost=found.pieces - found.kept, **values))
    cut = "".join(
        f"<del>{escape(text)}</del>" if lost else f"<mark>{escape(text)}</mark>" if word else escape(text)
        for text, lost, word in (
            (found.before, True, False), (found.left, False, False), (found.word, False, True),
            (found.right, False, False), (found.after, True, False),
        )
    )  # fmt: skip
    with st.container(height=260, key="long-text"):
        st.html(f'<p class="long-text" lang="ko">{cut}</p>')


def _mask(found: MaskUse) -> None:
    say = session.say()
    share = found.fates["masked"] / found.pieces
    st.markdown(say("lesson.limits.mask_text", n=len(uses()), pieces=found.pieces, share=share, **found.fates))
    st.caption(say("inside.as_read"))
    drawn = found.example
    chips(drawn.read, {i: (drawn.fates[i], say(f"inside.fate_{drawn.fates[i]}")) for i in drawn.chosen})
    st.caption(say("lesson.limits.in_use", count=found.in_use))
    chips(drawn.original)
    if st.button(say("lesson.limits.draw"), icon=":material/casino:", type="tertiary"):
        chosen()["inside"] = "training"
        st.switch_page(st.Page(Path(__file__).with_name("inside.py")))
