"""Nearest centroid with a margin: what is far apart is told apart, and shuffled labels say what chance gives."""

import numpy as np
import pytest

from explorer.geometry.centroids import centroid_cosines, credit, held_out_cosines, margins, share_right


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
        _, low = share_right(margins(held), margins(held), right)
        assert right.mean() == pytest.approx(1.0 if apart else 0.33, abs=0.12)
        told_apart = (low > 0.5).mean()
        assert told_apart >= told if apart else told_apart < 0.1


def test_identical_vectors_are_never_told_apart():
    same = np.ones((12, 5))
    labels = np.repeat([0, 1, 2], 4)
    held = held_out_cosines(same, labels, np.arange(12))
    assert credit(held, labels) == pytest.approx(1 / 3)
    share, low = share_right(margins(held), margins(held), credit(held, labels))
    assert np.isnan(share).all() and np.isnan(low).all()


def test_a_margin_needs_two_senses():
    assert np.isnan(margins(np.array([[0.5], [np.nan]]))).all()
    assert margins(np.array([[0.5, np.nan, 0.2]]))[0] == pytest.approx(0.3)
