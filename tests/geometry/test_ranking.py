"""Area under the curve with ties, its draws, and thresholds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from explorer.geometry.ranking import accuracy, auc, auc_draws, best_threshold

scored = st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=40)


def arrays(items):
    return np.array([score for score, _ in items], dtype=float), np.array([truth for _, truth in items])


@settings(deadline=None)
@given(scored)
def test_agrees_with_scikit_learn_ties_and_all(items):
    scores, truth = arrays(items)
    if truth.all() or not truth.any():
        assert np.isnan(auc(scores, truth))
    else:
        assert auc(scores, truth) == pytest.approx(roc_auc_score(truth, scores))


def test_scores_within_a_millionth_tie():
    truth = np.array([True, False, True, False])
    assert auc(np.array([1.0, 1.0 + 4e-7, 1.0 - 4e-7, 1.0]), truth) == 0.5
    assert auc(np.array([1.0, 0.5, 1.0, 0.5]), truth) == 1.0


def test_undefined_scores_are_left_out():
    assert auc(np.array([1.0, np.nan, 0.0]), np.array([True, True, False])) == 1.0


@settings(deadline=None)
@given(scored)
def test_no_threshold_does_better(items):
    scores, truth = arrays(items)
    best = accuracy(scores, truth, best_threshold(scores, truth))
    assert all(best >= accuracy(scores, truth, t) - 1e-12 for t in np.arange(-1, 7, 0.5))


def test_draws_resample_words_and_centre_on_the_figure():
    rng = np.random.default_rng(0)
    truth = rng.random(300) < 0.5
    scores = truth + rng.normal(size=300) * 1.5
    draws = auc_draws(scores, truth, np.arange(300), draws=400, seed=1)
    assert abs(draws.mean() - auc(scores, truth)) < 0.01 and 0.02 < draws.std() < 0.05
    together = auc_draws(scores, truth, np.repeat(np.arange(10), 30), draws=400, seed=1)
    assert len(set(np.round(together, 9))) > 100 and not np.allclose(together, draws)
    assert np.isnan(auc_draws(scores[:3], np.ones(3, dtype=bool), np.arange(3), draws=5)).all()
