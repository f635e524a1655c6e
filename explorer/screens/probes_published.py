"""What others found: published figures with their sources, in a table of their own and on no axis of ours."""

from html import escape

import streamlit as st

from explorer.screens.session import say

PUBLISHED = (
    ("elmo_wsd", "elmo"), ("elmo_pos", "elmo"), ("control_untrained", "control"), ("control_elmo1", "control"),
    ("control_elmo2", "control"), ("code_elmo", "code"), ("bert_order", "bert"), ("nearest", "nearest"),
    ("knn", "knn"), ("kobest", "kobest"),
)  # fmt: skip
"""Rows of the table of published figures, and where each was read."""

_HEADS = ("what", "values", "beside", "where")
_PUBLISHED_LOOK = """
.published { width: 100%; border-collapse: collapse; font-size: 0.95rem; word-break: keep-all; }
.published th, .published td { text-align: left; vertical-align: top; padding: 0.35rem 0.9rem 0.35rem 0; }
.published th { font-weight: 600; }
.published td { border-top: 1px solid rgba(128, 140, 152, 0.3); }
@media (max-width: 640px) {
  .published thead { display: none; }
  .published tr { display: block; border-top: 1px solid rgba(128, 140, 152, 0.3); padding: 0.5rem 0; }
  .published td { display: block; border: 0; padding: 0.1rem 0; }
  .published td:first-child { font-weight: 600; }
  .published td:last-child { opacity: 0.8; font-size: 0.9rem; }
}
"""


def published() -> None:
    """What others found, in a table of its own."""
    words = say()
    st.subheader(words("probes.published_title"))
    st.caption(words("probes.published_note"))
    head = "".join(f"<th>{escape(words(f'probes.published_{column}'))}</th>" for column in _HEADS)
    rows = [(f"{row}", f"{row}_values", f"{row}_beside", f"{source}_source") for row, source in PUBLISHED]
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(words(f'probes.published.{key}'))}</td>" for key in row) + "</tr>"
        for row in rows
    )
    st.html(f'<style>{_PUBLISHED_LOOK}</style><table class="published"><thead><tr>{head}</tr></thead>{body}</table>')
