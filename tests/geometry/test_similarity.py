import numpy as np

from explorer.geometry.similarity import (
    anisotropy,
    centre,
    cosine_matrix,
    maximum_explainable_variance,
    mean_pairwise,
    self_similarity,
)

rng = np.random.default_rng(0)


def test_cosine_does_not_depend_on_length():
    x = rng.normal(size=(5, 7))
    np.testing.assert_allclose(cosine_matrix(x), cosine_matrix(x * np.arange(1, 6)[:, None]))
    np.testing.assert_allclose(np.diag(cosine_matrix(x)), 1)


def test_a_vector_without_length_has_no_cosine():
    x = np.array([[1.0, 0.0], [0.0, 0.0]])
    assert np.isnan(cosine_matrix(x)[0, 1])


def test_centring_on_itself_leaves_no_direction_even_in_float32():
    x = rng.normal(size=(1, 1, 300)).astype(np.float32)
    same = np.repeat(x, 4, axis=1)
    assert np.all(centre(same, same.mean(axis=1)) == 0)


def test_self_similarity_is_one_for_a_static_word_and_averages_pairs():
    x = np.repeat(rng.normal(size=(1, 1, 8)), 5, axis=1)
    np.testing.assert_allclose(self_similarity(x), [1.0])
    y = rng.normal(size=(2, 4, 8))
    by_hand = [np.mean([cosine_matrix(y[k])[i, j] for i in range(4) for j in range(i)]) for k in range(2)]
    np.testing.assert_allclose(self_similarity(y), by_hand)
    assert np.isnan(mean_pairwise(np.ones((1, 1))))


def test_anisotropy_is_zero_around_the_origin_and_high_in_a_cone():
    words = np.repeat(np.arange(50), 10)
    round_cloud = rng.normal(size=(1, 500, 64))
    cone = round_cloud + 5
    assert abs(anisotropy(round_cloud, words)[0]) < 0.03
    assert anisotropy(cone, words)[0] > 0.9
    assert np.isnan(anisotropy(round_cloud, np.zeros(500))[0])


def test_anisotropy_compares_different_words_only():
    directions = np.eye(4).repeat(5, axis=0)[None]
    assert anisotropy(directions, np.repeat(np.arange(4), 5))[0] == 0


def test_one_direction_explains_all_of_a_line():
    line = np.linspace(-1, 1, 9)[:, None] * rng.normal(size=(1, 12))
    np.testing.assert_allclose(maximum_explainable_variance(line[None]), [1.0])
    assert np.isnan(maximum_explainable_variance(np.ones((1, 4, 3)))[0])
