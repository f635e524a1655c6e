"""Word in context: can the cosine of two uses tell one sense from two? One answer a layer, chance being 0.5."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.analysis.scores import Interval
from explorer.analysis.spaces import Centring, mean_of
from explorer.encoders.base import Encoder, EncoderIdentity, LayerStack, Progress
from explorer.errors import ExplorerError
from explorer.geometry import ranking
from explorer.geometry.similarity import Floats, centre, unit
from explorer.lexicon.wic import WicPair
from explorer.store import VectorStore

DRAWS = 1000


@dataclass(frozen=True, slots=True)
class WicLayer:
    """Figures of one layer; None where undefined.

    `auc` needs no training: the probability that a pair of one sense has the higher cosine, ties
    sharing credit, with its 95% interval over bootstrap draws of the target words; `auc_raw` the same on cosines that
    are not centred; `auc_clean` on the `n_clean` pairs both of whose targets have pieces of their own; `auc_both` on
    the tuning pairs and these together. `threshold` is tuned on the tuning pairs and gives `accuracy` on these.
    """

    auc: float | None
    auc_interval: Interval | None
    auc_raw: float | None
    auc_raw_interval: Interval | None
    auc_clean: float | None
    auc_both: float | None
    auc_both_interval: Interval | None
    accuracy: float | None
    threshold: float | None
    n: int
    n_clean: int


@dataclass(frozen=True, slots=True)
class WicResult:
    """Word in context by layer of one encoder.

    `n` pairs were scored, `majority` is the share of the more frequent answer among them; `best_layer_shares[k]` the
    share of draws in which layer k has the highest AUC; `without` and `tune_without` name the pairs that have no
    vectors, by row, with why.
    """

    encoder: EncoderIdentity
    centring: Centring
    layers: tuple[str, ...]
    scores: tuple[WicLayer, ...]
    n: int
    n_tune: int | None
    words: int
    majority: float
    best_layer: int | None
    best_layer_shares: tuple[float, ...]
    without: tuple[tuple[int, ExplorerError], ...]
    tune_without: tuple[tuple[int, ExplorerError], ...]
    cut: int


@dataclass(frozen=True, slots=True)
class _Encoded:
    """Pairs that have vectors: the stack holds the first uses, then the second."""

    pairs: tuple[WicPair, ...]
    stack: LayerStack
    without: tuple[tuple[int, ExplorerError], ...]

    @property
    def truth(self) -> NDArray[np.bool_]:
        return np.array([pair.same for pair in self.pairs], dtype=bool)

    @property
    def clean(self) -> NDArray[np.bool_]:
        n = len(self.pairs)
        return self.stack.clean[:n] & self.stack.clean[n:]

    def cosines(self, mean: Floats) -> Floats:
        """Cosine of each pair at each layer `[layer, pair]`, after subtracting the mean `[layer, dim]`."""
        n = len(self.pairs)
        rows = []
        for vectors, layer_mean in zip(self.stack.vectors, mean, strict=True):  # a layer at a time: memory
            directions = unit(centre(vectors[None], layer_mean[None])[0])
            rows.append(np.einsum("pd,pd->p", directions[:n], directions[n:]))
        return np.clip(np.stack(rows), -1.0, 1.0)


def word_in_context(
    store: VectorStore,
    encoder: Encoder,
    pairs: Sequence[WicPair],
    tune: Sequence[WicPair] | None = None,
    *,
    centring: Centring = "reference",
    draws: int = DRAWS,
    seed: int = 0,
    progress: Progress | None = None,
) -> WicResult:
    """Score pairs at every layer; `tune` gives the thresholds, without it accuracy is None.

    Pairs with a target that the encoder has no vector for are left out and named. Raises ExplorerError where none is
    left.
    """
    tuning = _encode(store, encoder, tune, progress) if tune is not None else None
    test = _encode(store, encoder, pairs, progress)
    mean = mean_of(store, encoder, test.stack, centring)
    cosines, raw = test.cosines(mean), test.cosines(np.zeros_like(mean))
    tuned = tuning.cosines(mean) if tuning else None
    groups = _groups(test.pairs)
    curves = np.stack([ranking.auc_draws(row, test.truth, groups, draws, seed) for row in cosines])
    raw_curves = np.stack([ranking.auc_draws(row, test.truth, groups, draws, seed) for row in raw])
    scores = tuple(
        _layer(
            test, cosines[k], raw[k], curves[k], raw_curves[k], tuning, tuned[k] if tuned is not None else None, seed
        )
        for k in range(len(cosines))
    )
    best, shares = _best_layer(scores, curves)
    return WicResult(
        encoder=encoder.identity,
        centring=centring,
        layers=test.stack.layers,
        scores=scores,
        n=len(test.pairs),
        n_tune=len(tuning.pairs) if tuning else None,
        words=int(groups.max()) + 1,
        majority=float(max(test.truth.mean(), 1 - test.truth.mean())),
        best_layer=best,
        best_layer_shares=shares,
        without=test.without,
        tune_without=tuning.without if tuning else (),
        cut=test.stack.cut,
    )


def _encode(store: VectorStore, encoder: Encoder, pairs: Sequence[WicPair], progress: Progress | None) -> _Encoded:
    uses = [pair.first for pair in pairs] + [pair.second for pair in pairs]
    stack, failures = store.available(encoder, uses, progress=progress)
    n = len(pairs)
    lost = {at % n: failures[at] for at in sorted(failures, reverse=True)}
    if len(lost) == n:
        raise lost[0] if lost else ExplorerError("wic_no_pairs")
    kept = [i for i in range(n) if i not in lost]
    if lost:
        stack = store.stack(encoder, [pairs[i].first for i in kept] + [pairs[i].second for i in kept])
    without = tuple((pairs[i].row, lost[i]) for i in sorted(lost))
    return _Encoded(tuple(pairs[i] for i in kept), stack, without)


def _layer(
    test: _Encoded, cosines: Floats, raw: Floats, draws: Floats, raw_draws: Floats,
    tuning: _Encoded | None, tuned: Floats | None, seed: int,
) -> WicLayer:  # fmt: skip
    both = both_interval = threshold = accuracy = None
    if tuning is not None and tuned is not None:
        threshold = _finite(ranking.best_threshold(tuned, tuning.truth))
        accuracy = None if threshold is None else _finite(ranking.accuracy(cosines, test.truth, threshold))
        together, truth = np.concatenate([tuned, cosines]), np.concatenate([tuning.truth, test.truth])
        both = _finite(ranking.auc(together, truth))
        groups = _groups((*tuning.pairs, *test.pairs))
        both_interval = _interval(ranking.auc_draws(together, truth, groups, len(draws), seed))
    clean = test.clean
    return WicLayer(
        auc=_finite(ranking.auc(cosines, test.truth)),
        auc_interval=_interval(draws),
        auc_raw=_finite(ranking.auc(raw, test.truth)),
        auc_raw_interval=_interval(raw_draws),
        auc_clean=_finite(ranking.auc(cosines[clean], test.truth[clean])),
        auc_both=both,
        auc_both_interval=both_interval,
        accuracy=accuracy,
        threshold=threshold,
        n=int((~np.isnan(cosines)).sum()),
        n_clean=int(clean.sum()),
    )


def _groups(pairs: Sequence[WicPair]) -> NDArray[np.intp]:
    return np.unique([pair.word for pair in pairs], return_inverse=True)[1].astype(np.intp)


def _best_layer(scores: Sequence[WicLayer], curves: Floats) -> tuple[int | None, tuple[float, ...]]:
    """The layer of highest AUC, the lowest of several, and how often each is highest over the draws; ties share."""
    values = np.array([np.nan if score.auc is None else score.auc for score in scores])
    usable = curves[:, ~np.isnan(curves).any(axis=0)]
    if np.isnan(values).all() or not usable.shape[1]:
        return None, (float("nan"),) * len(scores)
    highest = usable >= usable.max(axis=0) - 1e-9
    shares = (highest / highest.sum(axis=0)).mean(axis=1)
    return int(np.nanargmax(values)), tuple(float(share) for share in shares)


def _interval(draws: Floats) -> Interval | None:
    if np.isnan(draws).all():
        return None
    low, high = np.nanquantile(draws, [0.025, 0.975])
    return float(low), float(high)


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
