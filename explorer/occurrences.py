"""An occurrence: one use of a word, at its place in a sentence.

It knows text and offsets only, nothing of encoders, senses' glosses or where a
sentence was read. Everything is NFC at the door; offsets are counted in NFC.
"""

import operator
import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Self

from explorer.errors import ExplorerError, wrong
from explorer.language import Language

_INVISIBLE = re.compile("[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u200b\u2060\ufeff]")
"""Control characters and spaces of no width, which would cut a word in two unseen. Joiners of emoji are none."""

_HALF = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which no encoding writes."""

_TARGET = re.compile(r"\[([^\[\]]*)\]")


def normalise(text: str) -> str:
    """The text as the whole program counts it: NFC, nothing invisible, every run of white space one space, trimmed."""
    return " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFC", text)).split())


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One use of `word` at characters `[start, end)` of `text`.

    `word` is the lemma (배, 쓰다); `sense` a sense id or a person's own label; `upos` a Universal
    POS tag; `source` names where the sentence came from; `id` is unique within a data set. Raises ExplorerError where
    the target lies outside the text, the text is not NFC, or a value is not of its type.
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
        for name in ("text", "word", "source", "id"):
            _require_text(name, getattr(self, name))
        for name in ("sense", "upos"):
            if (label := getattr(self, name)) is not None:
                _require_text(name, label)
        for name in ("start", "end"):
            object.__setattr__(self, name, _offset(name, getattr(self, name)))
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
        """Read `배가 [고프]다`. The first pair of brackets is the target, of nested ones the inner; others are dropped.

        Without `word` the form itself is the word. Raises ExplorerError where no bracket closes
        around at least one character.
        """
        _require_text("sentence", sentence)
        if word is not None:
            _require_text("word", word)
        sentence = normalise(sentence)
        if not sentence:
            raise ExplorerError("empty_sentence")
        target = _TARGET.search(sentence)
        if target is None:
            raise ExplorerError("no_bracket", sentence=sentence)
        form = target[1].strip()
        if not form:
            raise ExplorerError("empty_bracket", sentence=sentence)
        place = target.start(1) + target[1].index(form)  # spaces inside the bracket belong outside
        before = _unmarked(sentence[:place]).lstrip()
        after = _unmarked(sentence[place + len(form) :]).rstrip()
        return cls(
            text=before + form + after,
            start=len(before),
            end=len(before) + len(form),
            word=normalise(word) if word and word.strip() else form,
            **fields,  # type: ignore[arg-type]
        )


def _require_text(name: str, value: object) -> None:
    if not isinstance(value, str) or _HALF.search(value):
        raise wrong(name, value, ExplorerError("expect_text"))


def _offset(name: str, value: object) -> int:
    """A count of characters; NumPy's too."""
    try:
        if not isinstance(value, bool):
            return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        pass
    raise wrong(name, value, ExplorerError("expect_offset"))


def _unmarked(part: str) -> str:
    """A part of a sentence without brackets, its spaces single again."""
    return re.sub(r"\s+", " ", part.replace("[", "").replace("]", ""))
