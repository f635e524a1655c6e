"""What the pages share: the store and the encoders of the process, the language and the sentences of a session."""

import re
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from explorer.encoders.base import Encoder
from explorer.encoders.catalog import open_encoder
from explorer.errors import ExplorerError
from explorer.figures.style import Theme
from explorer.language import Language, Say, speaker
from explorer.lexicon import bundled
from explorer.lexicon.bundled import Sense
from explorer.occurrences import Occurrence
from explorer.screens import datasets
from explorer.screens.progress import time_left, waiting
from explorer.store import VectorStore

LOOK = Path(__file__).parent / "look.css"
"""The few rules of style that Streamlit's theme does not set."""


def language() -> Language:
    """The language of this session."""
    return "en" if st.session_state.get("lang") == "en" else "ko"


def say(code: Language | None = None) -> Say:
    """Texts in the language of this session, or in the one given."""
    return speaker(code or language())


def theme() -> Theme:
    """The theme that the browser shows."""
    return "dark" if st.context.theme.type == "dark" else "light"


@st.cache_resource(show_spinner=False)
def store() -> VectorStore:
    """The one store of the process; it is thread-safe."""
    return VectorStore()


@st.cache_resource(show_spinner=False, max_entries=6)
def encoder(encoder_id: str) -> Encoder:
    """An encoder, opened once for all sessions."""
    return open_encoder(encoder_id)


def encoder_name(encoder_id: str) -> str:
    """The encoder's name for a reader; an id that is not bundled is its own name."""
    try:
        return say()(f"encoders.{encoder_id}")
    except KeyError:
        return encoder_id


def own_sentences(word_id: str) -> tuple[Occurrence, ...]:
    """The sentences that this person added to a word."""
    found: tuple[Occurrence, ...] = st.session_state.setdefault("own", {}).get(word_id, ())
    return found


def keep_own_sentences(word_id: str, occurrences: Sequence[Occurrence]) -> None:
    """Replace the sentences that this person added to a word."""
    st.session_state.setdefault("own", {})[word_id] = tuple(occurrences)


def word_of(word_language: Language, word_id: str) -> str:
    """The word of an id that `pickers.pick_word` gave, as it is written: bundled, or of a person's own data set."""
    own = datasets.own_word(word_id)
    return own[1] if own else bundled.senses_of(word_language, word_id)[0].word


def senses_of(word_language: Language, word_id: str) -> tuple[Sense, ...]:
    """The senses of a word, in order. A label of a person's own is a sense whose gloss is the label."""
    own = datasets.own_word(word_id)
    if not own:
        return bundled.senses_of(word_language, word_id)
    known = bundled.all_senses()
    labels = dict.fromkeys(o.sense for o in datasets.uses_of(word_id) if o.sense)
    return tuple(
        known.get(label) or Sense(label, own[1], n, "X", label, label, label, None, None, True, None, None)
        for n, label in enumerate(labels, start=1)
    )


def uses(word_language: Language, word_id: str) -> tuple[Occurrence, ...]:
    """All uses of a word that this session shows: the bundled ones or those of a data set, then the sentences added."""
    given = datasets.uses_of(word_id) if datasets.own_word(word_id) else bundled.occurrences(word_language, word_id)
    return given + own_sentences(word_id)


def is_guest(occurrence: Occurrence) -> bool:
    """Whether a use was added to a word on its page, and so is placed among the others without moving them."""
    return occurrence.source == "own"


def plain(text: str) -> str:
    """A text that a person gave, as Markdown that shows it as it is: no image is fetched, nothing turns bold."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def warn(error: ExplorerError) -> None:
    """Show what went wrong; what stands in it of a person's own is shown as it was typed."""
    words = say()

    def with_plain_values(key: str, **values: object) -> str:
        return words(key, **{name: plain(v) if isinstance(v, str) else v for name, v in values.items()})

    st.warning(error.say(with_plain_values), icon=":material/info:")


def encoded(encoder_id: str, occurrences: Sequence[Occurrence]) -> Encoder | None:
    """The encoder, once the vectors of these uses are in the store; None after showing why it cannot be done.

    Shows progress in words while a model works.
    """
    words = say()
    bar = st.empty()
    try:
        chosen = encoder(encoder_id)
        with waiting(words("common.encoding", encoder=plain(encoder_name(encoder_id)))):
            store().stack(chosen, occurrences, progress=time_left(bar, words))
    except ExplorerError as error:
        warn(error)
        return None
    finally:
        bar.empty()
    return chosen
