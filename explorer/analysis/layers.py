"""Where do the senses of a word come apart? One answer a layer, beside its baselines."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from explorer.analysis.scores import (
    Baselines,
    Interval,
    Scores,
    baselines,
    one_nn_credit,
    score,
    unmatched_chance,
    unmatched_credit,
)
from explorer.analysis.spaces import Centring, Grouping, centred, label_names, labelled, matched_sets
from explorer.encoders.base import Encoder, EncoderIdentity, Progress, Vectors
from explorer.encoders.catalog import open_encoder
from explorer.errors import ExplorerError
from explorer.geometry import separation as sep
from explorer.geometry.similarity import Floats, self_similarity
from explorer.geometry.similarity import anisotropy as random_similarity
from explorer.language import Language
from explorer.lexicon import bundled
from explorer.occurrences import Occurrence
from explorer.store import VectorStore

SMALL = 30
"""Fewer labelled occurrences than this are called few."""

MOST = 5_000
"""Labelled occurrences of a word, which are compared pair by pair: some 200 MB a matrix."""


@dataclass(frozen=True, slots=True)
class Separation:
    """Sense separation of a word's occurrences by layer of one encoder; of several words, within each of them.

    `senses` counts the labelled occurrences of each label; `unlabelled` those that are shown but not
    scored; `best_layer` has the highest 1-NN accuracy, and `best_layer_shares[k]` is the share of
    bootstrap draws of the occurrences in which layer k has it; `raw_self_similarity[k]` the mean cosine of
    all pairs before centring, and `anisotropy[k]` that of random occurrences of different bundled words, which is to be
    subtracted from it (Ethayarajh 2019); `without` says of each occurrence that has no vector, by its position, why.
    """

    encoder: EncoderIdentity
    word: str
    grouping: Grouping
    centring: Centring
    senses: tuple[tuple[str, int], ...]
    unlabelled: int
    layers: tuple[str, ...]
    scores: tuple[Scores, ...]
    raw_self_similarity: tuple[float | None, ...]
    anisotropy: tuple[float | None, ...]
    baselines: Baselines
    best_layer: int | None
    best_layer_shares: tuple[float, ...]
    cut: int
    without: Mapping[int, ExplorerError]

    @property
    def n(self) -> int:
        """Number of labelled occurrences."""
        return sum(count for _, count in self.senses)


def separation(
    store: VectorStore,
    encoder: Encoder,
    occurrences: Sequence[Occurrence],
    *,
    grouping: Grouping = "sense",
    centring: Centring = "reference",
    permutations: int = 1000,
    seed: int = 0,
    progress: Progress | None = None,
) -> Separation:
    """Sense separation at every layer; occurrences without a vector are left out and named in `without`.

    Raises ExplorerError where no occurrence has a label or a vector, or there are too many to compare every pair.
    """
    sizes = Counter(o.word for o, name in zip(occurrences, label_names(occurrences, grouping), strict=True) if name)
    if not sizes:
        raise ExplorerError("no_labels")
    if max(sizes.values()) > MOST:
        raise ExplorerError("too_many_to_compare", n=max(sizes.values()), limit=MOST)
    whole, without = store.available(encoder, occurrences, progress=progress)
    stack, names = labelled(whole, grouping)
    if not names:
        raise next(iter(without.values()))
    labels = sep.encode_labels(names)
    words = sep.encode_labels([occurrence.word for occurrence in stack.occurrences])
    vectors = centred(store, encoder, stack, centring)
    sets = matched_sets(stack.occurrences)
    scores = tuple(score(layer, labels, stack.clean, words, permutations, seed, sets) for layer in vectors)
    best, shares = best_layer(np.stack([one_nn_credit(layer, labels, words) for layer in vectors]), seed)
    return Separation(
        encoder=encoder.identity,
        word=", ".join(dict.fromkeys(occurrence.word for occurrence in stack.occurrences)),
        grouping=grouping,
        centring=centring,
        senses=tuple((name, names.count(name)) for name in sorted(set(names))),
        unlabelled=len(whole.occurrences) - len(names),
        layers=stack.layers,
        scores=scores,
        raw_self_similarity=_defined(_within_words(stack.vectors, words)),
        anisotropy=layer_anisotropy(store, encoder, stack.occurrences[0].language),
        baselines=baselines(labels, context_vectors(store, stack.occurrences, centring), words, seed, sets),
        best_layer=best,
        best_layer_shares=shares,
        cut=whole.cut,
        without=without,
    )


def best_layer(credit: Floats, seed: int = 0) -> tuple[int | None, tuple[float, ...]]:
    """The layer of highest mean credit `[layer, n]`, and how often each layer is highest over bootstrap draws.

    The lowest layer wins a tie of the best; in the draws ties share.
    """
    if np.isnan(credit).all():
        return None, (float("nan"),) * len(credit)
    means = np.nanmean(credit, axis=1)
    draws = sep.bootstrap_means(credit, seed=seed)
    highest = draws >= np.nanmax(draws, axis=1, keepdims=True) - 1e-9
    shares = (highest / highest.sum(axis=1, keepdims=True)).mean(axis=0)
    return int(np.nanargmax(means)), tuple(float(s) for s in shares)


def context_vectors(store: VectorStore, occurrences: Sequence[Occurrence], centring: Centring) -> Floats | None:
    """Centred bag-of-context vectors `[n, dim]`, or None where the static model is absent or of another language.

    A sentence without any other known word has a vector of zeros, whose cosines are undefined.
    """
    if not occurrences or occurrences[0].language != "ko":
        return None
    try:
        bag = open_encoder("bag-of-context")
        stack, unknown = store.available(bag, occurrences)
    except ExplorerError:
        return None
    if not stack.occurrences:
        return None
    vectors = np.zeros((len(occurrences), stack.dim))
    vectors[[i for i in range(len(occurrences)) if i not in unknown]] = centred(store, bag, stack, centring)[0]
    return vectors


def layer_anisotropy(
    store: VectorStore, encoder: Encoder, language: Language, seed: int = 0
) -> tuple[float | None, ...]:
    """Mean raw cosine of random bundled occurrences of different words at each layer (Ethayarajh 2019)."""
    reference, _ = store.available(encoder, bundled.occurrences(language))
    values = random_similarity(reference.vectors, [o.word for o in reference.occurrences], seed=seed)
    return _defined(values)


def _within_words(vectors: Vectors, words: sep.Labels) -> Floats:
    """Self-similarity `[layer]` of each word, averaged over words by their number of occurrences."""
    sizes = np.bincount(words)
    table = np.array([self_similarity(vectors[:, words == word]) for word in np.unique(words)])
    kept = sizes > 1
    return np.average(table[kept], axis=0, weights=sizes[kept]) if kept.any() else np.full(len(vectors), np.nan)


def _defined(values: Floats) -> tuple[float | None, ...]:
    return tuple(None if np.isnan(v) else float(v) for v in values)


@dataclass(frozen=True, slots=True)
class Overview:
    """Mean 1-NN accuracy over words by layer, with a 95% interval that resamples *words*.

    `words` are those with two labels or more; `by_word[w][k]` is the accuracy of word w at layer k; `above_chance[k]`
    the interval of the mean over words of accuracy minus that word's own chance, the words drawn again in the same way.
    """

    encoder: EncoderIdentity
    grouping: Grouping
    layers: tuple[str, ...]
    mean: tuple[float, ...]
    interval: tuple[Interval, ...]
    above_chance: tuple[Interval, ...]
    chance: float
    bag_of_context: float | None
    words: tuple[str, ...]
    by_word: Mapping[str, tuple[float, ...]]
    best_layer: int | None
    best_layer_shares: tuple[float, ...]


def overview(
    store: VectorStore,
    encoder: Encoder,
    language: Language,
    *,
    grouping: Grouping = "sense",
    centring: Centring = "reference",
    matched: bool = True,
    seed: int = 0,
) -> Overview:
    """Every bundled word of a language at once; without `matched`, partners of the matched sets are left out.

    Raises ExplorerError where no word has two labels.
    """
    accuracy: dict[str, tuple[float, ...]] = {}
    chances, bags = [], []
    for word_id in bundled.word_ids(language):
        occurrences = bundled.occurrences(language, word_id)
        stack, names = labelled(store.stack(encoder, occurrences), grouping)
        if len(set(names)) < 2:
            continue
        labels, sets = sep.encode_labels(names), matched_sets(stack.occurrences)
        credit = (
            partial(one_nn_credit, labels=labels) if matched else partial(unmatched_credit, labels=labels, sets=sets)
        )
        vectors = centred(store, encoder, stack, centring)
        accuracy[word_id] = tuple(float(np.nanmean(credit(layer))) for layer in vectors)
        chances.append(sep.chance(labels) if matched else unmatched_chance(labels, sets))
        context = context_vectors(store, stack.occurrences, centring)
        bags.append(float("nan") if context is None else float(np.nanmean(credit(context))))
    if not accuracy:
        raise ExplorerError("no_labels")
    table = np.array(list(accuracy.values())).T  # (layer, word)
    draws = sep.bootstrap_means(table, seed=seed)
    above = sep.bootstrap_means(table - np.array(chances), seed=seed)
    best, shares = best_layer(table, seed)
    return Overview(
        encoder=encoder.identity,
        grouping=grouping,
        layers=encoder.layers,
        mean=tuple(float(m) for m in table.mean(axis=1)),
        interval=tuple(sep.band(draws[:, k]) for k in range(len(table))),
        above_chance=tuple(sep.band(above[:, k]) for k in range(len(table))),
        chance=float(np.mean(chances)),
        bag_of_context=None if np.isnan(bags).all() else float(np.nanmean(bags)),
        words=tuple(accuracy),
        by_word=accuracy,
        best_layer=best,
        best_layer_shares=shares,
    )
