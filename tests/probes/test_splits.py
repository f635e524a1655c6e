import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from probes.errors import ProbeError
from probes.splits import deal, make_splits
from probes.tasks import PARTS, Task

sizes = st.integers(30, 80)


@given(st.integers(0, 50), sizes, st.integers(4, 15), st.booleans())
@settings(max_examples=40, deadline=None)
def test_no_group_stands_in_two_parts(seed, n, n_groups, every_fold):
    rng = np.random.default_rng(seed)
    groups = rng.integers(n_groups, size=n)
    task = Task.of("t", rng.choice(["a", "b"], n).tolist(), groups=groups.tolist(), every_fold=every_fold)
    assume(min(len(set(groups[np.array(task.labels) == c])) for c in "ab") > 1)
    for split in make_splits(task, repeats=2, seed=seed):
        parts = [set(groups[split.rows(part)]) for part in PARTS]
        assert not (parts[0] & parts[1] or parts[0] & parts[2] or parts[1] & parts[2])
        assert sum(len(split.rows(part)) for part in PARTS) == n


@given(st.integers(0, 50), sizes)
@settings(max_examples=40, deadline=None)
def test_a_type_disjoint_split_shares_neither_types_nor_sentences(seed, n):
    rng = np.random.default_rng(seed)
    words, sentences = rng.integers(12, size=n), rng.integers(20, size=n)
    labels = np.where(words % 2, "odd", "even").tolist()
    assume(len(set(labels)) == 2)
    task = Task.of("t", labels, groups=sentences.tolist(), types=words.tolist(), split="type", every_fold=True)
    assume(min(len(set(words[np.array(labels) == c])) for c in ("odd", "even") if c in labels) > 1)
    for split in make_splits(task, repeats=1, seed=seed):
        for names in (words, sentences):
            train, development, test = (set(names[split.rows(part)]) for part in PARTS)
            assert not (train & development or train & test or development & test)


def test_nothing_is_lost_where_sentences_lie_inside_words():
    words = np.repeat(np.arange(20), 4)
    task = Task.of("t", np.where(words % 2, "a", "b").tolist(), types=words.tolist(), split="type")
    split = make_splits(task)[0]
    assert sum(len(split.rows(part)) for part in PARTS) == len(words)


def test_every_item_is_tested_once_in_each_repetition():
    task = Task.of("t", ["a", "b"] * 20, groups=np.arange(40) // 2, every_fold=True)
    splits = make_splits(task, folds=4, repeats=3)
    assert len(splits) == 12
    tested = np.concatenate([s.rows("test") for s in splits])
    assert (np.bincount(tested) == 3).all()


def test_folds_spread_every_stratum_evenly():
    words = np.repeat(np.arange(8), 10)
    task = Task.of("t", ["a", "b"] * 40, within=words.tolist(), every_fold=True)
    for split in make_splits(task, folds=5, repeats=2):
        assert (np.bincount(words[split.rows("test")]) == 2).all()
    assert (np.bincount(deal(np.zeros(40, dtype=int), 5, np.random.default_rng(0))) == 8).all()


def test_labels_are_dealt_evenly_unless_a_null_permutes_them():
    labels = ["rare"] * 10 + ["common"] * 90
    rare = [int((s.rows("test") < 10).sum()) for s in make_splits(Task.of("t", labels))]
    assert rare == [2] * 5
    free = [int((s.rows("test") < 10).sum()) for s in make_splits(Task.of("t", labels, null="permutation"), repeats=20)]
    assert len(set(free)) > 1


def test_the_published_parts_are_kept_and_a_development_part_is_made_of_training_groups():
    parts = ["train"] * 20 + ["test"] * 10
    task = Task.of("t", ["a", "b"] * 15, groups=np.arange(30) // 2, parts=parts, split="published")
    split = make_splits(task)[0]
    assert list(split.rows("test")) == list(range(20, 30))
    assert 0 < len(split.rows("development")) < 10


def test_a_published_split_that_leaks_is_refused():
    parts = ["train"] * 10 + ["test"] * 10
    with pytest.raises(ProbeError) as error:
        make_splits(Task.of("t", ["a", "b"] * 10, groups=[0] * 20, parts=parts, split="published"))
    assert error.value.key == "leak"


def test_two_groups_are_too_few():
    with pytest.raises(ProbeError) as error:
        make_splits(Task.of("t", ["a", "b"] * 10, groups=[0, 0, 1, 1] * 5))
    assert error.value.key == "few_groups"
