"""The input as a sum: the piece, its segment and its place."""

import numpy as np
import pandas as pd
import streamlit as st

from explorer.analysis.inside import PARTS, sizes
from explorer.analysis.inside_pooling import Examples
from explorer.encoders.headed import HeadedModel
from explorer.figures.strips import strips
from explorer.screens.charts import chart, table
from explorer.screens.inside_parts import chips, facts, needed, pick_piece, said
from explorer.screens.session import say, theme


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
    norms = sizes(parts)
    frame = pd.DataFrame({words("inside.piece"): pieces.names, words("inside.segment"): [t + 1 for t in pieces.types]})
    for name, row in zip(names, norms, strict=True):
        frame[name] = np.round(row, 2)
    st.caption(words("inside.norms"))
    table(frame, name="inside-norms")
    largest = names[int(norms[:3].mean(axis=1).argmax())]
    means = {part: float(value) for part, value in zip(PARTS, norms.mean(axis=1), strict=True)}
    st.markdown(words("inside.largest", part=largest, **{part: means[part] for part in PARTS[:3]}))
