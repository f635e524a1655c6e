"""Layers whose truth is known: an encoder that puts the senses apart at one layer, and at one only."""

import json
from dataclasses import dataclass, replace

import numpy as np
import pytest

from explorer.analysis.clear_layers import clearly_above, highest
from explorer.analysis.compare import layered_views, mixed_view
from explorer.analysis.layer_reading import overview_points, points
from explorer.analysis.layers import best_layer, overview, separation
from explorer.analysis.spaces import centred, label_names
from explorer.commands.separation import as_json
from explorer.encoders.base import EncoderIdentity, LayerStack
from explorer.encoders.catalog import open_encoder
from explorer.errors import ExplorerError
from explorer.language import speaker
from explorer.lexicon import bundled
from explorer.mixing import one_layer, uniform
from explorer.occurrences import Occurrence
from explorer.store import VectorStore

DIM = 24
IDENTITY = EncoderIdentity("known", "bert", "known-1")


@dataclass(frozen=True)
class Known:
    """Layer 0 is noise by sentence; at layer 2 uses of a sense lie together; layer 1 is one vector a word."""

    layers: tuple[str, ...] = ("0", "1", "2")
    dim: int = DIM
    identity: EncoderIdentity = IDENTITY

    def encode(self, occurrences, *, pooling="mean", progress=None) -> LayerStack:
        def draw(*of: object) -> np.ndarray:
            return np.random.default_rng([hash_of(str(o)) for o in of]).normal(size=DIM)

        vectors = np.stack(
            [
                [draw(o.text), draw(o.word), draw(o.sense) * 4 + draw(o.text, "noise") * 0.3]
                for o in occurrences
            ],
            axis=1,
        )  # fmt: skip
        return LayerStack(
            vectors.astype(np.float32), self.layers, tuple(occurrences), self.identity, ("",) * len(occurrences)
        )


def hash_of(text: str) -> int:
    return int.from_bytes(text.encode(), "little") % 2**63


def reference(language: str) -> tuple[Occurrence, ...]:
    return bundled.occurrences("ko", "bam") + bundled.occurrences("ko", "cha")


@pytest.fixture
def store(tmp_path) -> VectorStore:
    return VectorStore(tmp_path, reference=reference)


def test_the_layer_that_holds_the_sense_is_found(store):
    result = separation(store, Known(), bundled.occurrences("ko", "nun"))
    assert result.best_layer == 2
    assert result.scores[2].one_nn == 1 and result.scores[2].standing == "above"
    assert result.best_layer_shares[2] > 0.99
    assert result.scores[0].standing in ("within", "below")
    assert result.n == 40


def test_one_vector_a_word_scores_chance_and_has_no_silhouette(store):
    result = separation(store, Known(), bundled.occurrences("ko", "nun"))
    assert result.scores[1].one_nn == pytest.approx(result.baselines.chance)
    assert result.scores[1].standing == "within"
    assert result.scores[1].silhouette is None
    assert result.raw_self_similarity[1] == pytest.approx(1)


def test_the_whole_result_is_json_without_nan(store):
    result = separation(store, Known(), bundled.occurrences("ko", "nun"))
    parsed = json.loads(json.dumps(as_json(result, [], 0), allow_nan=False))
    assert [row["layer"] for row in parsed["layers"]] == [0, 1, 2]
    assert {"one_nn", "silhouette", "self_similarity", "anisotropy", "n"} <= set(parsed["layers"][0])


def test_what_is_not_scored_is_left_out_and_counted(store):
    uses = bundled.occurrences("ko", "eunhaeng")
    result = separation(store, Known(), uses)
    assert result.unlabelled == 2 and result.n == len(uses) - 2
    assert "eunhaeng.river" not in dict(result.senses)


def test_homographs_and_senses_are_two_columns():
    uses = bundled.occurrences("ko", "dari")
    assert set(label_names(uses)) == {"dari.leg", "dari.furniture", "dari.bridge"}
    assert set(label_names(uses, "homograph")) == {"다리/1", "다리/2"}
    assert label_names([Occurrence("배", 0, 1, "배", sense="mine"), Occurrence("배", 0, 1, "배")]) == ["mine", None]


def test_senses_of_one_word_have_no_homographs_to_tell_apart(store):
    result = separation(store, Known(), bundled.occurrences("ko", "gil"), grouping="homograph")
    assert result.best_layer is None
    assert all(score.one_nn is None for score in result.scores)


def test_without_a_label_there_is_nothing_to_measure(store):
    with pytest.raises(ExplorerError, match="sense"):
        separation(store, Known(), [Occurrence("배가 온다", 0, 1, "배")])


def test_the_reference_mean_is_what_centring_subtracts(store):
    stack = store.stack(Known(), reference("ko"))
    assert np.abs(centred(store, Known(), stack).mean(axis=1)).max() < 1e-6
    np.testing.assert_allclose(centred(store, Known(), stack, "none"), stack.vectors)


def test_a_mix_of_one_layer_alone_is_that_layer(store):
    uses = bundled.occurrences("ko", "nun")
    views = layered_views(store, Known(), uses)
    alone = mixed_view(store, Known(), uses, one_layer(2, 3))
    np.testing.assert_allclose(alone.similarity, views[2].similarity, atol=1e-5)
    assert alone.scores.one_nn == views[2].scores.one_nn
    np.testing.assert_allclose(alone.points, views[2].points, atol=1e-4)
    assert views[1].distinct == 1 and mixed_view(store, Known(), uses, uniform(3)).distinct == 40


def test_views_keep_the_order_of_the_uses_and_repeat_exactly(store):
    uses = bundled.occurrences("ko", "nun")
    first, again = layered_views(store, Known(), uses), layered_views(store, Known(), uses)
    assert all(np.array_equal(a.points, b.points) and a.scores == b.scores for a, b in zip(first, again, strict=True))
    backwards = layered_views(store, Known(), uses[::-1])
    np.testing.assert_allclose(backwards[2].similarity, first[2].similarity[::-1, ::-1], atol=1e-9)


def test_best_layer_shares_sum_to_one_and_tell_a_close_race():
    rng = np.random.default_rng(0)
    credit = rng.random((4, 30)).round()
    best, shares = best_layer(credit)
    assert sum(shares) == pytest.approx(1)
    assert best == credit.mean(axis=1).argmax()
    assert best_layer(np.full((2, 5), np.nan))[0] is None


def test_a_layer_is_clearly_above_chance_where_its_whole_interval_is():
    band = (0.2, 0.4)
    intervals = [(0.1, 0.3), (0.35, 0.6), (0.41, 0.7), None, (0.4, 0.8), (0.5, 0.9)]
    assert clearly_above(intervals, [band] * 6) == (2, 5)
    assert clearly_above([(0.5, 0.9)], [None]) == ()
    assert highest([0.2, None, 0.7, 0.7]) == 2 and highest([None, None]) is None


def test_the_reading_says_where_senses_begin_to_come_apart_and_where_most(store):
    result = separation(store, Known(), bundled.occurrences("ko", "nun"))
    sure = result.scores[2].one_nn_unmatched_interval
    assert sure == pytest.approx((0.912, 1), abs=1e-3)  # forty right answers are no certainty
    for code, only in (("ko", "첫 층은 **2층**"), ("en", "first layer clearly above chance is **layer 2**")):
        plain, apart, *_ = points(result, speaker(code))
        assert only in plain and ("**2층**" in apart or "**layer 2**" in apart)


def test_the_reading_says_when_no_layer_is_above_chance_and_why_one_is_below():
    uses = bundled.occurrences("ko", "nun")
    found = separation(VectorStore(), open_encoder("bert-ko"), uses)
    assert all(score.standing == "below" for score in found.scores)
    plain, apart, below = points(found, speaker("en"))
    assert plain.startswith("No layer is clearly above chance.") and "no layer is clearly above" in apart
    assert "(layers 0–4)" in below and "partners left out" in below
    own = [replace(use, source="table", id=str(k)) for k, use in enumerate(uses)]
    *_, below = points(separation(VectorStore(), open_encoder("bert-ko"), own), speaker("ko"))
    assert "우연보다도 낮습니다" in below and "짝을 뺀" not in below and "틀" in below  # such data have no partners


def test_the_overview_is_read_with_the_partners_in_and_out():
    store, encoder = VectorStore(), open_encoder("e5-small")
    with_partners, without = (overview(store, encoder, "ko", matched=matched) for matched in (True, False))
    plain, apart, *_ = points_ = overview_points(with_partners, without, speaker("en"))
    first = clearly_above(without.above_chance, [(0, 0)] * 13)[0]
    assert f"at **layer {first}**" in apart and f"The highest is **layer {without.best_layer}**" in apart
    assert f"The highest is **layer {with_partners.best_layer}**" in plain and len(points_) == 3


def test_the_overview_resamples_words():
    result = overview(VectorStore(), open_encoder("e5-small"), "ko")
    assert len(result.words) >= 36
    assert len(result.mean) == 13
    top = result.best_layer
    assert result.interval[top][0] < result.mean[top] < result.interval[top][1]
    assert result.mean[top] > result.mean[0]
    low, high = result.above_chance[top]
    assert low < result.mean[top] - result.chance < high


def test_several_words_are_each_measured_within_themselves(store):
    nun, bam = bundled.occurrences("ko", "nun"), bundled.occurrences("ko", "bam")[:30]
    together = separation(store, Known(), nun + bam)
    apart = [separation(store, Known(), uses) for uses in (nun, bam)]
    for k in range(3):
        expected = sum(result.scores[k].one_nn * result.n for result in apart) / (len(nun) + len(bam))
        assert together.scores[k].one_nn == pytest.approx(expected)
    chance = sum(result.baselines.chance * result.n for result in apart) / (len(nun) + len(bam))
    assert together.baselines.chance == pytest.approx(chance)
    assert together.scores[1].standing == "within"  # one vector a word gives chance, though words lie apart
    assert together.word == "눈, 밤"
