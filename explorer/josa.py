"""Korean particles (josa): a closed list, each with the sound that it follows.

A few forms of the copula are among them, since 배다 and 배입니다 are written as one with the noun too.
"""

import re
import unicodedata
from functools import cache
from typing import Literal

Sound = Literal["vowel", "ㄹ", "consonant"]

_ANY = "any"
_PAIRS = (  # after a consonant, after a vowel
    ("이", "가"), ("을", "를"), ("은", "는"), ("과", "와"), ("이나", "나"), ("이랑", "랑"), ("이라도", "라도"),
    ("이나마", "나마"), ("이야", "야"), ("아", "야"), ("이여", "여"), ("이란", "란"), ("이라는", "라는"),
    ("이라고", "라고"), ("이며", "며"), ("이든", "든"), ("이든지", "든지"), ("이야말로", "야말로"),
    ("은커녕", "는커녕"), ("이에요", "예요"), ("이다", "다"), ("이었다", "였다"), ("이었어요", "였어요"),
    ("이라서", "라서"), ("이라면", "라면"),
)  # fmt: skip
_RO = ("로", "로서", "로써")  # 으로 after a consonant other than ㄹ
_OPEN = (  # another particle may follow
    "에", "에서", "에게", "에게서", "께", "한테", "한테서", "까지", "부터", "만", "보다", "처럼", "조차", "마저",
    "마다", "하고", "만큼", "대로", "밖에", "뿐", "더러", "같이",
)  # fmt: skip
_CLOSED = ("의", "도", "께서", "치고", "입니다", "입니까", "인", "인데", "일까", "이고", "이지만", "인가")

_SILENT = re.compile(r"(?:\([^()]*\)|[\s’”\"'»」』*_])+$")
_READ_WITH_L = "178lLR"  # 일, 칠, 팔; small, 엘, 알
_READ_CLOSED = "036mnMNbckp"  # 영, 삼, 육; 엠, 엔; word2vec


def final_sound(text: str) -> Sound:
    """The sound in which a word ends, as it decides the form of a particle. Anything but Hangul counts as a vowel."""
    jamo = unicodedata.normalize("NFD", text[-1:])[2:]
    if not jamo:
        return "vowel"
    return "ㄹ" if jamo == "\u11af" else "consonant"


def fitted(word: str, forms: str) -> str:
    """The form of a particle that is spoken after what stands before it: 배, `을(를)` → 를; 0.3, `은(는)` → 은.

    `forms` is written as in Korean texts with gaps: the form after a consonant first, or `(으)로`, `(이)`. Numbers and
    Latin letters are taken as they are read aloud; what stands in brackets is not read.
    """
    sound = _sound_read(word)
    if forms.startswith("("):
        optional, always = forms[1:].split(")", 1)
        closed_enough = sound == "consonant" or (sound == "ㄹ" and optional != "으")
        return optional + always if closed_enough else always
    closed, vowel = forms.rstrip(")").split("(")
    return vowel if sound == "vowel" else closed


def _sound_read(text: str) -> Sound:
    spoken = _SILENT.sub("", text)
    last = spoken[-1:]
    if last.isascii() and last.isalnum():
        return "ㄹ" if last in _READ_WITH_L else "consonant" if last in _READ_CLOSED else "vowel"
    return final_sound(spoken)


@cache
def _particles() -> tuple[tuple[str, str, bool], ...]:
    """(form, sound it follows or `any`, whether another particle may follow)."""
    listed = [(form, _ANY, True) for form in _OPEN] + [(form, _ANY, False) for form in _CLOSED]
    for after_consonant, after_vowel in _PAIRS:
        listed += [(after_consonant, "closed", False), (after_vowel, "vowel", False)]
    for form in _RO:
        listed += [(f"으{form}", "consonant", True), (form, "open", True)]
    return tuple(listed)


def _follows(sound: Sound, needed: str) -> bool:
    match needed:
        case "closed":
            return sound != "vowel"
        case "open":  # 로: after a vowel and after ㄹ
            return sound != "consonant"
        case "any":
            return True
        case _:
            return sound == needed


def particles_after(word: str) -> tuple[str, ...]:
    """The single particles whose form fits the last sound of a word: 가, 를, 에서 … after 배."""
    sound = final_sound(word)
    return tuple(form for form, needed, _ in _particles() if _follows(sound, needed))


def both_forms(particle: str) -> tuple[str, str] | None:
    """The form after a consonant and the form after a vowel of a particle that has two; None for any other text.

    The copula is none of them here, since 다 and its kin are the endings of verbs too.
    """
    pairs = (*_PAIRS[: _PAIRS.index(("이나마", "나마"))], *((f"으{form}", form) for form in _RO))
    return next((pair for pair in pairs if particle in pair), None)


def are_particles(word: str, rest: str) -> bool:
    """Whether `rest`, written on to `word`, is one particle or a chain of them (에서는, 까지도), in forms that fit."""
    sound = final_sound(word)
    for form, needed, open_ in _particles():
        if rest.startswith(form) and _follows(sound, needed):
            remaining = rest[len(form) :]
            if not remaining or (open_ and are_particles(form, remaining)):
                return True
    return False
