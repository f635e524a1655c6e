"""What the colours and shapes of Compare stand for: senses, words, parts of speech, sources or clusters."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from explorer.analysis.clusters import Clustering, clusters
from explorer.analysis.spaces import Centring, Grouping
from explorer.figures.scatter import Point
from explorer.figures.style import Mark, marks
from explorer.language import Language
from explorer.screens import parts, pickers, session
from explorer.screens.compare_keywords import in_short, keywords_of
from explorer.screens.compare_space import KEYED, SEED, Uses, views_of
from explorer.screens.progress import waiting

COLOURS = ("sense", "word", "upos", "source", "cluster")

Coloured = tuple[list[Point], dict[str, Mark], dict[str, str], dict[str, str]]
"""The points, a mark a label, the names of labels that are no senses, and what is written among a label's points."""


def pick_colour(uses: Uses) -> str:
    """What colours stand for; words only where there are several."""
    words = session.say()
    several = len({use.word for use in uses}) > 1
    choices = [choice for choice in COLOURS if choice != "word" or several]
    return pickers.pick_one(
        "colour", choices, words("compare.colour"), lambda c: words(f"compare.colour_{c}"), words("compare.colour_help")
    )


def coloured(colour: str, uses: Uses, by: Grouping, around: Centring, word_language: Language) -> Coloured:
    """Points with their labels under a choice of colour; clusters ask for the space that they are found in."""
    items, drawn = parts.points_and_marks(uses, by)
    if colour == "sense":
        return _senses(items, drawn)
    words = session.say()
    if colour == "cluster":
        return _clusters(items, uses, by, around, word_language)
    if colour == "word":
        values = [use.word for use in uses]
        names = {value: value for value in values}
    elif colour == "upos":
        values = [use.upos or parts.UNLABELLED for use in uses]
        names = {value: words(f"compare.upos_{value if value in parts.TAGS else 'other'}") for value in values}
    else:
        values = [use.source if use.source in ("bundled", "own", "found") else "data" for use in uses]
        names = {value: words(f"compare.source_{value}") for value in values}
    return _relabelled(items, values, names)


def _senses(items: list[Point], drawn: dict[str, Mark]) -> Coloured:
    """With several words, a sense is named with its word."""
    of = {item.label: item.occurrence.word for item in items}
    if len(set(of.values())) < 2:
        return items, drawn, {}, {}
    unnamed = {label for label, word in of.items() if label in (parts.UNLABELLED, word)}
    names = {label: f"{word} · {parts.label_name(label)}" for label, word in of.items() if label not in unnamed}
    return [replace(item, name=f"{item.occurrence.word} · {item.name}") for item in items], drawn, names, {}


def _relabelled(items: Sequence[Point], values: Sequence[str], names: dict[str, str]) -> Coloured:
    order = list(dict.fromkeys(values))
    new = [replace(item, label=v, detail=names[v]) for item, v in zip(items, values, strict=True)]
    return new, marks(order, session.theme()), names, {}


@st.cache_resource(show_spinner=False, max_entries=32, hash_funcs=KEYED)
def _clusters_of(encoder_id: str, uses: Uses, by: Grouping, around: Centring, layer: int) -> Clustering:
    guests = [session.is_guest(use) for use in uses]
    return clusters(views_of(encoder_id, uses, by, around)[layer], seed=SEED, guests=guests)


def _clusters(items: list[Point], uses: Uses, by: Grouping, around: Centring, word_language: Language) -> Coloured:
    words = session.say()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium", key="cluster-space"):
        encoder_id = pickers.pick_encoder("clusters", ("bert", "elmo"), "e5-small", word_language)
        encoder = session.encoded(encoder_id, uses) if encoder_id else None
        if encoder is None:
            items, drawn = parts.points_and_marks(uses, by)
            return items, drawn, {}, {}
        layer = pickers.pick_layer(len(encoder.layers), "cluster-layer", keys=False)
    with waiting(words("compare.clustering")):
        found = _clusters_of(encoder_id, uses, by, around, layer)
    values = [str(label) for label in found.labels]
    labelled = keywords_of(uses, values)
    signs = {label: sign for label, group in labelled.items() if (sign := in_short(group))}
    names = {str(k): words("compare.cluster", k=k + 1) for k in range(found.count)}
    names |= {label: f"{names[label]} ({sign})" for label, sign in signs.items()}
    items, drawn, names, _ = _relabelled(items, values, names)
    drawn = {label: drawn[label] for label in sorted(drawn)}
    says = words("compare.clusters_say", encoder=session.encoder_name(encoder_id), layer=layer, k=found.count)
    if found.agreement is not None and found.band is not None:
        low, high = found.band
        says += " " + words("compare.agreement", ari=found.agreement, n=found.scored, low=low, high=high)
    st.caption(says)
    return items, drawn, names, signs
