"""A chart or a table on a screen, and beside a chart the one button that saves it as a file."""

from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from explorer.export.facts import FigureFacts
from explorer.screens import parts, session
from explorer.screens.presentation import enlarged


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart as it stands on the page, for a bundle of them all."""

    figure: go.Figure
    facts: FigureFacts
    name: str


def chart(
    figure: go.Figure,
    *,
    key: str,
    alt: str,
    facts: FigureFacts | None = None,
    name: str = "",
    **plotly: Any,  # noqa: ANN401  (what st.plotly_chart takes)
) -> Any:  # noqa: ANN401
    """Draw a figure; what `st.plotly_chart` returns (with `on_select`, the selection).

    `alt` describes the picture for who cannot see it, and is its title where `facts` holds none. `name` becomes the
    name of the files, else `key` does. Nothing is made for saving until a person opens the button.
    """
    config = plotly.pop("config", parts.CHART)
    event = st.plotly_chart(enlarged(figure), theme=None, key=key, config=config, alt=alt, **plotly)
    drawn = Drawn(figure, facts or FigureFacts(title=alt), name or key)
    charts()[key] = drawn
    with st.container(horizontal=True, horizontal_alignment="right", key=f"save-row-{key}"):
        popover = st.popover(
            session.say()("export.button"),
            type="tertiary",
            icon=":material/download:",
            key=f"save-{key}",
            on_change="rerun",
        )
    if popover.open:
        from explorer.screens.exports import offer

        with popover:
            offer(drawn, key)
    return event


def table(frame: pd.DataFrame, *, name: str, **dataframe: Any) -> None:  # noqa: ANN401  (what st.dataframe takes)
    """Show a table, which a bundle of the page then holds under `name`."""
    st.dataframe(frame, hide_index=True, **dataframe)
    tables()[name] = frame


def forget_drawn() -> None:
    """Start a page anew: what it draws from now on is what a bundle of it holds."""
    charts().clear()
    tables().clear()


def charts() -> dict[str, Drawn]:
    """The charts of the page of this session, by key."""
    found: dict[str, Drawn] = st.session_state.setdefault("drawn-charts", {})
    return found


def tables() -> dict[str, pd.DataFrame]:
    """The tables of the page of this session, by name."""
    found: dict[str, pd.DataFrame] = st.session_state.setdefault("drawn-tables", {})
    return found
