"""Weights of a mix as the sliders and the address hold them."""

import numpy as np
import pytest

from explorer.mixing import ScalarMix
from explorer.screens.mix_sliders import _read, _written, logits_of


@pytest.mark.parametrize("weights", [[0.2, 0.3, 0.5], [1 / 13] * 13, [0.9, 0.05, 0.05]])
def test_a_learned_mix_comes_back_from_the_sliders(weights):
    logits = logits_of(weights)
    assert max(map(abs, logits)) <= 6
    assert np.allclose(ScalarMix(logits).weights, weights, atol=0.005)
    assert _read(",".join(_written(logits)), len(weights)) == logits


def test_of_weights_too_far_apart_the_greatest_keep_their_shares():
    weights = ScalarMix(logits_of([0.7, 0.3, 1e-12])).weights
    assert np.allclose(weights, [0.7, 0.3, 0], atol=0.005)


@pytest.mark.parametrize("asked", ["", "1,2", "a,b,c", "nan,0,0", "inf,0,0", None, "1,2,3,4"])
def test_what_is_no_mix_in_the_address_is_the_uniform_one(asked):
    assert _read(asked, 3) == (0.0, 0.0, 0.0)


def test_a_far_value_is_brought_into_the_range():
    assert _read("99,-99,0", 3) == (6.0, -6.0, 0.0)
