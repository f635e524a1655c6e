"""Every view has a link that opens it again: choices are read from the address and written to it.

Streamlit's own binding writes what a widget shows, which differs between the languages; these write ids. A value in
the address that is not among the choices is ignored, so that no link makes the program fetch or open anything.
"""

from collections.abc import Sequence
from typing import TypeVar

import streamlit as st

T = TypeVar("T")


def linked(key: str, choices: Sequence[T], default: T) -> T:
    """Give the widget `key` its first value: what the session holds, else the address, else the default.

    Call it before the widget, which must not have a default of its own.
    """
    known = {str(choice): choice for choice in choices}
    held = st.session_state.get(key)
    if held is not None and str(held) in known:
        return known[str(held)]
    value = known.get(st.query_params.get(key, ""), default)
    st.session_state[key] = value
    return value


def linked_list(key: str, choices: Sequence[str], default: Sequence[str]) -> None:
    """`linked` for a widget that takes several choices; the address holds them with commas between."""
    if key not in st.session_state:
        asked = [choice for choice in st.query_params.get(key, "").split(",") if choice in choices]
        st.session_state[key] = asked or list(default)


def remember(key: str, default: object) -> None:
    """Write the widget's value to the address; a default stays out of it. Call it after the widget."""
    value = st.session_state.get(key, default)
    if value == default or value is None:
        if key in st.query_params:
            del st.query_params[key]
        return
    shown = ",".join(value) if isinstance(value, list) else str(value)
    if st.query_params.get(key) != shown:
        st.query_params[key] = shown
