"""A chart on a screen, and beside it the one button that saves it as a file."""

from typing import Any

import plotly.graph_objects as go
import streamlit as st

from explorer.export.facts import FigureFacts
from explorer.screens import parts, session
from explorer.screens.presentation import enlarged


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
            offer(figure, facts or FigureFacts(title=alt), name=name or key, key=key)
    return event
