import numpy as np

from explorer.analysis.changes import changes
from explorer.geometry.similarity import cosine_matrix

rng = np.random.default_rng(5)


def test_nothing_changes_in_the_same_space_or_a_turned_one():
    x = rng.normal(size=(20, 6))
    rotation = np.linalg.qr(rng.normal(size=(6, 6)))[0]
    found = changes(cosine_matrix(x), cosine_matrix(x @ rotation), ["a"] * 10 + ["b"] * 10)
    assert found.mean_gained == 0 and all(not c.gained and not c.lost and c.kept == 5 for c in found.movers)
    assert found.same_before == found.same_after


def test_the_one_that_moves_to_the_other_cloud_moves_most():
    x = rng.normal(size=(20, 3)) * 0.1 + np.repeat([[5, 0, 0], [0, 5, 0]], 10, axis=0)
    y = x.copy()
    y[3] = [0.1, 5, 0]
    found = changes(cosine_matrix(x), cosine_matrix(y), ["a"] * 10 + ["b"] * 10)
    first = found.movers[0]
    assert first.item == 3 and len(first.gained) == len(first.lost) == 5
    assert set(first.gained) <= set(range(10, 20)) and set(first.lost) <= set(range(10))
    assert (first.same_before, first.same_after) == (5, 0)


def test_two_unrelated_spaces_change_about_as_many_neighbours_as_chance():
    before, after = (cosine_matrix(rng.normal(size=(60, 12))) for _ in range(2))
    found = changes(before, after, [None] * 60)
    assert abs(found.mean_gained - found.expected) < 0.3
    assert found.same_before is None and found.movers[0].same_after is None


def test_tiny_sets_do_not_fail():
    assert changes(np.zeros((0, 0)), np.zeros((0, 0)), []).movers == ()
    assert changes(np.ones((1, 1)), np.ones((1, 1)), ["a"]).movers[0].kept == 0
    assert changes(np.ones((2, 2)), np.ones((2, 2)), ["a", "a"]).count == 1
