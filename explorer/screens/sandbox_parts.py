"""Pieces of the sandbox: word pieces, and the sense that each layer would choose as a strip of marks."""

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from explorer.analysis.sandbox import Choices
from explorer.encoders.word_pieces import WordPiece, word_pieces
from explorer.errors import ExplorerError
from explorer.figures.style import Mark
from explorer.language import Language
from explorer.occurrences import Occurrence
from explorer.screens.parts import label_name
from explorer.screens.sentences import marked
from explorer.screens.session import encoder, encoder_ids, encoder_name, say, store, warn

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


def choice_strips(found: Choices, typed: Sequence[Occurrence], drawn: Mapping[str, Mark], names: Sequence[str]) -> None:
    """A strip a sentence: at each layer the sense that is nearest, or a question mark where chance gives as much."""
    words = say()
    count = len(found.layers)
    head = "".join(f"<span>{k}</span>" for k in range(count))
    right = "".join(f"<span>{share:.0%}</span>".replace("%", "") for share in found.right)
    blocks = []
    for i, (use, name) in enumerate(zip(typed, names, strict=True)):
        cells = "".join(_cell(found, k, i, drawn) for k in range(count))
        spoken = ", ".join(f"{k} {_name(found, k, i)}" for k in range(count))
        blocks.append(
            f'<li><div><b>{escape(name)}</b> {marked(use)}</div><div class="strip" role="img" '
            f'aria-label="{escape(spoken)}">{cells}</div><small>{escape(in_words(found, i))}</small></li>'
        )
    st.html(
        f'<div class="strips" style="--layers:{count}"><div class="strip head"><span class="sr">'
        f"{escape(words('common.layer'))}</span>{head}</div><ul>{''.join(blocks)}</ul>"
        f'<p class="strip-name">{escape(words("sandbox.right", n=found.n))}</p>'
        f'<div class="strip foot">{right}</div></div>'
    )


def _name(found: Choices, layer: int, sentence: int) -> str:
    label = found.nearest(layer, sentence)
    return label_name(label) if label and found.told(layer, sentence) else say()("sandbox.cannot_tell")


def _cell(found: Choices, layer: int, sentence: int, drawn: Mapping[str, Mark]) -> str:
    label = found.nearest(layer, sentence)
    if label is None:
        return '<span class="unsure">–</span>'
    told = found.told(layer, sentence)
    hover = say()(
        "sandbox.cell" if told else "sandbox.cell_unsure", layer=layer, sense=label_name(label),
        margin=float(found.margins[layer, sentence]), share=_percent(found, layer, sentence),
    )  # fmt: skip
    shown = f'<span style="color:{drawn[label].colour}" title="{escape(hover)}">{drawn[label].glyph}</span>'
    return shown if told else f'<span class="unsure" title="{escape(hover)}">?</span>'


def in_words(found: Choices, sentence: int) -> str:
    """From which layer on a sentence has the sense that the last layer chooses."""
    words, last = say(), len(found.layers) - 1
    label = found.nearest(last, sentence)
    if label is None or not found.told(last, sentence):
        return words("sandbox.not_told", layer=last)
    since = last
    while since and found.told(since - 1, sentence) and found.nearest(since - 1, sentence) == label:
        since -= 1
    margin, share = float(found.margins[last, sentence]), _percent(found, last, sentence)
    key = "sandbox.settled_last" if since == last else "sandbox.settled"
    return words(key, sense=label_name(label), since=since, last=last, margin=margin, share=share)


def _percent(found: Choices, layer: int, sentence: int) -> str:
    share = float(found.share[layer, sentence])
    return "–" if share != share else f"{share:.0%}"


def stack_note(chosen: str, typed: Sequence[Occurrence]) -> None:
    """That a sentence is longer than the encoder's window, where one is."""
    cut = store().stack(encoder(chosen), typed).cut
    if cut:
        st.caption(say()("sandbox.cut", n=cut))
