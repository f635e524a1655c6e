import numpy as np
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

from probes.nearest import Directions, centroid_scores, expected_credit, one_nn_scores

rng = np.random.default_rng(2)
X = rng.normal(size=(2, 60, 8)).astype(np.float32)
Y = rng.integers(3, size=(2, 60))
TRAIN, TEST = np.arange(40), np.arange(40, 60)


def test_one_nn_and_centroid_are_scikit_learns_about_the_training_mean():
    directions = Directions(X, TRAIN)
    nearest = one_nn_scores(directions, Y[:, TRAIN], TEST, 3)
    centroid = centroid_scores(directions, Y[:, TRAIN], TEST, 3)
    for layer in range(2):
        x = X[layer] - X[layer, TRAIN].mean(0)
        for p in range(2):
            knn = KNeighborsClassifier(1, metric="cosine").fit(x[TRAIN], Y[p, TRAIN])
            np.testing.assert_array_equal(nearest[layer, p].argmax(-1), knn.predict(x[TEST]))
            means = NearestCentroid().fit(x[TRAIN], Y[p, TRAIN]).centroids_
            cosine = x[TEST] @ means.T / np.linalg.norm(means, axis=1)
            np.testing.assert_array_equal(centroid[layer, p].argmax(-1), cosine.argmax(-1))


def test_identical_vectors_score_what_a_random_neighbour_would():
    directions = Directions(np.full((1, 60, 8), 0.3, dtype=np.float32), TRAIN)
    credit = expected_credit(one_nn_scores(directions, Y[:, TRAIN], TEST, 3), Y[:, TEST])
    share = np.bincount(Y[0, TRAIN], minlength=3) / 40
    np.testing.assert_allclose(credit[0, 0], share[Y[0, TEST]], rtol=1e-6)
