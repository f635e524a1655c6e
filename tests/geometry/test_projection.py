import numpy as np
from sklearn.decomposition import PCA

from explorer.geometry.neighbours import nearest
from explorer.geometry.projection import aligned_pca, aligned_umap, turned
from explorer.geometry.similarity import cosine_matrix

rng = np.random.default_rng(2)


def distances(points: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points[:, None] - points[None], axis=-1)


def test_each_layer_is_pca_up_to_turning_and_scale():
    x = rng.normal(size=(3, 20, 9)) * np.arange(1, 10)
    projection = aligned_pca(x)
    for layer in range(3):
        reference = distances(PCA(2).fit_transform(x[layer]))
        ratio = distances(projection.points[layer])[reference > 0] / reference[reference > 0]
        np.testing.assert_allclose(ratio, ratio[0], rtol=1e-8)
        np.testing.assert_allclose(projection.explained[layer], PCA(2).fit(x[layer]).explained_variance_ratio_)


def test_a_flipped_copy_of_a_layer_stays_where_it_was():
    x = rng.normal(size=(30, 6)) * [9, 5, 1, 1, 1, 1]
    rotation = np.linalg.qr(rng.normal(size=(6, 6)))[0]
    projection = aligned_pca(np.stack([x, -x, x @ rotation]))
    np.testing.assert_allclose(projection.points[1], projection.points[0], atol=1e-8)
    np.testing.assert_allclose(projection.points[2], projection.points[0], atol=1e-8)


def test_an_added_sentence_moves_nobody_else():
    x = rng.normal(size=(4, 12, 5))
    with_guest = np.concatenate([x, rng.normal(size=(4, 1, 5)) * 30], axis=1)
    fitted = np.array([True] * 12 + [False])
    np.testing.assert_allclose(aligned_pca(with_guest, fitted).points[:, :12], aligned_pca(x).points)


def test_identical_vectors_are_one_point_and_tiny_sets_do_not_fail():
    assert np.all(aligned_pca(np.ones((1, 7, 4))).points == 0)
    assert aligned_pca(rng.normal(size=(2, 1, 4))).points.shape == (2, 1, 2)
    assert aligned_pca(rng.normal(size=(2, 2, 4))).points.shape == (2, 2, 2)
    assert aligned_pca(np.zeros((2, 0, 4))).points.shape == (2, 0, 2)


def test_turning_recovers_a_rotation():
    points = rng.normal(size=(8, 2))
    angle = 1.1
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    np.testing.assert_allclose(turned(points @ rotation, points), points, atol=1e-10)


def test_nearest_leaves_out_the_item_itself_and_the_undefined():
    x = np.array([[1, 0], [0.9, 0.1], [0, 1], [0, 0]])
    found = nearest(cosine_matrix(x), 0, 5)
    assert [i for i, _ in found] == [1, 2]
    assert found[0][1] > found[1][1]


def test_a_map_of_neighbours_keeps_clouds_apart_and_travels_as_little_as_it_can():
    clouds = np.repeat(np.eye(8)[:3] * 6, 12, axis=0)
    first = clouds + rng.normal(size=(36, 8)) * 0.3
    x = np.stack([first, first @ np.linalg.qr(rng.normal(size=(8, 8)))[0]])
    points = aligned_umap(x)
    for layer in points:
        centres = layer.reshape(3, 12, 2).mean(axis=1)
        spread = np.linalg.norm(layer.reshape(3, 12, 2) - centres[:, None], axis=-1).max()
        assert distances(centres)[np.triu_indices(3, 1)].min() > spread
    assert np.linalg.norm(points[1] - points[0], axis=1).mean() < 0.6  # turned onto the layer before
    np.testing.assert_array_equal(points, aligned_umap(x))


def test_a_map_of_few_or_equal_vectors_is_their_pca():
    x = rng.normal(size=(2, 4, 5))
    np.testing.assert_allclose(aligned_umap(x)[0], aligned_pca(x).points[0])
    assert np.all(aligned_umap(np.ones((2, 9, 4))) == 0)
