"""How the sentences of the sandbox are cut into word pieces, and how long they may be."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from explorer.encoders.word_pieces import WordPiece, word_pieces
from explorer.errors import ExplorerError
from explorer.language import Language
from explorer.occurrences import Occurrence
from explorer.screens.on_offer import encoder_ids
from explorer.screens.session import encoder, encoder_name, say, store, warn

_OTHERS = 3


@st.cache_data(show_spinner=False, max_entries=64)
def _cut(encoder_id: str, typed: tuple[Occurrence, ...]) -> tuple[tuple[WordPiece, ...], ...]:
    return word_pieces(encoder_id, typed)


def pieces(chosen: str, typed: Sequence[Occurrence], word_language: Language) -> None:
    """How each encoder cuts the sentences: the pieces of the target, and what they hold besides it."""
    words = say()
    for encoder_id in dict.fromkeys([chosen, *encoder_ids(("bert",), word_language)[:_OTHERS]]):
        try:
            if encoder(encoder_id).identity.family == "elmo":
                st.markdown(words("sandbox.no_pieces", encoder=encoder_name(encoder_id)))
                continue
            rows = _cut(encoder_id, tuple(typed))
        except ExplorerError as error:
            if encoder_id == chosen:
                warn(error)
            continue
        blocks = []
        for number, (use, row) in enumerate(zip(typed, rows, strict=True), start=1):
            chips = "".join(f'<span class="{"target" if p.target else ""}">{escape(p.text)}</span>' for p in row)
            inside = "".join(p.text for p in row if p.target)
            extra = inside.replace(use.form, "", 1) if inside != use.form else ""
            note = f"<small>{escape(words('sandbox.spill', form=use.form, extra=extra))}</small>" if extra else ""
            blocks.append(f'<li><b>{number}</b> <span class="pieces">{chips}</span> {note}</li>')
        st.html(f'<p class="strip-name">{escape(encoder_name(encoder_id))}</p><ul class="cut">{"".join(blocks)}</ul>')


def stack_note(chosen: str, typed: Sequence[Occurrence]) -> None:
    """That a sentence is longer than the encoder's window, where one is."""
    cut = store().stack(encoder(chosen), typed).cut
    if cut:
        st.caption(say()("sandbox.cut", n=cut))
