"""How static, mixed and layered vectors place the same uses of a word.

Each answer is a view: points to draw, similarities to list neighbours from, and scores. A
layered view holds all layers at once, so that moving from one to the next computes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.analysis.scores import Scores, score
from explorer.analysis.spaces import Centring, Grouping, label_names, mean_of
from explorer.encoders.base import Encoder, EncoderIdentity, Progress
from explorer.geometry import separation as sep
from explorer.geometry.projection import aligned_pca, turned
from explorer.geometry.similarity import Floats, centre, cosine_matrix
from explorer.lexicon import bundled
from explorer.mixing import ScalarMix
from explorer.occurrences import Occurrence
from explorer.store import VectorStore


@dataclass(frozen=True, slots=True)
class View:
    """One space over n occurrences: `points` `[n, 2]`, `explained` `[2]`, `similarity` `[n, n]` (centred cosine).

    `scores` are over the labelled occurrences alone; `distinct` counts distinct vectors (1 for a
    static model and one word); `spill[i]` holds what the target's pieces cover beyond it.
    """

    encoder: EncoderIdentity
    name: str
    centring: Centring
    points: Floats
    explained: Floats
    similarity: Floats
    scores: Scores
    distinct: int
    spill: tuple[str, ...]


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
    return tuple(
        _view(encoder, name, centring, vectors[k], projection.points[k], projection.explained[k], stack.spill,
              label_names(occurrences, grouping), seed)
        for k, name in enumerate(stack.layers)
    )  # fmt: skip


def mixed_view(
    store: VectorStore,
    encoder: Encoder,
    occurrences: Sequence[Occurrence],
    weights: ScalarMix,
    *,
    guests: Sequence[bool] | None = None,
    grouping: Grouping = "sense",
    centring: Centring = "reference",
    seed: int = 0,
    progress: Progress | None = None,
) -> View:
    """The scalar mix of all layers as one view, turned onto the encoder's top layer so that it stays put."""
    stack = store.stack(encoder, occurrences, progress=progress)
    mean = mean_of(store, encoder, stack, centring)
    hosts = _hosts(guests, len(occurrences))
    # A mix without normalisation is linear, so the mean of the mix is the mix of the means.
    if weights.normalise:
        mixed = weights(stack.vectors)
        centred = centre(mixed[None], _mixed_mean(store, encoder, occurrences, weights, centring, mixed)[None])
    else:
        centred = centre(weights(stack.vectors)[None], weights(mean[:, None].astype(np.float32)))
    anchor = aligned_pca(centre(stack.vectors, mean), hosts).points[-1]
    projection = aligned_pca(centred, hosts)
    points = turned(projection.points[0], anchor, hosts)
    names = label_names(occurrences, grouping)
    return _view(encoder, "mix", centring, centred[0], points, projection.explained[0], stack.spill, names, seed)


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


def _view(
    encoder: Encoder,
    name: str,
    centring: Centring,
    vectors: Floats,
    points: Floats,
    explained: Floats,
    spill: tuple[str, ...],
    names: Sequence[str | None],
    seed: int,
) -> View:
    scored = np.array([n is not None for n in names], dtype=bool)
    labels = sep.encode_labels([n for n in names if n is not None])
    clean = np.array([not s for s in spill], dtype=bool)[scored]
    return View(
        encoder=encoder.identity,
        name=name,
        centring=centring,
        points=points,
        explained=explained,
        similarity=cosine_matrix(vectors),
        scores=score(vectors[scored], labels, clean, seed=seed),
        distinct=len(np.unique(np.round(vectors, 6), axis=0)) if len(vectors) else 0,
        spill=spill,
    )
