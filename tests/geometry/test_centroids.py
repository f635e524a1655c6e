"""Nearest centroid with a margin: what is far apart is told apart, and shuffled labels say what chance gives."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import binomtest

from explorer.geometry.centroids import (
    centroid_cosines,
    credit,
    evidence,
    evidence_at,
    held_out_cosines,
    margins,
    wilson,
)


def clouds(apart: float, n: int = 20, dim: int = 30, seed: int = 0):
    rng = np.random.default_rng(seed)
    labels = np.repeat([0, 1, 2], n)
    return rng.normal(size=(3 * n, dim)) + apart * rng.normal(size=(3, dim))[labels], labels


def test_a_vector_held_out_meets_the_means_without_its_set():
    vectors, labels = clouds(1.0, n=4)
    sets = np.tile([0, 1, 2, 3], 3)
    held = held_out_cosines(vectors, labels, sets)
    for i, own in enumerate(sets):
        rest = sets != own
        assert held[i] == pytest.approx(centroid_cosines(vectors[i : i + 1], vectors[rest], labels[rest])[0])
    assert np.isnan(held_out_cosines(vectors[[0, 4, 5]], np.array([0, 1, 1]), np.arange(3))[0, 0])


def test_far_clouds_are_told_and_one_cloud_is_not():
    for apart, told in ((3.0, 0.95), (0.0, 0.0)):
        vectors, labels = clouds(apart, n=30)
        held = held_out_cosines(vectors, labels, np.arange(len(labels)))
        right = credit(held, labels)
        blocks = evidence(margins(held), right)
        found = [evidence_at(blocks, margin) for margin in margins(held)]
        assert right.mean() == pytest.approx(1.0 if apart else 0.33, abs=0.12)
        told_apart = np.mean([e is not None and e.low > 0.5 for e in found])
        assert told_apart >= told if apart else told_apart < 0.1


def test_identical_vectors_are_never_told_apart():
    same = np.ones((12, 5))
    labels = np.repeat([0, 1, 2], 4)
    held = held_out_cosines(same, labels, np.arange(12))
    assert credit(held, labels) == pytest.approx(1 / 3)
    blocks = evidence(margins(held), credit(held, labels))
    assert all(evidence_at(blocks, margin) is None for margin in margins(held))


def test_the_share_right_rises_with_the_margin_and_is_never_certain():
    rng = np.random.default_rng(0)
    for n in (5, 24, 80, 200):
        margin = np.round(rng.exponential(0.03, n), 3)  # some tie
        right = (rng.random(n) < 0.4 + 10 * margin).astype(float)
        blocks = evidence(margin, right)
        shares = [block.right / block.n for block in blocks]
        assert shares == sorted(shares) and sum(block.n for block in blocks) == n
        assert (
            all(a.most < b.least for a, b in pairwise(blocks))
            and [b.top for b in blocks].index(True) == len(blocks) - 1
        )
        assert all(
            block.low < 1 and block.high > 0 and block.low <= block.right / block.n <= block.high for block in blocks
        )
        assert min(block.n for block in blocks) >= min(n, 8)
        where = [evidence_at(blocks, at) for at in np.linspace(0.001, 0.5, 40)]
        values = [e.right / e.n for e in where if e]
        assert values == sorted(values)


def test_small_leads_that_are_right_by_luck_do_not_beat_large_ones():
    margin = np.arange(1, 49) / 1000
    right = np.r_[np.ones(12), np.tile([0.0, 1.0], 18)]  # the smallest twelve are all right
    assert [(block.right, block.n) for block in evidence(margin, right)] == [(30.0, 48)]


def test_wilson_intervals_are_those_of_scipy():
    for hits, n in ((0, 5), (7, 12), (12, 12)):
        known = binomtest(hits, n).proportion_ci(method="wilson")
        assert wilson(hits, n) == pytest.approx((known.low, known.high), abs=1e-4)


def test_a_margin_needs_two_senses():
    assert np.isnan(margins(np.array([[0.5], [np.nan]]))).all()
    assert margins(np.array([[0.5, np.nan, 0.2]]))[0] == pytest.approx(0.3)
