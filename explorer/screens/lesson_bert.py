"""Step 4 of the lesson: BERT's word pieces, and one form in three sentences."""

from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer.analysis.lesson_forms import SameForm, same_form
from explorer.encoders.word_pieces import WordPiece, word_pieces
from explorer.errors import ExplorerError
from explorer.export.facts import FigureFacts
from explorer.figures.curves import Curve, Level, curves
from explorer.figures.style import other_marks
from explorer.screens import parts, session
from explorer.screens.charts import chart
from explorer.screens.lesson_attention import attention
from explorer.screens.lesson_forms import form_or_sense
from explorer.screens.lesson_parts import curve_legend, here, pick_model, the_bert
from explorer.screens.lesson_question import Show, ask, compare_answer, names
from explorer.screens.lesson_sentences import marked, sentences, three_sentences, translations, uses

OPTIONS = ("exact", "near", "middle", "far")


@st.cache_resource(show_spinner=False, max_entries=8)
def _same_form(encoder_id: str) -> SameForm:
    return same_form(session.store(), session.encoder(encoder_id), uses(), three_sentences())


@st.cache_data(show_spinner=False, max_entries=8)
def _pieces(encoder_id: str) -> tuple[tuple[WordPiece, ...], ...]:
    return word_pieces(encoder_id, three_sentences(), blanks=True)


def step_bert(step: int) -> None:
    """Word pieces, the same form in three sentences by layer, form against sense, and where the word looks."""
    say = session.say()
    encoder_id = pick_model(step, here("bert-ko", "e5-small") or [the_bert()])
    name = session.encoder_name(encoder_id)
    found = _same_form(encoder_id)
    if encoder_id != "bert-ko":
        st.info(say("lesson.bert.other_training", encoder=name), icon=":material/info:")
    slot, below = st.empty(), st.empty()
    slot.html(sentences([marked(o) for o in three_sentences()], translations(three_sentences())))
    show = names(step, OPTIONS)
    given = ask(step, OPTIONS, show, encoder=name)
    if given is not None:
        _answer(given, found, encoder_id, show)
        form_or_sense(encoder_id)
        if st.button(say("lesson.bert.sandbox"), icon=":material/science:"):
            st.switch_page(st.Page(Path(__file__).with_name("sandbox.py")))
    _show_pieces(slot, below, encoder_id, name, found)
    attention()


def _answer(given: str, found: SameForm, encoder_id: str, show: Show) -> None:
    say = session.say()
    name, first = session.encoder_name(encoder_id), found.cosines[:, 0]
    compare_answer(given, [found.at_first], show)
    key = "answer_same" if found.at_first == "exact" else "answer"
    said = say(f"lesson.bert.{key}", encoder=name, low=first.min(), high=first.max(), mean=first.mean())
    if found.at_first != "exact" and first.max() > 1 - 1e-4:
        said = f"{said} {say('lesson.bert.answer_place')}"
    st.markdown(said)
    _curves(found, encoder_id)
    last = found.cosines[:, -1]
    st.markdown(
        say(
            "lesson.bert.last", layer=len(found.layers) - 1, low=last.min(), high=last.max(), pairs=found.n,
            band_low=found.low[-1], band_high=found.high[-1],
        )
    )  # fmt: skip
    above, below = (bool((last > found.high[-1]).all()), bool((last < found.low[-1]).all()))
    verdict = "above" if above else "below" if below else "within"
    st.markdown(f"{say(f'lesson.bert.verdict_{verdict}')} **{say('lesson.bert.unfair')}**")


def _curves(found: SameForm, encoder_id: str) -> None:
    say = session.say()
    glosses = [parts.label_name(o.sense or "") for o in three_sentences()]
    called = [f"{glosses[i]} – {glosses[j]}" for i, j in found.pairs]
    keys = [str(k) for k in range(len(called))]
    drawn = other_marks(keys, session.theme())
    lines = [
        Curve(key, label, found.layers, [float(v) for v in row])
        for key, label, row in zip(keys, called, found.cosines, strict=True)
    ]
    band = Curve("band", say("lesson.bert.same_sense"), found.layers, (), found.low.tolist(), found.high.tolist())
    level = Level(say("lesson.bert.static"), 1.0)
    figure = curves(
        lines, drawn, theme=session.theme(), bands=[band], levels=[level], x_title=say("lesson.word_layer"),
        y_title=say("lesson.bert.axis"), height=360,
    )  # fmt: skip
    identity, word = session.encoder(encoder_id).identity, uses()[0].word
    facts = FigureFacts(
        f"{word} · {say('lesson.bert.axis')}", ((identity.id, identity.fingerprint),), data=word, n=len(uses())
    )
    chart(figure, key="same-form", alt=say("lesson.bert.alt"), facts=facts)
    curve_legend(list(zip(called, drawn.values(), strict=True)), [level], f"▒ {say('lesson.bert.same_sense')}")


def _show_pieces(slot: DeltaGenerator, below: DeltaGenerator, encoder_id: str, name: str, found: SameForm) -> None:
    """Put the pieces in the sentences' place and their signs below, last, as a tokenizer may take seconds to open."""
    say = session.say()
    try:
        pieces = _pieces(encoder_id)
    except ExplorerError as error:
        below.caption(say("lesson.bert.no_pieces", encoder=name, why=session.plain(error.say(say))))
        return
    lines = [[(piece.name, piece.target) for piece in line] for line in pieces]
    html = sentences(lines, translations(three_sentences()))
    said = []
    slot.html(html.replace('class="sentences"', 'class="sentences pieces"'))
    for sign, key in (("##", "joined"), ("▁", "space")):
        if any(piece.name.startswith(sign) for line in pieces for piece in line):
            said.append(say(f"lesson.bert.sign_{key}"))
    if spill := {s for s in found.spill if s}:
        said.append(say("lesson.bert.spill", spill=", ".join(sorted(spill))))
    below.caption(" ".join(said))
