"""FastText in use: a vector for any word, from its letters (Bojanowski et al. 2017).

A word seen in training has its own row; any other is the mean of the rows of its character n-grams, which share a
fixed number of buckets by a hash. The n-grams run over letters, not syllables: 배고픔 and its misspelling 배곺음 share
one syllable of three, but most of ㅂㅐㄱㅗㅍㅡㅁ and ㅂㅐㄱㅗㅍㅇㅡㅁ.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np

from explorer.encoders.base import Vectors
from explorer.encoders.word_vectors import nearest_keys, unit_rows
from explorer.errors import ExplorerError

Units = Literal["letters", "syllables"]

_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_FINALS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")


def letters(word: str) -> str:
    """Hangul syllables as their letters (배곺음 → ㅂㅐㄱㅗㅍㅇㅡㅁ), other characters as they are.

    No mark stands for an absent final: every syllable has one initial and one vowel, so that the word can still be
    read back, and a final that a misspelling moves to the next syllable keeps its neighbours.
    """
    return "".join(_letters(character) for character in word)


def _letters(character: str) -> str:
    code = ord(character) - ord("가")
    if not 0 <= code < 11172:
        return character
    return _INITIALS[code // 588] + _VOWELS[code % 588 // 28] + _FINALS[code % 28]


def spell(word: str, units: Units) -> str:
    """A word in the units that n-grams run over."""
    return letters(word) if units == "letters" else word


def ngram_buckets(spelled: str, shortest: int, longest: int, buckets: int) -> list[int]:
    """Bucket of each n-gram of `<word>`, in gensim's and fastText's order: by place, then by length."""
    text = f"<{spelled}>"
    return [
        _hash(text[place : place + length]) % buckets
        for place in range(len(text))
        for length in range(shortest, longest + 1)
        if place + length <= len(text) and not (length == 1 and place in (0, len(text) - 1))
    ]


def _hash(ngram: str) -> int:
    """FNV-1a over bytes taken as signed, as fastText computes it."""
    value = 2166136261
    for byte in ngram.encode():
        value = ((value ^ (byte if byte < 128 else byte | 0xFFFFFF00)) * 16777619) & 0xFFFFFFFF
    return value


@dataclass(frozen=True)
class NgramVectors:
    """Static vectors that answer for unseen words too.

    `matrix` is float32 `[key, dim]`, the composed vectors of the vocabulary; `buckets` float32 `[bucket, dim]`.
    """

    keys: Sequence[str]
    matrix: Vectors = field(repr=False)
    buckets: Vectors = field(repr=False)
    shortest: int
    longest: int
    units: Units = "letters"

    @property
    def dim(self) -> int:
        """Width of a vector."""
        return int(self.matrix.shape[1])

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and (key in self._rows or bool(self._buckets_of(key)))

    def seen(self, key: str) -> bool:
        """Whether the word was in training, and has a row of its own."""
        return key in self._rows

    def vector(self, key: str) -> Vectors:
        """The row of a word of the vocabulary, else the mean of its n-grams' rows; float32 `[dim]`.

        Raises ExplorerError `word_unknown` for a word too short for any n-gram.
        """
        if key in self._rows:
            return self.matrix[self._rows[key]]
        rows = self._buckets_of(key)
        if not rows:
            raise ExplorerError("word_unknown", word=key)
        return self.buckets[rows].mean(axis=0, dtype=np.float32)

    def nearest(self, key: str, n: int = 10) -> list[tuple[str, float]]:
        """The `n` words of the vocabulary nearest to `key` by raw cosine, the word itself left out."""
        return nearest_keys(self.keys, self._unit, self.vector(key), n, without=key)

    def _buckets_of(self, key: str) -> list[int]:
        if not key.strip() or not len(self.buckets):
            return []
        return ngram_buckets(spell(key, self.units), self.shortest, self.longest, len(self.buckets))

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {key: row for row, key in enumerate(self.keys)}

    @cached_property
    def _unit(self) -> Vectors:
        return unit_rows(self.matrix)


def load_fasttext(folder: Path) -> NgramVectors:
    """Read a folder that `train fasttext` wrote. Raises ExplorerError where a file is missing or does not fit."""
    from safetensors.numpy import load_file

    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        keys = (folder / "vocabulary.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")
        tensors = load_file(folder / "model.safetensors")
        vectors, buckets = (tensors[name].astype(np.float32) for name in ("vectors", "buckets"))
        ngrams = config["ngrams"]
        model = NgramVectors(tuple(keys), vectors, buckets, ngrams["shortest"], ngrams["longest"], ngrams["units"])
    except Exception as error:  # safetensors raises its own kinds; whichever file it is, the folder is unusable
        raise ExplorerError("model_damaged", folder=str(folder)) from error
    finite = np.isfinite(vectors).all() and np.isfinite(buckets).all()
    if not finite or len(keys) != len(vectors) or vectors.shape[1:] != buckets.shape[1:]:
        raise ExplorerError("model_damaged", folder=str(folder))
    return model
