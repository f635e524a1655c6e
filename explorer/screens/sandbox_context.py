"""The words around the target: which of them carry the sense."""

from html import escape

import numpy as np
import streamlit as st

from explorer.analysis.sandbox import Choices, Influence
from explorer.analysis.spaces import Centring, Grouping
from explorer.figures.sandbox import influence_map, tint
from explorer.occurrences import Occurrence
from explorer.screens import parts, pickers, session
from explorer.screens.charts import chart
from explorer.screens.links import linked, remember
from explorer.screens.progress import waiting
from explorer.screens.sandbox_answers import Uses, choices_of, influence_of
from explorer.screens.sandbox_strips import at_layer

_LITTLE = 0.2
"""Share of a sense's lead below which a word left out changes little."""


def pick_sentence(typed: Uses, found: Choices) -> int:
    """One of the typed sentences, by its place; at first one whose sense the last layer tells."""
    last = len(found.layers) - 1
    start = next((i for i in range(len(typed)) if found.told(last, i)), 0)
    numbers = [str(n) for n in range(1, len(typed) + 1)]
    return int(pickers.pick_one("sentence", numbers, session.say()("sandbox.which"), lambda n: n, start=start)) - 1


def carrying(encoder_id: str, use: Occurrence, known: Uses, by: Grouping, around: Centring, layer: int) -> int:
    """Each word left out in turn: the sentence tinted at one layer, and all layers as a map.

    Returns the place of the word that the last layer's lead hangs on most.
    """
    words, theme = session.say(), session.theme()
    whole = choices_of(encoder_id, (use,), known, by, around)
    nearest = whole.nearest(len(whole.layers) - 1, 0)
    senses = sorted(whole.senses, key=lambda sense: sense != nearest)
    left, right = st.columns(2, gap="large")
    with left:
        key = linked("towards", senses, senses[0])
        sense = st.selectbox(words("sandbox.towards"), senses, format_func=parts.label_name, key=key)
        remember("towards", sense, senses[0])
        with waiting(words("sandbox.leaving_out")):
            found = influence_of(encoder_id, use, known, sense, by, around)
        full = float(np.nanmax(np.abs(found.margin)))
        st.html(_tinted(found, use, layer, full))
        st.markdown(_standing(whole, found, layer))
        st.markdown(_strongest(found, layer))
        st.caption(words("sandbox.scale", full=full))
    with right:
        best = [int(np.nanargmax(row)) for row in found.change]
        values = ", ".join(
            f"{k} {found.words[best[k]].text} {found.change[k, best[k]]:+.3f}" for k in range(len(found.layers))
        )
        chart(
            influence_map(
                found.change, [word.text for word in found.words], found.layers, theme=theme, layer=layer, full=full,
                x_title=words("sandbox.words_axis"), y_title=words("common.layer"), bar_title=words("sandbox.change"),
                hover=words("sandbox.change_hover"),
            ),
            key="influence-figure",
            alt=words("sandbox.influence_alt", sense=parts.label_name(sense), values=values),
        )  # fmt: skip
    return best[-1]


def _tinted(found: Influence, use: Occurrence, layer: int, full: float) -> str:
    """The sentence, each word in the colour of what it adds at the layer and with the number below."""
    change, theme = found.change[layer], session.theme()
    spans, at = [], 0
    for word, value in zip(found.words, change, strict=True):
        spans.append(_around_target(use, at, word.start))
        strong = " strong" if value == change.max() and value > 0 else ""
        spans.append(
            f'<span class="word{strong}" style="background:{tint(float(value), full, theme)}">{escape(word.text)}'
            f"<small>{value:+.3f}</small></span>"
        )
        at = word.end
    spans.append(_around_target(use, at, len(use.text)))
    return f'<p class="tinted">{"".join(spans)}</p>'


def _around_target(use: Occurrence, start: int, end: int) -> str:
    """The text between two words; the target in it is set off."""
    if not start <= use.start < end:
        return escape(use.text[start:end])
    return f"{escape(use.text[start : use.start])}<mark>{escape(use.form)}</mark>{escape(use.text[use.end : end])}"


def _standing(whole: Choices, found: Influence, layer: int) -> str:
    """Where the sense stands at the layer: the strip's own verdict where it is the nearest, else how far behind."""
    words, margin = session.say(), float(found.margin[layer])
    nearest = whole.nearest(layer, 0)
    if nearest in (None, found.sense):
        return words("sandbox.standing", layer=layer, reading=session.plain(at_layer(whole, layer, 0)))
    return words(
        "sandbox.behind", layer=layer, sense=session.plain(parts.label_name(found.sense)), by=-margin,
        nearest=session.plain(parts.label_name(nearest)),
    )  # fmt: skip


def _strongest(found: Influence, layer: int) -> str:
    """The word whose absence takes most of the lead away."""
    words, margin, change = session.say(), float(found.margin[layer]), found.change[layer]
    k = int(np.nanargmax(change))
    drop, word = float(change[k]), session.plain(found.words[k].text.strip(".,!?"))
    if drop < _LITTLE * abs(margin):
        return words("sandbox.carries_none", word=word, change=drop)
    if margin <= 0:
        return words("sandbox.carries_behind", word=word, change=drop)
    key = "sandbox.carries_turns" if margin < drop else "sandbox.carries"
    return words(key, word=word, change=drop, share=drop / margin, margin=margin, left=margin - drop)
