"""A blank: what the model puts into it from both sides, from one side, and with either form of a particle."""

import streamlit as st

from explorer.analysis.inside_pooling import Examples
from explorer.analysis.masked import SIDES, Blank, blanks_in, fill, hide, worth_hiding
from explorer.analysis.particle_forms import particle_forms
from explorer.encoders.blanks import CONTINUES, MASK, with_mask
from explorer.encoders.headed import HeadedModel
from explorer.figures.predictions import probability_bars
from explorer.screens.charts import chart
from explorer.screens.inside_parts import chips, facts, needed, pick_piece, said
from explorer.screens.links import linked, remember
from explorer.screens.session import plain, say, theme

SHOWN = 8


@st.fragment
@said
def show(model: HeadedModel, first: str, second: str, given: Examples) -> None:
    """The blank is typed as [MASK], or made by choosing a piece."""
    words = say()
    pieces = model.read(needed(first))
    typed = blanks_in(model, pieces)
    truth: int | None = None
    if typed:
        position = pick_piece("blank", pieces, typed, words("inside.which_blank"), typed[0]) or 0
        hidden, sentence = pieces, with_mask(first, MASK)
    else:
        position = pick_piece("hidden", pieces, pieces.words, words("inside.hide"), worth_hiding(pieces)) or 0
        hidden, truth = hide(model, pieces, position), pieces.ids[position]
        start, end = pieces.spans[position]
        sentence = f"{first[:start]}{MASK}{first[end:]}"
    key = linked("begins", (True, False), True)
    begins = st.toggle(words("inside.begins"), key=key, help=words("inside.begins_help"))
    remember("begins", begins, True)
    if begins and truth is not None and pieces.names[position].startswith(CONTINUES):
        begins = False
        st.caption(words("inside.begins_not_here", piece=plain(pieces.names[position])))
    chips(hidden, {position: ("masked", words("inside.blank"))})
    blanks = {side: fill(model, hidden, position, truth=truth, side=side, count=SHOWN, begins=begins) for side in SIDES}
    most = max(blank.answers[0].probability for blank in blanks.values())
    for column, side in zip(st.columns(3, gap="medium"), SIDES, strict=True):
        with column:
            st.subheader(words(f"inside.side_{side}"))
            _draw(model, blanks[side], f"inside-blank-{side}", most, sentence)
    st.markdown(words("inside.left_to_right"))
    _particles(model, sentence, begins)


def _draw(model: HeadedModel, blank: Blank, key: str, most: float, sentence: str) -> None:
    words = say()
    truth = blank.truth.piece if blank.truth else None
    names = [answer.piece for answer in blank.answers]
    first = ", ".join(f"{a.piece} {a.probability:.0%}" for a in blank.answers[:5])
    chart(
        probability_bars(names, [a.probability for a in blank.answers], theme=theme(), marked=truth, most=most),
        key=key, alt=words("inside.answers_alt", answers=first),
        facts=facts(model, words("inside.view_blank"), sentence),
    )  # fmt: skip
    if blank.truth:
        st.caption(
            words("inside.truth", piece=plain(blank.truth.piece), rank=blank.rank, share=blank.truth.probability)
        )


def _particles(model: HeadedModel, sentence: str, begins: bool) -> None:
    words = say()
    forms = particle_forms(model, sentence, SHOWN, begins=begins)
    if not forms:
        if model.language == "ko":
            st.info(words("inside.no_particle"), icon=":material/info:")
        return
    st.subheader(words("inside.particles", closed=forms[0].particle, open=forms[1].particle))
    most = max(form.answers[0].probability for form in forms)
    for k, (column, form) in enumerate(zip(st.columns(2, gap="medium"), forms, strict=True)):
        with column:
            st.markdown(f"**{plain(form.sentence)}**")
            first = ", ".join(f"{a.piece} {a.probability:.0%}" for a in form.answers[:5])
            values = [a.probability for a in form.answers]
            chart(
                probability_bars([a.piece for a in form.answers], values, theme=theme(), most=most),
                key=f"inside-form-{k}", alt=words("inside.answers_alt", answers=first),
                facts=facts(model, words("inside.view_blank"), form.sentence),
            )  # fmt: skip
            st.caption(words("inside.sounds", closed=form.closed, open=form.open))
    closed, open_ = forms
    key = "gives_away" if closed.closed - open_.closed > 0.2 else "gives_little"
    values_by = {"closed_form": closed.particle, "open_form": open_.particle}
    st.markdown(words(f"inside.{key}", **values_by, with_closed=closed.closed, with_open=open_.closed))
