"""The pictures of Compare: points of one layer, dots of a static model, or all layers as a film."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from explorer.analysis.compare import View
from explorer.export.facts import FigureFacts
from explorer.figures.film import film
from explorer.figures.scatter import dots, one_dot, scatter
from explorer.geometry.similarity import Floats
from explorer.screens import selection, session
from explorer.screens.alts import space_name
from explorer.screens.charts import chart
from explorer.screens.compare_space import SEED, Shared


def draw(shared: Shared, view: View, points: Floats, key: str) -> None:
    """One panel's picture; a space with one vector a word is drawn as that."""
    say, theme, n = session.say(), session.theme(), len(shared.uses)
    marked = set(selection.selected())
    words = list(dict.fromkeys(use.word for use in shared.uses))
    if view.distinct == 1:
        figure = one_dot(n, say("compare.one_dot", n=n), theme, say("compare.one_dot_hover", n=n))
    elif len(words) > 1 and view.distinct == len(words) and view.encoder.family == "static":
        members = [[i for i, use in enumerate(shared.uses) if use.word == word] for word in words]
        hovers = [say("compare.one_dot_hover", n=len(rows)) for rows in members]
        ringed = {k for k, rows in enumerate(members) if any(shared.uses[i].id in marked for i in rows)}
        at = points[[rows[0] for rows in members]]
        figure = dots(at - at.mean(axis=0), [len(rows) for rows in members], words, hovers, theme, ringed=ringed)
    else:
        explained = view.explained.tolist() if shared.projection == "pca" else None
        figure = scatter(
            points, shared.items, shared.drawn, explained=explained, theme=theme, axis_names=_axes(shared),
            selected=marked & {use.id for use in shared.uses}, box=shared.box,
            signs=shared.signs,
        )  # fmt: skip
    chart(
        figure, key=key, alt=_alt(shared, view, points), facts=_facts(shared, view), on_select=selection.on_chart(key),
        selection_mode=("points", "box"), name=_file_name(words, view),
    )  # fmt: skip


def draw_film(shared: Shared, views: Sequence[View], points: Floats, key: str) -> None:
    """All layers in one figure that plays by itself."""
    say = session.say()
    figure = film(
        points, shared.items, shared.drawn, [view.name for view in views], theme=session.theme(),
        axis_names=_axes(shared), play=say("compare.play"), pause=say("compare.pause"), prefix=say("common.layer"),
        selected=set(selection.selected()) & {use.id for use in shared.uses},
    )  # fmt: skip
    name = session.encoder_name(views[0].encoder.id)
    alt = say("compare.film_alt", encoder=name, layers=len(views), n=len(shared.uses))
    words = list(dict.fromkeys(use.word for use in shared.uses))
    chart(figure, key=key, alt=alt, facts=_facts(shared, views[-1]), name=_file_name(words, views[-1]))
    st.caption(say("compare.film_help"))


def _file_name(words: Sequence[str], view: View) -> str:
    return "-".join([*words, view.encoder.id, view.name])


def _axes(shared: Shared) -> tuple[str, str]:
    say, key = session.say(), "compare.axis" if shared.projection == "pca" else "compare.axis_umap"
    return say(key, k=1), say(key, k=2)


def _alt(shared: Shared, view: View, points: Floats) -> str:
    say = session.say()
    where = {"encoder": session.encoder_name(view.encoder.id), "layer": space_name(view)}
    alt = " ".join(say("compare.alt", n=len(shared.uses), **where).split())
    crowded = len(points) - len(np.unique(np.round(points, 4), axis=0))
    return f"{alt}. {say('compare.crowded', n=crowded)}" if crowded and view.distinct > 1 else alt


def _facts(shared: Shared, view: View) -> FigureFacts:
    say = session.say()
    words = ", ".join(dict.fromkeys(use.word for use in shared.uses))
    return FigureFacts(
        title=say("compare.figure_title", word=words, encoder=session.encoder_name(view.encoder.id)),
        encoders=((view.encoder.id, view.encoder.fingerprint),),
        layer=view.name,
        metric=say(f"common.centring_{shared.centring}"),
        projection=say(f"compare.projection_{shared.projection}"),
        seed=SEED if shared.projection == "umap" else None,
        data=words,
        n=len(shared.uses),
    )
