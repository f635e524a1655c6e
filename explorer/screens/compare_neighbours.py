"""What lies nearest to the selected sentences in one space, with cosines and distances."""

from html import escape

import numpy as np
import streamlit as st

from explorer.analysis.compare import View
from explorer.analysis.neighbours import nearest_occurrences
from explorer.geometry.separation import TIE
from explorer.screens import selection, session
from explorer.screens.compare_space import Shared
from explorer.screens.sentences import marked

MOST_SHOWN = 3
_FOR_ONE, _FOR_SEVERAL = 5, 3


def neighbours_of_selected(shared: Shared, view: View) -> None:
    """The nearest sentences of the first of the selected; those that are selected too are in bold."""
    place = {use.id: i for i, use in enumerate(shared.uses)}
    rows = [place[i] for i in selection.selected() if i in place]
    if not rows:
        return
    say = session.say()
    if view.distinct == 1:
        st.html(f'<p class="neighbours">{escape(say("compare.all_alike", n=len(shared.uses)))}</p>')
        return
    count = _FOR_ONE if len(rows) == 1 else _FOR_SEVERAL
    blocks = [_block(shared, view, row, place, count) for row in rows[:MOST_SHOWN]]
    title = escape(say("compare.neighbours", count=count))
    more = f"<p><small>{escape(say('compare.more_selected', n=len(rows) - MOST_SHOWN))}</small></p>"
    st.html(
        f'<div class="neighbours"><p><b>{title}</b></p>{"".join(blocks)}{more if len(rows) > MOST_SHOWN else ""}</div>'
    )


def _block(shared: Shared, view: View, row: int, place: dict[str, int], count: int) -> str:
    say = session.say()
    others = np.delete(view.similarity[row], row)
    tied = int((others > others.max(initial=-1.0) - TIE).sum())
    if tied > count:  # one vector a word: to name five of the many that are as near would be a choice of ours
        asked = f"<p>{marked(shared.uses[row], 40)}</p>"
        return f"{asked}<p>{escape(say('compare.tied', n=tied, cosine=float(others.max())))}</p>"
    lines = []
    for near in nearest_occurrences(view, shared.uses, row, count):
        item = shared.items[place[near.occurrence.id]]
        mark = shared.drawn[item.label]
        distance = say("compare.distance", cosine=near.cosine, distance=1 - near.cosine)
        lines.append(
            f'<li><span style="color:{mark.colour}" aria-hidden="true">{mark.glyph}</span> '
            f"{marked(near.occurrence, 40)} <small>{escape(item.name)} · {escape(distance)}</small></li>"
        )
    own = shared.drawn[shared.items[row].label]
    glyph = f'<span style="color:{own.colour}" aria-hidden="true">{own.glyph}</span>'
    return f"<p>{glyph} {marked(shared.uses[row], 40)}</p><ol>{''.join(lines)}</ol>"
