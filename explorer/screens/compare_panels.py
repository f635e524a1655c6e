"""The panels of Compare: the same sentences in several spaces side by side."""

from collections.abc import Callable, Sequence

import streamlit as st

from explorer.analysis.neighbours import nearest_words
from explorer.analysis.untrained import untrained_one_nn
from explorer.encoders.base import Family
from explorer.errors import ExplorerError
from explorer.mixing import ScalarMix
from explorer.screens import pickers, selection, session
from explorer.screens.compare_neighbours import neighbours_of_selected
from explorer.screens.compare_pictures import draw, draw_film
from explorer.screens.compare_space import Shared
from explorer.screens.mix_sliders import mix_sliders
from explorer.screens.numbers import numbers
from explorer.screens.sentences import nearest_to_own

Panel = Callable[[], None]

DEEP: tuple[Family, ...] = ("bert", "elmo")
ALL: tuple[Family, ...] = ("bert", "elmo", "static")


def panels(layout: str, shared: Shared) -> list[tuple[str, Panel]]:
    """The panels of a layout, each with its title."""
    say = session.say()
    if layout == "encoders":
        return [
            (say("compare.left"), lambda: layer_panel(shared, "left", ALL, "elmo-ko")),
            (say("compare.right"), lambda: layer_panel(shared, "right", ALL, "e5-small")),
        ]
    if layout == "layers":
        pair = pickers.pick_encoder("pair", DEEP, "e5-small", shared.language)
        return [
            (say("compare.lower"), lambda: layer_panel(shared, "lower", chosen=pair, start=0)),
            (say("compare.upper"), lambda: layer_panel(shared, "upper", chosen=pair)),
        ]
    return [
        (say("compare.static"), lambda: static_panel(shared)),
        (say("compare.mix"), lambda: mix_panel(shared)),
        (say("compare.layer"), lambda: layer_panel(shared, "layer", DEEP, "e5-small")),
    ]


@st.fragment
def static_panel(shared: Shared) -> None:
    """One vector a word."""
    selection.redraw_all()
    say = session.say()
    chosen = pickers.pick_encoder("static", ("static",), "word2vec-ko", shared.language)
    encoder = session.encoded(chosen, shared.uses) if chosen else None
    if not chosen:
        st.info(say("compare.no_static"), icon=":material/info:")
    if encoder:
        view = shared.views(chosen)[0]
        draw(shared, view, view.points, "static-figure")
        if shared.single_word:
            near = nearest_words(encoder, shared.uses[0].word) or ()
            st.caption(say("compare.near", words=", ".join(map(session.plain, dict(near)))))
        neighbours_of_selected(shared, view)
        numbers(view.scores, shared.baselines(), None, None)


@st.fragment
def mix_panel(shared: Shared) -> None:
    """A weighted sum of layers, as ELMo makes it."""
    selection.redraw_all()
    chosen = pickers.pick_encoder("mix", ("elmo", "bert"), "elmo-ko", shared.language)
    encoder = session.encoded(chosen, shared.uses) if chosen else None
    if encoder is None:
        return
    slot = st.container()
    weights: ScalarMix = mix_sliders(encoder.layers, encoder.identity.id)
    view, points = shared.mix(encoder.identity.id, weights)
    with slot:
        draw(shared, view, points, "mix-figure")
    neighbours_of_selected(shared, view)
    numbers(view.scores, shared.baselines(), shared.views(chosen)[0].scores.one_nn, None)


@st.fragment
def layer_panel(
    shared: Shared, name: str, families: Sequence[Family] = (), preferred: str = "", chosen: str = "", start: int = -1
) -> None:  # fmt: skip
    """One layer of an encoder at a time: by slider, or all of them as a film.

    The encoder is picked here, unless it is `chosen`; `start` is the layer before one is picked.
    """
    selection.redraw_all()
    if families:
        chosen = pickers.pick_encoder("layers" if name == "layer" else name, families, preferred, shared.language)
    if not chosen or not session.encoded(chosen, shared.uses):
        return
    views, points = shared.views(chosen), shared.points(chosen)
    slot = st.container()
    if len(views) > 1 and _as_film(name):
        with slot:
            draw_film(shared, views, points, f"{name}-film")
        layer = len(views) - 1  # where the film ends
    else:
        in_link = name if name == "layer" else f"layer-{name}"
        layer = pickers.pick_layer(len(views), in_link, start, keys=name not in ("left", "lower"))
        with slot:
            draw(shared, views[layer], points[layer], f"{name}-figure")
    neighbours_of_selected(shared, views[layer])
    untrained = untrained_one_nn(chosen, shared.word_id, shared.grouping) if shared.single_word else None
    numbers(
        views[layer].scores,
        shared.baselines(),
        views[0].scores.one_nn if len(views) > 1 else None,
        untrained[layer] if untrained else None,
    )
    nearest_to_own(views[layer], shared.items)


def _as_film(name: str) -> bool:
    say = session.say()
    how = ("still", "film")
    return (
        pickers.pick_one(f"play-{name}", how, say("compare.motion"), lambda h: say(f"compare.{h}"), hide=True) == "film"
    )


def guarded(panel: Panel) -> None:
    """A panel, or the sentence that says why it cannot be drawn."""
    try:
        panel()
    except ExplorerError as error:
        session.warn(error)
