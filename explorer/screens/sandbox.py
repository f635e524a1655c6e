"""Sandbox: sentences of one's own around a word, cut, compared, placed among the senses, and taken apart."""

from itertools import combinations

import streamlit as st

from explorer.analysis.pairs import PairCosines, pair_cosines
from explorer.analysis.spaces import Centring, Grouping, label_names
from explorer.errors import ExplorerError
from explorer.figures.curves import Curve, Level, curves
from explorer.figures.style import marks
from explorer.occurrences import Occurrence
from explorer.screens import parts, pickers, sandbox_context, sandbox_parts, session
from explorer.screens.charts import chart
from explorer.screens.sandbox_text import known_uses, type_sentences

say = session.say()
st.title(say("sandbox.title"))
st.markdown(say("sandbox.intro"))

word_language, word_id = pickers.pick_word()
typed = type_sentences(word_language, word_id)
with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
    model = pickers.pick_encoder("model", ("bert", "elmo"), "e5-small", word_language)
grouping, centring = pickers.pick_settings()
known = known_uses(word_language, word_id)
items, drawn = parts.points_and_marks(known, grouping)


@st.cache_resource(show_spinner=False, max_entries=32)
def pairs_of(
    encoder_id: str, uses: tuple[Occurrence, ...], beside: tuple[Occurrence, ...], by: Grouping, around: Centring
) -> PairCosines:
    """Cosines of every pair at every layer."""
    return pair_cosines(session.store(), session.encoder(encoder_id), uses, beside, grouping=by, centring=around)


def chosen_senses() -> None:
    """The sense that each layer would choose for each sentence."""
    st.subheader(say("sandbox.choice"))
    st.caption(say("sandbox.choice_help"))
    parts.legend(items, drawn)
    found = sandbox_context.nearest_of(model, typed, known, grouping, centring)
    sandbox_parts.choice_strips(found, typed, drawn, [str(n) for n in range(1, len(typed) + 1)])


@st.fragment
def pairs() -> None:
    """Every pair's cosine by layer, beside the spread of known pairs."""
    st.subheader(say("sandbox.pairs"))
    if len(typed) < 2:
        st.info(say("sandbox.pairs_two"), icon=":material/info:")
        return
    st.caption(say("sandbox.pairs_help"))
    numbers = [str(n) for n in range(1, len(typed) + 1)]
    with_one = pickers.pick_one(
        "beside", ["all", *numbers], say("sandbox.beside"), lambda n: say("sandbox.beside_all") if n == "all" else n
    )
    found = pairs_of(model, typed, known, grouping, centring)
    shown = [
        (k, f"{a + 1}–{b + 1}")
        for k, (a, b) in enumerate(combinations(range(len(typed)), 2))
        if with_one in ("all", str(a + 1), str(b + 1))
    ]
    drawn_pairs = marks([name for _, name in shown], session.theme())
    lines = [Curve(name, name, found.layers, found.cosines[:, k].tolist()) for k, name in shown]
    bands = []
    if spread := found.one_sense:
        bands.append(Curve("band", say("sandbox.one_sense"), found.layers, spread.low, spread.low, spread.high))
    figure = curves(
        lines, drawn_pairs, theme=session.theme(), bands=bands, levels=[Level(say("sandbox.static"), 1.0)],
        x_title=say("common.layer"), y_title=say("sandbox.cosine"),
    )  # fmt: skip
    chart(figure, key="pairs-figure", alt=say("sandbox.pairs_alt", n=len(shown)))
    entries = [
        f'<li><span class="glyph" style="color:{m.colour}">{m.glyph}</span>{n}</li>' for n, m in drawn_pairs.items()
    ]
    entries.append(f'<li><span class="line"></span>{say("sandbox.static")}</li>')
    if bands:
        entries.append(f'<li><span class="shade"></span>{say("sandbox.one_sense")}</li>')
    st.html(f'<ul class="legend">{"".join(entries)}</ul>')
    if found.one_sense and found.two_senses:
        st.markdown(
            say(
                "sandbox.pairs_reading", last=len(found.layers) - 1, n=found.one_sense.n,
                low=found.one_sense.low[-1], high=found.one_sense.high[-1], other=found.two_senses.median[-1],
            )
        )  # fmt: skip


@st.fragment
def context() -> None:
    """One sentence taken apart."""
    st.subheader(say("sandbox.context"))
    st.caption(say("sandbox.context_help"))
    use = sandbox_context.pick_sentence(typed)
    layer = pickers.pick_layer(len(session.encoder(model).layers))
    left, right = st.columns(2, gap="large")
    try:
        with left:
            st.markdown(f"#### {say('sandbox.carry')}")
            sandbox_context.carrying(model, use, known, grouping, centring, layer)
        with right:
            st.markdown(f"#### {say('sandbox.swap')}")
            sandbox_context.swap(model, use, known, grouping, centring, layer, items, drawn)
    except ExplorerError as error:
        session.warn(error)


if not typed:
    st.info(say("sandbox.empty"), icon=":material/info:")
elif model and session.encoded(model, (*known, *typed)):
    with st.expander(say("sandbox.pieces"), expanded=True):
        st.caption(say("sandbox.pieces_help"))
        sandbox_parts.pieces(model, typed, word_language)
        sandbox_parts.stack_note(model, typed)
    several = len({name for name in label_names(known, grouping) if name}) > 1
    if several:
        chosen_senses()
    else:
        st.info(say("errors.senses_needed"), icon=":material/info:")
    pairs()
    if several:
        context()
