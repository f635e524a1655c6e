"""Words that label a group of sentences: over-represented in it against the other groups.

Log-odds ratio with an informative Dirichlet prior (Monroe, Colaresi & Quinn 2008): a word that all Korean sentences
have says little, and a word seen once says little. Counted are sentences, not repetitions. Lemmas of content
words come from Kiwi; English words are taken as they stand, without function words.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from explorer.language import Language
from explorer.lexicon import bundled
from explorer.morphology import morphemes
from explorer.occurrences import Occurrence

_CONTENT = ("NNG", "NNP", "VV", "VA", "MAG", "XR", "SL")
_LATIN = re.compile(r"[a-z]+(?:'[a-z]+)?")
_FEWEST = 2
"""Sentences that must hold a word before it can label a group."""

TOLD_APART = 1.96
"""A z above this is told from chance at 95%, for one word looked at alone."""


@dataclass(frozen=True, slots=True)
class Keyword:
    """A lemma, how many of the group's sentences and of the others hold it, and the z of its log-odds ratio."""

    lemma: str
    inside: int
    outside: int
    z: float


@dataclass(frozen=True, slots=True)
class Labelled:
    """A group of `n` sentences and its keywords, the strongest first."""

    n: int
    words: tuple[Keyword, ...]


def keywords(groups: Mapping[str, Sequence[Occurrence]], count: int = 6) -> dict[str, Labelled]:
    """At most `count` keywords for each group of occurrences, against all the other groups together.

    The target itself is no keyword. The prior is the share of the bundled sentences that hold a word, and weighs as
    much as the groups' own words.
    """
    counted = {name: Counter(w for o in uses for w in content_words(o)) for name, uses in groups.items()}
    everything: Counter[str] = sum(counted.values(), Counter())
    languages: set[Language] = {o.language for uses in groups.values() for o in uses}
    background: Counter[str] = sum((_background(language) for language in languages), Counter())
    prior = _prior(everything, background)
    return {
        name: Labelled(len(groups[name]), _strongest(own, everything - own, prior, count))
        for name, own in counted.items()
    }


def content_words(occurrence: Occurrence) -> frozenset[str]:
    """Lemmas of the content words of an occurrence's sentence, without the target."""
    return _words_of(occurrence.text, occurrence.language, occurrence.start, occurrence.end) - {occurrence.word}


@cache
def _background(language: Language) -> Counter[str]:
    texts = {occurrence.text for occurrence in bundled.occurrences(language)}
    return Counter(word for text in texts for word in _words_of(text, language, 0, 0))


def _words_of(text: str, language: Language, start: int, end: int) -> frozenset[str]:
    if language == "en":
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        found = {m.group() for m in _LATIN.finditer(text.lower()) if not (m.start() < end and start < m.end())}
        return frozenset(found - ENGLISH_STOP_WORDS)
    return frozenset(
        m.lemma for m in morphemes(text) if m.tag.startswith(_CONTENT) and not (m.start < end and start < m.end)
    )


def _prior(everything: Counter[str], background: Counter[str]) -> dict[str, float]:
    """Pseudo-counts: their sum over the groups' words is as large as the number of these words."""
    raised = {word: background[word] + 1 for word in everything}
    scale = sum(everything.values()) / (sum(raised.values()) or 1)
    return {word: value * scale for word, value in raised.items()}


def _strongest(own: Counter[str], others: Counter[str], prior: Mapping[str, float], count: int) -> tuple[Keyword, ...]:
    n, m, weight = sum(own.values()), sum(others.values()), sum(prior.values())
    found = []
    for word, inside in own.items():
        if inside < _FEWEST:
            continue
        outside, a = others[word], prior[word]
        ratio = np.log((inside + a) / (n + weight - inside - a)) - np.log((outside + a) / (m + weight - outside - a))
        z = float(ratio / np.sqrt(1 / (inside + a) + 1 / (outside + a)))
        if z > 0:
            found.append(Keyword(word, inside, outside, z))
    return tuple(sorted(found, key=lambda keyword: (-keyword.z, keyword.lemma))[:count])
