"""What the button beside a chart offers: formats, sizes, and files made when they are asked for."""

import plotly.graph_objects as go
import streamlit as st

from explorer.export.facts import FigureFacts
from explorer.screens import session


def offer(figure: go.Figure, facts: FigureFacts, *, name: str, key: str) -> None:
    """The choices inside the popover of one chart."""
    words = session.say()
    st.download_button(
        words("export.download", format="HTML"), lambda: figure.to_html(include_plotlyjs=True), f"{name}.html",
        "text/html", key=f"html-{key}",
    )  # fmt: skip
