"""What a person chose: kept across pages and languages, and written to the address as a link to the view.

A widget belongs to one page and one language, since it is known by the labels that it shows; the choice behind it is
kept apart, by id. A value in the address that is not among the choices is ignored, so that no link makes the
program fetch or open anything.
"""

from collections.abc import Collection, Sequence
from typing import Any

import streamlit as st


def chosen() -> dict[str, Any]:
    """The choices of this session, by name."""
    choices: dict[str, Any] = st.session_state.setdefault("chosen", {})
    return choices


def widget_key(name: str) -> str:
    """The key of the widget for a choice on the page and in the language of the moment."""
    page = st.session_state.get("page") or "start"
    return f"{name}-{page}-{st.session_state.get('lang', 'ko')}"


def linked(name: str, choices: Sequence[object], default: object, of: object = "") -> str:
    """The key of the widget for one of `choices`, which then holds a valid value.

    That is what the widget holds, else what was chosen before, else what the address says, else the default. The widget
    must have no default of its own. `of` is what else makes it another widget, such as how far a slider goes.
    """
    key = _key(name, of)
    known = {str(choice): choice for choice in choices}
    if str(st.session_state.get(key)) not in known:
        asked = str(chosen().get(name, st.query_params.get(name, "")))
        st.session_state[key] = known.get(asked, default)
    return key


def _key(name: str, of: object) -> str:
    return f"{widget_key(name)}-{of}" if of else widget_key(name)


def linked_or_typed(
    name: str, choices: Sequence[str], default: str | None, not_here: Collection[str] = (), of: object = ""
) -> tuple[str, list[str]]:
    """`linked` for a widget in which a person may type another value: its key, and the choices with what was typed.

    What was typed is asked before what was chosen earlier, or `linked` would put that back. A value of `not_here` is
    none that a person typed: it is on offer elsewhere. The address still opens nothing but `choices`.
    """
    held = [st.session_state.get(_key(name, of)), chosen().get(name)]
    typed = [value for value in held if isinstance(value, str) and value.strip() and value not in not_here]
    options = list(dict.fromkeys([*choices, *typed[:1]]))
    return linked(name, options, default, of), options


def linked_list(name: str, choices: Sequence[str], default: Sequence[str]) -> str:
    """`linked` for a widget that takes several choices; the address holds them with commas between."""
    key = widget_key(name)
    if key not in st.session_state:
        asked = chosen().get(name)
        if asked is None:
            asked = [choice for choice in st.query_params.get(name, "").split(",") if choice in choices]
        st.session_state[key] = list(asked) or list(default)
    return key


def remember(name: str, value: object, default: object) -> None:
    """Keep a choice and write it to the address. A default is no choice: another model or word may have another."""
    if value == default or value is None:
        chosen().pop(name, None)
        if name in st.query_params:
            del st.query_params[name]
        return
    chosen()[name] = value
    shown = ",".join(value) if isinstance(value, list) else str(value)
    if st.query_params.get(name) != shown:
        st.query_params[name] = shown


_ONLY_COMPARE = frozenset({"by", "centring", "static", "mix", "layers"})


def is_old_compare_link(url_path: str) -> bool:
    """Whether this visit begins with a link to Compare from the time when it was the first page.

    Such a link has no page of its own and says what only Compare asks. Looked at once a session, since later the
    address says what was chosen here.
    """
    if "arrived" in st.session_state:
        return False
    st.session_state["arrived"] = True
    return url_path == "" and bool(_ONLY_COMPARE & set(st.query_params))
