"""The words around the target: which of them carry the sense, and what another word in their place would do."""

from collections.abc import Sequence
from html import escape

import numpy as np
import streamlit as st

from explorer.analysis.compare import View
from explorer.analysis.sandbox import Choices, Influence, choices, context_words, influence, paths, replaced
from explorer.analysis.spaces import Centring, Grouping
from explorer.errors import ExplorerError
from explorer.figures.sandbox import Path, influence_map, tint, with_paths
from explorer.figures.scatter import frame_axes, scatter
from explorer.figures.style import Mark
from explorer.occurrences import Occurrence
from explorer.screens import parts, pickers, session
from explorer.screens.charts import chart
from explorer.screens.links import chosen, linked, remember, widget_key
from explorer.screens.progress import waiting
from explorer.screens.sandbox_parts import choice_strips

Uses = tuple[Occurrence, ...]

_LITTLE = 0.2
"""Share of a sense's lead below which a word left out changes little."""


@st.cache_resource(show_spinner=False, max_entries=64)
def _choices(encoder_id: str, typed: Uses, known: Uses, by: Grouping, around: Centring) -> Choices:
    return choices(session.store(), session.encoder(encoder_id), typed, known, grouping=by, centring=around)


@st.cache_resource(show_spinner=False, max_entries=32)
def _influence(encoder_id: str, use: Occurrence, known: Uses, sense: str, by: Grouping, around: Centring) -> Influence:
    return influence(session.store(), session.encoder(encoder_id), use, known, sense, grouping=by, centring=around)


@st.cache_resource(show_spinner=False, max_entries=32)
def _paths(encoder_id: str, variants: Uses, known: Uses, by: Grouping, around: Centring) -> tuple[View, ...]:
    return paths(session.store(), session.encoder(encoder_id), variants, known, grouping=by, centring=around)


def pick_sentence(typed: Uses) -> Occurrence:
    """One of the typed sentences, by its number."""
    number = pickers.pick_one(
        "sentence", [str(n) for n in range(1, len(typed) + 1)], session.say()("sandbox.which"), lambda n: n
    )
    return typed[int(number) - 1]


def carrying(
    encoder_id: str, use: Occurrence, known: Uses, by: Grouping, around: Centring, layer: int
) -> None:  # fmt: skip
    """Each word left out in turn: the sentence tinted at one layer, and all layers as a map."""
    words, theme = session.say(), session.theme()
    full = _choices(encoder_id, (use,), known, by, around)
    best = int(full.right.argmax())
    nearest = full.nearest(layer, 0) or full.nearest(best, 0)
    senses = sorted(full.senses, key=lambda sense: sense != nearest)
    key = linked("towards", senses, senses[0])
    sense = st.selectbox(words("sandbox.towards"), senses, format_func=parts.label_name, key=key)
    remember("towards", sense, senses[0])
    with waiting(words("sandbox.leaving_out")):
        found = _influence(encoder_id, use, known, sense, by, around)
    change = found.change[layer]
    largest = float(np.nanmax(np.abs(found.change), initial=0.0))
    spans, at = [], 0
    for word, value in zip(found.words, change, strict=True):
        spans.append(_around_target(use, at, word.start))
        strong = " strong" if value == change.max() and value > 0 else ""
        spans.append(
            f'<span class="word{strong}" style="background:{tint(float(value), largest, theme)}">{escape(word.text)}'
            f"<small>{value:+.2f}</small></span>"
        )
        at = word.end
    spans.append(_around_target(use, at, len(use.text)))
    st.html(f'<p class="tinted">{"".join(spans)}</p>')
    k = int(np.nanargmax(change))
    margin, drop = float(found.margin[layer]), float(change[k])
    key = (
        "carries_none" if drop < _LITTLE * abs(margin) else "carries_turns" if margin > 0 > margin - drop else "carries"
    )
    st.markdown(
        words(
            f"sandbox.{key}", layer=layer, word=parts.plain(found.words[k].text), change=drop,
            sense=parts.plain(parts.label_name(sense)), margin=margin, left=margin - drop,
        )
    )  # fmt: skip
    chart(
        influence_map(
            found.change, [word.text for word in found.words], found.layers, theme=theme, layer=layer,
            x_title=words("sandbox.words_axis"), y_title=words("common.layer"), bar_title=words("sandbox.change"),
            hover=words("sandbox.change_hover"),
        ),
        key="influence-figure", alt=words("sandbox.influence_alt"),
    )  # fmt: skip


def _around_target(use: Occurrence, start: int, end: int) -> str:
    """The text between two words; the target in it is set off."""
    if not start <= use.start < end:
        return escape(use.text[start:end])
    return f"{escape(use.text[start : use.start])}<mark>{escape(use.form)}</mark>{escape(use.text[use.end : end])}"


def swap(
    encoder_id: str, use: Occurrence, known: Uses, by: Grouping, around: Centring, layer: int,
    items: Sequence[parts.Point], drawn: dict[str, Mark],
) -> None:  # fmt: skip
    """One word of the context replaced: the target's way through the layers before and after."""
    words = session.say()
    changeable = context_words(use)
    if not changeable:
        raise ExplorerError("no_other_word", sentence=use.text)
    place = pickers.pick_one(
        "place", [str(n) for n in range(len(changeable))], words("sandbox.replace"),
        lambda n: parts.plain(changeable[int(n)].text),
    )  # fmt: skip
    by_key = widget_key("instead")
    st.session_state.setdefault(by_key, str(chosen().get("instead", st.query_params.get("instead", ""))))
    instead = st.text_input(words("sandbox.instead"), key=by_key, help=words("sandbox.instead_help"), max_chars=80)
    remember("instead", instead, "")
    after = replaced(use, changeable[int(place)], instead)
    if not session.encoded(encoder_id, (after,)):
        return
    both = (use, after)
    choice_strips(
        _choices(encoder_id, both, known, by, around), both, drawn, (words("sandbox.before"), words("sandbox.after"))
    )
    views = _paths(encoder_id, both, known, by, around)
    points, n = np.stack([view.points for view in views]), len(known)  # (layer, use, 2)
    axes = (words("compare.axis", k=1), words("compare.axis", k=2))
    shares, theme = views[layer].explained.tolist(), session.theme()
    figure = scatter(
        points[layer, :n], items, drawn, explained=shares, theme=theme, axis_names=axes, height=440
    )  # fmt: skip
    frame_axes(figure, np.concatenate([points[layer], points[:, n:].reshape(-1, 2)]), axes, shares, theme)
    lines = (
        Path(words("sandbox.before"), points[:, n], "dot"),
        Path(words("sandbox.after"), points[:, n + 1]),
    )
    chart(
        with_paths(figure, lines, layer, theme), key="swap-figure",
        alt=words("sandbox.swap_alt", layer=layer),
    )  # fmt: skip
    st.caption(words("sandbox.swap_key", layer=layer))


def nearest_of(encoder_id: str, typed: Uses, known: Uses, by: Grouping, around: Centring) -> Choices:
    """The choices of all typed sentences."""
    return _choices(encoder_id, typed, known, by, around)
