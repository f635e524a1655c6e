"""Pieces that several pages draw: points and marks, the legend of senses, notes, a panel's numbers."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import quote

import streamlit as st

from explorer.analysis.scores import Baselines, Interval, Scores
from explorer.analysis.spaces import Grouping, label_names
from explorer.figures.gauge import gauge
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


def gloss(sense: bundled.Sense) -> str:
    """A sense's short name in the language of the page: a Korean word has its English gloss in both."""
    return naming.gloss(sense, language())


def label_name(label: str) -> str:
    """A label as a reader sees it: a sense's gloss, a homograph's glosses, or a person's own label."""
    return say()("common.no_sense") if label == UNLABELLED else naming.label_name(label, language())


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


def numbers(scores: Scores, baselines: Baselines, layer_zero: float | None, untrained: float | None) -> None:
    """A view's figures beside their baselines, each with a sentence that explains it on hover."""
    words = say()
    baseline = (baselines.chance, baselines.bag_of_context)
    svg = gauge(scores.one_nn, scores.one_nn_interval, scores.one_nn_band, *baseline, theme())
    picture = image(svg, words("numbers.gauge_alt"))
    rows = [
        ("one_nn", _figure(scores.one_nn, scores.one_nn_interval)),
        ("one_nn_band", _range(scores.one_nn_band)),
        ("one_nn_unmatched", _beside_chance(scores.one_nn_unmatched, scores.one_nn_unmatched_band)),
        ("bag_of_context", _figure(baselines.bag_of_context)),
        ("chance", _figure(baselines.chance)),
        ("majority", _figure(baselines.majority)),
        ("layer_zero", _figure(layer_zero)),
        ("untrained", _figure(untrained)),
        ("nearest_centroid", _beside_chance(scores.nearest_centroid, scores.nearest_centroid_band)),
        ("silhouette", _figure(scores.silhouette)),
        ("same_sense_similarity", _figure(scores.same_sense_similarity)),
        ("self_similarity", _figure(scores.self_similarity)),
        ("one_nn_clean", f"{_figure(scores.one_nn_clean)} <small>n = {scores.n_clean}</small>"),
    ]
    static = scores.self_similarity is not None and scores.self_similarity > 1 - 1e-6
    reading = words(f"numbers.reading_{'static' if static else scores.standing}")
    apart, by_chance = scores.one_nn_unmatched, scores.one_nn_unmatched_band
    stronger = apart is not None and by_chance is not None and apart > by_chance[1] + 1e-9
    if stronger and not static and scores.standing in ("within", "below"):
        reading += " " + words("numbers.reading_unmatched_above")
    st.html(
        f'<div class="numbers">{picture}<p class="reading">{escape(reading)}</p>{_list(rows[:5])}'
        f"<p><small>{escape(words('numbers.n', n=scores.n))} {escape(words('numbers.gauge_key'))}</small></p>"
        f"<details><summary>{escape(words('numbers.more'))}</summary>{_list(rows[5:])}</details></div>"
    )


def _list(rows: Sequence[tuple[str, str]]) -> str:
    words = say()
    lines = (
        f'<dt title="{escape(words(f"numbers.{key}_help"))}">{escape(words(f"numbers.{key}"))}</dt><dd>{value}</dd>'
        for key, value in rows
    )
    return f"<dl>{''.join(lines)}</dl>"


def image(svg: str, alt: str) -> str:
    """An SVG as an image element, which is how a page may hold it."""
    return f'<img src="data:image/svg+xml,{quote(svg)}" alt="{escape(alt)}" width="100%">'


def plain(text: str) -> str:
    """Text as it is where Markdown is read: its signs lose their meaning."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|<>~$:])", r"\\\1", text)


def _figure(value: float | None, interval: Interval | None = None) -> str:
    if value is None:
        return escape(say()("numbers.undefined"))
    around = f" <small>({interval[0]:.2f}–{interval[1]:.2f})</small>" if interval else ""
    return f"{value:.2f}{around}"


def _beside_chance(value: float | None, chance: Interval | None) -> str:
    beside = f" <small>({escape(say()('numbers.by_chance', low=chance[0], high=chance[1]))})</small>" if chance else ""
    return _figure(value) + beside


def _range(interval: Interval | None) -> str:
    return f"{interval[0]:.2f}–{interval[1]:.2f}" if interval else escape(say()("numbers.undefined"))
