import numpy as np
import pytest
from constructed import layers_with_truth_at

from probes.cumulative import Cumulative, cumulative_probes, expected_layer
from probes.errors import ProbeError
from probes.scalar_mix import learn_mix
from probes.tasks import Task


@pytest.mark.parametrize("k", [0, 3])
def test_the_mix_and_its_centre_find_the_layer_that_knows(k):
    layers, labels = layers_with_truth_at(k)
    layers["1"] = layers["1"] * 100  # the scale of a layer is no sign of its use
    mix = learn_mix(Task.of("t", labels), layers, repeats=3, workers=1)
    assert (mix.weights.argmax(axis=1) == k).all()
    assert abs(mix.centre_of_gravity.mean() - k) < 0.35
    assert mix.accuracy.mean() > 0.9
    assert mix.raw_weights.sum() == pytest.approx(1)


def test_a_strong_penalty_keeps_the_weights_uniform():
    layers, labels = layers_with_truth_at(4)
    mix = learn_mix(Task.of("t", labels), layers, repeats=1, penalty=1000, workers=1)
    np.testing.assert_allclose(mix.weights, 1 / 5, atol=0.01)
    assert mix.centre_of_gravity[0] == pytest.approx(2, abs=0.02)


def test_words_with_senses_of_their_own_share_one_mix():
    layers, labels = layers_with_truth_at(2, n=300, classes=2)
    words = (np.arange(300) % 3).astype(str)
    labels = [w + label for w, label in zip(words, labels, strict=True)]
    mix = learn_mix(Task.of("t", labels, within=words.tolist()), layers, repeats=1, workers=1)
    assert mix.weights.argmax() == 2 and mix.accuracy[0] > 0.9


def test_cumulative_probes_gain_at_the_layer_that_knows():
    layers, labels = layers_with_truth_at(2, layers=4)
    climb = cumulative_probes(Task.of("t", labels), layers, repeats=2, workers=1)
    assert climb.differential.argmax() == 1  # Δ(2)
    assert climb.expected_layer == pytest.approx(2, abs=0.3)


def test_the_expected_layer_is_the_formula_and_undefined_without_gain():
    assert expected_layer(np.array([0.1, 0.3, 0.0])) == pytest.approx((0.1 + 2 * 0.3) / 0.4)
    assert expected_layer(np.array([0.1, -0.1])) is None
    assert Cumulative(np.array([[0.5, 0.7], [0.7, 0.7]])).differential == pytest.approx([0.1])


def test_layers_of_different_width_cannot_be_mixed():
    layers, labels = layers_with_truth_at(0)
    with pytest.raises(ProbeError, match="have shape"):
        learn_mix(Task.of("t", labels), {**layers, "wide": np.zeros((240, 40))}, workers=1)


def test_vectors_that_do_not_differ_share_the_credit_of_equal_labels():
    task = Task.of("t", ["a", "b"] * 40)
    mixes = learn_mix(task, {"0": np.ones((80, 4)), "1": np.ones((80, 4))}, repeats=4, workers=1)
    assert mixes.accuracy == pytest.approx([0.5] * 4, abs=0.2)
    assert cumulative_probes(task, {"0": np.ones((80, 4))}, repeats=4, workers=1).accuracy.max() < 0.8


def test_a_late_layer_that_knows_more_is_not_missed_for_an_early_one():
    """Layer 1 knows the label half of the time, layer 4 always: what reads up to 4 must do as well as 4 alone."""
    rng = np.random.default_rng(0)
    labels = rng.integers(3, size=240)
    x = rng.normal(size=(5, 240, 12)).astype(np.float32)
    means = 4 * rng.normal(size=(3, 12))
    x[1] += means[np.where(rng.random(240) < 0.5, labels, rng.integers(3, size=240))]
    x[4] += means[labels]
    layers = {str(i): layer for i, layer in enumerate(x)}
    climb = cumulative_probes(Task.of("t", [f"{c}" for c in labels]), layers, repeats=2, workers=1)
    assert climb.accuracy[:, -1].min() > 0.95 and climb.accuracy[:, 3].max() < 0.9
    assert climb.expected_layer > 2
