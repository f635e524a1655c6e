"""An occurrence out of brackets: whatever a person writes, a word at its place in a clean text, or a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence, normalise


@pytest.mark.parametrize(
    ("sentence", "read"),
    [
        ("배가 [고프]다", "배가 [고프]다"),
        ("[[배]]가 온다", "[배]가 온다"),
        ("[배 고프고 [눈] 온다", "배 고프고 [눈] 온다"),
        ("배] 고프고 [눈] 온다", "배 고프고 [눈] 온다"),
        ("나는 [ 배 ] 가 [눈]을", "나는 [배] 가 눈을"),
        ("[배\u200b]가 온다", "[배]가 온다"),
        ("🎉[배]🎉", "🎉[배]🎉"),
        ("<script>[배]</script>", "<script>[배]</script>"),
        ("[배]", "[배]"),
    ],
)
def test_the_target_of_clumsy_brackets(sentence, read):
    assert Occurrence.from_bracketed(sentence).bracketed == read


@pytest.mark.parametrize(
    "sentence", ["", " ", "배가", "[", "]배[", "[배", "[]배", "[ ]배 [눈]", "[\u200b]배", "[\0]배"]
)
def test_without_a_target_there_is_a_reason(sentence):
    with pytest.raises(ExplorerError) as raised:
        Occurrence.from_bracketed(sentence)
    assert raised.value.key in ("empty_sentence", "no_bracket", "empty_bracket")


@given(st.text(alphabet="[]배가 a\u200b\x00\u1100\u1161\t\n", max_size=30))
def test_what_is_read_is_normal_and_reads_again_as_itself(sentence):
    try:
        occurrence = Occurrence.from_bracketed(sentence)
    except ExplorerError:
        return
    assert occurrence.text == normalise(occurrence.text)
    assert occurrence.form == occurrence.form.strip() != ""
    assert Occurrence.from_bracketed(occurrence.bracketed) == occurrence


@given(st.text(max_size=50))
def test_normalising_twice_changes_nothing(text):
    assert normalise(normalise(text)) == normalise(text)


def test_what_joins_an_emoji_stays():
    assert normalise("👩\u200d🔬 배") == "👩\u200d🔬 배"
