"""Sentences for a person: one line of bounded length, whatever stands in the values."""

import copy
import pickle

from hypothesis import given
from hypothesis import strategies as st

from explorer.errors import LONGEST_VALUE, ExplorerError
from explorer.language import speaker


@given(st.text(max_size=2 * LONGEST_VALUE))
def test_a_value_cannot_break_the_line_or_steer_the_terminal(value):
    for language in ("ko", "en"):
        sentence = ExplorerError("file_unreadable", path=value).say(speaker(language))
        assert len(sentence.splitlines()) == 1
        assert sentence.isprintable() or not any(c in sentence for c in "\0\x1b\x9b\u202e\u2066")


def test_of_a_long_value_both_ends_are_shown():
    sentence = str(ExplorerError("file_unreadable", path="/start/" + "x" * 100_000 + "/end.tsv"))
    assert "/start/" in sentence and "/end.tsv" in sentence and len(sentence) < 2 * LONGEST_VALUE


def test_a_sentence_in_a_sentence_is_whole():
    inner = ExplorerError("empty_bracket", sentence="가" * 1000)
    outer = ExplorerError("table_nothing_usable", path="a.tsv", row=3, why=inner)
    assert str(outer).endswith(str(inner))


def test_an_error_is_the_same_after_it_was_kept():
    error = ExplorerError("argument", name="n", value="3", expected=ExplorerError("senses_needed"))
    assert str(pickle.loads(pickle.dumps(error))) == str(copy.copy(error)) == str(error)
