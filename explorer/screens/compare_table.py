"""The sentences of Compare as a concordance, and under it what words label each group."""

from html import escape

import pandas as pd
import streamlit as st

from explorer.analysis.keywords import TOLD_APART, Labelled, keywords
from explorer.occurrences import Occurrence
from explorer.screens import charts, parts, selection, session
from explorer.screens.compare_space import KEYED, Shared
from explorer.screens.progress import waiting

_ROW = 35
_MOST_ROWS = 12
"""Height of a row in pixels, and how many rows are seen before the table scrolls."""


@st.fragment
def concordance(shared: Shared) -> None:
    """All sentences with their targets one below the other; what is ticked here is marked in every picture."""
    selection.redraw_all()
    say = session.say()
    order = list(shared.drawn)
    rows = sorted(shared.items, key=lambda item: (not item.guest, order.index(item.label)))
    ids = [item.occurrence.id for item in rows]
    table = pd.DataFrame(
        {
            "mark": [shared.drawn[item.label].glyph for item in rows],
            "name": [item.name for item in rows],
            "before": [item.occurrence.text[: item.occurrence.start] for item in rows],
            "target": [item.occurrence.form for item in rows],
            "after": [item.occurrence.text[item.occurrence.end :] for item in rows],
        }
    )
    column = st.column_config.TextColumn
    key, now = selection.ticked("concordance", ids)
    charts.table(
        table, name="sentences", key=key, on_select=lambda: selection.from_rows("concordance", key, ids),
        selection_mode="multi-row",
        selection_default={"selection": {"rows": now}}, height=_ROW * (min(len(rows), _MOST_ROWS) + 1) + 3,
        alt=say("compare.table_alt", n=len(rows)),
        column_config={
            "mark": column("", width=36, alignment="center"),
            "name": column(say("compare.table_name"), width=170),
            "before": column(say("compare.table_before"), alignment="right", width=390),
            "target": column(say("compare.table_target"), alignment="center", width=80),
            "after": column(say("compare.table_after"), width=390),
        },
    )  # fmt: skip
    st.caption(say("compare.table_help"))


def label_words(shared: Shared) -> None:
    """For each colour, the words that its sentences have more than the others."""
    say = session.say()
    with waiting(say("compare.finding_keywords")):
        found = _keywords_of(shared.uses, tuple(item.label for item in shared.items))
    st.caption(say("compare.keywords_help"))
    if len(found) < 2:
        st.info(say("compare.keywords_one"), icon=":material/info:")
        return
    rows = [_row(shared, label, found[label]) for label in shared.drawn if label in found]
    st.html(f'<ul class="keywords">{"".join(rows)}</ul>')


@st.cache_data(show_spinner=False, max_entries=64, hash_funcs=KEYED)
def _keywords_of(uses: tuple[Occurrence, ...], labels: tuple[str, ...]) -> dict[str, Labelled]:
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
