"""The encoders that this computer can show, for the pages to offer."""

from collections.abc import Iterable

import streamlit as st

from explorer.encoders.base import Family
from explorer.encoders.catalog import EncoderEntry, entries
from explorer.language import Language


@st.cache_resource(show_spinner=False, ttl=60)
def _entries() -> tuple[EncoderEntry, ...]:
    return entries()


def encoder_ids(families: Iterable[Family], word_language: Language) -> list[str]:
    """Encoders of some families that have something to show and read a language, in the catalogue's order.

    Those trained here read Korean only.
    """
    wanted = set(families)
    return [
        entry.id
        for entry in _entries()
        if entry.family in wanted and entry.origin != "baseline" and (entry.usable or entry.readymade)
        if word_language == "ko" or entry.origin != "trained here"
    ]


def unusable() -> list[EncoderEntry]:
    """Encoders that have nothing to show here, or can read nothing new, each with its reason."""
    return [entry for entry in _entries() if not entry.usable and entry.origin != "baseline"]
