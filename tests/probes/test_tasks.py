import numpy as np
import pytest

from probes.errors import SENTENCES, ProbeError
from probes.tasks import (
    Task,
    check_learnable,
    learnable,
    pair_features,
    senses_within_words,
    token_tags,
    words_in_context,
)


def key(error: pytest.ExceptionInfo[ProbeError]) -> str:
    assert str(error.value)  # the sentence can be filled in
    return error.value.key


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["a", None, "b"] * 5, "labels_missing"),
        (["a", " ", "b"] * 5, "labels_missing"),
        (["a"] * 20, "one_class"),
        (["a", "b", "a"], "few_items"),
        (["a"] * 10 + ["b"] * 9 + ["c"], "small_class"),
    ],
)
def test_labels_that_cannot_be_learned_are_refused_in_a_sentence(labels, expected):
    with pytest.raises(ProbeError) as error:
        check_learnable(Task.of("t", labels))
    assert key(error) == expected


def test_a_word_with_one_sense_has_no_probe_of_its_own():
    senses, words = ["a", "b"] * 5 + ["c"] * 10, ["w"] * 10 + ["v"] * 10
    task = senses_within_words(senses, words, range(20), words)
    with pytest.raises(ProbeError) as error:
        check_learnable(task)
    assert key(error) == "one_class_within"
    kept, rows = learnable(task)
    assert set(kept.within) == {"w"} and list(rows) == list(range(10))


def test_what_is_learnable_leaves_out_labels_of_one_group_and_then_lone_strata():
    task = Task.of("t", ["a", "b", "c", "a", "b", "c"] * 2, groups=[1, 1, 1, 2, 2, 1] * 2)
    kept, rows = learnable(task)
    assert kept.classes == ("a", "b")
    assert task.take(rows.tolist()) == kept


def test_a_design_without_its_types_or_parts_is_refused():
    for design, expected in [
        ({"control": "type"}, "types_needed"),
        ({"split": "type"}, "types_needed"),
        ({"split": "published"}, "parts_needed"),
        ({"parts": ["test", "dev"]}, "part_unknown"),
        ({"groups": [1]}, "length"),
    ]:
        with pytest.raises(ProbeError) as error:
            Task.of("t", ["a", "b"], **design)
        assert key(error) == expected


def test_new_words_have_no_control_by_type():
    assert token_tags(["N", "V"], [1, 2], ["a", "b"]).control == "type"
    assert token_tags(["N", "V"], [1, 2], ["a", "b"], new_words=True).control == "none"
    assert words_in_context(["True", "False"], ["train", "test"]).split == "published"


def test_pair_features_do_not_depend_on_the_order_of_the_pair():
    u, v = np.random.default_rng(0).normal(size=(2, 3, 4))
    np.testing.assert_array_equal(pair_features(u, v), pair_features(v, u))


def test_every_error_has_one_sentence():
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())
