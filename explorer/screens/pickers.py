"""Choices that several pages offer; each stands in the link."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import streamlit as st

from explorer.analysis.spaces import Centring, Grouping
from explorer.encoders.base import Family
from explorer.language import LANGUAGES, Language
from explorer.lexicon import bundled
from explorer.screens.links import linked, linked_list, remember
from explorer.screens.parts import gloss
from explorer.screens.session import encoder_ids, encoder_name, say

T = TypeVar("T")


def pick_language() -> Language:
    """The language of the pages, named in itself."""
    linked("lang", LANGUAGES, LANGUAGES[0])
    names = {code: say(code)("app.language") for code in LANGUAGES}
    chosen = st.segmented_control(
        say()("app.languages"), LANGUAGES, required=True, format_func=names.__getitem__, key="lang",
        label_visibility="collapsed", persist_state="session",
    )  # fmt: skip
    remember("lang", LANGUAGES[0])
    return chosen or LANGUAGES[0]


def pick_word() -> tuple[Language, str]:
    """A bundled word: its language and id."""
    options = [f"{code}.{word_id}" for code in LANGUAGES for word_id in bundled.word_ids(code)]
    linked("word", options, options[0])
    chosen = st.selectbox(
        say()("common.word"), options, format_func=_word_with_glosses, key="word", persist_state="session"
    )
    remember("word", options[0])
    code, word_id = chosen.split(".", 1)
    return ("en" if code == "en" else "ko"), word_id


def _word_with_glosses(option: str) -> str:
    code, word_id = option.split(".", 1)
    senses = bundled.senses_of("en" if code == "en" else "ko", word_id)
    return f"{senses[0].word} — " + ", ".join(gloss(sense) for sense in senses if sense.scored)


def pick_one(
    key: str, choices: Sequence[T], label: str, name: Callable[[T], str], help: str | None = None, hide: bool = False
) -> T:
    """One of a few choices, as a segmented control; the first is the default."""
    linked(key, choices, choices[0])
    chosen = st.segmented_control(
        label, choices, required=True, key=key, format_func=name, help=help, persist_state="session",
        label_visibility="collapsed" if hide else "visible",
    )  # fmt: skip
    remember(key, choices[0])
    return choices[0] if chosen is None else chosen


def pick_settings() -> tuple[Grouping, Centring]:
    """How uses are grouped and what is subtracted before cosines are taken."""
    words = say()
    groupings: tuple[Grouping, ...] = ("sense", "homograph")
    centrings: tuple[Centring, ...] = ("reference", "own", "none")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        grouping = pick_one(
            "by", groupings, words("common.grouping"), lambda g: words(f"common.grouping_{g}"),
            words("common.grouping_help"),
        )  # fmt: skip
        centring = pick_one(
            "centring", centrings, words("common.centring"), lambda c: words(f"common.centring_{c}"),
            words("common.centring_help"),
        )  # fmt: skip
    return grouping, centring


def pick_encoder(key: str, families: Sequence[Family], preferred: str) -> str:
    """An encoder of some families; a person may also type the name of a hub model or a folder."""
    words = say()
    options = encoder_ids(families)
    if not options:
        return ""
    default = preferred if preferred in options else options[0]
    if st.session_state.get(key) not in options:  # a name that this person typed is an option while it is chosen
        options = [*options, *filter(None, [st.session_state.get(key)])]
    linked(key, options, default)
    chosen: str | None = st.selectbox(
        words("common.encoder"), options, format_func=encoder_name, key=key, help=words("common.encoder_help"),
        accept_new_options=True, persist_state="session",
    )  # fmt: skip
    remember(key, default)
    return (chosen or "").strip()


def pick_layer(count: int) -> int:
    """A layer by slider, which the arrow keys move."""
    words = say()
    if count == 1:
        return 0
    held = st.session_state.get("layer")
    if held is not None:
        st.session_state["layer"] = min(int(held), count - 1)
    linked("layer", range(count), count - 1)
    layer = st.slider(
        words("common.layer"), 0, count - 1, key="layer", help=words("common.layer_help"), persist_state="session"
    )
    remember("layer", count - 1)
    return layer


def pick_encoders() -> list[str]:
    """Several encoders to lay side by side."""
    words = say()
    options = encoder_ids(("static", "elmo", "bert"))
    preferred = [e for e in ("word2vec-ko", "elmo-ko", "bert-ko", "e5-small") if e in options]
    linked_list("encoders", options, preferred)
    chosen: list[str] = st.multiselect(
        words("layers.encoders"), [*options, *(e for e in st.session_state["encoders"] if e not in options)],
        format_func=encoder_name, key="encoders", accept_new_options=True, placeholder=words("layers.choose"),
        help=words("common.encoder_help"), persist_state="session",
    )  # fmt: skip
    remember("encoders", preferred)
    return chosen


def pick_relative() -> bool:
    """Whether depth runs from 0 to 1, so that encoders of different depth can be laid on one another."""
    linked("relative", (False, True), False)
    relative = st.toggle(say()("layers.relative"), key="relative", persist_state="session")
    remember("relative", False)
    return relative
