"""Step 4 of the lesson: BERT's word pieces, and one form in three sentences."""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.analysis.lesson_contexts import SameForm, same_form
from explorer.encoders.word_pieces import WordPiece, word_pieces
from explorer.errors import ExplorerError
from explorer.export.facts import FigureFacts
from explorer.figures.curves import Curve, Level, curves
from explorer.figures.style import marks
from explorer.screens import parts, session
from explorer.screens.charts import chart
from explorer.screens.lesson_parts import curve_legend, marked, sentences, the_bert, three_sentences, uses
from explorer.screens.lesson_question import ask, compare_answer


@st.cache_resource(show_spinner=False, max_entries=8)
def _same_form(encoder_id: str) -> SameForm:
    return same_form(session.store(), session.encoder(encoder_id), uses(), three_sentences())


@st.cache_data(show_spinner=False, max_entries=8)
def _pieces(encoder_id: str) -> tuple[tuple[WordPiece, ...], ...]:
    return word_pieces(encoder_id, three_sentences())


def step_bert(step: int) -> None:
    """Word pieces, and the same form in three sentences by layer."""
    say = session.say()
    encoder_id = the_bert()
    name = session.encoder_name(encoder_id)
    found = _same_form(encoder_id)
    if encoder_id != "bert-ko":
        st.info(say("lesson.bert.stand_in", encoder=name), icon=":material/info:")
    slot = st.empty()
    slot.html(sentences([marked(o) for o in three_sentences()]))
    options = ("exact", "near", "far")
    show = {option: say(f"lesson.bert.option.{option}") for option in options}.__getitem__
    given = ask(step, say("lesson.bert.question"), options, show)
    if given is not None:
        _answer_bert(given, found, encoder_id, show)
    _show_pieces(slot, encoder_id, name, found)


def _answer_bert(given: str, found: SameForm, found_by: str, show: Callable[[str], str]) -> None:
    say = session.say()
    first, last = found.cosines[:, 0], found.cosines[:, -1]
    exact = bool(first.min() > 0.9999)
    compare_answer(given, ["exact" if exact else "far" if first.max() < 0.5 else "near"], show)
    key = "answer_same" if exact else "answer"
    said = say(f"lesson.bert.{key}", encoder=session.encoder_name(found_by), low=first.min(), high=first.max())
    st.markdown(f"{said} {say('lesson.bert.answer_place')}" if not exact and first.max() > 0.9999 else said)
    glosses = [parts.label_name(o.sense or "") for o in three_sentences()]
    names = [f"{glosses[i]} – {glosses[j]}" for i, j in found.pairs]
    keys = [str(k) for k in range(len(names))]
    drawn = marks(keys, session.theme())
    lines = [
        Curve(key, label, found.layers, [float(v) for v in row])
        for key, label, row in zip(keys, names, found.cosines, strict=True)
    ]
    band = Curve("band", say("lesson.bert.same_sense"), found.layers, (), found.low.tolist(), found.high.tolist())
    level = Level(say("lesson.bert.static"), 1.0)
    figure = curves(
        lines, drawn, theme=session.theme(), bands=[band], levels=[level], x_title=say("lesson.word_layer"),
        y_title=say("lesson.bert.axis"), height=360,
    )  # fmt: skip
    identity = session.encoder(found_by).identity
    facts = FigureFacts(
        f"{uses()[0].word} · {say('lesson.bert.axis')}", ((identity.id, identity.fingerprint),), data=uses()[0].word
    )
    chart(figure, key="same-form", alt=say("lesson.bert.alt"), facts=facts)
    curve_legend(list(zip(names, drawn.values(), strict=True)), [level], f"▒ {say('lesson.bert.same_sense')}")
    below = int((last < found.low[-1]).sum())
    verdict = "below" if below == len(last) else "some" if below else "none"
    said = say(
        "lesson.bert.last", layer=len(found.layers) - 1, low=last.min(), high=last.max(), pairs=found.n,
        band_low=found.low[-1], band_high=found.high[-1],
    )  # fmt: skip
    more = {"count": below} if verdict == "some" else {}
    st.markdown(f"{said} **{say(f'lesson.bert.verdict_{verdict}', **more)}**")


def _show_pieces(slot: DeltaGenerator, encoder_id: str, name: str, found: SameForm) -> None:
    """Put the pieces in the place of the plain sentences, last, since a tokenizer may take seconds to open."""
    say = session.say()
    try:
        pieces = _pieces(encoder_id)
    except ExplorerError as error:
        st.caption(say("lesson.bert.no_pieces", encoder=name, why=session.plain(error.say(say))))
        return
    html = sentences([[(piece.text, piece.target) for piece in line] for line in pieces])
    slot.html(html.replace('class="sentences"', 'class="sentences pieces"'))
    if spill := {s for s in found.spill if s}:
        st.caption(say("lesson.bert.spill", spill=", ".join(sorted(spill))))
