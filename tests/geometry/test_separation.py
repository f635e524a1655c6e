import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import silhouette_score
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

from explorer.geometry import separation as sep
from explorer.geometry.similarity import cosine_matrix, unit

rng = np.random.default_rng(1)


def clouds(n: int = 10, dim: int = 12, distance: float = 20.0, senses: int = 3) -> tuple[np.ndarray, np.ndarray]:
    centres = rng.normal(size=(senses, dim)) * distance
    return np.repeat(centres, n, axis=0) + rng.normal(size=(senses * n, dim)), np.repeat(np.arange(senses), n)


def accuracy_1nn(x: np.ndarray, y: np.ndarray) -> float:
    return float(sep.one_nn(sep.neighbour_weights(cosine_matrix(x)), y).mean())


def test_far_clouds_come_apart():
    x, y = clouds()
    assert accuracy_1nn(x, y) == 1
    assert sep.nearest_centroid(x, y).mean() == 1
    assert sep.silhouette(cosine_matrix(x), y) > 0.9


@given(st.lists(st.integers(0, 3), min_size=2, max_size=40))
@settings(max_examples=50, deadline=None)
def test_identical_vectors_score_what_a_random_neighbour_would(labels):
    y = sep.encode_labels(labels)
    x = np.ones((len(y), 5), dtype=np.float32) * 0.1
    assert accuracy_1nn(x, y) == pytest.approx(sep.chance(y))


def test_the_order_of_the_items_does_not_matter():
    x, y = clouds(distance=0.5)
    x[:6] = x[0]  # ties
    order = rng.permutation(len(y))
    assert accuracy_1nn(x, y) == pytest.approx(accuracy_1nn(x[order], y[order]))


def test_one_nn_agrees_with_scikit_learn_leaving_one_out():
    x, y = clouds(distance=0.4)
    hits = []
    for i in range(len(y)):
        keep = np.arange(len(y)) != i
        model = KNeighborsClassifier(1, metric="cosine").fit(x[keep], y[keep])
        hits.append(model.predict(x[i : i + 1])[0] == y[i])
    np.testing.assert_array_equal(sep.one_nn(sep.neighbour_weights(cosine_matrix(x)), y), hits)


def test_nearest_centroid_agrees_with_scikit_learn_leaving_one_out():
    x, y = clouds(distance=0.4)
    hits = []
    for i in range(len(y)):
        keep = np.arange(len(y)) != i
        centroids = NearestCentroid().fit(x[keep], y[keep]).centroids_
        hits.append((unit(centroids) @ unit(x[i])).argmax() == y[i])
    np.testing.assert_array_equal(sep.nearest_centroid(x, y), hits)


def test_silhouette_agrees_with_scikit_learn():
    x, y = clouds(n=6, distance=0.6, senses=4)
    y[0] = 9  # an item alone with its label
    assert sep.silhouette(cosine_matrix(x), y) == pytest.approx(silhouette_score(x, y, metric="cosine"))


def test_a_single_item_of_a_sense_has_no_centroid_and_one_sense_no_silhouette():
    x, y = clouds(n=4, senses=2)
    y = np.array([0, 0, 0, 0, 1, 1, 1, 2])
    assert np.isnan(sep.nearest_centroid(x, y)[-1])
    assert np.isnan(sep.silhouette(cosine_matrix(x), np.zeros(8, dtype=int)))
    assert np.isnan(sep.silhouette(np.full((8, 8), np.nan), y))
    assert np.isnan(sep.silhouette(cosine_matrix(np.ones((8, 3))), y))  # a static model: undefined, not 0


def test_random_labels_fall_inside_their_band():
    x = rng.normal(size=(40, 10))
    y = sep.encode_labels(np.repeat(["a", "b"], 20))
    weights = sep.neighbour_weights(cosine_matrix(x))
    inside = 0
    for seed in range(40):
        shuffled = np.random.default_rng(seed).permutation(y)
        low, high = sep.band(sep.one_nn_permuted(weights, shuffled, 300, seed))
        inside += low <= sep.one_nn(weights, shuffled).mean() <= high
    assert inside >= 34  # 38 expected at 95%


def test_permutations_are_the_same_as_scoring_each_labelling_by_hand():
    x, y = clouds(n=5, distance=0.3)
    weights = sep.neighbour_weights(cosine_matrix(x))
    drawn = sep.permuted(y, 20, seed=3)
    np.testing.assert_allclose(
        sep.one_nn_permuted(weights, y, 20, seed=3), [sep.one_nn(weights, d).mean() for d in drawn]
    )
    np.testing.assert_allclose(
        sep.nearest_centroid_permuted(x, y, 20, seed=3), [sep.nearest_centroid(x, d).mean() for d in drawn]
    )


def test_neighbours_by_form_score_below_chance():
    """Two senses whose sentences come in pairs of the same form: the nearest neighbour is always the other sense."""
    forms = rng.normal(size=(15, 20)) * 5
    x = np.concatenate([forms, forms]) + rng.normal(size=(30, 20)) * 0.01
    y = sep.encode_labels([0] * 15 + [1] * 15)
    weights = sep.neighbour_weights(cosine_matrix(x))
    assert sep.one_nn(weights, y).mean() < sep.band(sep.one_nn_permuted(weights, y))[0]


def test_bootstrap_draws_the_same_items_for_every_layer():
    credit = np.tile(rng.random(12), (3, 1))
    means = sep.bootstrap_means(credit, 100)
    np.testing.assert_allclose(means[:, 0], means[:, 2])
    assert means[:, 0].mean() == pytest.approx(credit[0].mean(), abs=0.05)


def test_permutations_within_sets_stay_within_them():
    labels = sep.encode_labels(list("abc") * 6)
    sets = np.repeat(np.arange(6), 3)
    order = rng.permutation(18)
    drawn = sep.permuted_within(labels[order], sets[order], 50, seed=2)
    for labelling in drawn:
        for one in range(6):
            assert sorted(labelling[sets[order] == one]) == [0, 1, 2]
    assert len({tuple(labelling) for labelling in drawn}) > 40


def test_without_its_partners_a_sentence_finds_its_sense():
    """Form decides first and sense second: below chance with the partners, right without them."""
    from explorer.analysis.scores import score

    forms, senses = rng.normal(size=(12, 16)) * 6, rng.normal(size=(2, 16)) * 3
    x = np.concatenate([forms + senses[0], forms + senses[1]]) + rng.normal(size=(24, 16)) * 0.1
    labels, sets = np.repeat([0, 1], 12), np.tile(np.arange(12), 2)
    found = score(x, labels, np.ones(24, dtype=bool), sets=sets)
    assert found.one_nn < found.one_nn_band[0]
    assert found.one_nn_unmatched > found.one_nn
    low, high = found.one_nn_unmatched_band
    assert low < 0.5 < high
    assert score(x, labels, np.ones(24, dtype=bool)).one_nn_unmatched is None
