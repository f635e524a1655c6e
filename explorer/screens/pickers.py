"""Choices that several pages offer; each stands in the link."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import streamlit as st

from explorer.analysis.spaces import Centring, Grouping
from explorer.encoders.base import Family
from explorer.language import LANGUAGES, Language
from explorer.lexicon import bundled
from explorer.screens import datasets
from explorer.screens.links import linked, linked_list, linked_or_typed, remember
from explorer.screens.on_offer import encoder_ids
from explorer.screens.presentation import layer_keys
from explorer.screens.session import encoder_name, say
from explorer.screens.word_options import split_option, word_name, word_options

T = TypeVar("T")


def pick_language() -> Language:
    """The language of the pages, named in itself."""
    if "lang" not in st.session_state:
        asked = st.query_params.get("lang", LANGUAGES[0])
        st.session_state["lang"] = asked if asked in LANGUAGES else LANGUAGES[0]
    names = {code: say(code)("app.language") for code in LANGUAGES}
    language = st.segmented_control(
        say()("app.languages"), LANGUAGES, required=True, format_func=names.__getitem__, key="lang",
        label_visibility="collapsed", persist_state="session",
    ) or LANGUAGES[0]  # fmt: skip
    remember("lang", language, LANGUAGES[0])
    return language


def pick_word() -> tuple[Language, str]:
    """A word, bundled or of a data set: its language and id. `session.word_of`, `senses_of` and `uses` take both."""
    options = word_options()
    default = f"ko.{bundled.word_ids('ko')[0]}"
    key = linked("word", options, default)
    word = st.selectbox(say()("common.word"), options, format_func=word_name, key=key)
    remember("word", word, default)
    word_language, word_id = split_option(word)
    whole, shown = datasets.count_of(word_id)
    if shown < whole:
        st.caption(say()("my_data.thinned", n=whole, shown=shown))
    return word_language, word_id


def pick_one(
    name: str, choices: Sequence[T], label: str, show: Callable[[T], str], help: str | None = None, hide: bool = False,
    start: int = 0,
) -> T:  # fmt: skip
    """One of a few choices, as a segmented control; the default is the first, or the one at `start`."""
    key = linked(name, choices, choices[start])
    value = st.segmented_control(
        label, choices, required=True, key=key, format_func=show, help=help,
        label_visibility="collapsed" if hide else "visible",
    )  # fmt: skip
    value = choices[start] if value is None else value
    remember(name, value, choices[start])
    return value


def pick_settings() -> tuple[Grouping, Centring]:
    """How uses are grouped and what is subtracted before cosines are taken."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        return pick_grouping(), pick_centring()


def pick_grouping() -> Grouping:
    """Whether senses are told apart, or only different words of one form."""
    words = say()
    groupings: tuple[Grouping, ...] = ("sense", "homograph")
    return pick_one(
        "by", groupings, words("common.grouping"), lambda g: words(f"common.grouping_{g}"),
        words("common.grouping_help"),
    )  # fmt: skip


def pick_centring() -> Centring:
    """What is subtracted before cosines are taken."""
    words = say()
    centrings: tuple[Centring, ...] = ("reference", "own", "none")
    return pick_one(
        "centring", centrings, words("common.centring"), lambda c: words(f"common.centring_{c}"),
        words("common.centring_help"),
    )  # fmt: skip


def pick_encoder(name: str, families: Sequence[Family], preferred: str, word_language: Language) -> str:
    """An encoder of some families; a person may also type the name of a hub model, a folder or a file.

    "" where none of them reads the language.
    """
    words = say()
    options = encoder_ids(families, word_language)
    default = preferred if preferred in options else next(iter(options), None)
    key, options = linked_or_typed(name, options, default, encoder_ids(families, "ko"), of=word_language)
    value: str | None = st.selectbox(
        words("common.encoder"), options, index=None, format_func=encoder_name, key=key,
        help=words("common.encoder_help"), accept_new_options=True, placeholder=words("common.no_encoder"),
    )  # fmt: skip
    if value:
        remember(name, value.strip(), default)
    return (value or "").strip()


def pick_layer(count: int, name: str = "layer", start: int = -1, keys: bool = True) -> int:
    """A layer by slider, which the arrow keys move; `name` is what the link calls it, `start` its default.

    With `keys`, the slider is the one of its page that ← and → move from anywhere while presenting.
    """
    words = say()
    if count == 1:
        return 0
    default = range(count)[start]
    key = linked(name, range(count), default, of=count)
    layer = st.slider(words("common.layer"), 0, count - 1, key=key, help=words("common.layer_help"))
    if keys:
        layer_keys(key, count)
    remember(name, layer, default)
    return layer


def pick_encoders(word_language: Language) -> list[str]:
    """Several encoders to lay side by side."""
    words = say()
    options = encoder_ids(("static", "elmo", "bert"), word_language)
    preferred = [e for e in ("word2vec-ko", "elmo-ko", "bert-ko", "e5-small") if e in options]
    key = linked_list("encoders", options, preferred)
    foreign = set(encoder_ids(("static", "elmo", "bert"), "ko")) - set(options)
    st.session_state[key] = [e for e in st.session_state[key] if e not in foreign] or preferred
    value: list[str] = st.multiselect(
        words("layers.encoders"), [*options, *(e for e in st.session_state[key] if e not in options)],
        format_func=encoder_name, key=key, accept_new_options=True, placeholder=words("layers.choose"),
        help=words("common.encoder_help"),
    )  # fmt: skip
    remember("encoders", value, preferred)
    return value


def pick_relative() -> bool:
    """Whether depth runs from 0 to 1, so that encoders of different depth can be laid on one another."""
    relative = st.toggle(say()("layers.relative"), key=linked("relative", (False, True), False))
    remember("relative", relative, False)
    return relative
