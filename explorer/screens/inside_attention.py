"""Attention of one head on the sentence: map or lines, and the numbers behind them."""

import numpy as np
import pandas as pd
import streamlit as st

from explorer.analysis.inside import LOOKS, looks
from explorer.analysis.inside_pooling import Examples
from explorer.encoders.headed import HeadedModel
from explorer.figures.attention import attention_lines, attention_map, faintest
from explorer.screens.charts import chart, table
from explorer.screens.inside_parts import facts, needed, pick_piece, run_of, said
from explorer.screens.pickers import pick_one
from explorer.screens.session import say, theme

MOST = 48
"""Pieces that a map can name."""


@st.fragment
@said
def show(model: HeadedModel, first: str, second: str, given: Examples) -> None:
    """One head at a time, and in words what kind of head it is."""
    words = say()
    pieces = model.read(needed(first), second or None)
    attention = run_of(model, pieces).attention
    layers, heads = attention.shape[:2]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        layer = pick_one("block", tuple(range(1, layers + 1)), words("inside.block"), str, words("inside.block_help"))
        head = pick_one("head", tuple(range(1, heads + 1)), words("inside.head"), str)
        kind = pick_one("as", ("lines", "map"), words("inside.as"), lambda k: words(f"inside.as_{k}"))
    weights = attention[layer - 1, head - 1]
    named = {"layer": layer, "head": head}
    alt = words("inside.attention_alt", **named, reading=_look(looks(attention, pieces)[layer - 1, head - 1]))
    saved = facts(model, words("inside.view_attention"), first, f"{layer}.{head}", len(pieces))
    if len(pieces) > MOST:
        st.info(words("inside.many_pieces", n=len(pieces)), icon=":material/info:")
    elif kind == "map":
        figure = attention_map(
            weights, pieces.names, theme=theme(), x_title=words("inside.to"), y_title=words("inside.from"),
            hover=words("inside.attention_hover"),
        )  # fmt: skip
        chart(figure, key="inside-attention", alt=alt, facts=saved)
    else:
        shown = pick_piece("looker", pieces, tuple(range(len(pieces))), words("inside.looker"), None)
        figure = attention_lines(weights, pieces.names, chosen=shown, theme=theme())
        chart(figure, key="inside-attention", alt=alt, facts=saved)
        st.caption(words("inside.lines_note", least=faintest(len(pieces))))
    shares = looks(attention, pieces)
    st.markdown(words("inside.head_reading", **named, reading=_look(shares[layer - 1, head - 1])))
    st.markdown(_kinds(shares))
    st.caption(words("inside.attention_note"))
    with st.expander(words("inside.attention_table")):
        columns = [f"{i + 1} {name}" for i, name in enumerate(pieces.names)]
        frame = pd.DataFrame(np.round(weights, 3), columns=columns)
        frame.insert(0, words("inside.from"), columns)
        table(frame, name="inside-attention")


def _look(shares: np.ndarray) -> str:
    return ", ".join(f"{say()(f'inside.look_{name}')} {share:.0%}" for name, share in zip(LOOKS, shares, strict=True))


def _kinds(shares: np.ndarray) -> str:
    """For each kind of look the head that does it most."""
    lines = []
    for k, name in enumerate(LOOKS[:4]):
        layer, head = np.unravel_index(int(np.nanargmax(shares[..., k])), shares.shape[:2])
        share = float(shares[layer, head, k])
        where = say()("inside.most", look=say()(f"inside.look_{name}"), layer=layer + 1, head=head + 1, share=share)
        lines.append(f"- {where}")
    return "\n".join([say()("inside.kinds"), *lines])
