"""A new data set: the forms, and what was submitted in them. What cannot be read stays in its form, with the reason."""

from collections.abc import Callable

import streamlit as st

from explorer.errors import ExplorerError
from explorer.lexicon.dataset import MOST_LINES, DataSet
from explorer.lexicon.dataset_reading import ColumnsUnknownError, Reading, read_file, read_paste
from explorer.screens import datasets
from explorer.screens.links import chosen, widget_key
from explorer.screens.my_data_columns import column_form, picked_columns
from explorer.screens.pickers import pick_one
from explorer.screens.progress import time_left, waiting
from explorer.screens.session import say
from explorer.screens.uploader import words_of_the_uploader

NEW = "new"
_WAYS = ("paste", "file", "table")


def take() -> None:
    """Read what was submitted in the run before."""
    submitted = st.session_state.pop("data-submitted", None)
    if submitted == "paste":
        _take_paste()
    elif submitted == "file":
        _take_file()
    elif submitted == "columns":
        _take_columns()
    elif submitted == "table":
        _made(DataSet(_name(), ()), None)


def _take_paste() -> None:
    text, word = str(st.session_state.get("data-typed", "")), str(st.session_state.get("data-word", ""))
    if not text.strip():
        _problem(ExplorerError("paste_missing"))
        return
    if reading := _read(lambda report: read_paste(text, word, report)):
        _made(DataSet(_name(), reading.lines, reading.left), reading)
        st.session_state["data-typed"] = ""


def _take_file() -> None:
    upload = st.session_state.get(f"data-file-{_round()}")
    if upload is None:
        _problem(ExplorerError("file_missing"))
        return
    data, file = upload.getvalue(), upload.name
    try:
        reading = _read(lambda report: read_file(data, file, progress=report))
    except ColumnsUnknownError as unknown:
        st.session_state["data-columns"] = (data, file, unknown.table)
        return
    if reading:
        _made(DataSet(_name() or file.rsplit(".", 1)[0], reading.lines, reading.left), reading)


def _take_columns() -> None:
    data, file, _ = st.session_state["data-columns"]
    columns = picked_columns()
    if reading := _read(lambda report: read_file(data, file, columns, report)):
        del st.session_state["data-columns"]
        _made(DataSet(_name() or file.rsplit(".", 1)[0], reading.lines, reading.left), reading)


def _read(read: Callable[[Callable[[int, int], None]], Reading]) -> Reading | None:
    words, bar = say(), st.empty()
    report = time_left(bar, words, "my_data.reading_left")
    try:
        with waiting(words("my_data.reading")):
            return read(report)
    except ColumnsUnknownError:
        raise
    except ExplorerError as error:
        _problem(error)
        return None
    finally:
        bar.empty()


def _made(data_set: DataSet, reading: Reading | None) -> None:
    """Keep a new set and show it."""
    number = len(datasets.data_sets()) + 1
    named = data_set if data_set.name else data_set.renamed(say()("my_data.first_name", n=number))
    datasets.keep(named.renamed(named.name))
    chosen()["set"] = str(number)
    st.session_state.pop(widget_key("set"), None)
    st.session_state["data-read"] = reading
    st.session_state["data-name"] = ""
    st.session_state["data-round"] = _round() + 1  # a file chooser can only be emptied by another one


def _name() -> str:
    return str(st.session_state.get("data-name") or "").strip()


def _round() -> int:
    return int(st.session_state.get("data-round", 0))


def _problem(error: ExplorerError) -> None:
    st.session_state.setdefault("data-problems", []).append(error)


def forms(number: int) -> None:
    """Paste, upload or begin an empty table; or, where a table's columns are not known, say which is which."""
    words = say()
    if "data-columns" in st.session_state:
        column_form(*st.session_state["data-columns"][1:])
        return
    way = pick_one("how", _WAYS, words("my_data.how"), lambda w: words(f"my_data.how_{w}"))
    with st.form(f"data-{way}", border=True):
        if way == "paste":
            st.text_area(
                words("my_data.paste"), key="data-typed", height=220, persist_state="session",
                placeholder=words("my_data.paste_placeholder"), help=words("my_data.paste_help"),
            )  # fmt: skip
        elif way == "file":
            st.file_uploader(
                words("my_data.file"), key=f"data-file-{_round()}", help=words("my_data.file_help", limit=MOST_LINES)
            )
        else:
            st.markdown(words("my_data.table_help"))
        with st.container(horizontal=True, vertical_alignment="bottom"):
            if way == "paste":
                st.text_input(
                    words("my_data.word"), key="data-word", help=words("my_data.word_help"), persist_state="session"
                )
            st.text_input(
                words("my_data.name"), key="data-name", placeholder=words("my_data.first_name", n=number),
                persist_state="session", max_chars=60,
            )  # fmt: skip
        st.form_submit_button(
            words("my_data.table_make" if way == "table" else "my_data.read"), type="primary",
            on_click=st.session_state.update, args=({"data-submitted": way},),
        )  # fmt: skip
    if way == "file":
        words_of_the_uploader()
