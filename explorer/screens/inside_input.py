"""The input as a sum: the piece, its segment and its place."""

import numpy as np
import pandas as pd
import streamlit as st

from explorer.analysis.inside import PARTS, sizes
from explorer.analysis.inside_pooling import Examples
from explorer.encoders.base import Vectors
from explorer.encoders.headed import HeadedModel, Pieces
from explorer.figures.strips import strips
from explorer.screens.charts import chart, table
from explorer.screens.inside_parts import chips, facts, needed, pick_piece, said
from explorer.screens.session import say, theme

SIZED = ("token", "segment", "position", "total")
"""Parts whose lengths the table holds."""


@st.fragment
@said
def show(model: HeadedModel, first: str, second: str, given: Examples) -> None:
    """Strips of one piece's three vectors and their sum, and the sizes of all pieces."""
    words = say()
    pieces = model.read(needed(first), second or None)
    parts = model.input_sum(pieces)
    chips(pieces)
    every = tuple(range(len(pieces)))
    position = pick_piece("piece", pieces, every, words("inside.which_piece"), 1) or 0
    names = [words(f"inside.part_{part}") for part in PARTS]
    rows = np.stack([getattr(parts, part)[position] for part in PARTS])
    chart(
        strips(
            rows, names, theme=theme(), x_title=words("inside.dimension"), bar_title=words("inside.value"),
            hover=words("inside.strip_hover"),
        ),
        key="inside-strips", alt=words("inside.strips_alt", piece=pieces.names[position]),
        facts=facts(model, words("inside.view_input"), first, n=len(pieces)),
    )  # fmt: skip
    st.markdown(words("inside.checked", difference=f"{parts.difference:.1g}", dim=rows.shape[1]))
    norms = dict(zip(PARTS, sizes(parts), strict=True))
    st.caption(words("inside.norms"))
    two_places = {words(f"inside.length_{part}"): st.column_config.NumberColumn(format="%.2f") for part in SIZED}
    table(norms_frame(pieces, norms), name="inside-norms", column_config=two_places)
    means = {part: float(norms[part].mean()) for part in SIZED[:3]}
    largest = max(means, key=means.__getitem__)
    st.markdown(words("inside.largest", part=words(f"inside.of_{largest}"), **means))


def norms_frame(pieces: Pieces, norms: dict[str, Vectors]) -> pd.DataFrame:
    """A row a piece: what it is, its segment (from 1), and how long each of its vectors is."""
    words = say()
    columns = {words("inside.piece"): list(pieces.names), words("inside.segment"): [t + 1 for t in pieces.types]}
    lengths = {words(f"inside.length_{part}"): np.round(norms[part], 2) for part in SIZED}
    return pd.DataFrame(columns | lengths)
