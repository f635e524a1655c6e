"""One data set: what was understood and what was not, its table to edit, its files, and where to look at it."""

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path

import streamlit as st

from explorer.lexicon import dataset_files
from explorer.lexicon.bracketed import BRACKET
from explorer.lexicon.dataset import MOST_LINES, DataSet, with_word
from explorer.lexicon.dataset_reading import Reading
from explorer.screens import datasets, my_data_table
from explorer.screens.links import chosen
from explorer.screens.my_data_name import name_and_end
from explorer.screens.parts import label_name
from explorer.screens.session import plain, say

_SHOWN = 30
_WORDS = 12


def show(token: str, data_set: DataSet) -> None:
    """Everything about one set."""
    words = say()
    _what_was_read(st.session_state.pop("data-read", None))
    used = sum(line.occurrence is not None for line in data_set.lines)
    senses = len({o.sense for o in data_set.uses if o.sense})
    if data_set.lines:
        st.markdown(
            words(
                "my_data.summary_all" if used == len(data_set.lines) else "my_data.summary",
                lines=f"{len(data_set.lines):,}", used=f"{used:,}", words=f"{len(data_set.words):,}", senses=senses,
            )
        )  # fmt: skip
    if data_set.left:
        st.warning(words("my_data.left", limit=MOST_LINES, n=data_set.left), icon=":material/content_cut:")
    if used > len(data_set.uses):
        st.caption(words("my_data.repeated", n=used - len(data_set.uses)))
    if data_set.uses:
        _words(data_set, senses)
        _where_to_look(token, data_set)
    my_data_table.table(token, data_set)
    if data_set.unread:  # below the table, which would else move while a row is being written
        _unread(token, data_set)
    _files(data_set)
    name_and_end(token, data_set)


def _what_was_read(reading: Reading | None) -> None:
    if reading is None:
        return
    words = say()
    columns = [
        words(
            "my_data.kind_place" if name.isdecimal() else "my_data.kind_columns",
            column=plain(name),
            field=words(f"my_data.column_{field}"),
        )
        for field, name in reading.columns
        if field != name
    ]
    kind = " ".join([words(f"my_data.kind_{reading.kind}"), *([f"({', '.join(columns)})"] if columns else [])])
    st.success(words("my_data.understood", n=f"{len(reading.lines):,}", kind=kind), icon=":material/check:")


def _words(data_set: DataSet, senses: int) -> None:
    """Each word with its senses and how often each stands there."""
    rows = []
    for word, uses in list(data_set.words.items())[:_WORDS]:
        labels = [o.sense for o in uses if o.sense]
        counts = ", ".join(f"{escape(label_name(label))} {labels.count(label)}" for label in dict.fromkeys(labels))
        rows.append(f"<li><b>{escape(word)}</b> <small>{len(uses)}</small> {counts}</li>")
    more = len(data_set.words) - _WORDS
    st.html(f'<ul class="words-of-set">{"".join(rows)}{f"<li>+ {more:,}</li>" if more > 0 else ""}</ul>')
    st.caption(say()("my_data.no_senses" if not senses else "my_data.centring"))


def _where_to_look(token: str, data_set: DataSet) -> None:
    words = say()
    offered = [option for option in datasets.word_options() if datasets.is_of(option, token)]
    with st.container(horizontal=True, vertical_alignment="bottom", key="see-data"):
        option = offered[0]
        if len(offered) > 1:
            option = st.selectbox(
                words("my_data.see_word"), offered, key=f"see-{token}", width=260,
                format_func=lambda o: o.partition(":")[2],
            )  # fmt: skip
        for page, icon in (("compare", "compare"), ("layers", "stacked_line_chart")):
            st.button(
                words(f"my_data.see_{page}"), key=f"see-{page}-{token}", icon=f":material/{icon}:",
                on_click=st.session_state.update, args=({"data-see": (page, option)},),
                type="primary" if page == "compare" else "secondary",
            )  # fmt: skip
    if asked := st.session_state.pop("data-see", None):
        page, chosen()["word"] = asked
        st.switch_page(st.Page(Path(__file__).with_name(f"{page}.py")), query_params=st.query_params.to_dict())


def _unread(token: str, data_set: DataSet) -> None:
    words = say()
    with st.expander(words("my_data.unread", n=len(data_set.unread)), expanded=True, icon=":material/error:"):
        st.caption(words("my_data.unread_help"))
        rows = "".join(
            f"<tr><td>{number}</td><td>{escape(line.sentence[:160])}</td>"
            f"<td>{escape(line.why.say(words)) if line.why else ''}</td></tr>"
            for number, line in data_set.unread[:_SHOWN]
        )
        st.html(f'<table class="concordance unread">{rows}</table>')
        if len(data_set.unread) > _SHOWN:
            st.caption(words("my_data.unread_more", n=len(data_set.unread) - _SHOWN))
        if any(line.sentence and not BRACKET.search(line.sentence) for _, line in data_set.unread):
            with st.form(f"find-{token}", border=False):
                st.text_input(
                    words("my_data.find_label"), value=next(iter(data_set.words), ""), key=f"find-word-{token}",
                    help=words("my_data.word_help"), width=360,
                )  # fmt: skip
                st.form_submit_button(words("my_data.find"), on_click=_find, args=(token,))


def _find(token: str) -> None:
    word = str(st.session_state.get(f"find-word-{token}", "")).strip()
    if word:
        datasets.keep(with_word(datasets.data_sets()[token], word), token)


def _files(data_set: DataSet) -> None:
    words, name = say(), dataset_files.file_name(data_set)
    makers: dict[str, Callable[[DataSet], bytes]] = {"csv": dataset_files.as_csv, "xlsx": dataset_files.as_workbook}
    with st.container(horizontal=True):
        for ending, make in makers.items():
            st.download_button(
                words(f"my_data.download_{ending}"), data=partial(make, data_set),
                file_name=f"{name}.{ending}", icon=":material/download:", on_click="ignore",
            )  # fmt: skip
