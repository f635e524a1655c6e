import numpy as np
import pytest

from explorer.analysis.lesson_attention import target_attention
from explorer.analysis.lesson_contexts import directions, directions_over_words, random_pairs, wobble
from explorer.analysis.lesson_forms import cosine_range, form_and_sense, same_form
from explorer.analysis.lesson_limits import long_text, mask_use
from explorer.analysis.lesson_static import EXAMPLES, one_vector, sense_average, unseen_word, word_cosines
from explorer.encoders.base import EncoderIdentity
from explorer.encoders.catalog import open_encoder
from explorer.encoders.heads import open_heads
from explorer.encoders.static import StaticEncoder
from explorer.encoders.word_vectors import VectorTable
from explorer.lexicon import bundled
from explorer.occurrences import Occurrence
from explorer.store import VectorStore

USES = bundled.occurrences("ko", "bae")
CHOSEN = tuple(o for o in USES if o.id in ("bae.pear.02", "bae.ship.02", "bae.belly.02"))


@pytest.fixture(scope="module")
def store():
    return VectorStore()


def test_a_static_vector_is_the_same_in_every_sentence(store):
    found = one_vector(store, open_encoder("word2vec-ko"), USES)
    assert found.distinct == 1 and found.n == len(USES)
    assert found.cosine == pytest.approx(1.0)
    assert len(found.near) == 10 and USES[0].word not in dict(found.near)


def test_a_word_that_is_the_sum_of_its_senses_is_nearest_to_their_mean(tmp_path):
    """Senses along two axes, the word between them: the mean of the senses wins in every draw."""
    texts = [("가 배", "a"), ("나 배", "b")] * 5
    uses = [
        Occurrence(f"{text} {i}", 2, 3, "배", sense, source="made", id=str(i)) for i, (text, sense) in enumerate(texts)
    ]
    table = VectorTable(("배",), np.array([[1.0, 1.0, 0.0]], dtype=np.float32))
    static = StaticEncoder(EncoderIdentity("made", "static", "made-1"), 3, lambda: table)
    rng = np.random.default_rng(0)

    class Bag:
        identity, layers, dim = EncoderIdentity("bag", "static", "bag-1"), ("context",), 3

        def encode(self, occurrences, *, pooling="mean", progress=None):
            from explorer.encoders.base import LayerStack

            axes = np.array([[1, 0, 0] if o.text.startswith("가") else [0, 1, 0] for o in occurrences], dtype=float)
            vectors = (axes + 0.05 * rng.normal(size=axes.shape)).astype(np.float32)
            return LayerStack(vectors[None], self.layers, tuple(occurrences), self.identity, ("",) * len(occurrences))

    elsewhere = [Occurrence("x 배", 2, 3, "배", source="made")]
    store = VectorStore(tmp_path, reference=lambda language: elsewhere)
    store._means[("made-1", "ko")] = store._means[("bag-1", "ko")] = np.zeros((1, 3), dtype=np.float32)
    found = sense_average(store, static, Bag(), uses)
    assert found.senses == ("a", "b")
    assert found.mean > max(found.cosines) and found.share > 0.99
    assert found.contexts.shape == (10, 2) and found.centres.shape == (2, 2)
    assert 0 < found.inside <= 1 + 1e-9


def test_hardly_anything_of_a_word_lies_in_the_plane_of_its_contexts(store):
    found = sense_average(store, open_encoder("word2vec-ko"), open_encoder("bag-of-context"), USES)
    assert 0 < found.inside < 0.1 < found.explained


def test_a_misspelling_shares_letters_with_the_right_word():
    fasttext = open_encoder("fasttext-ko")
    wrong = unseen_word(fasttext, "배곺음")
    assert not wrong.seen and wrong.near[0][0] == "배고픔"
    assert unseen_word(fasttext, "배고픔").seen
    assert all(part in "<ㅂㅐㄱㅗㅍㅇㅡㅁ>" for part in wrong.ngrams)


def test_both_halves_are_one_before_any_context_and_two_after_it(store):
    elmo = open_encoder("elmo-ko")
    found = directions(store, elmo, USES)
    forward, backward = found.halves["forward"], found.halves["backward"]
    assert np.allclose(forward.points[0], backward.points[0])
    assert not np.allclose(forward.points[-1], backward.points[-1])
    assert found.interval[0] <= found.difference <= found.interval[1]
    assert found.difference == pytest.approx(forward.score - backward.score)


def test_over_all_words_layer_zero_knows_no_direction(store):
    found = directions_over_words(store, open_encoder("elmo-ko"), "ko")
    assert found.curves["forward"][0] == pytest.approx(found.curves["backward"][0], abs=1e-9)
    assert found.words > 40
    assert found.difference == pytest.approx(found.curves["forward"][-1] - found.curves["backward"][-1])


def test_the_same_form_has_a_cosine_for_each_pair_and_layer_beside_pairs_of_one_sense(store):
    encoder = open_encoder("e5-small")
    found = same_form(store, encoder, USES, CHOSEN)
    assert found.cosines.shape == (3, len(encoder.layers))
    assert found.n == 4 * 20 * 19 // 2
    assert (found.low < found.high).all() and (np.abs(found.cosines) <= 1 + 1e-9).all()


def test_a_range_holds_the_mean_and_only_identical_vectors_are_exact():
    ranges = {(1.0, 1.0, 1.0): "exact", (0.94, 0.94, 1.0): "near", (0.56, 0.57, 0.68): "middle", (0.4, 0.3): "far"}
    for cosines, name in ranges.items():
        assert cosine_range(np.array(cosines)) == name


class Made:
    """Vectors that hold one letter of a use's id: its set, or its sense."""

    layers, dim = ("0",), 20

    def __init__(self, by_sense: bool):
        self.by_sense = by_sense
        self.identity = EncoderIdentity(f"made-{by_sense}", "bert", f"made-{by_sense}")

    def encode(self, occurrences, *, pooling="mean", progress=None):
        from explorer.encoders.base import LayerStack

        senses = sorted({o.sense for o in USES})
        at = [senses.index(o.sense) if self.by_sense else int(o.id[-2:]) - 1 for o in occurrences]
        vectors = np.eye(self.dim, dtype=np.float32)[at]
        return LayerStack(vectors[None], self.layers, tuple(occurrences), self.identity, ("",) * len(occurrences))


@pytest.mark.parametrize("by_sense", [True, False])
def test_vectors_of_the_sense_alone_and_of_the_form_alone_are_told_apart(tmp_path, by_sense):
    store = VectorStore(tmp_path)
    store._means[(f"made-{by_sense}", "ko")] = np.zeros((1, 20), dtype=np.float32)
    found = form_and_sense(store, Made(by_sense), USES, draws=50)
    assert found.counts == {"form": 20 * 6, "sense": 4 * 190, "neither": 12 * 190}
    assert found.means["neither"] == (0.0,)
    assert (found.sense.sign, found.form.sign) == (("more", "less") if by_sense else ("unclear", "more"))


def test_a_layer_of_bert_looks_to_both_sides_of_the_word():
    found = target_attention(open_heads("bert-ko"), CHOSEN[0])
    assert found.names[found.target] == "배"
    assert np.allclose(found.shares.sum(axis=1), 1, atol=1e-4)
    before, _, after, _ = found.shares[0]
    assert before > 0.2 and after > 0.2


def test_of_a_text_that_is_too_long_the_window_around_the_word_is_read():
    found = long_text("bert-ko", USES)
    assert found.kept == 128 < found.pieces and found.word == "배"
    whole = found.before + found.left + found.word + found.right + found.after
    assert whole == " ".join(o.text for o in USES[: found.sentences])
    assert min(map(len, (found.before, found.left, found.right, found.after))) > 20


def test_an_eighth_of_the_pieces_is_hidden_in_training_and_none_in_use():
    found = mask_use(open_heads("bert-ko"), USES)
    assert 0.08 < found.fates["masked"] / found.pieces < 0.16
    assert found.in_use == 0 and "masked" in found.example.fates


def test_the_examples_of_cosines_run_from_much_alike_to_unrelated():
    values = word_cosines(open_encoder("word2vec-ko"), EXAMPLES)
    assert list(values) == sorted(values, reverse=True)
    assert values[0] > 0.7 and abs(values[-1]) < 0.1


def test_the_mean_taken_away_leaves_random_pairs_without_a_common_direction(store):
    found = random_pairs(store, open_encoder("elmo-ko"), "ko")
    assert max(np.abs(found.centred)) < 0.05 < min(found.raw)


def test_fewer_sentences_wobble_more(store):
    found = wobble(store, open_encoder("elmo-ko"), USES)
    assert found.half[1] - found.half[0] > found.interval[1] - found.interval[0]
    assert found.interval[0] <= found.value <= found.interval[1]
