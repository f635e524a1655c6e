"""Scores by layer, taken once for all sessions."""

import streamlit as st

from explorer.analysis.layers import Overview, Separation, overview, separation
from explorer.analysis.spaces import Centring, Grouping
from explorer.language import Language
from explorer.occurrences import Occurrence
from explorer.screens import session


@st.cache_resource(show_spinner=False, max_entries=128)
def separation_of(encoder_id: str, uses: tuple[Occurrence, ...], by: Grouping, around: Centring) -> Separation:
    """Scores of one word at every layer."""
    return separation(session.store(), session.encoder(encoder_id), uses, grouping=by, centring=around)


@st.cache_resource(show_spinner=False, max_entries=64)
def overview_of(encoder_id: str, code: Language, by: Grouping, around: Centring, matched: bool) -> Overview:
    """Scores of all bundled words at every layer."""
    chosen = session.encoder(encoder_id)
    return overview(session.store(), chosen, code, grouping=by, centring=around, matched=matched)
