import numpy as np
import pytest
from constructed import random_task
from scipy import stats

from probes import intervals as sure
from probes.fitting import Settings
from probes.measure import measure
from probes.outcome import Credit
from probes.summary import summarise

rng = np.random.default_rng(0)


def once(values: np.ndarray) -> Credit:
    return Credit(values[None, None], np.ones((1, len(values))), values.mean(keepdims=True)[None])


@pytest.mark.parametrize("every_fold", [False, True])
def test_intervals_cover_chance_where_labels_are_random(every_fold):
    covered = covered_folds = low_p = 0
    for seed in range(60):
        task = random_task(90, 3, seed, groups=np.arange(90) // 2, every_fold=every_fold, null="permutation")
        x = np.random.default_rng((seed, 5)).normal(size=(90, 6))
        quick = Settings(seed=seed, permutations=19, strengths=(10.0, 1.0, 0.1), repeats=3, workers=1)
        layer = summarise(measure(task, {"0": x}, settings=quick), draws=300).layers[0]
        covered += layer.interval[0] <= 1 / 3 <= layer.interval[1]
        covered_folds += layer.interval_folds is None or layer.interval_folds[0] <= 1 / 3 <= layer.interval_folds[1]
        low_p += layer.p_null <= 0.05
    # of 60 at 95%: 57 expected, below 51 has probability 0.002; of 60 at 5%: above 8 has 0.004
    assert covered >= 51 and covered_folds >= 51
    assert low_p <= 8


def test_clusters_widen_the_interval_as_far_as_their_items_agree():
    values = np.repeat(rng.random(40) < 0.5, 10).astype(float)
    items = sure.bootstrap_interval(sure.bootstrap(once(values), np.arange(400), 1000, 0), 0)
    words = sure.bootstrap_interval(sure.bootstrap(once(values), np.repeat(np.arange(40), 10), 1000, 0), 0)
    assert np.ptp(words) == pytest.approx(np.sqrt(10) * np.ptp(items), rel=0.15)


def test_the_interval_of_a_mean_is_as_wide_as_students():
    values = rng.normal(size=12)
    low, high = sure.bootstrap_interval(sure.bootstrap(once(values), np.arange(12), 20_000, 0), 0)
    student = 2 * stats.t.ppf(0.975, 11) * values.std(ddof=1) / np.sqrt(12)
    assert high - low == pytest.approx(student, rel=0.08)


def test_all_right_is_not_certain_and_one_unit_says_nothing():
    low, high = sure.bootstrap_interval(sure.bootstrap(once(np.ones(20)), np.arange(20), 100, 0), 0)
    assert high == 1 and low == pytest.approx(0.025 ** (1 / 20))
    assert sure.bootstrap_interval(sure.bootstrap(once(np.ones(5)), np.zeros(5, dtype=int), 100, 0), 0) is None


def test_nadeau_and_bengio_is_students_t_without_overlap_and_wider_with():
    differences = rng.normal(0.3, 1, size=10)
    assert sure.corrected_p(differences, 0.0) == pytest.approx(stats.ttest_1samp(differences, 0).pvalue)
    assert sure.corrected_error(differences, 0.25) == pytest.approx(differences.std(ddof=1) * np.sqrt(0.1 + 0.25))
    assert np.isnan(sure.corrected_p(differences[:1], 0.2))
    assert sure.corrected_p(np.zeros(5), 0.2) == 1


def test_sign_flips_of_few_units_are_exact():
    assert sure.sign_flip_p(np.array([1.0, 2.0, 3.0]), 1000, 0) == 2 / 8
    assert sure.sign_flip_p(np.zeros(30), 1000, 0) == 1
    many = rng.normal(0.4, 1, size=40)
    assert sure.sign_flip_p(many, 5000, 0) == pytest.approx(stats.ttest_1samp(many, 0).pvalue, abs=0.02)


def test_holm_multiplies_the_smallest_by_the_number_of_tests():
    adjusted = sure.holm(np.array([0.01, 0.04, np.nan, 0.03]))
    np.testing.assert_allclose(adjusted, [0.03, 0.06, np.nan, 0.06])
