"""Two sentences: does the second follow, and how alike are they as one vector each."""

import math

import streamlit as st

from explorer.analysis import inside_pooling
from explorer.analysis.inside import NextSentence, next_sentence
from explorer.analysis.inside_pooling import POOLINGS, Examples, Pooled, States
from explorer.encoders.headed import HeadedModel
from explorer.figures.pooling import Row, cosine_rows
from explorer.figures.predictions import probability_bars
from explorer.figures.style import marks
from explorer.screens.charts import chart
from explorer.screens.inside_parts import chips, facts, needed, said, type_sentence
from explorer.screens.learning_parts import plain_legend
from explorer.screens.links import linked, remember
from explorer.screens.mix_sliders import mix_sliders
from explorer.screens.progress import waiting
from explorer.screens.session import language, say, theme


@said
def show_next(model: HeadedModel, first: str, second: str, given: Examples) -> None:
    """The second head's probability for the pair, the pair swapped, and a pair that does not belong together."""
    words = say()
    unrelated = type_sentence("unrelated", words("inside.unrelated"), given.unrelated, given)
    chips(model.read(needed(first), needed(second)))
    answer = next_sentence(model, first, second, needed(unrelated))
    names = [words(f"inside.next_{key}") for key in ("follows", "swapped", "unrelated")]
    values = [answer.follows, answer.swapped, answer.unrelated]
    shown = ", ".join(f"{name} {value:.0%}" for name, value in zip(names, values, strict=True))
    chart(
        probability_bars(names, values, theme=theme(), marked=names[0], most=1.0), key="inside-next",
        alt=words("inside.next_alt", values=shown),
        facts=facts(model, words("inside.view_next"), f"{first} / {second}"),
    )  # fmt: skip
    st.markdown(_next_reading(answer))
    st.caption(words("inside.next_note"))


def _next_reading(answer: NextSentence) -> str:
    apart = answer.follows - answer.unrelated
    key = "apart" if apart > 0.2 else "wrong" if apart < -0.2 else "together"
    lines = [say()(f"inside.next_{key}", follows=answer.follows, unrelated=answer.unrelated)]
    near = abs(answer.follows - answer.swapped) < 0.1
    order = "order" if apart <= 0.2 else "order_blind" if near else "order_seen"
    lines.append(say()(f"inside.next_{order}", swapped=answer.swapped))
    return " ".join(lines)


@st.cache_resource(show_spinner=False, max_entries=16)
def _states(_model: HeadedModel, fingerprint: str, sentences: tuple[str, ...]) -> States:
    return inside_pooling.states(_model, sentences)


@st.fragment
@said
def show_pooling(model: HeadedModel, first: str, second: str, given: Examples) -> None:
    """Cosines of pairs that mean the same, of all other pairs, and of one's own two sentences."""
    words = say()
    sentences = [sentence for pair in given.pairs for sentence in pair]
    own = [first, second] if first and second else []
    with waiting(words("inside.pooling_runs", n=len(sentences))):
        states = _states(model, model.fingerprint, (*sentences, *own))
    key = linked("centred", (True, False), True)
    centred = st.toggle(words("inside.centred"), key=key, help=words("common.centring_help"))
    remember("centred", centred, True)
    slot = st.container()
    st.markdown(f"**{words('inside.pool_weighted')}** — {words('inside.weights')}")
    with st.columns([2, 3])[0]:
        mix = mix_sliders(tuple(str(k) for k in range(states.mean.shape[0])))
    results = inside_pooling.compare(states, len(given.pairs), mix, centred=centred)
    with slot:
        _draw_pooling(model, results, len(given.pairs), centred)
    with st.expander(words("inside.pairs", n=len(given.pairs))):
        st.markdown("\n".join(f"- {a} / {b}{_meant(given, a, b)}" for a, b in given.pairs))


def _meant(given: Examples, *sentences: str) -> str:
    said = [given.english[sentence] for sentence in sentences if sentence in given.english]
    return f"  \n  *{' / '.join(said)}*" if said and language() == "en" else ""


def _draw_pooling(model: HeadedModel, results: tuple[Pooled, ...], pairs: int, centred: bool) -> None:
    words = say()
    names = dict(zip(POOLINGS, (words(f"inside.pool_{p}") for p in POOLINGS), strict=True))
    rows = [Row(f"{names[r.pooling]} · {r.auc:.2f}", r.same, r.other, r.own) for r in results]
    same, other, own = (words(f"inside.pairs_{kind}") for kind in ("same", "other", "own"))
    best = max(results, key=lambda r: r.auc if math.isfinite(r.auc) else -1.0)
    worst = min(results, key=lambda r: r.auc if math.isfinite(r.auc) else 2.0)
    x_title = words("inside.cosine_centred" if centred else "inside.cosine")
    shown = ", ".join(f"{names[r.pooling]} {r.auc:.2f}" for r in results)
    chart(
        cosine_rows(rows, theme=theme(), same=same, other=other, own=own, x_title=x_title), key="inside-pooling",
        alt=words("inside.pooling_alt", values=shown),
        facts=facts(model, words("inside.view_pooling"), "", n=2 * pairs),
    )  # fmt: skip
    drawn = marks([other, same], theme())
    plain_legend([(drawn[same], same), (drawn[other], other)])
    values = {"best": names[best.pooling], "auc": best.auc, "worst": names[worst.pooling], "low": worst.auc}
    st.markdown(words("inside.pooling_reading", **values, n=pairs))
    if not centred:
        mean = sum(sum(r.other) for r in results) / sum(len(r.other) for r in results)
        st.markdown(words("inside.pooling_raw", mean=mean))
