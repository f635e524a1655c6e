"""The sense that each layer would choose, as a strip of marks a sentence, and how sure known sentences make of it."""

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from explorer.analysis.sandbox import Choices
from explorer.figures.style import Mark
from explorer.geometry.centroids import Evidence
from explorer.occurrences import Occurrence
from explorer.screens.parts import label_name
from explorer.screens.sentences import marked
from explorer.screens.session import say


def choice_strips(found: Choices, typed: Sequence[Occurrence], drawn: Mapping[str, Mark], names: Sequence[str]) -> None:
    """A strip a sentence: at each layer the sense that is nearest, or a question mark where chance gives as much."""
    words = say()
    count = len(found.layers)
    head = "".join(f"<span>{k}</span>" for k in range(count))
    right = "".join(f"<span>{100 * share:.0f}</span>" for share in found.right)
    blocks = []
    for i, (use, name) in enumerate(zip(typed, names, strict=True)):
        cells = "".join(_cell(found, k, i, drawn) for k in range(count))
        spoken = ", ".join(f"{k} {_name(found, k, i)}" for k in range(count))
        blocks.append(
            f'<li><div><b>{escape(name)}</b> {marked(use)}</div><div class="strip" role="img" '
            f'aria-label="{escape(spoken)}">{cells}</div><small>{escape(in_words(found, i))}</small></li>'
        )
    st.html(
        f'<div class="strips" style="--layers:{count}"><div class="strip head"><span class="sr">'
        f"{escape(words('common.layer'))}</span>{head}</div><ul>{''.join(blocks)}</ul>"
        f'<p class="strip-name">{escape(words("sandbox.right", n=found.n))}</p>'
        f'<div class="strip foot">{right}</div></div>'
    )


def _name(found: Choices, layer: int, sentence: int) -> str:
    label = found.nearest(layer, sentence)
    return label_name(label) if label and found.told(layer, sentence) else say()("sandbox.cannot_tell")


def _cell(found: Choices, layer: int, sentence: int, drawn: Mapping[str, Mark]) -> str:
    label = found.nearest(layer, sentence)
    if label is None:
        return '<span class="unsure">–</span>'
    hover = escape(say()("sandbox.cell", layer=layer, reading=at_layer(found, layer, sentence)))
    if found.told(layer, sentence):
        return f'<span style="color:{drawn[label].colour}" title="{hover}">{drawn[label].glyph}</span>'
    return f'<span class="unsure" title="{hover}">?</span>'


def at_layer(found: Choices, layer: int, sentence: int) -> str:
    """What one layer says of a sentence: the nearest sense or that it cannot tell, its lead, and the evidence."""
    words, label = say(), found.nearest(layer, sentence)
    behind = found.evidence(layer, sentence)
    if label is None or behind is None:
        return words("sandbox.tied")
    key = "sandbox.told" if found.told(layer, sentence) else "sandbox.untold"
    margin = float(found.margins[layer, sentence])
    return words(key, sense=label_name(label), margin=margin, evidence=_evidence(behind))


def _evidence(behind: Evidence) -> str:
    return say()(
        "sandbox.evidence_top" if behind.top else "sandbox.evidence", n=behind.n, right=int(behind.right),
        least=behind.least, most=behind.most, low=behind.low, high=behind.high,
    )  # fmt: skip


def in_words(found: Choices, sentence: int) -> str:
    """From which layer on a sentence has the sense that the last layer chooses, and what that layer's lead is worth."""
    words, last = say(), len(found.layers) - 1
    label, reading = found.nearest(last, sentence), at_layer(found, last, sentence)
    if label is None or not found.told(last, sentence):
        return words("sandbox.not_told", layer=last, reading=reading)
    since = last
    while since and found.told(since - 1, sentence) and found.nearest(since - 1, sentence) == label:
        since -= 1
    key = "sandbox.settled_last" if since == last else "sandbox.settled"
    return words(key, since=since, last=last, reading=reading)
