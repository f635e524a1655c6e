import numpy as np

from probes.controls import control_labels, null_labels
from probes.tasks import Task, codes

rng = np.random.default_rng(7)
TYPES = rng.integers(400, size=4000)
LABELS = np.where(rng.random(4000) < 0.7, "common", "rare")


def test_a_type_keeps_its_random_label_and_labels_are_as_frequent_as_the_tasks():
    task = Task.of("t", LABELS.tolist(), types=TYPES.tolist(), control="type")
    drawn = control_labels(task, seed=3)
    assert all(len(set(drawn[t == TYPES])) == 1 for t in range(400))
    by_type = drawn[np.unique(TYPES, return_index=True)[1]]
    assert abs((by_type == 0).mean() - 0.7) < 0.08  # standard error 0.023
    assert (control_labels(task, seed=4) != drawn).any()
    assert (control_labels(task, seed=3) == drawn).all()


def test_a_control_inside_strata_draws_from_the_stratum():
    words = np.repeat(["배", "눈"], 50)
    senses = np.concatenate([np.tile(["pear", "ship"], 25), np.tile(["eye", "snow"], 25)])
    task = Task.of("t", senses.tolist(), types=(np.arange(100) % 7).tolist(), within=words.tolist(), control="form")
    drawn = np.array(task.classes)[control_labels(task, 0)]
    assert set(drawn[:50]) <= {"pear", "ship"} and set(drawn[50:]) <= {"eye", "snow"}


def test_permutations_keep_what_the_null_keeps():
    types = np.repeat(np.arange(20), 5)
    labels = np.where(np.arange(100) % 3, "a", "b")
    within = null_labels(Task.of("t", labels.tolist(), types=types.tolist(), null="within_type"), 10, 0)
    for permuted in within:
        for t in range(20):
            assert sorted(permuted[types == t]) == sorted(codes(labels.tolist())[types == t])
    assert (within[0] != within[1]).any()
    words = np.where(types % 2, "a", "b")
    whole = null_labels(Task.of("t", words.tolist(), types=types.tolist(), null="by_type"), 10, 0)
    for permuted in whole:
        assert all(len(set(permuted[types == t])) == 1 for t in range(20))
        assert np.bincount(permuted).tolist() == [50, 50]
    assert null_labels(Task.of("t", words.tolist()), 10, 0).shape == (0, 100)
