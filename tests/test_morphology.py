"""Kiwi behind our own types: offsets, lemmas, tags, keys."""

from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.morphology import SEJONG_TAGS, joined, morphemes, readings, static_keys, universal_pos


@pytest.mark.parametrize(
    ("tag", "upos"),
    [
        ("NNG", "NOUN"), ("NNB", "NOUN"), ("NNP", "PROPN"), ("NP", "PRON"), ("NR", "NUM"), ("SN", "NUM"),
        ("VV", "VERB"), ("VV-I", "VERB"), ("VV-R", "VERB"), ("VA-I", "ADJ"), ("VX", "AUX"), ("VCP", "AUX"),
        ("MM", "DET"), ("MMD", "DET"), ("MAG", "ADV"), ("JC", "CCONJ"), ("JKB", "ADP"), ("JX", "ADP"), ("IC", "INTJ"),
        ("EF", "PART"), ("SF", "PUNCT"), ("W_URL", "SYM"), ("USER0", "X"), ("", "X"),
    ],
)  # fmt: skip
def test_sejong_tags_map_to_universal_ones(tag, upos):
    assert universal_pos(tag) == upos


def test_every_tag_of_kiwi_has_a_universal_one():
    assert {tag for tag in SEJONG_TAGS if universal_pos(tag) == "X"} == {"SL", "SH"}  # foreign words


def test_stems_have_their_syllables_and_lemmas():
    stems = {(m.lemma, m.start, m.end) for m in morphemes("모자를 썼다. 길을 걸어서 갔다.") if m.tag.startswith("VV")}
    assert {("쓰다", 4, 5), ("걷다", 11, 12), ("가다", 15, 16)} <= stems  # 걷다 is irregular


def test_keys_are_untagged_lemmas_without_punctuation():
    keys = [key for key, _, _ in static_keys("새 Bank에서, 새가 공부했다! https://a.kr 😀")]
    assert keys == ["새", "bank", "에서", "새", "가", "공부", "하다", "었", "다", *keys[9:]]
    assert not {",", "!", "😀"} & set(keys)


def test_rivals_begin_with_the_best_reading():
    text = "폐백을 할 때 절 올리는 순서가 어떻게 됩니까?"
    found = readings(text)
    assert found[0].morphemes == morphemes(text) and found[0].loss == 0
    assert [r.loss for r in found] == sorted(r.loss for r in found)
    assert any(m.form == "절" and m.tag == "NNG" for r in found for m in r.morphemes)


def test_a_guessed_noun_is_told_from_a_listed_one():
    best = readings("뷁가 있다")[0].morphemes
    assert not best[0].known
    assert readings("철도가 있다")[0].morphemes[0].known


def test_morphemes_join_to_text():
    assert joined([("보이", "VV"), ("었", "EP"), ("다", "EF")]) == "보였다"


def test_several_threads_agree():
    texts = [f"배가 {n}번 고팠다." for n in range(12)]
    found = {}
    threads = [Thread(target=lambda text=text: found.update({text: morphemes(text)})) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[text] == morphemes(text) for text in texts)


@settings(deadline=None, max_examples=60)
@given(st.text(st.sampled_from("배가 고프다쓴글bank12.,!?😀\n‘’ㅋㅠ"), max_size=40))
def test_offsets_lie_in_the_text_and_in_order(text):
    found = morphemes(text)
    assert all(0 <= m.start <= m.end <= len(text) for m in found)
    assert [m.start for m in found] == sorted(m.start for m in found)
