"""GloVe (Pennington, Socher & Manning 2014): weighted least squares on the logarithm of co-occurrences.

    J = Σ_ij f(x_ij) (w_i · c_j + b_i + b'_j − log x_ij)²,   f(x) = min(1, (x / x_max)^0.75)

by AdaGrad, one cell after another in a shuffled order, so that the same seed gives the same numbers. A word's vector
is w + c, as in the original.
"""

import time
from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from tqdm import tqdm

from explorer.errors import ExplorerError
from explorer.training.static import AfterPass, StaticModel, TokenFile

_CHUNK = 2_000_000
_RARE, _END = -1, -2


@dataclass(frozen=True, slots=True)
class GloveSettings:
    """`window` words on each side, a pair at distance d counted 1/d; cells below `least` are left out."""

    dim: int = 160
    window: int = 8
    x_max: float = 20.0
    learning_rate: float = 0.05
    least: float = 0.5
    min_count: int = 5
    max_words: int = 35_000
    passes: int = 15
    minutes: float | None = None
    seed: int = 1


def train_glove(
    corpus: TokenFile, settings: GloveSettings, *, quiet: bool = False, after_pass: AfterPass | None = None
) -> StaticModel:
    """Count and fit; stops early once `minutes` are over. Raises ExplorerError where no word is frequent enough."""
    _compile(settings)
    started = time.monotonic()
    words, tokens = indexed(corpus, settings)
    rows, columns, counts = _shuffled(cooccurrences(tokens, len(words), settings.window), settings)
    if not len(rows):  # no two words stand together: there is nothing to fit
        raise ExplorerError("corpus_too_small", tokens=corpus.tokens)
    fit = _Fit.start(len(words), settings)
    with tqdm(total=settings.passes, unit=" passes", disable=quiet or None) as bar:
        for done in range(1, settings.passes + 1):
            loss = fit.one_pass(rows, columns, counts, settings)
            bar.set_postfix(loss=f"{loss:.4f}")
            bar.update()
            model = StaticModel(words, fit.vectors())
            if after_pass:
                after_pass(model, done)
            if settings.minutes is not None and time.monotonic() - started > settings.minutes * 60:
                break
    return model


def _compile(settings: GloveSettings) -> None:
    """Compile the inner loop on no cells, so that its seconds are not taken for training."""
    none = np.empty(0, dtype=np.int32)
    _Fit.start(1, settings).one_pass(none, none, np.empty(0, dtype=np.float32), settings)


def indexed(corpus: TokenFile, settings: GloveSettings) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """The vocabulary, most frequent first, and the corpus as its indices.

    A rare word keeps its place as −1, so that distances are those of the text; −2 ends a sentence.
    """
    counts: Counter[str] = Counter()
    with corpus.path.open(encoding="utf-8") as file:
        for line in file:
            counts.update(line.split())
    frequent = [(word, n) for word, n in counts.most_common(settings.max_words) if n >= settings.min_count]
    if len(frequent) < 2:
        raise ExplorerError("corpus_too_small", tokens=corpus.tokens)
    words = tuple(word for word, _ in frequent)
    index = {word: i for i, word in enumerate(words)}
    tokens = np.empty(corpus.tokens + corpus.lines, dtype=np.int32)
    place = 0
    with corpus.path.open(encoding="utf-8") as file:
        for line in file:
            row = [*(index.get(word, _RARE) for word in line.split()), _END]
            tokens[place : place + len(row)] = row
            place += len(row)
    return words, tokens[:place]


def cooccurrences(tokens: NDArray[np.int32], words: int, window: int) -> csr_array:
    """Symmetric counts `[word, word]`, a pair d apart in one sentence counted 1/d. `tokens` as `indexed` gives them."""
    total = csr_array((words, words), dtype=np.float32)
    sentence = np.cumsum(tokens == _END, dtype=np.int32)
    for start in range(0, len(tokens), _CHUNK):
        rows, columns, weights = [], [], []
        for distance in range(1, window + 1):
            left = tokens[start : max(start, min(start + _CHUNK, len(tokens) - distance))]
            right = tokens[start + distance : start + distance + len(left)]
            same = sentence[start : start + len(left)] == sentence[start + distance : start + distance + len(left)]
            pairs = same & (left >= 0) & (right >= 0)
            rows.append(left[pairs])
            columns.append(right[pairs])
            weights.append(np.full(int(pairs.sum()), 1 / distance, dtype=np.float32))
        part = coo_array((np.concatenate(weights), (np.concatenate(rows), np.concatenate(columns))), (words, words))
        total = total + part.tocsr()
    return csr_array(total + total.T)


def _shuffled(
    counts: csr_array, settings: GloveSettings
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
    cells = counts.tocoo()
    frequent = np.flatnonzero(cells.data >= settings.least)
    order = np.random.default_rng(settings.seed).permutation(frequent)
    return cells.row[order].astype(np.int32), cells.col[order].astype(np.int32), cells.data[order].astype(np.float32)


@dataclass(frozen=True, slots=True)
class _Fit:
    """Parameters and AdaGrad's sums of squares, each `[side, word, dim + 1]`: words and contexts, the bias last."""

    parameters: NDArray[np.float32]
    squares: NDArray[np.float32]

    @classmethod
    def start(cls, words: int, settings: GloveSettings) -> "_Fit":
        shape = (2, words, settings.dim + 1)
        random = np.random.default_rng(settings.seed).random(shape, dtype=np.float32)
        return cls((random - np.float32(0.5)) / np.float32(settings.dim + 1), np.ones(shape, dtype=np.float32))

    def one_pass(
        self,
        rows: NDArray[np.int32],
        columns: NDArray[np.int32],
        counts: NDArray[np.float32],
        settings: GloveSettings,
    ) -> float:
        """One pass of AdaGrad over all cells; the mean weighted loss before each step."""
        from explorer.training.adagrad import glove_pass

        weights = np.minimum(1, (counts / settings.x_max) ** 0.75).astype(np.float32)
        (words, contexts), (word_squares, context_squares) = self.parameters, self.squares
        rate = np.float32(settings.learning_rate)
        total = glove_pass(rows, columns, np.log(counts), weights, words, contexts, word_squares, context_squares, rate)
        if not np.isfinite(total):
            raise ExplorerError("training_diverged")
        return float(total / max(len(rows), 1))

    def vectors(self) -> NDArray[np.float32]:
        """Word plus context vectors, without biases."""
        return self.parameters[0, :, :-1] + self.parameters[1, :, :-1]
