"""Step 4 of the lesson: where the word looks in each of the three sentences, layer by layer."""

import streamlit as st

from explorer.analysis.lesson_attention import SIDES, TargetAttention, target_attention
from explorer.encoders.heads import SHIPPED
from explorer.errors import ExplorerError
from explorer.export.facts import FigureFacts
from explorer.figures.attention import attention_lines, faintest
from explorer.screens import session
from explorer.screens.charts import chart
from explorer.screens.inside_parts import opened
from explorer.screens.lesson_sentences import WORD_ID, three_sentences
from explorer.screens.parts import label_name
from explorer.screens.pickers import pick_one


@st.cache_resource(show_spinner=False, max_entries=1)
def _attention() -> tuple[tuple[TargetAttention, ...], str]:
    model = opened(SHIPPED)
    return tuple(target_attention(model, o) for o in three_sentences()), model.fingerprint


@st.fragment
def attention() -> None:
    """Lines from the word to what it looks at, and in words how much lies before it and how much after."""
    say = session.say()
    name = session.encoder_name(SHIPPED)
    st.subheader(say("lesson.bert.looks"))
    st.markdown(say("lesson.bert.looks_text", encoder=name))
    try:
        found, fingerprint = _attention()
    except ExplorerError as error:
        session.warn(error)
        return
    senses = {o.id: label_name(o.sense or "") for o in three_sentences()}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        use = pick_one("looker-in", tuple(senses), say("lesson.bert.sentence"), senses.__getitem__)
        layers = tuple(range(1, len(found[0].weights) + 1))
        layer = pick_one("looks-at", layers, say("lesson.word_layer"), str)
    at = tuple(senses).index(use)
    one, sentence = found[at], three_sentences()[at]
    shares = dict(zip(SIDES, map(float, one.shares[layer - 1]), strict=True))
    picture, beside = st.columns([3, 2], gap="medium")
    with picture:
        figure = attention_lines(one.weights[layer - 1], one.names, chosen=one.target, theme=session.theme())
        said = say("lesson.bert.looks_shares", layer=layer, word=sentence.word, **shares)
        facts = FigureFacts(
            f"{sentence.word} · {say('lesson.bert.looks')}", ((SHIPPED, fingerprint),), layer=str(layer), data=WORD_ID
        )
        chart(figure, key="lesson-attention", alt=say("lesson.bert.alt_looks", encoder=name, said=said), facts=facts)
    with beside:
        st.markdown(said)
        kind = "special" if shares["special"] > 0.5 else "both" if min(shares["before"], shares["after"]) > 0.2 else ""
        if kind:
            st.markdown(say(f"lesson.bert.looks_{kind}"))
        st.caption(say("lesson.bert.looks_note", least=faintest(len(one.names))))
