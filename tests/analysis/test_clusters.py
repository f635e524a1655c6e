import numpy as np
from sklearn.metrics import adjusted_rand_score

from explorer.analysis.clusters import adjusted_rand, clusters
from explorer.analysis.compare import layered_views, umap_points
from explorer.encoders.catalog import open_encoder
from explorer.lexicon import bundled
from explorer.store import VectorStore

USES = bundled.occurrences("ko", "eunhaeng")
STORE = VectorStore()


def test_the_index_is_that_of_hubert_and_arabie():
    rng = np.random.default_rng(0)
    for _ in range(20):
        one, other = rng.integers(4, size=40), rng.integers(3, size=40)
        np.testing.assert_allclose(adjusted_rand(one, other), adjusted_rand_score(one, other))
    assert adjusted_rand(one, (one + 1) % 4) == 1


def test_clusters_number_as_many_as_the_senses_and_stand_beside_chance():
    views = layered_views(STORE, open_encoder("e5-small"), USES)
    found, again = clusters(views[-1]), clusters(views[-1])
    assert found.count == len({label for label in views[-1].labels if label}) == 2 and np.array_equal(
        found.labels, again.labels
    )
    assert np.all(np.diff(np.bincount(found.labels)) <= 0)
    assert found.agreement is not None and found.band is not None
    assert found.band[0] < 0 < found.band[1] < 1 and -1 <= found.agreement <= 1


def test_one_vector_is_one_cluster():
    found = clusters(layered_views(STORE, open_encoder("word2vec-ko"), USES)[0])
    assert found.count == 1 and found.agreement is None


def test_several_words_are_one_space_and_scored_within_each_word():
    pears = bundled.occurrences("ko", "bae")
    together = layered_views(STORE, open_encoder("word2vec-ko"), USES + pears)[0]
    assert together.distinct == 2
    alone = layered_views(STORE, open_encoder("word2vec-ko"), pears)[0].scores
    assert together.scores.n > alone.n
    assert together.scores.one_nn is not None and together.scores.one_nn < 0.6  # the words are no senses


def test_a_map_of_neighbours_is_the_same_each_time_and_no_guest_moves_it():
    views = layered_views(STORE, open_encoder("e5-small"), USES)[-2:]
    points, again = umap_points(views), umap_points(views)
    np.testing.assert_array_equal(points, again)
    assert points.shape == (2, len(USES), 2) and np.isfinite(points).all()
    guests = [False] * (len(USES) - 1) + [True]
    np.testing.assert_allclose(
        umap_points(layered_views(STORE, open_encoder("e5-small"), USES[:-1])[-2:]),
        umap_points(views, guests=guests)[:, :-1],
        atol=1e-6,
    )
