"""A word is found with its particles and never inside another word."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from explorer.finding import find
from explorer.inflection import forms_of
from explorer.josa import are_particles, particles_after
from explorer.lexicon import bundled


def marked(text, word, upos=None):
    """The text with every use in brackets."""
    for use in reversed(find(text, word, upos)):
        text = f"{text[: use.start]}[{use.form}]{text[use.end :]}"
    return text


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("배", "[배]가 고프다"),
        ("배", "[배]에서 [배]까지도 [배]를 보았다"),
        ("배", "두[배] 3[배] 큰[배]"),
        ("배", "[배]들이 떠 있다"),
        ("배", "저것은 [배]이다"),
        ("배", "[배]예요"),
        ("배", "그건 [배]입니다."),
        ("배", "“[배]”가 뭐야"),
        ("배", "‘[배]’라고 [배](梨)를"),
        ("배", "😀[배]가🍐 my [배] is good"),
        ("배", "[배],사과·[배]!"),
        ("배", "나는[배]가고프다"),
        ("배", "[배]때문에"),
        ("배", "<script>alert('[배]')</script>"),
        ("철", "상추와 [철]도 없다"),
        ("감", "밤도 놓고 [감]도 놓았다"),
        ("차", "[차]마다 어울리는 과자가 적혀 있다"),
        ("쓰다", "모자를 [썼]다"),
        ("쓰다", "[쓴] 약을 [써]서 [쓰]기 싫다"),
        ("크다", "[커]서 [큰] 사람이 되었다"),
        ("걷다", "길을 [걸]어서 갔다"),
        ("공부하다", "밤새 [공부했]다"),
        ("사회적", "[사회적]인 문제"),
        ("은행나무", "[은행나무]가 노랗다"),
        ("시", "3[시]에 만나 세[시]쯤 갔다"),
        ("만", "너[만] 사흘 [만]에 3[만] 원을 받았다"),
        ("이", "[이] 사람이 [이]가 아프다"),
        ("날", "[날] 사랑해"),
        ("새", "[새] 신을 신고 [새]가 난다"),
        ("못", "[못] 가 [못]을 박았다"),
        ("K팝", "[K팝]이 좋다"),
        ("bank", "나는 [bank]에서 [Bank]"),
        ("bat", "[Bats] and a [bat], not a battery"),
        ("run", "He [ran] where she was [running] the outrun"),
        ("light", "the room was [lit]"),
    ],
)
def test_finds_every_use(word, expected):
    assert marked(expected.replace("[", "").replace("]", ""), word) == expected


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("배", "배우가 담배를 들고 선배에게 갔다"),
        ("배", "배나무와 배추를 배웠다"),
        ("배", "매출을 배가했다"),
        ("은행", "은행나무 은행잎 은행원 한국은행 국민은행"),
        ("눈", "눈사람 눈물 눈싸움 눈썹 첫눈"),
        ("말", "말했다 거짓말 말씀 주말 양말"),
        ("말", "가지 말아라"),
        ("사과", "사과하세요 사과나무 풋사과"),
        ("쓰다", "힘쓰다 애썼다 쓰레기 쓰다듬다 쓰러졌다"),
        ("만", "만약에 만일 만나다 먹을 만하다 만큼"),
        ("이", "사람이 온다 십이 월 이천 원"),
        ("새", "새벽에 새로 참새 새우 어느새"),
        ("못", "못하다 잘못 연못"),
        ("날", "새가 날 때 날씨 칼날"),
        ("시", "시간 시작 도시 시도했다"),
        ("길", "길이가 길다 골목길"),
        ("차", "차가운 기차 차이 자동차"),
        ("철", "철도가 놓였다"),
        ("감다", "감자가 감기에 좋다"),
        ("bank", "embankment, bankrupt"),
        ("배", "   "),
        ("", "배가 고프다"),
    ],
)
def test_finds_nothing_inside_another_word(word, text):
    assert find(text, word) == ()


@pytest.mark.parametrize(
    ("upos", "expected"),
    [
        ("NOUN", "너만 이틀 [만]에 만 원"),
        ("ADP", "너[만] 이틀 만에 만 원"),
        ("NUM", "너만 이틀 만에 [만] 원"),
    ],
)
def test_a_part_of_speech_restricts(upos, expected):
    assert marked(expected.replace("[", "").replace("]", ""), "만", upos) == expected
    assert all(use.upos == upos for use in find(expected.replace("[", "").replace("]", ""), "만", upos))


def test_me_is_a_pronoun_and_a_determiner_bears_no_particle():
    assert [use.upos for use in find("날 사랑해", "날")] == ["PRON"]
    assert find("이가 아프다", "이", "DET") == ()


def test_macos_text_counts_as_nfc():
    text = unicodedata.normalize("NFD", "나는 배를  탔다")
    (use,) = find(text, unicodedata.normalize("NFD", "배"))
    assert (use.text, use.start, use.form) == ("나는 배를 탔다", 3, "배")


def test_a_word_far_into_a_long_text_is_found():
    text = "우리는 아주 멀리 걸었다. " * 400 + "그리고 배를 탔다. " + "다시 걸었다. " * 100
    (use,) = find(text, "배")
    assert use.form == "배" and use.text[use.start :].startswith("배를 탔다")


def test_english_forms_follow_the_part_of_speech():
    assert {"bats", "batted", "batting"} <= forms_of("bat")
    assert "batted" not in forms_of("bat", "NOUN") and "bats" in forms_of("bat", "NOUN")
    assert {"matches", "lighter", "tying", "carried", "ran"} <= {
        *forms_of("match"), *forms_of("light", "ADJ"), *forms_of("tie"), *forms_of("carry"), *forms_of("run"),
    }  # fmt: skip


def test_particles_fit_the_last_sound():
    assert are_particles("배", "가") and not are_particles("배", "이")
    assert are_particles("밤", "으로") and not are_particles("밤", "로") and are_particles("길", "로")
    assert are_particles("배", "에서는") and are_particles("배", "까지도") and not are_particles("배", "도가")
    assert not are_particles("배", "") and not are_particles("배", "추")


# Longer words that are a noun and a particle to the letter: the sentence decides, so they are no test of particles.
ALSO_WORDS = {"사과도", "다리로", "시도", "절로", "철도", "차라", "차도", "눈에", "배로", "바람에", "머리로"}
NOUNS = [
    "배",
    "은행",
    "눈",
    "말",
    "밤",
    "다리",
    "사과",
    "바람",
    "머리",
    "의사",
    "전기",
    "연기",
    "학교",
    "강아지",
    "컴퓨터",
]


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(NOUNS), st.data())
@example("배", None)
def test_a_particle_never_changes_the_found_word(noun, data):
    particles = particles_after(noun) if data is None else [data.draw(st.sampled_from(particles_after(noun)))]
    for particle in particles:
        if noun + particle in ALSO_WORDS:
            continue
        uses = find(f"어제 본 {noun}{particle} 생각이 났다.", noun)
        assert [(use.start, use.form) for use in uses] == [(5, noun)], particle


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=60), st.sampled_from(["배", "쓰다", "bank", "만"]))
def test_whatever_is_typed_gives_spans_in_order_that_do_not_overlap(text, word):
    uses = find(text, word)
    assert all(use.text[use.start : use.end] == use.form for use in uses)
    assert all(one.end <= other.start for one, other in pairwise(uses))


def test_agrees_with_the_brackets_of_the_bundled_sentences():
    for language, share in (("ko", 0.97), ("en", 1.0)):
        occurrences = bundled.occurrences(language)
        right = [[(use.start, use.end) for use in find(o.text, o.word)] == [(o.start, o.end)] for o in occurrences]
        assert sum(right) >= share * len(right)


def test_a_copula_that_a_vowel_swallowed_stands_nowhere():
    assert find("그것은 배예요.", "이다") == ()


def test_a_run_of_letters_without_a_space_is_read_in_bounded_time():
    assert find("배" * 1500, "배") == () and [o.form for o in find("가" * 300 + " 배가 온다", "배")] == ["배"]
