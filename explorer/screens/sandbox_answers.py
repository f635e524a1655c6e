"""What the sandbox asks of the analysis, kept for all sessions."""

import streamlit as st

from explorer.analysis.compare import View
from explorer.analysis.pairs import PairCosines, pair_cosines
from explorer.analysis.sandbox import Choices, Influence, choices, influence, paths
from explorer.analysis.spaces import Centring, Grouping
from explorer.occurrences import Occurrence
from explorer.screens import session

Uses = tuple[Occurrence, ...]


@st.cache_resource(show_spinner=False, max_entries=64)
def choices_of(encoder_id: str, typed: Uses, known: Uses, by: Grouping, around: Centring) -> Choices:
    """The sense that each layer would choose for each sentence."""
    return choices(session.store(), session.encoder(encoder_id), typed, known, grouping=by, centring=around)


@st.cache_resource(show_spinner=False, max_entries=32)
def influence_of(
    encoder_id: str, use: Occurrence, known: Uses, sense: str, by: Grouping, around: Centring
) -> Influence:
    """What each word of one sentence adds to the lead of a sense."""
    return influence(session.store(), session.encoder(encoder_id), use, known, sense, grouping=by, centring=around)


@st.cache_resource(show_spinner=False, max_entries=32)
def paths_of(encoder_id: str, variants: Uses, known: Uses, by: Grouping, around: Centring) -> tuple[View, ...]:
    """The known uses and, after them, variants of a sentence, at every layer."""
    return paths(session.store(), session.encoder(encoder_id), variants, known, grouping=by, centring=around)


@st.cache_resource(show_spinner=False, max_entries=32)
def pairs_of(encoder_id: str, typed: Uses, known: Uses, by: Grouping, around: Centring) -> PairCosines:
    """Cosines of every pair at every layer."""
    return pair_cosines(session.store(), session.encoder(encoder_id), typed, known, grouping=by, centring=around)
