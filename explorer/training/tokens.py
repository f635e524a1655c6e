"""Sentences to training tokens, Kiwi run once for both kinds.

Lemmas feed the static models: the untagged dictionary form of each morpheme (썼다 → 쓰다 었 다), as
`explorer.morphology.static_keys` gives it, without punctuation. Surface tokens feed ELMo: what stands
in the text, cut (썼 다).
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from explorer.morphology import key_of, new_kiwi, read_tokens
from explorer.surface import marked, partition

if TYPE_CHECKING:
    from kiwipiepy import Kiwi


class TokenLine(NamedTuple):
    """One sentence as two lines of tokens with one space between.

    Both are empty for a blank line, `lemmas` also where nothing but punctuation stands.
    """

    lemmas: str
    surface: str


def token_lines(sentences: Sequence[str]) -> list[TokenLine]:
    """Both token lines of each sentence; a blank sentence (a boundary) stays blank."""
    return [_token_line(sentence) if sentence else TokenLine("", "") for sentence in sentences]


def _token_line(sentence: str) -> TokenLine:
    morphemes = read_tokens(_kiwi().tokenize(sentence))
    keys = (key for morpheme in morphemes if (key := key_of(morpheme)) is not None)
    surface = partition(sentence, ((m.start, m.end) for m in morphemes))
    return TokenLine(" ".join(keys), " ".join(marked(sentence, surface)))


@cache
def _kiwi() -> "Kiwi":
    return new_kiwi()
