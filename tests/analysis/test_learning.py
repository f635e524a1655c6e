"""A training read back: the shipped one agrees with its card; others with more or fewer measures are read too."""

import json
import shutil

import pytest

from explorer.analysis.learning import film, films, read_film
from explorer.analysis.learning_scores import Score, at_end, course, score, score_names
from explorer.analysis.probing import ready_report
from explorer.assets import asset
from explorer.errors import ExplorerError

ELMO = asset("models", "elmo-ko")


@pytest.fixture
def folder(tmp_path):
    for name in ("moments.json", "measures.json", "loss.csv"):
        shutil.copy(ELMO / name, tmp_path)
    return tmp_path


def test_elmo_learns_and_its_first_layer_does_not():
    elmo = film("elmo-ko")
    assert "elmo-ko" in films()
    assert score_names(elmo) == ("unmatched", "one_nn", "wic", "probe.pos", "probe.sense")
    mean = score(elmo, "unmatched")
    went = course(mean)
    assert mean.units == 46 and mean.low[-1][-1] < went.last < mean.high[-1][-1]
    assert went.curve == elmo.layers[-1] and went.flat == ("cnn",)
    assert went.last > went.first > score(elmo, "unmatched").chance
    assert 0 < went.half < len(elmo.percent) - 1
    wic = score(elmo, "wic")
    assert wic.chance == 0.5 and wic.values[0][-1] == pytest.approx(0.5, abs=0.01) and wic.values[-1][-1] > 0.6
    assert went.tied == ("lstm 1",) and course(wic).tied == ("lstm 1",)  # the intervals meet
    assert course(score(elmo, "probe.sense")).tied == ("lstm 1",)
    first, *_, last = elmo.loss["forwards"]
    assert first[0] < last[0] and first[1] > last[1]


@pytest.mark.parametrize("model", ["elmo-ko", "bert-ko"])
@pytest.mark.parametrize("task", ["pos", "sense"])
def test_probe_curves_rise_and_end_where_the_finished_model_stands(model, task):
    trained = film(model)
    curves = score(trained, f"probe.{task}")
    went = course(curves)
    assert went.half is not None and went.last > max(went.first, curves.chance) + 0.05
    ready = ready_report(model, task, "ko")
    assert [values[-1] for values in curves.values] == pytest.approx(
        [layer.accuracy for layer in ready.layers],
        abs=1e-3,  # those were taken on vectors in float16
    )
    assert (curves.n, curves.units) == (ready.n, ready.n_units)
    assert curves.chance == pytest.approx(max(each.accuracy for each in ready.references), abs=6e-5)


def test_a_word_has_its_own_chance():
    elmo = film("elmo-ko")
    assert score(elmo, "one_nn", "nun").chance == pytest.approx(19 / 39)  # two senses, twenty sentences each
    assert score(elmo, "unmatched", "nun").chance == pytest.approx(0.5)
    assert score(elmo, "unmatched", "nun").values != score(elmo, "unmatched").values
    assert score(elmo, "wic", "nun") == score(elmo, "wic")


def test_a_training_on_masked_words_says_more(folder):
    path = folder / "moments.json"
    moments = json.loads(path.read_text(encoding="utf-8"))
    n = len(moments["percent"])
    rising = [k / n for k in range(n)]
    moments |= {"masked_accuracy": rising, "masked_accuracy_5": rising, "next_sentence": [None, *rising[1:]]}
    table = [[value] * len(moments["layers"]) for value in rising]
    pos = {"accuracy": table, "low": table, "high": table, "chance": 0.4, "reference": "majority", "n": 9, "units": 3}
    moments["probes"] = {"pos": pos}
    path.write_text(json.dumps(moments), encoding="utf-8")
    (folder / "loss.csv").write_text("step,tokens,masked_loss,next_sentence_loss\n1,10,7.5,\n2,20,6.5,0.7\n")
    found = read_film(folder, "bert-ko")
    assert score_names(found) == ("unmatched", "one_nn", "wic", "probe.pos", "masked")
    masked = score(found, "masked")
    assert masked.curves == ("masked_accuracy", "masked_accuracy_5", "next_sentence")
    assert masked.values[2][0] is None
    assert course(score(found, "probe.pos")).half == n // 2
    assert found.loss == {"masked_loss": ((10, 7.5), (20, 6.5)), "next_sentence_loss": ((20, 0.7),)}


def test_only_the_moments_are_needed(folder):
    for name in ("measures.json", "loss.csv"):
        (folder / name).unlink()
    found = read_film(folder, "elmo-ko")
    assert score_names(found) == ("unmatched", "one_nn", "probe.pos", "probe.sense") and found.loss == {}


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"percent": 3}', '{"percent": [0], "layers": ["a"]}'])
def test_damage_is_one_sentence(folder, text):
    (folder / "moments.json").write_text(text)
    with pytest.raises(ExplorerError) as error:
        read_film(folder, "elmo-ko")
    assert error.value.key == "model_damaged"
    with pytest.raises(ExplorerError):
        read_film(folder / "nowhere", "elmo-ko")


def test_a_course_without_gain_has_no_half_way():
    went = course(Score("x", ("a", "b"), ((0.5, 0.4, 0.51), (0.3, None, 0.2))))
    assert went.curve == "a" and went.half is None and went.flat == ("a",)
    assert course(Score("x", ("a",), ((None, 0.5),))) is None


def test_curves_are_tied_where_their_last_intervals_overlap():
    values = ((0.2, 0.6), (0.2, 0.55), (0.2, 0.3), (0.2, None))
    low, high = ((0.1, 0.5), (0.1, 0.45), (0.1, 0.2), (0.1, None)), ((0.3, 0.7), (0.3, 0.65), (0.3, 0.4), (0.3, None))
    apart = Score("x", ("a", "b", "c", "d"), values, low=low, high=high)
    assert course(apart).tied == ("b",)
    assert course(Score("x", ("a", "b", "c", "d"), values, error=0.01)).tied == ()
    assert course(Score("x", ("a", "b", "c", "d"), values)).tied == ()
    assert at_end(apart, "b") == (0.2, 0.55) and at_end(apart, "d") is None and at_end(apart, "z") is None
