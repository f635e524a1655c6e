"""Ridge and logistic against scikit-learn, on the same split."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.preprocessing import StandardScaler

from probes.basis import block_bounds, principal_basis, spread
from probes.logistic import LogisticPath
from probes.ridge import RidgePath

rng = np.random.default_rng(5)


def data(n: int, dim: int, classes: int):
    x = (rng.normal(size=(2, n, dim)) @ rng.normal(size=(dim, dim))).astype(np.float32)
    scores = x[0] @ rng.normal(size=(dim, classes)) * 0.3
    labels = np.stack([(scores + rng.gumbel(size=scores.shape)).argmax(1), rng.integers(classes, size=n)])
    train, test = np.arange(n * 2 // 3), np.arange(n * 2 // 3, n)
    scaled = [StandardScaler().fit(layer[train]).transform(layer) for layer in x]
    return x, labels, train, test, scaled


@pytest.mark.parametrize("shape", [(150, 12, 3), (150, 12, 2), (45, 60, 4)])
@pytest.mark.parametrize("alpha", [0.5, 20.0, 500.0])
def test_ridge_is_scikit_learns_for_every_layer_and_labelling(shape, alpha):
    x, labels, train, test, scaled = data(*shape)
    basis = principal_basis(x, train, spread(x, train))
    linear = RidgePath.fit(x, train, basis, labels[:, train], shape[2], None).at(np.full(2, alpha))
    scores = linear.scores(basis.project(x, test))
    for layer in range(2):
        for p in range(2):
            theirs = RidgeClassifier(alpha=alpha).fit(scaled[layer][train], labels[p, train])
            decision = theirs.decision_function(scaled[layer][test])
            ours = scores[layer, p] * 2 - 1  # their targets are −1 and 1
            np.testing.assert_allclose(ours[:, 1] if shape[2] == 2 else ours, decision, atol=1e-3)


@pytest.mark.parametrize("shape", [(150, 12, 3), (150, 12, 2), (45, 60, 4)])
@pytest.mark.parametrize("strength", [100.0, 3.0, 0.3])
def test_logistic_is_scikit_learns_for_every_layer_and_labelling(shape, strength):
    x, labels, train, test, scaled = data(*shape)
    basis = principal_basis(x, train, spread(x, train))
    path = LogisticPath.fit(x, train, basis, labels[:, train], shape[2], tolerance=1e-8)
    path.at(np.full(2, 1000.0))  # the way there leaves no trace
    scores = path.at(np.full(2, strength)).scores(basis.project(x, test)).astype(float)
    ours = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    for layer in range(2):
        for p in range(2):
            model = LogisticRegression(C=1 / strength, tol=1e-8, max_iter=2000)
            theirs = model.fit(scaled[layer][train], labels[p, train]).predict_proba(scaled[layer][test])
            np.testing.assert_allclose(ours[layer, p], theirs, atol=4e-3)
    assert path.converged


def test_a_rank_limit_bounds_the_rank_of_the_scores_and_none_is_no_limit():
    x, labels, train, _, _ = data(150, 12, 4)
    basis = principal_basis(x, train, spread(x, train))
    at, full = np.full(2, 5.0), RidgePath.fit(x, train, basis, labels[:, train], 4, None)
    limited = RidgePath.fit(x, train, basis, labels[:, train], 4, 1).at(at).weights[0, :-1, 0]
    assert np.linalg.matrix_rank(limited, tol=1e-4) == 1
    whole = RidgePath.fit(x, train, basis, labels[:, train], 4, 3).at(at)  # 4 classes that sum to 1 span 3 dimensions
    np.testing.assert_allclose(whole.weights, full.at(at).weights, atol=1e-5)


def test_constant_vectors_give_the_frequencies_of_training():
    x = np.full((1, 30, 5), 0.1, dtype=np.float32)
    train = np.arange(20)
    labels = np.array([[0] * 15 + [1] * 5])
    basis = principal_basis(x, train, spread(x, train))
    linear = RidgePath.fit(x, train, basis, labels, 2, None).at(basis.penalty(1.0))
    np.testing.assert_allclose(linear.scores(basis.project(x, np.arange(20, 30)))[0, 0], [[0.75, 0.25]] * 10)


def test_both_gram_matrices_give_the_same_eigenvalues():
    x = rng.normal(size=(1, 40, 40)).astype(np.float32)
    rows = np.arange(40)
    wide = principal_basis(np.concatenate([x, np.zeros_like(x)], axis=-1), rows, np.ones((1, 1, 80), np.float32))
    square = principal_basis(x, rows, np.ones((1, 1, 40), np.float32))
    np.testing.assert_allclose(wide.eigenvalues, square.eigenvalues, rtol=1e-4, atol=1e-3)


def test_layers_of_one_width_go_together_as_far_as_they_fit():
    assert block_bounds([8, 8, 8, 4, 4], 16) == [(0, 2), (2, 3), (3, 5)]
    assert block_bounds([8, 8], 1) == [(0, 1), (1, 2)]
