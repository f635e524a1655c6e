"""How static, mixed and layered vectors place the same uses of a word.

Each answer is a view: points to draw, similarities to list neighbours from, and scores. A
layered view holds all layers at once, so that moving from one to the next computes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from explorer.analysis.scores import Scores, score
from explorer.analysis.spaces import Centring, Grouping, label_names, matched_sets, mean_of
from explorer.encoders.base import Encoder, EncoderIdentity, Progress
from explorer.geometry import separation as sep
from explorer.geometry.projection import aligned_pca, aligned_umap, turned
from explorer.geometry.separation import Labels
from explorer.geometry.similarity import Floats, centre, cosine_matrix
from explorer.lexicon import bundled
from explorer.mixing import ScalarMix
from explorer.occurrences import Occurrence
from explorer.store import VectorStore


@dataclass(frozen=True)
class View:
    """One space over n occurrences: centred `vectors` `[n, dim]`, `points` `[n, 2]` and `explained` `[2]` to draw.

    `labels[i]` is None where an occurrence is shown but not scored; `sets[i]` is its matched set; `spill[i]` holds
    what the target's pieces cover beyond it; `words[i]` numbers its word where there are several, within which the
    scores are taken. What is measured is computed when it is first asked for, so that a picture need not wait for it.
    """

    encoder: EncoderIdentity
    name: str
    centring: Centring
    vectors: Floats
    points: Floats
    explained: Floats
    labels: tuple[str | None, ...]
    sets: Labels
    spill: tuple[str, ...]
    seed: int = 0
    words: Labels | None = None

    @cached_property
    def similarity(self) -> Floats:
        """Centred cosine of every pair, `[n, n]`."""
        return cosine_matrix(self.vectors)

    @cached_property
    def scores(self) -> Scores:
        """Scores over the labelled occurrences alone."""
        scored = np.array([label is not None for label in self.labels], dtype=bool)
        labels = sep.encode_labels([label for label in self.labels if label is not None])
        clean = np.array([not spill for spill in self.spill], dtype=bool)[scored]
        words = None if self.words is None else self.words[scored]
        return score(self.vectors[scored], labels, clean, words, seed=self.seed, sets=self.sets[scored])

    @cached_property
    def distinct(self) -> int:
        """Number of distinct vectors: one a word for a static model."""
        return len(np.unique(np.round(self.vectors, 6), axis=0))


def layered_views(
    store: VectorStore,
    encoder: Encoder,
    occurrences: Sequence[Occurrence],
    *,
    guests: Sequence[bool] | None = None,
    grouping: Grouping = "sense",
    centring: Centring = "reference",
    seed: int = 0,
    progress: Progress | None = None,
) -> tuple[View, ...]:
    """One view a layer, aligned. `guests` marks the occurrences that the axes are not fitted to (added sentences)."""
    stack = store.stack(encoder, occurrences, progress=progress)
    vectors = centre(stack.vectors, mean_of(store, encoder, stack, centring))
    projection = aligned_pca(vectors, _hosts(guests, len(occurrences)))
    labels = tuple(label_names(occurrences, grouping))
    return tuple(
        View(
            encoder.identity, name, centring, vectors[k], projection.points[k], projection.explained[k],
            labels, matched_sets(occurrences), stack.spill, seed, words_of(occurrences),
        )
        for k, name in enumerate(stack.layers)
    )  # fmt: skip


def mixed_view(
    store: VectorStore,
    encoder: Encoder,
    occurrences: Sequence[Occurrence],
    weights: ScalarMix,
    *,
    anchor: Floats | None = None,
    guests: Sequence[bool] | None = None,
    grouping: Grouping = "sense",
    centring: Centring = "reference",
    seed: int = 0,
    progress: Progress | None = None,
) -> View:
    """The scalar mix of all layers as one view, turned onto the encoder's top layer so that it stays put.

    `anchor` `[n, 2]` holds the points of that layer where `layered_views` has already placed them.
    """
    stack = store.stack(encoder, occurrences, progress=progress)
    mean = mean_of(store, encoder, stack, centring)
    hosts = _hosts(guests, len(occurrences))
    # A mix without normalisation is linear, so the mean of the mix is the mix of the means.
    if weights.normalise:
        mixed = weights(stack.vectors)
        centred = centre(mixed[None], _mixed_mean(store, encoder, occurrences, weights, centring, mixed)[None])
    else:
        centred = centre(weights(stack.vectors)[None], weights(mean[:, None].astype(np.float32)))
    if anchor is None:
        anchor = aligned_pca(centre(stack.vectors, mean), hosts).points[-1]
    projection = aligned_pca(centred, hosts)
    points = turned(projection.points[0], anchor, hosts)
    labels = tuple(label_names(occurrences, grouping))
    return View(
        encoder.identity, "mix", centring, centred[0], points, projection.explained[0],
        labels, matched_sets(occurrences), stack.spill, seed, words_of(occurrences),
    )  # fmt: skip


def umap_points(
    views: Sequence[View], *, guests: Sequence[bool] | None = None, anchor: Floats | None = None, seed: int = 0
) -> Floats:  # fmt: skip
    """Other points for the same views: aligned UMAP, `[view, n, 2]`. `anchor` `[n, 2]` is where the first one starts.

    Takes seconds. For looking only: scores and neighbours stay those of the views' vectors.
    """
    return aligned_umap(
        np.stack([view.vectors for view in views]), _hosts(guests, len(views[0].labels)), anchor, seed
    )  # fmt: skip


def words_of(occurrences: Sequence[Occurrence]) -> Labels | None:
    """The word of each occurrence as a number `[n]`; None where all are uses of one word."""
    words = [occurrence.word for occurrence in occurrences]
    return sep.encode_labels(words) if len(set(words)) > 1 else None


def _mixed_mean(
    store: VectorStore,
    encoder: Encoder,
    occurrences: Sequence[Occurrence],
    weights: ScalarMix,
    centring: Centring,
    mixed: np.ndarray,
) -> Floats:
    if centring == "none" or not occurrences:
        return np.zeros(mixed.shape[1])
    if centring == "own":
        return np.asarray(mixed.mean(axis=0), dtype=np.float64)
    reference = store.stack(encoder, bundled.occurrences(occurrences[0].language))
    return np.asarray(weights(reference.vectors).mean(axis=0), dtype=np.float64)


def _hosts(guests: Sequence[bool] | None, n: int) -> np.ndarray:
    hosts = np.ones(n, dtype=bool) if guests is None else ~np.asarray(guests, dtype=bool)
    return hosts if hosts.any() else np.ones(n, dtype=bool)
