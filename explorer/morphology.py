"""Morphemes of Korean text, by Kiwi: the one place that knows the analyser and its tags.

Texts come in NFC (`explorer.occurrences.normalise`), offsets count characters of that text. Tags are
Sejong's; `universal_pos` maps them to Universal POS in one table. Kiwi's tags are silver.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kiwipiepy import Kiwi

UNIVERSAL_POS = {
    "NNG": "NOUN",
    "NNP": "PROPN",
    "NNB": "NOUN",
    "NP": "PRON",
    "NR": "NUM",
    "SN": "NUM",
    "VV": "VERB",
    "VA": "ADJ",
    "VX": "AUX",
    "VCP": "AUX",  # the copula 이다 is UD's `cop`, an AUX wherever it stands as a token of its own
    "VCN": "ADJ",  # 아니다 inflects as an adjective; UD Korean wavers between ADJ and VERB
    "MM": "DET",
    "MAG": "ADV",
    "MAJ": "CCONJ",  # 그러나, 그리고
    "IC": "INTJ",
    "JC": "CCONJ",  # 와/과 between nouns
    "J": "ADP",
    "E": "PART",  # endings and affixes are no words in UD; PART keeps them apart from words
    "XS": "PART",
    "XP": "PART",
    "XR": "NOUN",  # 깨끗 of 깨끗하다
    "SF": "PUNCT",
    "SP": "PUNCT",
    "SS": "PUNCT",
    "SE": "PUNCT",
    "SO": "PUNCT",
    "SB": "PUNCT",
    "SW": "SYM",
    "SL": "X",
    "SH": "X",
    "W": "SYM",  # web addresses, mentions, emoji
    "Z": "PART",
}
"""Sejong tag, or the letters that a group of tags begins with, to Universal POS. The longest key that fits wins."""

SEJONG_TAGS = frozenset(
    [
        *("NNG", "NNP", "NNB", "NP", "NR", "VV", "VA", "VX", "VCP", "VCN", "MM", "MAG", "MAJ", "IC"),
        *("JKS", "JKC", "JKG", "JKO", "JKB", "JKV", "JKQ", "JX", "JC", "EP", "EF", "EC", "ETN", "ETM"),
        *("XPN", "XSN", "XSV", "XSA", "XSM", "XR", "SF", "SP", "SS", "SE", "SO", "SW", "SL", "SH", "SN"),
    ]
)
"""The tags that Kiwi writes and reads."""

_VERBAL = ("VV", "VA", "VX", "VCP", "VCN")
_VERBAL_SUFFIX = ("XSV", "XSA")
_NO_KEY = ("SF", "SP", "SS", "SE", "SO", "SB", "SW", "W", "Z", "U")


@dataclass(frozen=True, slots=True)
class Morpheme:
    """A morpheme at characters `[start, end)`.

    `form` is as the dictionary has it (썼 is 쓰 + 었), `tag` Sejong's without the mark of irregular
    conjugation, `lemma` the form, with 다 for verbs and adjectives. Morphemes that share a syllable (쓰 + ㄴ in 쓴)
    overlap in their offsets; the copula that a vowel swallowed (배예요) is empty. `known` is False for a noun that the
    dictionary lacks and Kiwi guessed.
    """

    form: str
    tag: str
    lemma: str
    start: int
    end: int
    known: bool = True


@dataclass(frozen=True, slots=True)
class Reading:
    """One analysis of a text; `loss` is how much less likely it is than the best one, in nats of Kiwi's model."""

    morphemes: tuple[Morpheme, ...]
    loss: float


def universal_pos(tag: str) -> str:
    """Universal POS of a Sejong tag (`VV-I` and `XSA-R` as `VV` and `XSA`); `X` for a tag that is unknown."""
    for length in range(len(tag), 0, -1):
        if tag[:length] in UNIVERSAL_POS:
            return UNIVERSAL_POS[tag[:length]]
    return "X"


def new_kiwi(workers: int = 1) -> "Kiwi":
    """A Kiwi as this program sets it, for a process that analyses much text on its own.

    Without the dictionary of names in several words: it joins words across spaces and halves the speed.
    """
    from kiwipiepy import Kiwi  # half a second and 100 MB: only when Korean is analysed

    return Kiwi(num_workers=workers, load_multi_dict=False)


_lock = Lock()


@cache
def _kiwi() -> "Kiwi":
    return new_kiwi()


def _analyse(text: str) -> tuple[Morpheme, ...]:
    with _lock:
        return read_tokens(_kiwi().tokenize(text))


@lru_cache(maxsize=4096)
def morphemes(text: str) -> tuple[Morpheme, ...]:
    """The morphemes of an NFC text, in order."""
    return _analyse(text)


@lru_cache(maxsize=1024)
def readings(text: str, count: int = 10) -> tuple[Reading, ...]:
    """The likeliest analyses of an NFC text, best first: `morphemes` and its rivals, in ten times the time."""
    with _lock:
        kiwi = _kiwi()
        analyses = kiwi.analyze(text, top_n=count)
        nouns = {token.id for tokens, _ in analyses for token in tokens if token.tag.startswith("NN")}
        placeholders = {id for id in nouns if not kiwi.morpheme(id).form}
        best = analyses[0][1]
        return tuple(Reading(read_tokens(tokens, placeholders), float(best - score)) for tokens, score in analyses)


def joined(pairs: Sequence[tuple[str, str]]) -> str:
    """The text that `(form, Sejong tag)` pairs make when they are written together: 보이 + 었 + 다 as 보였다."""
    with _lock:
        return _kiwi().join(pairs)


def read_tokens(tokens: Iterable, unknown_ids: Collection[int] = ()) -> tuple[Morpheme, ...]:
    """Kiwi's tokens of one text as morphemes."""
    return tuple(
        Morpheme(
            form=token.form,
            tag=(tag := token.tag.partition("-")[0]),
            lemma=_lemma(token.form, tag),
            start=token.start,
            end=token.end,
            known=token.id not in unknown_ids,
        )
        for token in tokens
    )


def _lemma(form: str, tag: str) -> str:
    return f"{form}다" if tag in _VERBAL or tag in _VERBAL_SUFFIX else form


def key_of(morpheme: Morpheme) -> str | None:
    """The untagged key under which a static model knows a morpheme; None for punctuation, symbols and links.

    Verbs and adjectives, and the suffixes that make them, are 다-lemmas (쓰다, 하다), Latin is lower-case, the rest
    their form. 새 'bird' and 새 'new' share a key.
    """
    if morpheme.tag.startswith(_NO_KEY):
        return None
    return morpheme.lemma.lower() if morpheme.tag == "SL" else morpheme.lemma


def static_keys(text: str) -> list[tuple[str, int, int]]:
    """`(key, start, end)` of the content and function morphemes of an NFC text: what static models are trained on."""
    return [(key, m.start, m.end) for m in _analyse(text) if (key := key_of(m)) is not None]
