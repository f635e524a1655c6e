"""The sentences and senses that come with the program: `assets/senses/{ko,en}`.

Tab-separated, UTF-8, no quoting: a quotation mark in a sentence is a quotation mark.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType

from explorer.assets import asset
from explorer.errors import ExplorerError
from explorer.language import Language
from explorer.occurrences import Occurrence, normalise


@dataclass(frozen=True, slots=True)
class Sense:
    """A sense of a word, as a person gave it.

    Senses of one `word` with one `homograph` number are senses of one word (다의어); different numbers are
    different words of one form (동음이의어). `hanja` only where the word itself is Sino-Korean; `semantic_class` is
    WordNet's lexicographer class, None where the class has too few words here. Senses that are not `scored` are shown
    and explained by their note.
    """

    id: str
    word: str
    homograph: int
    upos: str
    gloss_ko: str
    short_ko: str
    gloss_en: str
    hanja: str | None
    semantic_class: str | None
    scored: bool
    note_ko: str | None
    note_en: str | None

    @property
    def word_id(self) -> str:
        """The word's id, which names its file: `bae` of `bae.ship`."""
        return self.id.partition(".")[0]


def read_tsv(path: Path) -> list[dict[str, str]]:
    """The rows of a bundled table, by column."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def senses(language: Language) -> Mapping[str, Sense]:
    """Every sense of a language by its id, in the order in which words and senses are shown."""
    rows = read_tsv(asset("senses", language, "senses.tsv"))
    return MappingProxyType({row["sense_id"]: _sense(row) for row in rows})


def _sense(row: dict[str, str]) -> Sense:
    return Sense(
        id=row["sense_id"],
        word=normalise(row["word"]),
        homograph=int(row["homograph"]),
        upos=row["upos"],
        gloss_ko=row["gloss_ko"],
        short_ko=row["short_ko"],
        gloss_en=row["gloss_en"],
        hanja=row["hanja"] or None,
        semantic_class=row["semantic_class"] or None,
        scored=row["scored"] == "yes",
        note_ko=row["note_ko"] or None,
        note_en=row["note_en"] or None,
    )


@cache
def word_ids(language: Language) -> tuple[str, ...]:
    """Ids of the words that have sentences (`bae`, `eunhaeng` …), in order."""
    ids = dict.fromkeys(sense.word_id for sense in senses(language).values())
    return tuple(word_id for word_id in ids if asset("senses", language, f"{word_id}.tsv").is_file())


@cache
def all_senses() -> Mapping[str, Sense]:
    """Every sense of every language by its id."""
    return MappingProxyType({**senses("ko"), **senses("en")})


def senses_of(language: Language, word_id: str) -> tuple[Sense, ...]:
    """The senses of one word, in order. Raises ExplorerError for a word that is not bundled."""
    found = tuple(sense for sense in senses(language).values() if sense.word_id == word_id)
    if not found:
        raise ExplorerError("unknown_bundled_word", word=word_id, words=", ".join(word_ids(language)))
    return found


def word_id_of(language: Language, word: str) -> str | None:
    """The id of a word given as it is written (배 → `bae`), or as its id; None where it is not bundled."""
    word = normalise(word)
    for sense in senses(language).values():
        if word in (sense.word, sense.word_id):
            return sense.word_id
    return None


@cache
def tags_of(language: Language, word: str) -> frozenset[str]:
    """The Universal POS tags of a word's bundled senses; empty where the word is not bundled."""
    return frozenset(sense.upos for sense in senses(language).values() if sense.word == word)


@cache
def occurrences(language: Language, word_id: str | None = None) -> tuple[Occurrence, ...]:
    """The bundled occurrences of one word, or of all words of a language, in the order of the files.

    Raises ExplorerError for a word that is not bundled.
    """
    if word_id is None:
        return tuple(chain.from_iterable(occurrences(language, each) for each in word_ids(language)))
    known = {sense.id: sense for sense in senses_of(language, word_id)}
    return tuple(
        Occurrence.from_bracketed(
            row["sentence"],
            (sense := known[row["sense"]]).word,
            sense=sense.id,
            upos=sense.upos,
            source="bundled",
            id=row["id"],
        )
        for row in read_tsv(asset("senses", language, f"{word_id}.tsv"))
    )
