"""One word of the context replaced or left out: what every layer makes of it, before and after."""

from collections.abc import Sequence
from html import escape

import numpy as np
import streamlit as st

from explorer.analysis.context import context_words, replaced
from explorer.analysis.sandbox import Choices
from explorer.analysis.spaces import Centring, Grouping
from explorer.errors import ExplorerError
from explorer.figures.curves import Curve, curves
from explorer.figures.sandbox import Path, path_marks, with_paths
from explorer.figures.scatter import frame_axes, scatter
from explorer.figures.style import Mark
from explorer.occurrences import Occurrence
from explorer.screens import parts, pickers, session
from explorer.screens.charts import chart
from explorer.screens.links import remember
from explorer.screens.sandbox_answers import Uses, choices_of, paths_of
from explorer.screens.sandbox_strips import choice_strips

_AIR = 1.3
"""How much larger the picture is than the ways in it: room for the numbers at their ends."""


def swap(
    encoder_id: str, use: Occurrence, known: Uses, by: Grouping, around: Centring, layer: int,
    items: Sequence[parts.Point], drawn: dict[str, Mark], start: int,
) -> None:  # fmt: skip
    """Choose a word and what stands in its place; the cosines to the senses and the way through the layers.

    `start` is the place of the word to begin with.
    """
    words = session.say()
    place, instead = _pick_change(use, start)
    after = replaced(use, context_words(use)[place], instead)
    names = (words("sandbox.before"), words("sandbox.after" if instead.strip() else "sandbox.without"))
    if not session.encoded(encoder_id, (after,)):
        return
    both = (use, after)
    found = choices_of(encoder_id, both, known, by, around)
    choice_strips(found, both, drawn, names)
    left, right = st.columns(2, gap="large")
    with left:
        _cosines(found, drawn, names, layer)
    with right:
        _way(encoder_id, both, known, by, around, layer, items, drawn, names)


def _pick_change(use: Occurrence, start: int) -> tuple[int, str]:
    """Which word of the context is replaced, and by what."""
    words, changeable = session.say(), context_words(use)
    if not changeable:
        raise ExplorerError("no_other_word", sentence=use.text)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        place = pickers.pick_one(
            "place", [str(n) for n in range(len(changeable))], words("sandbox.replace"),
            lambda n: session.plain(changeable[int(n)].text), start=start,
        )  # fmt: skip
        # One key in both languages: what is typed when a click changes the language is still there.
        st.session_state.setdefault("instead", str(st.query_params.get("instead", ""))[:80])
        instead = st.text_input(
            words("sandbox.instead"), key="instead", help=words("sandbox.instead_help"), max_chars=80,
            placeholder=words("sandbox.instead_empty"), persist_state="session",
        )  # fmt: skip
    remember("instead", instead, "")
    return int(place), instead


def _cosines(found: Choices, drawn: dict[str, Mark], names: tuple[str, str], layer: int) -> None:
    """The plain answer: the cosine to each sense's centroid by layer, before and after."""
    words = session.say()
    lines = [
        Curve(sense, f"{parts.label_name(sense)} · {name}", found.layers, found.cosines[:, row, k].tolist(), dash=dash)
        for k, sense in enumerate(found.senses)
        for row, (name, dash) in enumerate(zip(names, ("solid", "dash"), strict=True))
    ]
    figure = curves(
        lines, drawn, theme=session.theme(), x_title=words("common.layer"), y_title=words("sandbox.to_centroid"),
        height=400,
    )  # fmt: skip
    figure.update_traces(marker_size=6, line_width=2)
    values = " · ".join(
        f"{parts.label_name(sense)} {found.cosines[layer, 0, k]:.2f} → {found.cosines[layer, 1, k]:.2f}"
        for k, sense in enumerate(found.senses)
    )
    st.markdown(f"**{words('sandbox.centroids')}**")
    chart(
        figure, key="centroids-figure",
        alt=words("sandbox.centroids_alt", before=names[0], after=names[1], layer=layer, values=values),
    )  # fmt: skip
    entries = [
        f'<li><span class="glyph" style="color:{drawn[s].colour}">{drawn[s].glyph}</span>'
        f"{escape(parts.label_name(s))}</li>"
        for s in found.senses
    ]
    entries += [
        f'<li><span class="line {look}"></span>{escape(name)}</li>'
        for name, look in zip(names, ("solid", "dash"), strict=True)
    ]
    st.html(f'<ul class="legend">{"".join(entries)}</ul>')
    st.caption(
        words("sandbox.centroids_reading", before=names[0], after=names[1], layer=layer, values=session.plain(values))
    )


def _way(
    encoder_id: str, both: Uses, known: Uses, by: Grouping, around: Centring, layer: int,
    items: Sequence[parts.Point], drawn: dict[str, Mark], names: tuple[str, str],
) -> None:  # fmt: skip
    """The target's way through the layers, over the known uses at one of them."""
    words, theme = session.say(), session.theme()
    views = paths_of(encoder_id, both, known, by, around)
    points, n = np.stack([view.points for view in views]), len(known)  # (layer, use, 2)
    axes = (words("compare.axis", k=1), words("compare.axis", k=2))
    shares = views[layer].explained.tolist()
    figure = scatter(points[layer, :n], items, drawn, explained=shares, theme=theme, axis_names=axes, height=400)
    ways = points[:, n:]
    frame_axes(figure, ways.mean(axis=(0, 1)) + _AIR * (ways - ways.mean(axis=(0, 1))), axes, shares, theme)
    with_paths(figure, Path(names[0], points[:, n]), Path(names[1], points[:, n + 1]), layer, theme)
    moved = float(np.linalg.norm(points[layer, n] - points[layer, n + 1]))
    far = np.linalg.norm(points[:, n] - points[:, n + 1], axis=1)
    st.markdown(f"**{words('sandbox.way')}**")
    chart(
        figure, key="swap-figure",
        alt=words(
            "sandbox.swap_alt", layer=layer, before=names[0], after=names[1], apart=moved, most=float(far.max()),
            at=int(far.argmax()), n=n,
        ),
    )  # fmt: skip
    entries = [
        f'<li><span class="glyph" style="color:{mark.colour};width:2.4em">{mark.glyph}</span>{escape(name)}</li>'
        for name, mark in zip(names, path_marks(theme), strict=True)
    ]
    st.html(f'<ul class="legend">{"".join(entries)}</ul>')
    st.caption(words("sandbox.swap_key", layer=layer))
