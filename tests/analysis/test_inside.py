"""Blanks, both forms of a particle, the draw of 80/10/10, heads' looks and pooling, on a small BERT."""

from collections import Counter

import numpy as np
import pytest

from explorer.analysis import inside, inside_pooling, masked
from explorer.analysis.particle_forms import particle_forms
from explorer.encoders.heads import open_heads
from explorer.errors import ExplorerError
from explorer.josa import both_forms
from explorer.mixing import one_layer
from tests.encoders.tiny_heads import save_headed


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return open_heads(str(save_headed(tmp_path_factory.mktemp("headed"))))


def test_answers_are_probabilities_in_order(model):
    pieces = model.read("나는 [MASK]를 먹었다")
    position = masked.blanks_in(model, pieces)[0]
    truth = model.vocabulary.index("밥")
    blank = masked.fill(model, pieces, position, truth=truth, count=len(model.vocabulary))
    values = [answer.probability for answer in blank.answers]
    assert values == sorted(values, reverse=True) and sum(values) == pytest.approx(1)
    assert blank.answers[blank.rank - 1] == blank.truth and blank.truth.piece == "밥"


def test_only_what_begins_a_word(model):
    pieces = model.read("나는 [MASK] 먹었다")
    position = masked.blanks_in(model, pieces)[0]
    count = len(model.vocabulary)
    every, first = (masked.fill(model, pieces, position, count=count, begins=begins) for begins in (False, True))
    of_all = {a.piece: a.probability for a in every.answers}
    of_first = {a.piece: a.probability for a in first.answers if a.probability}
    assert not any(piece.startswith("##") for piece in of_first) and sum(of_first.values()) == pytest.approx(1)
    assert of_first["밥"] / of_first["빵"] == pytest.approx(of_all["밥"] / of_all["빵"])


def test_one_side_does_not_see_the_other(model):
    one, other = (model.read(f"나는 [MASK] {end}") for end in ("먹었다", "길이가"))
    at = masked.blanks_in(model, one)[0]
    assert masked.fill(model, one, at, side="before").answers[0].probability == pytest.approx(
        masked.fill(model, other, at, side="before").answers[0].probability, abs=1e-6
    )
    sides = {side: masked.fill(model, one, at, side=side).answers for side in masked.SIDES}
    assert len({answers[0].probability for answers in sides.values()}) == 3


def test_both_forms_of_a_particle_stand_side_by_side(model):
    for typed in ("나는 [MASK]를 먹었다", "나는 [mask]을 먹었다"):
        closed, open_ = particle_forms(model, typed)
        assert (closed.particle, open_.particle) == ("을", "를")
        assert closed.sentence == "나는 [MASK]을 먹었다"
        for form in (closed, open_):
            assert 0 <= form.closed + form.open <= 1 + 1e-9
        assert closed.fits == closed.closed and open_.fits == open_.open
    assert particle_forms(model, "나는 [MASK] 먹었다") == ()
    assert particle_forms(model, "나는 [MASK]에서 먹었다") == ()


def test_what_is_hidden_first_carries_a_particle(model):
    for sentence, hidden in (("나는 오늘 사과를 먹었다", "사과"), ("오늘 나는 먹었다", "나"), ("길다", "##다")):
        pieces = model.read(sentence)
        assert pieces.names[masked.worth_hiding(pieces)] == hidden


def test_particles_with_two_forms():
    assert both_forms("가") == ("이", "가") and both_forms("으로") == ("으로", "로") == both_forms("로")
    assert both_forms("에서") is None and both_forms("") is None and both_forms("다") is None


def test_eighty_ten_ten(model):
    pieces = model.read("나는 오늘 사과를 먹었다. 배가 고파서 밥을 먹었다. 길이가 길다.")
    counts = Counter()
    for seed in range(600):
        drawn = masked.corrupt(model, pieces, seed=seed)
        counts.update(drawn.fates[i] for i in pieces.words)
        for i, fate in enumerate(drawn.fates):
            assert (drawn.read.ids[i] == model.mask_id) == (fate == "masked")
            if fate in ("left", "kept"):
                assert drawn.read.ids[i] == pieces.ids[i]
            assert fate == "left" or pieces.sentence[i] is not None
        assert drawn.chosen
    chosen = sum(counts[fate] for fate in ("masked", "random", "kept"))
    assert chosen / counts.total() == pytest.approx(0.15, abs=0.015)
    shares = [counts[fate] / chosen for fate in ("masked", "random", "kept")]
    assert shares == pytest.approx([0.8, 0.1, 0.1], abs=0.03)
    assert masked.corrupt(model, pieces, seed=3) == masked.corrupt(model, pieces, seed=3)
    assert [b.position for b in masked.restore(model, drawn)] == list(drawn.chosen)


def test_the_first_draw_shows_all_fates_and_a_tally_adds_draws_up(model):
    pieces = model.read("나는 오늘 사과를 먹었다. 배가 고파서 밥을 먹었다. 길이가 길다.")
    seed = masked.first_draw(model, pieces, range(1000))
    assert set(masked.corrupt(model, pieces, seed=seed).fates) == {"left", "masked", "random", "kept"}
    assert masked.first_draw(model, model.read("나"), range(50)) is None
    one, two = (masked.corrupt(model, pieces, seed=k) for k in (3, 4))
    both = masked.tally(model, pieces, [3, 4])
    assert both.chosen == len(one.chosen) + len(two.chosen) and both.draws == 2
    assert both.fates["masked"] == (*one.fates, *two.fates).count("masked")


def test_a_telling_head_looks_at_another_word(model):
    pieces = model.read("오늘 사과를 먹었다.")
    apple = pieces.names.index("사과")
    own, stop = pieces.names.index("##를"), pieces.names.index(".")
    weights = np.zeros((2, 2, len(pieces), len(pieces)), dtype=np.float32)
    weights[0, 0, apple, 0] = weights[0, 1, apple, own] = weights[1, 0, apple, stop] = 0.9  # none of these counts
    weights[1, 1, apple, 1] = 0.4
    found = inside.telling_head(weights, pieces, apple)
    assert (found.layer, found.head, found.position) == (1, 1, 1) and found.share == pytest.approx(0.4)
    assert inside.telling_head(weights, model.read("."), 1) is None


def test_a_head_looks_somewhere(model):
    pieces = model.read("배가 고파서", "밥을 먹었다")
    shares = inside.looks(model.run(pieces).attention, pieces)
    assert np.allclose(shares.sum(axis=-1), 1, atol=1e-5)
    n = len(pieces)
    straight = np.eye(n, dtype=np.float32)[None, None]
    back = np.roll(straight, -1, axis=-1)  # every piece looks at the one before it
    assert inside.looks(straight, pieces)[0, 0].tolist() == [1, 0, 0, 0, 0]
    words = len(pieces.words)
    assert inside.looks(back, pieces)[0, 0] == pytest.approx([0, (words - 2) / words, 0, 2 / words, 0])


def test_the_longest_part_is_measured(model):
    parts = model.input_sum(model.read("배가 고파서"))
    norms = inside.sizes(parts)
    assert norms.shape == (len(inside.PARTS), len(parts.token))
    assert norms[3] == pytest.approx(np.linalg.norm(parts.total, axis=1))


def test_next_sentence_is_asked_three_times(model):
    answer = inside.next_sentence(model, "배가 고파서", "밥을 먹었다", "길이가 길다")
    assert answer.follows == pytest.approx(model.run(model.read("배가 고파서", "밥을 먹었다")).follows)
    assert answer.swapped == pytest.approx(model.run(model.read("밥을 먹었다", "배가 고파서")).follows)
    with pytest.raises(ExplorerError):
        inside.next_sentence(model, "배가", "", "길다")


def test_pooling_tells_pairs_that_mean_the_same_from_others(model):
    sentences = ["배가 고파서 밥을 먹었다", "배가 고파서 빵을 먹었다", "길이가 길다", "길이 길다", "나는", "나는"]
    given = inside_pooling.states(model, sentences)
    top = one_layer(-1, given.mean.shape[0])
    assert np.allclose(inside_pooling.pool(given, "weighted", top), inside_pooling.pool(given, "mean", top), atol=1e-5)
    for centred in (True, False):
        for result in inside_pooling.compare(given, 2, top, centred=centred):
            assert (len(result.same), len(result.other)) == (2, 4)
            assert 0 <= result.auc <= 1
    assert inside_pooling.compare(given, 2, top, centred=False)[1].own == pytest.approx(1)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_pairs_that_come_along_are_whole(language):
    found = inside_pooling.examples(language)
    sentences = [sentence for pair in found.pairs for sentence in pair]
    assert len(found.pairs) >= 10 and len(set(sentences)) == len(sentences)
    shown = [found.first, found.second, found.unrelated, *sentences]
    assert all(shown)
    assert set(found.english) == (set(shown) if language == "ko" else set())
