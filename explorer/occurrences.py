"""An occurrence: one use of a word, at its place in a sentence.

It knows text and offsets only, nothing of encoders, senses' glosses or where a
sentence was read. Everything is NFC at the door; offsets are counted in NFC.
"""

import unicodedata
from dataclasses import dataclass, replace
from typing import Self

from explorer.errors import ExplorerError
from explorer.language import Language


def normalise(text: str) -> str:
    """The text as the whole program counts it: NFC, with every run of white space one space, trimmed."""
    return " ".join(unicodedata.normalize("NFC", text).split())


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One use of `word` at characters `[start, end)` of `text`.

    `word` is the lemma (배, 쓰다); `sense` a sense id or a person's own label; `upos` a Universal
    POS tag; `source` names where the sentence came from; `id` is unique within a data set.
    """

    text: str
    start: int
    end: int
    word: str
    sense: str | None = None
    upos: str | None = None
    source: str = ""
    id: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end <= len(self.text):
            raise ExplorerError("target_outside", sentence=self.text, start=self.start, end=self.end)
        if not unicodedata.is_normalized("NFC", self.text):
            raise ExplorerError("not_nfc", sentence=self.text)

    @property
    def form(self) -> str:
        """The target as it stands in the sentence."""
        return self.text[self.start : self.end]

    @property
    def language(self) -> Language:
        """The bundled language that the word belongs to: Korean where it holds a Hangul letter."""
        return "ko" if any("HANGUL" in unicodedata.name(c, "") for c in self.word) else "en"

    @property
    def bracketed(self) -> str:
        """The sentence with its target in [brackets], as the tables hold it."""
        return f"{self.text[: self.start]}[{self.form}]{self.text[self.end :]}"

    def labelled(self, sense: str | None) -> Self:
        """The same use under another sense label; vectors need not be computed again."""
        return replace(self, sense=sense)

    @classmethod
    def from_bracketed(cls, sentence: str, word: str | None = None, **fields: str | None) -> Self:
        """Read `배가 [고프]다`. The first bracket is the target; other brackets lose their marks.

        Without `word` the form itself is the word. Raises ExplorerError where no bracket closes
        around at least one character.
        """
        sentence = normalise(sentence)
        if not sentence:
            raise ExplorerError("empty_sentence")
        start = sentence.find("[")
        close = sentence.find("]", start + 1)
        if start < 0 or close < 0:
            raise ExplorerError("no_bracket", sentence=sentence)
        form = sentence[start + 1 : close]
        if not form.strip():
            raise ExplorerError("empty_bracket", sentence=sentence)
        before, after = sentence[:start], sentence[close + 1 :].replace("[", "").replace("]", "")
        inner = form.lstrip()
        start += len(form) - len(inner)
        form = inner.rstrip()
        return cls(
            text=before + sentence[len(before) + 1 : close] + after,
            start=start,
            end=start + len(form),
            word=normalise(word) if word and word.strip() else form,
            **fields,  # type: ignore[arg-type]
        )
