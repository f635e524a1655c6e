"""What the views of Inside BERT share: the model, the sentences, pieces as chips, and a pass that is made once."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from html import escape

import streamlit as st

from explorer.analysis.inside_pooling import Examples
from explorer.encoders.headed import HeadedModel, Pieces, Run
from explorer.encoders.heads import open_heads
from explorer.errors import ExplorerError
from explorer.export.facts import FigureFacts
from explorer.occurrences import normalise
from explorer.screens.links import chosen, linked, linked_or_typed, remember
from explorer.screens.progress import waiting
from explorer.screens.session import encoder_name, language, plain, say, warn

MOST = 300
"""Characters of a sentence."""


@st.cache_resource(show_spinner=False, max_entries=3)
def opened(id: str) -> HeadedModel:
    """A model with its heads, opened once for all sessions."""
    return open_heads(id)


@st.cache_resource(show_spinner=False, max_entries=48)
def _ran(id: str, fingerprint: str, pieces: Pieces) -> Run:
    return opened(id).run(pieces)


def said(view: Callable[..., None]) -> Callable[..., None]:
    """A view that says what went wrong itself: what is raised in a fragment never reaches the page that called it."""

    @wraps(view)
    def shown(model: HeadedModel, first: str, second: str, given: Examples) -> None:
        try:
            view(model, first, second, given)
        except ExplorerError as error:
            warn(error)

    return shown


def run_of(model: HeadedModel, pieces: Pieces) -> Run:
    """One pass over the pieces, kept for the next look at them."""
    return _ran(model.id, model.fingerprint, pieces)


def pick_model(options: Sequence[str]) -> str:
    """The id of a model; a person may type the name of another or a folder."""
    words = say()
    key, offered = linked_or_typed("bert", options, options[0])
    value: str | None = st.selectbox(
        words("common.encoder"), offered, index=None, format_func=encoder_name, key=key, accept_new_options=True,
        help=words("inside.model_help"), placeholder=words("common.no_encoder"), width=460,
    )  # fmt: skip
    id = (value or options[0]).strip()
    remember("bert", id, options[0])
    return id


def opened_in_words(id: str) -> HeadedModel:
    """The model, with words while it opens. Raises ExplorerError where it cannot be opened."""
    words = say()
    with waiting(words("inside.opening", encoder=plain(encoder_name(id)))):
        return opened(id)


def type_sentences(given: Examples, *, alone: bool) -> tuple[str, str]:
    """The sentences of a view; `alone` leaves out the second, which keeps what was typed for the other views."""
    words = say()
    left, right = (st.container(), None) if alone else st.columns(2, gap="medium")
    with left:
        first = type_sentence("first", words("inside.first"), given.first, given, words("inside.first_help"))
    if right is None:
        return first, ""
    with right:
        return first, type_sentence("second", words("inside.second"), given.second, given, words("inside.second_help"))


def say_sentences(sentences: Sequence[str], given: Examples) -> None:
    """The sentences as one line, where their boxes are put away."""
    line = " / ".join(plain(text) for text in sentences if text)
    if language() == "en" and (meant := [given.english[text] for text in sentences if text in given.english]):
        line += f" — {' / '.join(meant)}"
    st.caption(line)


def type_sentence(name: str, label: str, default: str, given: Examples, help: str | None = None) -> str:
    """A sentence in a box that the link holds; an empty box is empty. English pages say what a Korean one means."""
    key = f"inside-{name}"
    if key not in st.session_state:
        asked = chosen().get(name, st.query_params.get(name, default))
        st.session_state[key] = str(asked)[:MOST]
    text = st.text_input(label, key=key, max_chars=MOST, help=help, persist_state="session")
    remember(name, text, default)
    if language() == "en" and (meant := given.english.get(normalise(text))):
        st.caption(meant)
    return normalise(text)


def needed(text: str) -> str:
    """A sentence that a view cannot do without. Raises ExplorerError where it is empty."""
    if not text:
        raise ExplorerError("empty_sentence")
    return text


def pick_piece(name: str, pieces: Pieces, options: Sequence[int], label: str, default: int | None) -> int | None:
    """One piece of the sentence, by a click on it; None where none is chosen and there is no default."""
    key = linked(name, options, default)
    position: int | None = st.pills(
        label, options, key=key, format_func=lambda i: plain(pieces.names[i]), selection_mode="single"
    )
    position = default if position is None else position
    remember(name, position, default)
    return position


def chips(pieces: Pieces, looks: Mapping[int, tuple[str, str]] | None = None) -> None:
    """The pieces in a row; `looks` gives some a class of style and a word beneath. The model's own are pale."""
    marked = looks or {}
    spans = []
    for i, name in enumerate(pieces.names):
        kind, below = marked.get(i, ("added" if pieces.sentence[i] is None else "", ""))
        note = f"<small>{escape(below)}</small>" if below else ""
        spans.append(f'<span class="chip {kind}">{escape(name)}{note}</span>')
    st.html(f'<p class="chips{" noted" if marked else ""}">{"".join(spans)}</p>')


def facts(model: HeadedModel, what: str, data: str, layer: str = "", n: int | None = None) -> FigureFacts:
    """What a saved figure says of itself."""
    return FigureFacts(title=what, encoders=((model.id, model.fingerprint),), layer=layer, data=data, n=n)
