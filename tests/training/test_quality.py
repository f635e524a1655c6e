"""What static vectors are worth in context, on vectors whose worth is known."""

import numpy as np
import pytest

from explorer.encoders.fasttext import NgramVectors
from explorer.encoders.word_vectors import VectorTable
from explorer.occurrences import Occurrence
from explorer.training.misspellings import reached
from explorer.training.quality import contexts, homographs, one_part_of_speech, word_in_context

TABLE = VectorTable(
    ("바다", "파도", "나무", "열매", "배"), np.array([[1, 0], [1, 0.1], [0, 1], [0.1, 1], [9, 9]], dtype=np.float32)
)


def use(sentence, sense):
    return Occurrence.from_bracketed(sentence, "배", sense=f"배{sense}.1", upos="NOUN")


SHIPS = [use("바다에 [배]가 간다", 1), use("파도에 [배]가 간다", 1)]
PEARS = [use("나무에 [배]가 있다", 2), use("열매는 [배]가 좋다", 2)]


def test_the_target_itself_is_no_context_and_an_unknown_context_is_undefined():
    bags = contexts(TABLE, [*SHIPS, *PEARS, use("[배]요", 1)])
    assert np.isnan(bags[4]).all()
    assert bags[0] @ bags[1] > 0 > bags[0] @ bags[2]


def test_contexts_that_tell_senses_apart_score_one():
    uses = [*SHIPS, *PEARS]
    bags = contexts(TABLE, uses)
    assert homographs(bags, uses).value == 1
    pairs = bags[[0, 1, 2, 3, 0, 2, 1, 3]]
    score = word_in_context(pairs, np.array([True, True, False, False]))
    assert (score.value, score.n) == (1, 4)


def test_vectors_that_are_all_one_score_what_ties_give():
    bags = np.ones((4, 2))
    assert homographs(bags, [*SHIPS, *PEARS]).value == pytest.approx(1 / 3)
    assert word_in_context(np.ones((8, 2)), np.array([True, False, True, False])).value == 0.5


def test_an_example_inside_another_is_not_its_neighbour():
    uses = [use("바다에 [배]가 간다", 1), use("푸른 바다에 [배]가 간다", 1), *PEARS]
    assert homographs(contexts(TABLE, uses), uses).value == 0.5  # both ships have only pears left


def test_only_homographs_of_one_part_of_speech_are_kept():
    bird, new = (Occurrence("새 집", 0, 1, "새", sense, upos) for sense, upos in (("새1.1", "NOUN"), ("새2.1", "DET")))
    assert one_part_of_speech([bird, new]) == []
    assert [kept.sense for kept in one_part_of_speech([*SHIPS, *PEARS])] == ["배1", "배1", "배2", "배2"]


def test_a_misspelling_reaches_the_word_when_their_letters_have_one_vector():
    words = NgramVectors(
        ("나무", "배고픔"), np.array([[1, 0], [0, 1]], dtype=np.float32), np.array([[0, 1]], dtype=np.float32), 2, 5
    )
    assert reached(words).value == 1
