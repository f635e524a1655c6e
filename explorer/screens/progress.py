"""How far long work is, in words: what is done, how long it has taken and the time that is left."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import streamlit as st

from explorer.language import Say


def time_left(
    bar: Any,  # noqa: ANN401  (a placeholder of the page)
    words: Say,
    key: str = "common.encoding_left",
) -> Callable[[int, int], None]:
    """What an encoder or a reader of files reports to: it fills `bar` once the work has taken a second."""
    started = time.monotonic()

    def report(done: int, total: int) -> None:
        spent = time.monotonic() - started
        if 0 < done < total and spent > 1:
            left = max(1, round(spent / done * (total - done)))
            bar.progress(done / total, words(key, done=done, total=total, seconds=left))

    return report


def waiting(text: str) -> AbstractContextManager[None]:
    """A spinner with words, to which the browser adds the seconds from the second one on, in the reader's language.

    Streamlit's own `show_time` speaks English only.
    """
    return st.spinner(text)


def clock(words: Say) -> None:
    """How a page writes the seconds behind the words of a spinner; `look.css` counts them."""
    st.html(f'<style>:root {{ --waited-unit: "{words("common.waited_unit")}"; }}</style>')
