"""Words, senses, encoders and sentences, as Python and a notebook want them: tuples and data frames."""

import os
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, SupportsIndex, overload

from explorer.encoders import catalog
from explorer.errors import ExplorerError
from explorer.finding import find as find_in
from explorer.interface.arguments import asked, uses_of
from explorer.language import LANGUAGES, Language
from explorer.lexicon import bundled
from explorer.lexicon.tables import read_occurrences
from explorer.occurrences import Occurrence

if TYPE_CHECKING:
    import pandas as pd

SHOWN = 20
"""Sentences that a notebook shows of a longer list."""


class Uses(tuple[Occurrence, ...]):
    """Uses of words: a tuple of `Occurrence` that a notebook shows as a concordance.

    A slice, and a sum with other uses, are `Uses` again.
    """

    __slots__ = ()

    def __new__(cls, occurrences: Iterable[Occurrence] = ()) -> "Uses":
        """From occurrences. Raises ExplorerError where one of them is none."""
        return super().__new__(cls, uses_of("occurrences", occurrences))

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Occurrence: ...

    @overload
    def __getitem__(self, index: slice, /) -> "Uses": ...

    def __getitem__(self, index: SupportsIndex | slice, /) -> "Occurrence | Uses":
        """One use, or some of them."""
        return Uses(tuple(self)[index]) if isinstance(index, slice) else tuple(self)[index]

    def __add__(self, others: tuple[Occurrence, ...]) -> "Uses":  # type: ignore[override]
        """These uses, then others."""
        return Uses((*self, *Uses(others)))

    @asked
    def where(self, *, sense: str | None = None, word: str | None = None, upos: str | None = None) -> "Uses":
        """The uses that have this sense, word and part of speech; what is None is not asked."""
        return Uses(
            use for use in self if sense in (None, use.sense) and word in (None, use.word) and upos in (None, use.upos)
        )

    def table(self) -> "pd.DataFrame":
        """A row a use: `id`, `sentence` (the target in [brackets]), `word`, `sense`, `upos`, `source`."""
        import pandas as pd

        rows = [(use.id, use.bracketed, use.word, use.sense, use.upos, use.source) for use in self]
        return pd.DataFrame(rows, columns=["id", "sentence", "word", "sense", "upos", "source"])

    def __repr__(self) -> str:
        """Their number and the first of them."""
        return f"<{len(self)} uses{': ' + self[0].bracketed if self else ''}{' …' if len(self) > 1 else ''}>"

    def _repr_html_(self) -> str:
        """A concordance for a notebook; a sentence is text, whatever stands in it."""
        rows = "".join(map(_row, self[:SHOWN]))
        more = f"<p>… {len(self) - SHOWN} more</p>" if len(self) > SHOWN else ""
        head = f"<thead><tr><th></th><th>{len(self)} uses</th><th></th><th>sense</th></tr></thead>"
        return f"<table>{head}<tbody>{rows}</tbody></table>{more}"


def _row(use: Occurrence) -> str:
    before, after = escape(use.text[: use.start]), escape(use.text[use.end :])
    return (
        f'<tr><td style="text-align:right">{before}</td><td style="text-align:center"><b>{escape(use.form)}</b></td>'
        f'<td style="text-align:left">{after}</td><td style="text-align:left">{escape(use.sense or "")}</td></tr>'
    )


def encoder_table() -> "pd.DataFrame":
    """The encoders known here, a row each. Loads no weights.

    Columns: `id`, `family`, `layers` (layer 0 counted), `dim`, `origin`, `usable`, `why_not`. Any Hugging Face id,
    local folder or file of word vectors is an encoder too.
    """
    import pandas as pd

    columns = ["id", "family", "layers", "dim", "origin", "usable", "why_not"]
    rows = [
        (e.id, e.family, e.layers, e.dim, e.origin, e.usable, "" if e.why_not is None else str(e.why_not))
        for e in catalog.entries()
    ]
    return pd.DataFrame(rows, columns=columns).astype({"layers": "Int64", "dim": "Int64"})


@asked
def word_table(language: Language = "ko") -> "pd.DataFrame":
    """The bundled words, a row each: `word`, `id`, `senses` (scored ones), `uses`."""
    import pandas as pd

    rows = [
        (senses[0].word, id, sum(sense.scored for sense in senses), len(bundled.occurrences(language, id)))
        for id in bundled.word_ids(language)
        if (senses := bundled.senses_of(language, id))
    ]
    return pd.DataFrame(rows, columns=["word", "id", "senses", "uses"])


@asked
def sense_table(word: str) -> "pd.DataFrame":
    """The senses of a bundled word, a row each; `word` is as written (배, bank) or an id (`bae`).

    Columns: `id`, `gloss_ko`, `gloss_en`, `hanja`, `upos`, `homograph` (different words of one form have different
    numbers), `scored`. Raises ExplorerError for a word that is not bundled.
    """
    import pandas as pd

    language, id = _bundled_word(word)
    columns = ["id", "gloss_ko", "gloss_en", "hanja", "upos", "homograph", "scored"]
    return pd.DataFrame([[getattr(s, c) for c in columns] for s in bundled.senses_of(language, id)], columns=columns)


@asked
def uses(word: str) -> Uses:
    """The bundled uses of a word, each with its sense. Raises ExplorerError for a word that is not bundled."""
    return Uses(bundled.occurrences(*_bundled_word(word)))


@asked
def find(text: str | Iterable[str], word: str, upos: str | None = None, sense: str | None = None) -> Uses:
    """Every use of `word` in a text, or in each of some texts; empty where there is none.

    It is found with its particles and inflections and not inside another word: 배 in 배가, not in 배우; 쓰다 in 썼다.
    `upos` keeps one part of speech (`NOUN`, `VERB` …); `sense` is a label to give them.
    """
    texts = [text] if isinstance(text, str) else text
    return Uses(use.labelled(sense) for each in texts for use in find_in(each, word, upos))


@asked
def bracketed(sentences: str | Iterable[str], word: str | None = None, sense: str | None = None) -> Uses:
    """Uses whose target stands in [brackets]: `"배가 [고프]다"`; without `word` the form is the word.

    Raises ExplorerError for a sentence without a target.
    """
    each = [sentences] if isinstance(sentences, str) else sentences
    return Uses(Occurrence.from_bracketed(sentence, word, sense=sense) for sentence in each)


@asked
def read(path: str | os.PathLike[str]) -> Uses:
    """The uses in a file that the command line reads too.

    A table with a column `sentence` ([brackets] around the target), a treebank in CoNLL-U, pairs in KoBEST's format.
    Rows that cannot be used are left out; the command `embed` names them. Raises ExplorerError where none can.
    """
    return Uses(read_occurrences(Path(path)).occurrences)


def _bundled_word(word: str) -> tuple[Language, str]:
    for language in LANGUAGES:
        if (id := bundled.word_id_of(language, word)) in bundled.word_ids(language):
            return language, str(id)
    known = [bundled.senses_of(code, id)[0].word for code in LANGUAGES for id in bundled.word_ids(code)]
    raise ExplorerError("unknown_bundled_word", word=word, words=", ".join(known))
