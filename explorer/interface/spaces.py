"""Vectors of uses: encode, mix, compare, project. An encoder is given by its id, or open."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from explorer.analysis.compare import View, layered_views, mixed_view
from explorer.analysis.neighbours import nearest_occurrences
from explorer.analysis.neighbours import nearest_words as words_near
from explorer.analysis.spaces import Centring, Grouping
from explorer.encoders import catalog
from explorer.encoders.base import Encoder, LayerStack, Pooling, Progress, Vectors
from explorer.errors import ExplorerError
from explorer.interface.arguments import asked, whole
from explorer.mixing import ScalarMix, from_weights, uniform
from explorer.occurrences import Occurrence
from explorer.store import VectorStore

if TYPE_CHECKING:
    import pandas as pd


@cache
def shared_store() -> VectorStore:
    """The store of this Python process: what was encoded once is not encoded again."""
    return VectorStore()


@asked
def open_encoder(encoder: str | Encoder) -> Encoder:
    """The encoder of an id: one of `encoder_table`, any hub id, a local folder, or a file of word vectors.

    Cheap but for a hub model that has to be fetched: weights are read at the first `encode`. Raises ExplorerError where
    there is no such encoder.
    """
    return opened(encoder)


def opened(encoder: str | Encoder) -> Encoder:
    """The encoder of an id; one that is open already is itself."""
    return catalog.open_encoder(encoder) if isinstance(encoder, str) else encoder


@asked
def encode(
    occurrences: Sequence[Occurrence],
    encoder: str | Encoder,
    *,
    pooling: Pooling = "mean",
    progress: Progress | None = None,
) -> LayerStack:
    """The vectors of the targets at every layer: `.vectors` is float32 `[layer, occurrence, dim]`, not centred.

    Layer 0 is the output of the embedding layer. `pooling` says which word pieces of the target count (`mean`, `first`,
    `last`); `progress(done, total)` is called as the work goes on. Raises ExplorerError (TargetError) where a target
    has no vector, naming the sentence.
    """
    return shared_store().stack(opened(encoder), occurrences, pooling=pooling, progress=progress)


@asked
def mix(
    stack: LayerStack, weights: ArrayLike | ScalarMix | None = None, *, gamma: float = 1.0, normalise: bool = False
) -> Vectors:
    """ELMo's scalar mix γ Σ_j s_j h_j (Peters et al. 2018) of a stack's layers, float32 `[occurrence, dim]`.

    `weights` `[layer]` are at least 0 and scaled to sum 1 (default: all alike), or a `ScalarMix`; `normalise` gives
    every vector mean 0 and variance 1 over its dimensions first. Raises ExplorerError where the weights do not fit.
    """
    return mixture(len(stack.layers), weights, gamma, normalise)(stack.vectors)


def mixture(
    layers: int, weights: ArrayLike | ScalarMix | None, gamma: float = 1.0, normalise: bool = False
) -> ScalarMix:
    """The mix of some weights, one a layer."""
    if isinstance(weights, ScalarMix):
        made = weights
    elif weights is None:
        made = uniform(layers, gamma=gamma, normalise=normalise)
    else:
        try:
            made = from_weights(np.asarray(weights, dtype=np.float64), gamma=gamma, normalise=normalise)
        except (ValueError, TypeError) as error:
            raise ExplorerError("weights_do_not_fit", layers=layers) from error
    if len(made.logits) != layers:
        raise ExplorerError("weights_do_not_fit", layers=layers)
    return made


def views(
    occurrences: Sequence[Occurrence],
    encoder: str | Encoder,
    *,
    weights: ArrayLike | ScalarMix | None = None,
    by: Grouping = "sense",
    centring: Centring = "reference",
    seed: int = 0,
) -> tuple[View, ...]:
    """One view a layer, or the one view of a mix: centred vectors `[n, dim]`, points `[n, 2]`, similarity `[n, n]`."""
    model = opened(encoder)
    if weights is None:
        return layered_views(shared_store(), model, occurrences, grouping=by, centring=centring, seed=seed)
    mixed = mixture(len(model.layers), weights)
    return (mixed_view(shared_store(), model, occurrences, mixed, grouping=by, centring=centring, seed=seed),)


def view_of(all_views: Sequence[View], layer: int) -> View:
    """The view of a layer, counted from 0 or, as -1, from the top. Raises ExplorerError where there is none."""
    try:
        return all_views[layer]
    except IndexError:
        raise ExplorerError("no_such_layer", layer=layer, last=len(all_views) - 1) from None


@asked
def project(
    occurrences: Sequence[Occurrence],
    encoder: str | Encoder,
    *,
    weights: ArrayLike | ScalarMix | None = None,
    centring: Centring = "reference",
) -> "pd.DataFrame":
    """Points to look at, a row a layer and use; with `weights` one layer, the mix.

    Columns: `layer`, `name`, `id`, `sentence`, `word`, `sense`, `x`, `y`, and the shares of variance `explained_x`,
    `explained_y`. PCA of each layer's centred vectors, scaled to a mean square radius of 1 and turned onto the layer
    before (Schönemann 1966), so that a point travels. Distances in two dimensions are for looking: measure on the
    vectors.
    """
    import pandas as pd

    rows = [
        (layer, view.name, use.id, use.bracketed, use.word, use.sense, *map(float, point), *map(float, view.explained))
        for layer, view in enumerate(views(occurrences, encoder, weights=weights, centring=centring))
        for use, point in zip(occurrences, view.points, strict=True)
    ]
    columns = ["layer", "name", "id", "sentence", "word", "sense", "x", "y", "explained_x", "explained_y"]
    return pd.DataFrame(rows, columns=columns)


@asked
def similarity(
    occurrences: Sequence[Occurrence], encoder: str | Encoder, *, layer: int = -1, centring: Centring = "reference"
) -> "pd.DataFrame":
    """Centred cosine of every pair of uses at a layer, `[n, n]`, rows and columns by the uses' ids."""
    import pandas as pd

    view = view_of(views(occurrences, encoder, centring=centring), layer)
    ids = [use.id or str(i) for i, use in enumerate(occurrences)]
    return pd.DataFrame(view.similarity, index=ids, columns=ids)


@asked
def nearest(
    occurrences: Sequence[Occurrence],
    item: int,
    encoder: str | Encoder,
    *,
    layer: int = -1,
    count: int = 5,
    centring: Centring = "reference",
) -> "pd.DataFrame":
    """The `count` uses nearest to `occurrences[item]` at a layer, nearest first.

    Columns: `cosine` (centred), `sentence`, `word`, `sense`, `id`.
    """
    import pandas as pd

    whole("item", item, -len(occurrences), len(occurrences) - 1)
    view = view_of(views(occurrences, encoder, centring=centring), layer)
    found = nearest_occurrences(view, occurrences, item, count)
    rows = [(near.cosine, (use := near.occurrence).bracketed, use.word, use.sense, use.id) for near in found]
    return pd.DataFrame(rows, columns=["cosine", "sentence", "word", "sense", "id"])


@asked
def nearest_words(word: str, encoder: str | Encoder = "word2vec-ko", *, count: int = 10) -> "pd.DataFrame":
    """The `count` words whose static vectors are nearest to that of `word`: `word`, `cosine` (raw).

    Raises ExplorerError where the model does not know the word, or is not static.
    """
    import pandas as pd

    found = words_near(opened(encoder), word, count)
    if found is None:
        raise ExplorerError("not_static", encoder=opened(encoder).identity.id)
    return pd.DataFrame(list(found), columns=["word", "cosine"])
