"""What a person types, line by line: nothing is lost, everything wrong is said."""

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.lexicon.entry import LONGEST_LINE, MOST_LINES, occurrences_from_lines


def test_a_sentence_a_line_and_the_bracket_wins():
    entry = occurrences_from_lines("배가 고프다.\n\n담배를 피웠다.\n선원이 [짐]을 실었다.\n배가 배를 따라간다.", "배")
    assert [(o.form, o.id) for o in entry.occurrences] == [("배", "1"), ("짐", "4"), ("배", "5"), ("배", "5.2")]
    assert {o.source for o in entry.occurrences} == {"typed"}
    assert [(p.line, p.text, p.why.key, p.kept) for p in entry.problems] == [
        (3, "담배를 피웠다.", "word_not_in_sentence", False)
    ]


def test_nothing_typed():
    for block in ("", "  \n\t\n"):
        entry = occurrences_from_lines(block, "배")
        assert not entry.occurrences and entry.problems[0].why.key == "empty_sentence"
    assert occurrences_from_lines("배가 고프다.", " ").problems[0].why.key == "no_word_given"
    assert occurrences_from_lines("[]가 고프다.", "배").problems[0].why.key == "empty_bracket"


def test_decomposed_marked_up_and_invisible_characters():
    block = unicodedata.normalize("NFD", "<script>배</script> 😀배가\n\u200b배\0를 탔다")
    entry = occurrences_from_lines(block, unicodedata.normalize("NFD", "배"))
    assert [o.text for o in entry.occurrences] == ["<script>배</script> 😀배가"] * 2 + ["배를 탔다"]
    assert not entry.problems


def test_long_lines_are_kept_with_a_note_and_endless_ones_refused():
    entry = occurrences_from_lines("배가 " + "아주 " * 1700 + "크다.", "배")
    assert [o.start for o in entry.occurrences] == [0]
    assert [(p.why.key, p.kept) for p in entry.problems] == [("sentence_long", True)]
    assert occurrences_from_lines("배 " * LONGEST_LINE, "배").problems[0].why.key == "sentence_too_long"


def test_the_same_sentence_counts_once():
    entry = occurrences_from_lines("배가 크다.\n 배가  크다.\n", "배")
    assert len(entry.occurrences) == 1 and entry.problems[0].why.key == "sentence_repeated"


def test_too_many_lines_are_said():
    entry = occurrences_from_lines("\n".join(f"{n} [a]" for n in range(MOST_LINES + 2)), "a")
    assert len(entry.occurrences) == MOST_LINES
    (problem,) = entry.problems
    assert problem.line == MOST_LINES + 1 and problem.why.values["rest"] == 2


def test_progress_counts_lines():
    seen = []
    occurrences_from_lines("배가\n담배\n[]", "배", progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=80), st.text(max_size=5))
def test_every_line_is_an_occurrence_or_a_problem(block, word):
    entry = occurrences_from_lines(block, word)
    lines = {number for number, line in enumerate(block.splitlines(), 1) if line.strip()} or {1}
    assert {int(o.id.split(".")[0]) for o in entry.occurrences} | {p.line for p in entry.problems} == lines
