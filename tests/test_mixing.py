import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from explorer import mixing
from explorer.errors import ExplorerError
from explorer.mixing import ScalarMix

LAYERS = 5
logits = st.lists(st.floats(-50, 50), min_size=LAYERS, max_size=LAYERS).map(tuple)
stacks = arrays(np.float32, (LAYERS, 3, 8), elements=st.floats(-100, 100, width=32))


@given(logits)
def test_weights_are_a_distribution_that_a_constant_does_not_change(w):
    weights = ScalarMix(w).weights
    assert weights.min() >= 0
    assert weights.sum() == pytest.approx(1)
    assert weights == pytest.approx(ScalarMix(tuple(x + 7 for x in w)).weights)


def test_great_logits_do_not_overflow():
    assert ScalarMix((1e300, 0.0, -1e300)).weights.tolist() == [1, 0, 0]


@given(stacks, logits, st.floats(-10, 10))
def test_gamma_scales_and_nothing_else(vectors, w, gamma):
    assert ScalarMix(w, gamma)(vectors) == pytest.approx(gamma * ScalarMix(w)(vectors), rel=1e-4, abs=1e-3)


@given(stacks, logits)
def test_a_mix_lies_between_its_layers(vectors, w):
    mixed = ScalarMix(w)(vectors)
    assert (mixed >= vectors.min(axis=0) - 1e-3).all()
    assert (mixed <= vectors.max(axis=0) + 1e-3).all()


@given(stacks)
def test_uniform_is_the_mean_and_one_layer_that_layer(vectors):
    assert mixing.uniform(LAYERS)(vectors) == pytest.approx(vectors.mean(axis=0), abs=1e-3)
    assert mixing.top_layer(LAYERS)(vectors) == pytest.approx(vectors[-1], abs=1e-3)
    assert mixing.one_layer(2, LAYERS)(vectors) == pytest.approx(vectors[2], abs=1e-3)


@given(st.lists(st.floats(0.01, 100), min_size=1, max_size=13))
def test_sliders_come_back_as_shares(weights):
    assert mixing.from_weights(weights).weights == pytest.approx(np.array(weights) / sum(weights))


@given(stacks, st.floats(0.5, 100))
def test_normalised_layers_forget_their_scale(vectors, scale):
    """Ten times the values at one layer change nothing once layers are normalised (Peters et al. 2018)."""
    vectors = vectors + np.linspace(-200, 200, 8, dtype=np.float32)  # no vector is constant
    scaled = vectors.copy()
    scaled[3] *= np.float32(scale)
    mix = mixing.uniform(LAYERS, normalise=True)
    assert mix(scaled) == pytest.approx(mix(vectors), abs=1e-3)


@given(stacks)
def test_a_normalised_vector_has_mean_0_and_variance_1(vectors):
    normalised = mixing.layer_norm(vectors + np.linspace(-200, 200, 8, dtype=np.float32))
    assert normalised.mean(axis=-1) == pytest.approx(np.zeros((LAYERS, 3)), abs=1e-3)
    assert normalised.var(axis=-1) == pytest.approx(np.ones((LAYERS, 3)), abs=1e-3)
    assert not mixing.layer_norm(np.full((1, 1, 8), 3, np.float32)).any()


def test_the_centre_of_gravity_of_uniform_weights_is_half_the_layers():
    assert mixing.uniform(13).centre_of_gravity == pytest.approx(6)
    assert mixing.one_layer(4, 13).centre_of_gravity == pytest.approx(4)


@pytest.mark.parametrize("weights", [[], [0, 0], [1, -1], [1, float("nan")], [float("inf"), 1]])
def test_what_is_no_weighting_is_refused(weights):
    with pytest.raises(ValueError, match="weights"):
        mixing.from_weights(weights)


def test_a_mix_fits_its_own_number_of_layers_only():
    with pytest.raises(ExplorerError, match="3 layers"):
        mixing.uniform(3)(np.zeros((2, 4, 8), np.float32))
