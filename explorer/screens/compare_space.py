"""What all panels of Compare share, and the spaces that they draw; each is computed once: a slider only looks up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import streamlit as st

from explorer.analysis.compare import View, layered_views, mixed_view, umap_points, words_of
from explorer.analysis.layers import context_vectors
from explorer.analysis.scores import Baselines, baselines
from explorer.analysis.spaces import Centring, Grouping, label_names, matched_sets
from explorer.figures.scatter import Point
from explorer.figures.style import Mark
from explorer.geometry.separation import encode_labels
from explorer.geometry.similarity import Floats
from explorer.language import Language
from explorer.mixing import ScalarMix
from explorer.occurrences import Occurrence
from explorer.screens import session
from explorer.screens.progress import waiting

Projection = Literal["pca", "umap"]

SEED = 0
"""Of the map of neighbours and of k-means: a picture is the same each time."""

KEYED: dict[str | type[Any], Callable[[Any], Any]] = {Occurrence: hash}
"""How caches know a use again: Streamlit would take its fields apart at every look-up."""

Uses = tuple[Occurrence, ...]


@dataclass(frozen=True)
class Shared:
    """The same for every panel: the uses in their order, how each is drawn, and how spaces are made and measured.

    `names` holds the labels that are no senses, as a reader sees them, `signs` what is written among a label's points;
    `word_id` is the first word's.
    """

    language: Language
    word_id: str
    uses: Uses
    items: list[Point]
    drawn: dict[str, Mark]
    names: dict[str, str]
    grouping: Grouping
    centring: Centring
    projection: Projection
    box: bool = False
    signs: Mapping[str, str] = field(default_factory=dict)

    @property
    def single_word(self) -> bool:
        """Whether all uses are of one word."""
        return len({use.word for use in self.uses}) == 1

    def views(self, encoder_id: str) -> tuple[View, ...]:
        """Every layer of an encoder."""
        with waiting(session.say()("compare.placing", encoder=session.plain(session.encoder_name(encoder_id)))):
            return views_of(encoder_id, self.uses, self.grouping, self.centring)

    def points(self, encoder_id: str) -> Floats:
        """Where every layer's points are drawn, `[layer, n, 2]`; a map of neighbours takes seconds the first time."""
        views = self.views(encoder_id)
        if self.projection == "pca":
            return np.stack([view.points for view in views])
        with waiting(session.say()("compare.mapping")):
            return _map_of(encoder_id, self.uses, self.centring)

    def baselines(self) -> Baselines:
        """Chance, majority and the other words of the sentence."""
        return _baselines_of(self.uses, self.grouping, self.centring)

    def mix(self, encoder_id: str, weights: ScalarMix) -> tuple[View, Floats]:
        """The mix of an encoder's layers, and where its points are drawn, `[n, 2]`."""
        view = mixed_view(
            session.store(), session.encoder(encoder_id), self.uses, weights,
            anchor=self.views(encoder_id)[-1].points, guests=_guests(self.uses),
            grouping=self.grouping, centring=self.centring,
        )  # fmt: skip
        if self.projection == "pca":
            return view, view.points
        anchor = self.points(encoder_id)[-1]
        with waiting(session.say()("compare.mapping")):
            return view, umap_points([view], guests=_guests(self.uses), anchor=anchor, seed=SEED)[0]


@st.cache_resource(show_spinner=False, max_entries=24, hash_funcs=KEYED)
def views_of(encoder_id: str, uses: Uses, by: Grouping, around: Centring) -> tuple[View, ...]:
    """All layers at once, aligned."""
    chosen = session.encoder(encoder_id)
    return layered_views(session.store(), chosen, uses, guests=_guests(uses), grouping=by, centring=around)


@st.cache_resource(show_spinner=False, max_entries=24, hash_funcs=KEYED)
def _map_of(encoder_id: str, uses: Uses, around: Centring) -> Floats:
    points = umap_points(views_of(encoder_id, uses, "sense", around), guests=_guests(uses), seed=SEED)
    points.flags.writeable = False
    return points


@st.cache_data(show_spinner=False, max_entries=64, hash_funcs=KEYED)
def _baselines_of(uses: Uses, by: Grouping, around: Centring) -> Baselines:
    names = label_names(uses, by)
    scored = [o for o, name in zip(uses, names, strict=True) if name is not None]
    labels = encode_labels([name for name in names if name is not None])
    context = context_vectors(session.store(), scored, around)
    return baselines(labels, context, words_of(scored), sets=matched_sets(scored))


def _guests(uses: Uses) -> list[bool]:
    return [session.is_guest(use) for use in uses]
