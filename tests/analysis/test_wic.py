"""Word in context: what the figures are where the truth is known."""

from dataclasses import dataclass

import numpy as np
import pytest

from explorer.analysis.wic import word_in_context
from explorer.encoders.base import EncoderIdentity, LayerStack, TargetError
from explorer.errors import ExplorerError
from explorer.lexicon.wic import WicPair
from explorer.occurrences import Occurrence
from explorer.store import VectorStore


def pairs(n=80, seed=0):
    """Pairs of n words; the sentence says its sense, as `a` or `b`."""
    rng = np.random.default_rng(seed)
    found = []
    for row in range(1, n + 1):
        senses = rng.choice(["a", "b"], size=2)
        uses = [Occurrence(f"{sense} {row} {side} 배", 0, 1, f"word{row}") for side, sense in enumerate(senses)]
        found.append(WicPair(row, str(row), *uses, same=bool(senses[0] == senses[1])))
    return found


@dataclass(frozen=True)
class Fake:
    """Layer 0 knows the word alone, layer 1 the sense with noise, layer 2 the sense; word7 is unknown to `lacking`."""

    lacking: tuple[str, ...] = ()
    layers: tuple[str, ...] = ("0", "1", "2")
    dim: int = 8

    @property
    def identity(self):
        return EncoderIdentity("fake", "static", f"fake{self.lacking}")

    def encode(self, occurrences, *, pooling="mean", progress=None):
        lost = {
            i: ExplorerError("word_unknown", word=o.word) for i, o in enumerate(occurrences) if o.word in self.lacking
        }
        if lost:
            raise TargetError(lost)
        vectors = np.zeros((3, len(occurrences), self.dim), dtype=np.float32)
        for i, o in enumerate(occurrences):
            word = np.random.default_rng(sum(map(ord, o.word))).normal(size=self.dim)
            noise = np.random.default_rng([*map(ord, o.text)]).normal(size=self.dim)
            sense = np.eye(self.dim)[0] * (3 if o.text[0] == "a" else -3)
            vectors[:, i] = word, sense + 2 * noise, sense + 0.01 * word
        return LayerStack(vectors, self.layers, tuple(occurrences), self.identity, ("",) * len(occurrences))


@pytest.fixture
def store(tmp_path):
    return VectorStore(tmp_path)


def test_layers_that_know_more_score_higher(store):
    result = word_in_context(store, Fake(), pairs(), centring="none")
    word_only, noisy, perfect = (layer.auc for layer in result.scores)
    assert word_only == 0.5  # identical vectors tie, whatever their order
    assert 0.5 < noisy < 1.0
    assert perfect == 1.0 and result.best_layer == 2 and result.best_layer_shares[2] == pytest.approx(1.0)


def test_without_tuning_pairs_there_is_no_accuracy(store):
    result = word_in_context(store, Fake(), pairs(), centring="none")
    assert {(layer.accuracy, layer.threshold, layer.auc_both) for layer in result.scores} == {(None, None, None)}


def test_the_threshold_comes_from_the_tuning_pairs(store):
    result = word_in_context(store, Fake(), pairs(), pairs(60, seed=1), centring="own")
    assert result.scores[2].accuracy == 1.0 and result.n_tune == 60
    assert result.scores[0].accuracy in (result.majority, pytest.approx(1 - result.majority))


def test_intervals_hold_the_figure_and_repeat(store):
    first = word_in_context(store, Fake(), pairs(), centring="none")
    low, high = first.scores[1].auc_interval
    assert low < first.scores[1].auc < high
    assert first == word_in_context(store, Fake(), pairs(), centring="none")
    assert (
        first.scores[1].auc_interval
        != word_in_context(store, Fake(), pairs(), centring="none", seed=5).scores[1].auc_interval
    )


def test_pairs_without_a_vector_are_named(store):
    result = word_in_context(store, Fake(lacking=("word7",)), pairs(), centring="none")
    assert result.n == 79 and [row for row, _ in result.without] == [7]
    with pytest.raises(ExplorerError):
        word_in_context(store, Fake(lacking=("word1",)), pairs(1), centring="none")


def test_the_reference_is_the_bundled_targets(tmp_path):
    reference = [Occurrence(f"{'ab'[i % 2]} 배 {i}", 0, 1, "배") for i in range(10)]
    store = VectorStore(tmp_path, reference=lambda language: reference)
    result = word_in_context(store, Fake(), pairs(), centring="reference")
    assert result.centring == "reference" and result.scores[2].auc == 1.0 and result.scores[0].auc == 0.5
