"""Surface tokens: a sentence cut at its morphemes, every character kept and none added.

ELMo and the word pieces of BERT read these, in training and in use. A tagger undoes contraction (썼다 is
쓰 + 었 + 다), which would hand a language model the analysis that it should learn; so morphemes that share a
character stay together (썼 | 다), and no tag goes in.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from explorer.morphology import morphemes

INITIAL = "▁"
"""Stands before a token that opens an eojeol, as in SentencePiece: the space is in the text, tells the noun 이
from the particle 이 to a reader, and lets the sentence be put together again."""


class SurfaceToken(NamedTuple):
    """`form` is exactly the characters `[start, end)` of the sentence."""

    form: str
    start: int
    end: int


def surface_tokens(text: str) -> tuple[SurfaceToken, ...]:
    """Tokens that partition the characters of an NFC text other than white space, in order."""
    return partition(text, ((m.start, m.end) for m in morphemes(text)))


def partition(text: str, spans: Iterable[tuple[int, int]]) -> tuple[SurfaceToken, ...]:
    """Cut `text` at white space and where no span of morphemes, given by `(start, end)`, is cut through.

    Characters that no span covers make tokens of their own.
    """
    cuts = {0, len(text)}
    inside: set[int] = set()
    for start, end in spans:
        cuts.update((start, end))
        inside.update(range(start + 1, end))
    edges = sorted((cuts - inside) | {0, len(text)})
    return tuple(token for a, b in pairwise(edges) for token in _words(text, a, b))


def _words(text: str, start: int, end: int) -> Iterable[SurfaceToken]:
    position = start
    for word in text[start:end].split():
        position = text.index(word, position)
        yield SurfaceToken(word, position, position + len(word))
        position += len(word)


def marked(text: str, tokens: Iterable[SurfaceToken]) -> tuple[str, ...]:
    """The forms as a model reads them: `▁` before each that opens an eojeol (배가 온다 → ▁배 가 ▁온 다).

    A `▁` that stands in the text becomes `_`, so that the mark means one thing.
    """
    return tuple(
        (INITIAL if token.start == 0 or text[token.start - 1].isspace() else "") + token.form.replace(INITIAL, "_")
        for token in tokens
    )
