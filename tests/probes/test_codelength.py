import numpy as np
import pytest
from constructed import layers_with_truth_at, random_task
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from probes.codelength import FRACTIONS, _streams, online_codelength, portions, schedule
from probes.scoring import bits, present
from probes.tasks import Task, codes


def test_codelength_is_the_sum_of_online_log_losses():
    """By hand, with scikit-learn and one regularisation: a uniform first portion, then the log-loss of each next."""
    layers, labels = layers_with_truth_at(0, n=90, layers=1, dim=5)
    task = Task.of("t", labels)
    x, y = layers["0"], codes(labels)
    stream = _streams(task, seed=0)[0]
    assert len(stream.portions) >= 4
    total = len(stream.portions[0]) * np.log2(3)
    for step in range(1, len(stream.portions)):
        known, new = np.concatenate(stream.portions[:step]), stream.portions[step]
        scaler = StandardScaler().fit(x[known])
        train = scaler.transform(x[known])
        strength = 0.1 * np.square(train).sum() / min(5, len(known) - 1)  # in units of the mean eigenvalue
        model = LogisticRegression(C=1 / strength, tol=1e-8, max_iter=5000).fit(train, y[known])
        assert len(model.classes_) == 3
        total -= np.log2(model.predict_proba(scaler.transform(x[new]))[np.arange(len(new)), y[new]]).sum()
    ours = online_codelength(task, layers, repeats=1, strengths=[0.1], workers=1)
    assert ours.task[0, 0] == pytest.approx(total, rel=2e-3)
    assert ours.uniform == pytest.approx(90 * np.log2(3))


def test_true_labels_are_short_random_ones_cost_what_their_frequencies_do():
    layers, labels = layers_with_truth_at(1, layers=2)
    types = np.arange(len(labels)) % 60
    task = Task.of("t", labels, types=types.tolist(), control="type")
    code = online_codelength(task, layers, repeats=2, workers=1)
    assert code.compression[1] > 2 > code.compression[0]
    assert code.task[0].mean() == pytest.approx(code.prior.mean(), rel=0.1)
    assert code.control is not None and (code.control > code.task[1].mean()).all()


def test_a_large_set_is_sent_in_the_published_portions_and_a_small_one_in_those_that_can_teach():
    assert schedule(100_000, 10) == tuple(round(100_000 * f) for f in FRACTIONS)
    assert schedule(40, 3) == (6, 10, 20, 40)
    assert schedule(8, 3)[-1] == 8 and schedule(6, 3) == (6,)


def test_no_group_is_sent_in_two_portions():
    held = np.random.default_rng(0).integers(30, size=200)
    sent = portions(held, 4, np.random.default_rng(1))
    assert sorted(np.concatenate(sent)) == list(range(200))
    groups = [set(held[p]) for p in sent]
    assert sum(len(g) for g in groups) == 30


def test_a_label_that_training_never_held_can_be_sent_and_probabilities_sum_to_one():
    labels = np.array([[0, 0, 2, 2]])
    seen = present(labels, 4)
    scores = np.where(seen[:, None], np.random.default_rng(0).normal(size=(1, 1, 4, 4)), np.float32(-1e30))
    cost = [bits(scores[:, :, :1], np.array([[c]]), seen, 4)[0, 0, 0] for c in range(4)]
    assert sum(2.0**-c for c in cost) == pytest.approx(1)
    assert cost[1] == cost[3] == pytest.approx(np.log2(6))


def test_strata_are_sent_apart():
    words = np.repeat(["a", "b"], 20)
    labels = [f"{w}{i % 2}" for i, w in enumerate(words)]
    x = np.random.default_rng(0).normal(size=(40, 4)).astype(np.float32)
    code = online_codelength(Task.of("t", labels, within=words.tolist()), {"0": x}, repeats=1, workers=1)
    assert code.uniform == 40  # two labels inside each word, though there are four
    assert random_task(40).n == code.n


def test_a_feature_that_stands_still_in_a_few_rows_does_not_blow_the_code_up():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(120, 8)).astype(np.float32)
    x[:, 1] = 1 + 1e-4 * rng.normal(size=120)
    x[::15, 1] = 0  # a saturated cell that opens now and then
    task = Task.of("t", [f"{int(a > 0)}" for a in x[:, 0]])
    code = online_codelength(task, {"0": x}, workers=1)
    assert code.compression[0] > 1.2
