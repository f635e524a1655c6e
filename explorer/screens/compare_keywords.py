"""The words that label a group of Compare's sentences: in a list, and short beside a cluster's name."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from explorer.analysis.keywords import TOLD_APART, Labelled, keywords
from explorer.occurrences import Occurrence
from explorer.screens import parts, session
from explorer.screens.compare_space import KEYED, Shared, Uses
from explorer.screens.progress import waiting


def label_words(shared: Shared) -> None:
    """For each colour, the words that its sentences have more than the others."""
    say = session.say()
    found = keywords_of(shared.uses, [item.label for item in shared.items])
    st.caption(say("compare.keywords_help"))
    if len(found) < 2:
        st.info(say("compare.keywords_one"), icon=":material/info:")
        return
    rows = [_row(shared, label, found[label]) for label in shared.drawn if label in found]
    st.html(f'<ul class="keywords">{"".join(rows)}</ul>')


def keywords_of(uses: Uses, labels: Sequence[str]) -> dict[str, Labelled]:
    """The words of each label's sentences; the first time, a tagger reads all sentences."""
    with waiting(session.say()("compare.finding_keywords")):
        return _keywords_of(uses, tuple(labels))


def in_short(found: Labelled) -> str:
    """The two strongest words of a group; "" where no word stands out at all."""
    return " · ".join(word.lemma for word in found.words[:2] if word.z > 0)


@st.cache_data(show_spinner=False, max_entries=64, hash_funcs=KEYED)
def _keywords_of(uses: Uses, labels: tuple[str, ...]) -> dict[str, Labelled]:
    groups: dict[str, list[Occurrence]] = {}
    for use, label in zip(uses, labels, strict=True):
        groups.setdefault(label, []).append(use)
    return keywords(groups)


def _row(shared: Shared, label: str, found: Labelled) -> str:
    say, mark = session.say(), shared.drawn[label]
    name = shared.names.get(label) or (
        say("common.not_scored") if label == parts.UNLABELLED else parts.label_name(label)
    )
    words = []
    for word in found.words:
        counts = say("compare.keyword_counts", inside=word.inside, outside=word.outside, z=word.z)
        sure = "sure" if word.z > TOLD_APART else "hint"
        words.append(f'<span class="{sure}">{escape(word.lemma)} <small>{escape(counts)}</small></span>')
    return (
        f'<li><span style="color:{mark.colour}" aria-hidden="true">{mark.glyph}</span> <b>{escape(name)}</b> '
        f"<small>n = {found.n}</small><br>{' '.join(words) or escape(say('compare.no_keywords'))}</li>"
    )
