"""80/10/10: a sentence as BERT reads it while it learns, and what it guesses at the chosen places."""

import pandas as pd
import streamlit as st

from explorer.analysis.inside_pooling import Examples
from explorer.analysis.masked import Fate, corrupt, restore
from explorer.encoders.headed import HeadedModel
from explorer.screens.charts import table
from explorer.screens.inside_parts import chips, needed, said
from explorer.screens.links import chosen, linked, remember
from explorer.screens.pickers import pick_one
from explorer.screens.session import say

SHARES = (0.15, 0.3, 0.5)
SEEDS = range(1000)
FATES: tuple[Fate, ...] = ("masked", "random", "kept")


@st.fragment
@said
def show(model: HeadedModel, first: str, second: str, given: Examples) -> None:
    """One draw, which the seed in the link makes again."""
    words = say()
    pieces = model.read(needed(first), second or None)
    key = linked("draw", SEEDS, 0)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        share = pick_one("share", SHARES, words("inside.share"), lambda s: f"{s:.0%}", words("inside.share_help"))
        if st.button(words("inside.again"), icon=":material/casino:", type="primary"):
            st.session_state[key] = (int(st.session_state[key]) + 1) % len(SEEDS)
    seed = int(st.session_state[key])
    chosen()["draw"] = seed
    remember("draw", seed, 0)
    drawn = corrupt(model, pieces, seed=seed, share=share)
    st.caption(words("inside.original"))
    chips(pieces)
    st.caption(words("inside.as_read"))
    chips(drawn.read, {i: (drawn.fates[i], words(f"inside.fate_{drawn.fates[i]}")) for i in drawn.chosen})
    counts = {fate: drawn.fates.count(fate) for fate in FATES}
    st.markdown(words("inside.counts", n=len(drawn.chosen), of=len(pieces.words), **counts))
    rows = []
    for blank in restore(model, drawn):
        i = blank.position
        rows.append(
            {
                words("inside.hidden_piece"): pieces.names[i],
                words("inside.fate"): words(f"inside.fate_{drawn.fates[i]}"),
                words("inside.read_piece"): drawn.read.names[i],
                words("inside.guesses"): ", ".join(f"{a.piece} {a.probability:.0%}" for a in blank.answers),
                words("inside.right"): f"{blank.truth.probability:.2%}" if blank.truth else "",
                words("inside.rank"): blank.rank,
            }
        )
    table(pd.DataFrame(rows), name="inside-guesses")
    st.caption(words("inside.why"))
