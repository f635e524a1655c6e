"""Surface tokens: what stands in the sentence, cut; nothing added, nothing lost."""

from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from explorer.occurrences import normalise
from explorer.surface import INITIAL, marked, partition, surface_tokens

KOREAN = st.text(alphabet="가나다배쓰썼예쁜었다ㅋㅠabA1.,!?😀▁ \u3000\u200b", max_size=40)


@settings(deadline=None, max_examples=60)
@given(KOREAN)
@example("썼다. 예쁜 배가 😀흘러갔던 겁니다ㅋㅋ")
@example("시네마 천국")
def test_tokens_hold_every_character_but_white_space_once(text):
    text = normalise(text)
    tokens = surface_tokens(text)
    assert all(text[token.start : token.end] == token.form for token in tokens)
    assert "".join(token.form for token in tokens) == "".join(text.split())
    assert all(a.end <= b.start for a, b in pairwise(tokens))


def test_morphemes_that_share_a_character_stay_together():
    forms = [token.form for token in surface_tokens("편지를 썼다. 예쁜 배가 온다.")]
    assert forms == ["편지", "를", "썼", "다", ".", "예쁜", "배", "가", "온다", "."]


@given(
    st.text(alphabet="가나다 ", max_size=20), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=9)
)
def test_no_span_is_ever_cut_through(text, spans):
    spans = [(start, end) for start, end in spans if start < end <= len(text) and " " not in text[start:end]]
    tokens = partition(text, spans)
    assert all(any(t.start <= start and end <= t.end for t in tokens) for start, end in spans)


def test_the_mark_opens_an_eojeol_and_means_nothing_else():
    text = "배▁가 온다."
    assert marked(text, surface_tokens(text))[0].startswith(INITIAL)
    rebuilt = "".join(marked(text, surface_tokens(text))).replace(INITIAL, " ").strip()
    assert rebuilt == "배_가 온다."
