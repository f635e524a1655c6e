"""Layers: at which layer the senses come apart, for every encoder, beside what chance gives."""

import streamlit as st

from explorer.analysis.untrained import untrained_mean, untrained_one_nn
from explorer.figures.curves import SHARE, Curve, Level, curves
from explorer.figures.encoder_marks import encoder_marks
from explorer.figures.heatmap import heatmap, shares
from explorer.language import LANGUAGES
from explorer.lexicon import bundled
from explorer.screens import layer_texts, pickers, session, stage
from explorer.screens.alts import with_values
from explorer.screens.charts import chart, table
from explorer.screens.layer_scores import overview_of, separation_of
from explorer.screens.progress import waiting
from explorer.screens.reports import report_button

ONE_NN = ("one_nn", "one_nn_unmatched")
MEASURES = (*ONE_NN, "nearest_centroid", "silhouette", "same_sense_similarity", "self_similarity")

say = session.say()
st.title(say("layers.title"))
stage.intro(say("layers.intro"))

with stage.settings():
    scope = pickers.pick_one(
        "scope", ("word", "all"), say("layers.scope"), lambda s: say(f"layers.scope_{s}"), hide=True
    )
    if scope == "word":
        word_language, word_id = pickers.pick_word()
        occurrences = session.uses(word_language, word_id)
    else:
        word_language = pickers.pick_one("of", LANGUAGES, say("layers.words_of"), lambda c: say(f"layers.words_{c}"))
        occurrences = bundled.occurrences(word_language)
    grouping, centring = pickers.pick_settings()
    chosen = pickers.pick_encoders(word_language)
ready = {e: encoder for e in chosen if (encoder := session.encoded(e, occurrences))}
drawn = encoder_marks(chosen, session.theme())


@st.fragment
def one_word() -> None:
    """Curves of one word, what they say in words, and the table behind them."""
    with waiting(say("layers.measuring_word")):
        results = {e: separation_of(e, occurrences, grouping, centring) for e in ready}
    word = occurrences[0].word
    matchless = all(score.one_nn_unmatched is None for result in results.values() for score in result.scores)
    offered = [m for m in MEASURES if m != "one_nn_unmatched" or not matchless]  # own sentences come in no sets
    measure = pickers.pick_one("measure", offered, say("layers.measure"), lambda m: say(f"numbers.{m}"))
    relative = pickers.pick_relative()
    st.caption(say(f"numbers.{measure}_help"))
    deep = {e: r for e, r in results.items() if len(r.layers) > 1}
    lines = [layer_texts.curve(e, r, measure) for e, r in deep.items()]
    if lines and all(value is None for line in lines for value in line.values):
        st.info(say("layers.no_value"), icon=":material/info:")
    bands, levels = [], []
    matched = measure == "one_nn"
    if measure in ONE_NN:
        lines += [
            Curve(e, say("layers.untrained", encoder=session.encoder_name(e)), deep[e].layers, values, dash="dot")
            for e in deep
            if (values := untrained_one_nn(e, word_id, grouping, matched))
        ]
        deepest = sorted(deep, key=lambda e: len(deep[e].layers))[-1:]
        bands = [layer_texts.band(e, deep[e], f"{measure}_band") for e in deepest]
        levels = layer_texts.levels(list(results.values()), matched)
    figure = curves(
        lines, drawn, theme=session.theme(), levels=levels, bands=bands, relative=relative,
        x_title=say("layers.depth" if relative else "common.layer"), y_title=say(f"numbers.{measure}"),
        y_range=SHARE if measure in (*ONE_NN, "nearest_centroid") else None, interval_name=say("numbers.interval"),
    )  # fmt: skip
    facts = layer_texts.facts(results.values(), measure, word)
    chart(figure, key="layers-figure", alt=with_values(say("layers.alt"), lines), facts=facts, name=f"{word}-{measure}")
    layer_texts.encoder_legend(list(deep), drawn, levels, say("layers.legend") if measure in ONE_NN else "")
    for result in results.values():
        st.markdown(layer_texts.reading(result))
    st.caption(say("layers.clear_note"))
    for encoder_id, result in deep.items():
        with st.expander(say("layers.table", encoder=session.encoder_name(encoder_id))):
            st.caption(say("layers.best_shares"))
            chart(
                shares(
                    result.best_layer_shares, drawn[encoder_id].colour, theme=session.theme(),
                    x_title=say("common.layer"), y_title=say("layers.share"),
                ),
                key=f"shares-{encoder_id}", alt=f"{session.encoder_name(encoder_id)}: {say('layers.best_shares')}",
                facts=layer_texts.facts([result], "share", word),
            )  # fmt: skip
            table(layer_texts.table(result), name=f"{word}-{encoder_id}")


@st.fragment
def all_words() -> None:
    """The mean over words, and each word by layer."""
    measure = pickers.pick_one("measure", ONE_NN, say("layers.measure"), lambda m: say(f"numbers.{m}"))
    matched = measure == "one_nn"
    st.caption(say(f"numbers.{measure}_help"))
    with waiting(say("layers.measuring")):
        both = {e: [overview_of(e, word_language, grouping, centring, kept) for kept in (True, False)] for e in ready}
    deep = {e: with_partners if matched else without for e, (with_partners, without) in both.items()}
    deep = {e: result for e, result in deep.items() if len(result.layers) > 1}
    if not deep:
        st.info(say("layers.nothing_deep"), icon=":material/info:")
        return
    lines = [layer_texts.mean_curve(e, r) for e, r in deep.items()]
    lines += [
        Curve(e, say("layers.untrained", encoder=session.encoder_name(e)), r.layers, values, dash="dot")
        for e, r in deep.items()
        if (values := untrained_mean(e, r.words, grouping, matched))
    ]
    first = next(iter(deep.values()))
    levels = [Level(say("numbers.chance"), first.chance)]
    if first.bag_of_context is not None:
        levels.append(Level(say("numbers.bag_of_context"), first.bag_of_context, "dash"))
    figure = curves(
        lines, drawn, theme=session.theme(), levels=levels, x_title=say("common.layer"),
        y_title=say(f"numbers.{measure}"), y_range=SHARE, interval_name=say("numbers.interval"),
    )  # fmt: skip
    facts = layer_texts.overview_facts(deep.values(), measure, centring)
    chart(figure, key="overview-figure", alt=with_values(say("layers.alt_all"), lines), facts=facts)
    layer_texts.encoder_legend(list(deep), drawn, levels, say("layers.legend_all"))
    st.caption(f"{say('layers.overview_note', n=len(first.words))} {say('layers.clear_note_all')}")
    for e in deep:
        st.markdown(layer_texts.overview_reading(*both[e]))
    shown = pickers.pick_one("heatmap", list(deep), say("layers.heatmap"), session.encoder_name)
    result = deep.get(shown, first)
    chart(
        heatmap(
            layer_texts.matrix(result), layer_texts.word_names(word_language, result), result.layers,
            theme=session.theme(), x_title=say("common.layer"), bar_title=say(f"numbers.{measure}"),
            hover=say("layers.heatmap_hover"),
        ),
        key="heatmap-figure", alt=say("layers.alt_heatmap"),
        facts=layer_texts.overview_facts([result], measure, centring),
    )  # fmt: skip


layer_texts.unusable()
if ready and scope == "word":
    one_word()
    report_button(occurrences, list(ready.values()))
elif ready:
    all_words()
else:
    st.info(say("layers.choose"), icon=":material/info:")
