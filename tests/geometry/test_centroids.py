"""Nearest centroid with a margin: what is far apart is told apart, and shuffled labels say what chance gives."""

import numpy as np
import pytest

from explorer.geometry.centroids import centroid_cosines, chance_margin, held_out_cosines, margins
from explorer.geometry.similarity import cosine_matrix


def clouds(apart: float, n: int = 20, dim: int = 30, seed: int = 0):
    rng = np.random.default_rng(seed)
    labels = np.repeat([0, 1, 2], n)
    return rng.normal(size=(3 * n, dim)) + apart * rng.normal(size=(3, dim))[labels], labels


def test_a_vector_held_out_meets_the_mean_of_the_others():
    vectors, labels = clouds(1.0, n=4)
    held = held_out_cosines(vectors, labels)
    for i, label in enumerate(labels):
        rest = np.delete(np.arange(len(labels)), i)
        assert held[i] == pytest.approx(centroid_cosines(vectors[i : i + 1], vectors[rest], labels[rest])[0])
    assert np.isnan(held_out_cosines(vectors[[0, 4, 5]], np.array([0, 1, 1]))[0, 0])


def test_far_clouds_lie_beyond_chance_and_one_cloud_does_not():
    vectors, labels = clouds(3.0)
    held = held_out_cosines(vectors, labels)
    assert (held.argmax(axis=1) == labels).all()
    assert (margins(held) > chance_margin(vectors, labels)).mean() > 0.95
    vectors, labels = clouds(0.0)
    assert (margins(held_out_cosines(vectors, labels)) > chance_margin(vectors, labels)).mean() < 0.15


def test_a_margin_needs_two_senses():
    assert np.isnan(margins(np.array([[0.5], [np.nan]]))).all()
    assert margins(np.array([[0.5, np.nan, 0.2]]))[0] == pytest.approx(0.3)
    assert cosine_matrix(np.eye(2))[0, 1] == 0
