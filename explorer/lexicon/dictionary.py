"""Tables of a dictionary's examples: headword, homograph number, part of speech, sense, example and the word's place.

The columns are those of the NIKL Basic Korean Dictionary as it is prepared for this program. A sense is labelled
`배1.2`: headword, homograph, sense of that homograph.
"""

from collections import defaultdict
from collections.abc import Sequence

from explorer.errors import ExplorerError
from explorer.lexicon.rows import Row, Skipped, TableKind
from explorer.occurrences import Occurrence, normalise

PARTS_OF_SPEECH = {
    "명사": "NOUN",
    "의존 명사": "NOUN",
    "대명사": "PRON",
    "수사": "NUM",
    "동사": "VERB",
    "형용사": "ADJ",
    "보조 동사": "AUX",
    "보조 형용사": "AUX",
    "관형사": "DET",
    "부사": "ADV",
    "감탄사": "INTJ",
    "조사": "ADP",
}


def homograph_of(sense: str) -> str:
    """The homograph of a dictionary label: `배1` of `배1.2`."""
    return sense.rpartition(".")[0]


def _occurrence(row: Row) -> Occurrence:
    text = row.cells["example"]
    if normalise(text) != text:
        raise ExplorerError("not_nfc", sentence=text)  # the places would count other characters
    try:
        start, end = int(row.cells["start"]), int(row.cells["end"])
    except ValueError:
        raise ExplorerError("place_not_number", start=row.cells["start"], end=row.cells["end"]) from None
    return Occurrence(
        text,
        start,
        end,
        row.get("headword"),
        sense=f"{row.get('headword')}{row.get('homograph_no')}.{row.get('sense_id')}",
        upos=PARTS_OF_SPEECH.get(row.get("pos")),
        source="dictionary",
        id=str(row.number),
    )


def _read(rows: Sequence[Row]) -> tuple[list[Occurrence], list[Skipped]]:
    """One occurrence a row; a place that stands under two senses is left out, since it cannot tell them apart."""
    read: list[tuple[int, Occurrence]] = []
    skipped: list[Skipped] = []
    senses = defaultdict(set)
    for row in rows:
        try:
            occurrence = _occurrence(row)
        except ExplorerError as error:
            skipped.append((row.number, error))
            continue
        read.append((row.number, occurrence))
        senses[occurrence.text, occurrence.start, occurrence.end].add(occurrence.sense)
    kept = []
    for number, occurrence in read:
        labels = senses[occurrence.text, occurrence.start, occurrence.end]
        if len(labels) == 1:
            kept.append(occurrence)
        else:
            senses_named = ", ".join(sorted(str(label) for label in labels))
            skipped.append((number, ExplorerError("two_labels", sentence=occurrence.bracketed, senses=senses_named)))
    return kept, sorted(skipped, key=lambda entry: entry[0])


DICTIONARY = TableKind(
    "dictionary", frozenset({"headword", "homograph_no", "pos", "sense_id", "example", "start", "end"}), _read
)
