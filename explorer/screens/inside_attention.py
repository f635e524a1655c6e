"""Attention of one head on the sentence: map or lines, the numbers behind them, and which heads do most of what."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import streamlit as st

from explorer.analysis.inside import LOOKS, Telling, looks, telling_head
from explorer.analysis.inside_pooling import Examples
from explorer.analysis.masked import worth_hiding
from explorer.encoders.base import Vectors
from explorer.encoders.headed import HeadedModel, Pieces
from explorer.export.facts import FigureFacts
from explorer.figures.attention import attention_lines, attention_map, faintest
from explorer.screens.charts import chart, table
from explorer.screens.inside_parts import facts, needed, pick_piece, run_of, said
from explorer.screens.links import widget_key
from explorer.screens.pickers import pick_one
from explorer.screens.session import plain, say, theme

MOST = 48
"""Pieces that a map can name."""


@dataclass(frozen=True, slots=True)
class _Head:
    """One head, as it is drawn: its weights `[from, to]`, and what is said of it."""

    weights: Vectors
    alt: str
    facts: FigureFacts


@st.fragment
@said
def show(model: HeadedModel, first: str, second: str, given: Examples) -> None:
    """One head at a time, and in words what kind of head it is; it begins with one that looks at another word."""
    words = say()
    pieces = model.read(needed(first), second or None)
    attention = run_of(model, pieces).attention
    shares = looks(attention, pieces)
    target = worth_hiding(pieces)
    telling = telling_head(attention, pieces, target)
    controls, picture = st.columns([2, 3], gap="medium")
    with controls:
        layer, head = _pick_head(attention, telling, plain(pieces.names[target]))
        kind = pick_one("as", ("lines", "map"), words("inside.as"), lambda k: words(f"inside.as_{k}"))
        named = {"layer": layer, "head": head, "reading": _look(shares[layer - 1, head - 1])}
        st.markdown(words("inside.head_reading", **named))
        shown = None
        if kind == "lines" and len(pieces) <= MOST:
            shown = pick_piece("looker", pieces, tuple(range(len(pieces))), words("inside.looker"), None)
    with picture:
        saved = facts(model, words("inside.view_attention"), first, f"{layer}.{head}", len(pieces))
        drawn = _Head(attention[layer - 1, head - 1], words("inside.attention_alt", **named), saved)
        _draw(drawn, pieces, kind, shown)
    _offer_heads(shares, telling, pieces, target)
    st.caption(words("inside.attention_note"))
    with st.expander(words("inside.attention_table")):
        columns = [f"{i + 1} {name}" for i, name in enumerate(pieces.names)]
        frame = pd.DataFrame(np.round(drawn.weights, 3), columns=columns)
        frame.insert(0, words("inside.from"), columns)
        table(frame, name="inside-attention")


def _pick_head(attention: Vectors, telling: Telling | None, target: str) -> tuple[int, int]:
    words = say()
    layers, heads = (tuple(range(1, n + 1)) for n in attention.shape[:2])
    start = (telling.layer, telling.head) if telling else (0, 0)
    begins = words("inside.head_help", piece=target)
    layer = pick_one("block", layers, words("inside.block"), str, words("inside.block_help"), start=start[0])
    return layer, pick_one("head", heads, words("inside.head"), str, begins, start=start[1])


def _draw(head: _Head, pieces: Pieces, kind: str, shown: int | None) -> None:
    words = say()
    if len(pieces) > MOST:
        st.info(words("inside.many_pieces", n=len(pieces)), icon=":material/info:")
    elif kind == "map":
        figure = attention_map(
            head.weights, pieces.names, theme=theme(), x_title=words("inside.to"), y_title=words("inside.from"),
            hover=words("inside.attention_hover"),
        )  # fmt: skip
        chart(figure, key="inside-attention", alt=head.alt, facts=head.facts)
    else:
        figure = attention_lines(head.weights, pieces.names, chosen=shown, theme=theme())
        chart(figure, key="inside-attention", alt=head.alt, facts=head.facts)
        st.caption(words("inside.lines_note", least=faintest(len(pieces))))


def _offer_heads(shares: Vectors, telling: Telling | None, pieces: Pieces, target: int) -> None:
    """For each kind of look the head that does it most, as a button that shows it."""
    words = say()
    st.markdown(words("inside.kinds"))
    found = []
    if telling:
        look = words("inside.look_word", piece=plain(pieces.names[target]), other=plain(pieces.names[telling.position]))
        found.append((look, telling.layer, telling.head, telling.share))
    for k, name in enumerate(LOOKS):
        most = np.unravel_index(int(np.nanargmax(shares[..., k])), shares.shape[:2])
        found.append((words(f"inside.look_{name}"), int(most[0]), int(most[1]), float(shares[*most, k])))
    with st.container(horizontal=True, gap="small"):
        for k, (look, layer, head, share) in enumerate(found):
            label = words("inside.most", look=look, layer=layer + 1, head=head + 1, share=share)
            st.button(label, key=f"inside-most-{k}", on_click=_go, args=(layer + 1, head + 1))


def _go(layer: int, head: int) -> None:
    st.session_state[widget_key("block")], st.session_state[widget_key("head")] = layer, head


def _look(shares: np.ndarray) -> str:
    return ", ".join(f"{say()(f'inside.look_{name}')} {share:.0%}" for name, share in zip(LOOKS, shares, strict=True))
