"""Pieces that several pages draw: points and marks, the legend of senses, notes."""

from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import quote

import streamlit as st

from explorer.analysis.spaces import Grouping, label_names
from explorer.figures.scatter import Point
from explorer.figures.style import Mark, marks
from explorer.language import Language
from explorer.lexicon import bundled, naming
from explorer.occurrences import Occurrence
from explorer.screens.session import is_guest, language, say, senses_of, theme

UNLABELLED = "?"
"""Key of the mark of uses without a sense."""

CHART = {"displayModeBar": False, "scrollZoom": False}
"""Plotly's own buttons stay away: a figure here is looked at and hovered over."""

TAGS = ("NOUN", "PROPN", "PRON", "NUM", "VERB", "ADJ", "ADV", "DET", "AUX", "ADP")
"""Parts of speech that have a name here."""


def gloss(sense: bundled.Sense) -> str:
    """A sense's short name in the language of the page: a Korean word has its English gloss in both."""
    return naming.gloss(sense, language())


def label_name(label: str) -> str:
    """A label as a reader sees it: a sense's gloss, a homograph's glosses, or a person's own label."""
    return say()("common.no_sense") if label == UNLABELLED else naming.label_name(label, language())


def tag_name(tag: str) -> str:
    """A part of speech of Universal Dependencies in the language of the page; any other label is its own name."""
    return say()(f"compare.upos_{tag}") if tag in TAGS else tag


def points_and_marks(occurrences: Sequence[Occurrence], by: Grouping) -> tuple[list[Point], dict[str, Mark]]:
    """What every panel draws: a point a use and a mark a label, in the order of the senses."""
    names = [name or UNLABELLED for name in label_names(occurrences, by)]
    order = [name for name in dict.fromkeys(names) if name != UNLABELLED] + [UNLABELLED]
    drawn = marks(order, theme())
    drawn[UNLABELLED] = Mark("#8A94A0", "circle-open", "○")
    known = bundled.all_senses()
    items = [
        Point(o, name, _name(o, name, known), guest=is_guest(o)) for o, name in zip(occurrences, names, strict=True)
    ]
    return items, {label: mark for label, mark in drawn.items() if label in names}


def _name(occurrence: Occurrence, label: str, known: Mapping[str, bundled.Sense]) -> str:
    sense = known.get(occurrence.sense or "")
    return gloss(sense) if sense and not sense.scored else label_name(label)


def legend(items: Sequence[Point], drawn: dict[str, Mark], names: Mapping[str, str] | None = None) -> None:
    """Colour, shape, name and count of each label, once for all panels; `names` where labels are no senses."""
    entries = []
    for label, mark in drawn.items():
        members = [item for item in items if item.label == label]
        name = label_name(label) if label != UNLABELLED else say()("common.not_scored")
        name = (names or {}).get(label, name)
        entries.append(
            f'<li title="{escape(_defined(label, name))}">'
            f'<span class="glyph" style="color:{mark.colour}" aria-hidden="true">{mark.glyph}</span>'
            f"{escape(name)} <small>{len(members)}</small></li>"
        )
    st.html(f'<ul class="legend">{"".join(entries)}</ul>')


def _defined(label: str, name: str) -> str:
    return naming.label_definition(label, language()) if label in bundled.all_senses() else name


def notes(word_language: Language, word_id: str) -> None:
    """What must be said about a word: senses that are shown but not scored, and why."""
    for sense in senses_of(word_language, word_id):
        note = sense.note_ko if language() == "ko" else sense.note_en
        if note:
            st.info(note, icon=":material/translate:")


def image(svg: str, alt: str) -> str:
    """An SVG as an image element, which is how a page may hold it."""
    return f'<img src="data:image/svg+xml,{quote(svg)}" alt="{escape(alt)}" width="100%">'
