"""80/10/10: a sentence as BERT reads it while it learns, what it guesses there, and what many draws come to."""

import pandas as pd
import streamlit as st

from explorer.analysis.inside_pooling import Examples
from explorer.analysis.masked import FATES, HIDDEN, REPLACED, Corruption, Tally, corrupt, first_draw, restore, tally
from explorer.encoders.headed import HeadedModel, Pieces
from explorer.screens.charts import table
from explorer.screens.inside_parts import chips, needed, said
from explorer.screens.links import linked, remember
from explorer.screens.pickers import pick_one
from explorer.screens.session import say

SHARES = (0.15, 0.3, 0.5)
SEEDS = range(1000)
MANY = 100
OF_CHOSEN = dict(zip(FATES, (HIDDEN, REPLACED, 1 - HIDDEN - REPLACED), strict=True))


@st.fragment
@said
def show(model: HeadedModel, first: str, second: str, given: Examples) -> None:
    """One draw, which the seed in the link makes again, and the tally of those that a person made."""
    words = say()
    pieces = model.read(needed(first), second or None)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        share = pick_one("share", SHARES, words("inside.share"), lambda s: f"{s:.0%}", words("inside.share_help"))
        opening = first_draw(model, pieces, SEEDS, share)
        key = linked("draw", SEEDS, opening or 0)
        made = _made(model, pieces, share)
        for name, times, icon in (("again", 1, "casino"), ("many", MANY, "fast_forward")):
            st.button(
                words(f"inside.{name}", n=times), key=f"inside-{name}", icon=f":material/{icon}:",
                type="primary" if times == 1 else "secondary", on_click=_draw, args=(key, made, times),
            )  # fmt: skip
    seed = int(st.session_state[key])
    remember("draw", seed, opening or 0)
    drawn = corrupt(model, pieces, seed=seed, share=share)
    st.caption(words("inside.original"))
    chips(pieces)
    st.caption(words("inside.as_read"))
    chips(drawn.read, {i: (drawn.fates[i], words(f"inside.fate_{drawn.fates[i]}")) for i in drawn.chosen})
    if seed == opening and not made:
        st.caption(words("inside.opening_draw"))
    this, all_of_them = tally(model, pieces, [seed], share), tally(model, pieces, made, share)
    st.markdown(words("inside.counts", n=this.chosen, of=this.pieces, share=this.chosen / max(this.pieces, 1)))
    table(_tallied(this, all_of_them, share), name="inside-tally")
    st.caption(words("inside.not_exact", share=share))
    table(_guesses(model, drawn), name="inside-guesses")
    st.caption(words("inside.why"))


def _made(model: HeadedModel, pieces: Pieces, share: float) -> list[int]:
    """The seeds that this person drew for a sentence, a share and a model; another of these begins anew."""
    what = (model.fingerprint, pieces.ids, share)
    if st.session_state.get("inside-drawn-of") != what:
        st.session_state["inside-drawn-of"], st.session_state["inside-drawn"] = what, []
    made: list[int] = st.session_state["inside-drawn"]
    return made


def _draw(key: str, made: list[int], times: int) -> None:
    for _ in range(times):
        st.session_state[key] = (int(st.session_state[key]) + 1) % len(SEEDS)
        if st.session_state[key] not in made:
            made.append(st.session_state[key])


def _tallied(this: Tally, every: Tally, share: float) -> pd.DataFrame:
    words = say()
    rows = [(words("inside.chosen"), share, (this.chosen, this.pieces), (every.chosen, every.pieces))]
    rows += [
        (
            words(f"inside.fate_{fate}"),
            OF_CHOSEN[fate],
            (this.fates[fate], this.chosen),
            (every.fates[fate], every.chosen),
        )
        for fate in FATES
    ]
    columns = [words(f"inside.{column}", n=f"{every.draws:,}") for column in ("what", "rule", "this_draw", "so_far")]
    return pd.DataFrame(
        [(what, f"{rule:.0%}", _of(*now), _of(*so_far)) for what, rule, now, so_far in rows], columns=columns
    )


def _of(n: int, of: int) -> str:
    return f"{n:,} / {of:,} ({n / of:.{int(of > 100)}%})" if of else "–"


def _guesses(model: HeadedModel, drawn: Corruption) -> pd.DataFrame:
    words = say()
    rows = []
    for blank in restore(model, drawn):
        i = blank.position
        rows.append(
            {
                words("inside.hidden_piece"): drawn.original.names[i],
                words("inside.fate"): words(f"inside.fate_{drawn.fates[i]}"),
                words("inside.read_piece"): drawn.read.names[i],
                words("inside.guesses"): ", ".join(f"{a.piece} {a.probability:.0%}" for a in blank.answers),
                words("inside.right"): f"{blank.truth.probability:.2%}" if blank.truth else "",
                words("inside.rank"): blank.rank,
            }
        )
    return pd.DataFrame(rows)
