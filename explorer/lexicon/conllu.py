"""Treebanks in CoNLL-U: sentences with their words, each at its place in the sentence's text.

A word inside a range (`1-2 vámonos`) has the place of the range; empty nodes (`8.1`) are left out. Where `# text` is
missing or does not hold the forms, the text is put together from the forms and `SpaceAfter=No`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from explorer.errors import ExplorerError
from explorer.lexicon.files import read_text
from explorer.lexicon.rows import ReadResult, Skipped
from explorer.morphology import SEJONG_TAGS, universal_pos
from explorer.occurrences import Occurrence, normalise

_KAIST = {
    **{"nc": "NOUN", "nb": "NOUN", "nq": "PROPN", "np": "PRON", "nn": "NUM", "pv": "VERB", "pa": "ADJ", "px": "AUX"},
    **{"mm": "DET", "maj": "CCONJ", "ma": "ADV", "ii": "INTJ", "jp": "AUX", "j": "ADP", "e": "PART", "x": "PART"},
    **{"f": "X", "s": "PUNCT"},
}
"""The letters with which a tag of the KAIST tag set begins, to Universal POS."""

_KAIST_TAG = re.compile(r"(n[cbpn](?=.)|nq|pv|pa|px|mm|maj|ma|ii|jp|[jex](?=..?$)|f$|s(?=.?$))[a-z]{0,2}$")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a treebank at characters `[start, end)` of its sentence.

    `xpos` is the treebank's own tag and `deprel` the relation to the head, "" where there is none.
    """

    id: str
    form: str
    lemma: str
    upos: str
    xpos: str
    start: int
    end: int
    deprel: str = ""

    @property
    def leading(self) -> str:
        """The tag of the first morpheme: `NNG` of `NNG+JKS`."""
        return self.xpos.partition("+")[0]

    @property
    def leading_upos(self) -> str:
        """Universal POS of the first morpheme where the treebank's tags are Sejong's or KAIST's, else of the word."""
        tag = self.leading
        if tag in SEJONG_TAGS or tag.startswith("MM"):
            return universal_pos(tag)
        kaist = _KAIST_TAG.match(tag)
        return _KAIST[kaist[1]] if kaist else self.upos


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a treebank; `text` in NFC, single spaces."""

    id: str
    text: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    columns: tuple[str, ...]

    @property
    def form(self) -> str:
        return normalise(self.columns[1])

    @property
    def spaced(self) -> bool:
        return "SpaceAfter=No" not in self.columns[9]


def read_treebank(source: Path | str | bytes, name: str | None = None) -> tuple[list[Sentence], list[Skipped]]:
    """The sentences of a file, also packed, and those left out: the number of their first line, and why.

    Raises ExplorerError where the file cannot be read.
    """
    text, name = read_text(source, name)
    sentences: list[Sentence] = []
    skipped: list[Skipped] = []
    for number, block in _blocks(text):
        try:
            if sentence := _sentence(block, str(len(sentences) + len(skipped) + 1)):
                sentences.append(sentence)
        except ExplorerError as error:
            skipped.append((number, error))
    return sentences, skipped


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    block: list[str] = []
    first = 1
    for number, raw in enumerate([*re.split(r"\r\n|\r|\n", text), ""], start=1):
        line = raw.strip("\ufeff \r")
        if line:
            first = first if block else number
            block.append(line)
        elif block:
            yield first, block
            block = []


def _sentence(block: Sequence[str], identifier: str) -> Sentence | None:
    comments = dict(re.findall(r"^# *(\w+) *= *(.*)$", "\n".join(block), re.MULTILINE))
    lines = []
    for line in block:
        if line.startswith("#"):
            continue
        columns = tuple(line.split("\t"))
        if len(columns) != 10 or not re.fullmatch(r"\d{1,9}([-.]\d{1,9})?", columns[0]) or not columns[1].strip():
            raise ExplorerError("conllu_line", line=line[:80])
        if "." not in columns[0]:
            lines.append(_Line(columns))
    if not lines:
        return None
    surface, words = _surface(lines)
    text = normalise(comments.get("text", ""))
    places = _align(surface, text)
    if places is None:
        text = normalise("".join(line.form + " " * line.spaced for line in surface))
        places = _align(surface, text) or []
    return Sentence(
        comments.get("sent_id", identifier),
        text,
        tuple(_token(line, *places[owner]) for line, owner in words),
    )


def _surface(lines: Sequence[_Line]) -> tuple[list[_Line], list[tuple[_Line, int]]]:
    """The lines that stand in the text (ranges, and words outside them), and each word with the index of its line."""
    surface: list[_Line] = []
    words: list[tuple[_Line, int]] = []
    inside = 0  # last word of the range that is open
    for line in lines:
        first, _, last = line.columns[0].partition("-")
        if last:
            inside = int(last)
            surface.append(line)
            continue
        if int(first) > inside:
            surface.append(line)
        words.append((line, len(surface) - 1))
    return surface, words


def _align(surface: Sequence[_Line], text: str) -> list[tuple[int, int]] | None:
    """Where each form stands, one after the other with at most a space between; None where they do not."""
    places, at = [], 0
    for line in surface:
        at += text[at : at + 1] == " "
        if not text.startswith(line.form, at):
            return None
        places.append((at, at + len(line.form)))
        at += len(line.form)
    return places


def _token(line: _Line, start: int, end: int) -> Token:
    identifier, form, lemma, upos, xpos = line.columns[:5]
    deprel = line.columns[7]
    return Token(
        identifier,
        normalise(form),
        lemma,
        upos,
        "" if xpos == "_" else xpos,
        start,
        end,
        "" if deprel == "_" else deprel,
    )


def read_tokens(source: Path | str | bytes, name: str | None = None) -> ReadResult:
    """Every word of a treebank as an occurrence of its form, punctuation aside.

    Its part of speech is that of the leading morpheme where the tags are Sejong's or KAIST's, else the treebank's own.
    """
    sentences, skipped = read_treebank(source, name)
    occurrences = tuple(
        Occurrence(
            sentence.text, token.start, token.end, token.form, upos=token.leading_upos, source="treebank",
            id=f"{sentence.id}.{token.id}",
        )
        for sentence in sentences
        for token in sentence.tokens
        if token.upos not in ("PUNCT", "SYM")
    )  # fmt: skip
    if not occurrences:
        raise skipped[0][1] if skipped else ExplorerError("table_empty", path=name or Path(str(source)).name)
    return ReadResult(occurrences, tuple(skipped), "conllu")
