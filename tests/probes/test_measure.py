import numpy as np
import pytest
from constructed import layers_with_truth_at, random_task

from probes.errors import ProbeError
from probes.fitting import Settings
from probes.measure import measure
from probes.summary import best_layer, compare, compare_outcomes, summarise
from probes.tasks import Task, senses_within_words, tags_of_one_form, token_tags, words_in_context

quick = Settings(workers=1, permutations=0, repeats=3)


@pytest.mark.parametrize("probe", ["ridge", "logistic", "nearest_centroid", "one_nn"])
def test_the_layer_that_knows_is_the_best_and_surely(probe):
    layers, labels = layers_with_truth_at(3)
    outcome = measure(Task.of("t", labels), layers, settings=Settings(probe=probe, workers=1, repeats=5))
    accuracy = outcome.test.mean
    assert accuracy.argmax() == 3 and accuracy[3] > 0.9 and accuracy[0] < 0.5
    best, shares = best_layer(outcome)
    assert best == 3 and shares[3] > 0.99
    assert all(c.p_holm < 0.05 and c.difference > 0.3 for c in compare(outcome, "3"))


def test_random_labels_are_at_chance_and_have_no_selectivity():
    gaps, accuracy = [], []
    for seed in range(20):
        types = np.random.default_rng((seed, 3)).integers(60, size=150)
        task = random_task(150, 2, seed, types=np.arange(150).tolist() if seed % 2 else types.tolist(), control="type")
        x = np.random.default_rng((seed, 4)).normal(size=(150, 6))
        layer = summarise(measure(task, {"0": x}, settings=quick), draws=100).layers[0]
        gaps.append(layer.selectivity)
        accuracy.append(layer.accuracy)
    assert abs(np.mean(accuracy) - 0.5) < 0.04  # standard error about 0.012
    assert abs(np.mean(gaps)) < 0.06


def test_vectors_that_know_the_word_do_the_control_task_and_selectivity_says_so():
    rng = np.random.default_rng(0)
    words = rng.integers(40, size=800)
    tags = np.array(["N", "V", "A"])[rng.integers(3, size=40)][words]
    identity = np.eye(40)[words] + 0.01 * rng.normal(size=(800, 40))
    tag_only = np.eye(3)[np.unique(tags, return_inverse=True)[1]] + 0.01 * rng.normal(size=(800, 3))
    task = token_tags(tags.tolist(), range(800), words.tolist())
    outcome = measure(task, {"word": identity}, baselines={"tag": tag_only}, settings=quick)
    report = summarise(outcome, draws=100)
    assert report.layers[0].accuracy > 0.97 and report.baselines[0].accuracy > 0.97
    assert abs(report.layers[0].selectivity) < 0.05 < report.baselines[0].selectivity
    assert {r.name: r.accuracy for r in report.references}["type_majority"] == 1


def test_matched_sets_below_chance_when_torn_apart_are_at_chance_when_held_together():
    """Vectors that hold the frame of a sentence and nothing of the sense; the i-th frame is shared by both senses."""
    frames = np.random.default_rng(0).normal(size=(30, 12)) * 3
    x = np.repeat(frames, 2, axis=0) + 0.01 * np.random.default_rng(1).normal(size=(60, 12))
    senses, words = ["a", "b"] * 30, ["w"] * 60
    nn = Settings(probe="one_nn", workers=1, permutations=0, repeats=3)
    torn = measure(senses_within_words(senses, words, range(60), words), {"0": x}, settings=nn).test.mean[0]
    held = measure(senses_within_words(senses, words, np.arange(60) // 2, words), {"0": x}, settings=nn).test.mean[0]
    assert torn < 0.3
    assert 0.3 < held < 0.7


def test_a_static_layer_scores_the_majority_inside_words():
    words = np.repeat(["a", "b"], 40)
    senses = [f"{w}{int(i % 4 == 0)}" for i, w in enumerate(words)]
    static = np.random.default_rng(0).normal(size=(2, 6))[(words == "b").astype(int)]
    outcome = measure(senses_within_words(senses, words, range(80), words), {"static": static}, settings=quick)
    assert outcome.test.mean[0] == pytest.approx(outcome.reference.mean[0])
    assert outcome.reference.mean[0] == pytest.approx(0.75)


def test_the_form_of_a_word_is_its_own_baseline():
    forms = np.repeat(["새", "못"], 40)
    tags = ["A" if (i % 4 == 0) == (f == "새") else "N" for i, f in enumerate(forms)]
    outcome = measure(tags_of_one_form(tags, range(80), forms), {"0": np.eye(80)[:, :9]}, settings=quick)
    reference = dict(zip(outcome.reference_names, outcome.reference.mean, strict=True))
    assert reference["type_majority"] == pytest.approx(0.75) and reference["majority"] < 0.6


def test_results_do_not_depend_on_threads_or_on_the_layers_beside():
    layers, labels = layers_with_truth_at(1)
    task = Task.of("t", labels, null="permutation")
    one = measure(task, layers, settings=Settings(workers=1, permutations=5))
    two = measure(task, layers, settings=Settings(workers=2, permutations=5))
    np.testing.assert_array_equal(one.test.total, two.test.total)
    np.testing.assert_array_equal(one.null, two.null)
    alone = measure(task, {"1": layers["1"]}, settings=Settings(workers=1, permutations=5))
    np.testing.assert_array_equal(alone.test.total[:, 0], one.test.total[:, 1])


def test_the_confusion_counts_every_judgement_and_two_labels_have_an_auc():
    layers, labels = layers_with_truth_at(0, classes=2, layers=1)
    parts = np.array(["train", "development", "test"])[np.arange(240) % 3]
    outcome = measure(words_in_context(labels, parts.tolist()), layers, settings=quick)
    report = summarise(outcome)
    assert report.layers[0].auc > 0.97 and report.layers[0].interval_folds is None
    assert np.sum(report.layers[0].confusion) == 80 * 3
    assert "one_split" in report.notes


def test_information_is_all_of_the_entropy_where_labels_are_plain_and_none_where_they_are_random():
    layers, labels = layers_with_truth_at(1, layers=2)
    report = summarise(measure(Task.of("t", labels), layers, settings=Settings(probe="logistic", workers=1)))
    assert report.layers[1].information > 0.8 * report.entropy
    assert -0.1 < report.layers[0].information < 0.1


def test_one_dimension_for_all_makes_widths_comparable():
    layers, labels = layers_with_truth_at(0, layers=1)
    one = measure(Task.of("t", labels), layers, settings=Settings(dimension=1, workers=1)).test.mean[0]
    assert 0.4 < one < measure(Task.of("t", labels), layers, settings=Settings(workers=1)).test.mean[0]


def test_two_encoders_are_compared_on_the_same_splits_only():
    layers, labels = layers_with_truth_at(2)
    task = Task.of("t", labels)
    first, second = measure(task, layers, settings=quick), measure(task, {"x": layers["0"]}, settings=quick)
    (result,) = compare_outcomes(first, second, [("2", "x")])
    assert result.difference > 0.4 and result.p < 0.05
    with pytest.raises(ProbeError) as error:
        compare_outcomes(first, measure(task, layers, settings=Settings(seed=1, workers=1)), [("2", "2")])
    assert error.value.key == "unpaired"


def test_bad_vectors_and_settings_are_refused_in_a_sentence():
    task = random_task(30)
    hole = np.ones((30, 3))
    hole[7, 1] = np.nan
    for layers, expected in [
        ({"0": hole}, "not_finite"),
        ({"0": np.ones((29, 3))}, "shape"),
        ({"0": np.ones((2, 30, 3))}, "shape"),
        ({}, "no_layers"),
    ]:
        with pytest.raises(ProbeError) as error:
            measure(task, layers, settings=quick)
        assert error.value.key == expected and str(error.value)
    for wrong in ({"folds": 2}, {"probe": "mlp"}, {"strengths": (0.0,)}):
        with pytest.raises(ProbeError):
            Settings(**wrong)


def test_progress_counts_to_the_end_and_can_stop_the_work():
    layers, labels = layers_with_truth_at(0)
    seen: list[tuple[int, int]] = []
    measure(Task.of("t", labels), layers, settings=quick, progress=lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == list(range(1, seen[0][1] + 1))

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measure(Task.of("t", labels), layers, settings=quick, progress=stop)


def test_two_hundred_thousand_items_need_little_more_than_their_vectors():
    import tracemalloc

    n, dim = 200_000, 8
    rng = np.random.default_rng(0)
    labels = rng.integers(2, size=n)
    x = (rng.normal(size=(n, dim)) + labels[:, None]).astype(np.float32)
    task = Task.of("t", np.array(["a", "b"])[labels].tolist(), groups=np.arange(n) // 20)
    tracemalloc.start()
    outcome = measure(task, {"0": x}, settings=Settings(repeats=1, workers=1, permutations=0, strengths=(1.0, 0.01)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert outcome.test.mean[0] > 0.9
    assert peak < 40 * x.nbytes  # x is tiny here: what counts is a few hundred bytes an item
