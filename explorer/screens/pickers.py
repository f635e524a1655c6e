"""Choices that several pages offer; each stands in the link."""

from collections.abc import Sequence

import streamlit as st

from explorer.analysis.spaces import Centring, Grouping
from explorer.encoders.base import Family
from explorer.language import LANGUAGES, Language
from explorer.lexicon import bundled
from explorer.screens.parts import gloss
from explorer.screens.session import encoder_ids, encoder_name, say


def pick_word() -> tuple[Language, str]:
    """The word picker, whose choice stands in the link: (language, word id)."""
    words = say()
    options = [f"{code}.{word_id}" for code in LANGUAGES for word_id in bundled.word_ids(code)]
    chosen = st.selectbox(
        words("common.word"),
        options,
        format_func=_word_with_glosses,
        key="word",
        bind="query-params",
        persist_state="session",
    )
    code, word_id = chosen.split(".", 1)
    return ("en" if code == "en" else "ko"), word_id


def _word_with_glosses(option: str) -> str:
    code, word_id = option.split(".", 1)
    senses = bundled.senses_of("en" if code == "en" else "ko", word_id)
    return f"{senses[0].word} — " + ", ".join(gloss(sense) for sense in senses if sense.scored)


def pick_settings() -> tuple[Grouping, Centring]:
    """How uses are grouped and what is subtracted before cosines are taken."""
    words = say()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        grouping: Grouping = st.segmented_control(
            words("common.grouping"), ("sense", "homograph"), default="sense", required=True, key="by",
            format_func=lambda g: words(f"common.grouping_{g}"), help=words("common.grouping_help"),
            bind="query-params", persist_state="session",
        )  # fmt: skip
        centring: Centring = st.segmented_control(
            words("common.centring"), ("reference", "own", "none"), default="reference", required=True, key="centring",
            format_func=lambda c: words(f"common.centring_{c}"), help=words("common.centring_help"),
            bind="query-params", persist_state="session",
        )  # fmt: skip
    return grouping, centring


def pick_encoder(key: str, families: Sequence[Family], preferred: str) -> str:
    """An encoder of some families; a person may also type the name of a hub model or a folder."""
    words = say()
    options = encoder_ids(families)
    chosen: str | None = st.selectbox(
        words("common.encoder"), options, index=options.index(preferred) if preferred in options else 0,
        format_func=encoder_name, key=key, accept_new_options="static" not in families,
        help=words("common.encoder_help"), bind="query-params", persist_state="session",
    )  # fmt: skip
    return (chosen or "").strip()


def pick_layer(count: int) -> int:
    """A layer by slider, which the arrow keys move."""
    words = say()
    held = st.session_state.get("layer")
    if held is not None:
        st.session_state["layer"] = min(max(int(held), 0), count - 1)
    if count == 1:
        return 0
    return st.slider(
        words("common.layer"), 0, count - 1, value=count - 1, key="layer", help=words("common.layer_help"),
        bind="query-params", persist_state="session",
    )  # fmt: skip


def pick_encoders() -> list[str]:
    """Several encoders to lay side by side."""
    words = say()
    options = encoder_ids(("static", "elmo", "bert"))
    preferred = [e for e in ("word2vec-ko", "elmo-ko", "bert-ko", "e5-small") if e in options]
    chosen: list[str] = st.multiselect(
        words("layers.encoders"), options, default=preferred, format_func=encoder_name, key="encoders",
        accept_new_options=True, placeholder=words("layers.choose"), help=words("common.encoder_help"),
        bind="query-params", persist_state="session",
    )  # fmt: skip
    return chosen
