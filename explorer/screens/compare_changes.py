"""What changed between two layers of an encoder: whose neighbours are others now."""

from collections.abc import Sequence
from html import escape

import pandas as pd
import streamlit as st

from explorer.analysis.changes import Change, Changes, changes
from explorer.screens import charts, pickers, selection, session
from explorer.screens.compare_space import Shared
from explorer.screens.links import linked, remember
from explorer.screens.sentences import marked

_SHOWN = 12
_ROW = 35


@st.fragment
def changed_neighbours(shared: Shared) -> None:
    """The biggest movers first; who is selected shows which neighbours it gained and lost."""
    selection.redraw_all()
    say = session.say()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        chosen = pickers.pick_encoder("changes", ("bert", "elmo"), "e5-small", shared.language)
        if not chosen or not session.encoded(chosen, shared.uses):
            return
        views = shared.views(chosen)
        first = _pick("from", len(views), 0)
        last = _pick("to", len(views), len(views) - 1)
    if first == last:
        st.info(say("compare.same_layer"), icon=":material/info:")
        return
    found = changes(views[first].similarity, views[last].similarity, views[first].labels)
    st.markdown(_summary(found, first, last))
    _table(shared, found, first, last)
    place = {use.id: i for i, use in enumerate(shared.uses)}
    by_item = {change.item: change for change in found.movers}
    for row in [place[i] for i in selection.selected() if i in place][:1]:
        _details(shared, by_item[row], first, last)


def _pick(name: str, count: int, default: int) -> int:
    key = linked(name, range(count), default)
    layer: int = st.selectbox(session.say()(f"compare.{name}_layer"), range(count), key=key)
    remember(name, layer, default)
    return layer


def _summary(found: Changes, first: int, last: int) -> str:
    say = session.say()
    text = say(
        "compare.changes_say", first=first, last=last, count=found.count, mean=found.mean_gained, chance=found.expected
    )
    if found.same_before is not None and found.same_after is not None:
        text += " " + say("compare.changes_same", first=first, last=last, a=found.same_before, b=found.same_after)
    return text


def _table(shared: Shared, found: Changes, first: int, last: int) -> None:
    say, column = session.say(), st.column_config.TextColumn
    movers = found.movers[:_SHOWN]
    ids = [shared.uses[change.item].id for change in movers]
    items = [shared.items[change.item] for change in movers]
    table = pd.DataFrame(
        {
            "mark": [shared.drawn[item.label].glyph for item in items],
            "sentence": [item.occurrence.bracketed for item in items],
            "gained": [len(change.gained) for change in movers],
            "before": [_out_of(change.same_before, found.count) for change in movers],
            "after": [_out_of(change.same_after, found.count) for change in movers],
        }
    )
    key, now = selection.ticked("movers", ids)
    charts.table(
        table, name="movers", key=key, on_select=lambda: selection.from_rows("movers", key, ids),
        selection_mode="multi-row",
        selection_default={"selection": {"rows": now}}, height=_ROW * (len(movers) + 1) + 3,
        alt=say("compare.movers_alt", n=len(movers)),
        column_config={
            "mark": column("", width=36, alignment="center"),
            "sentence": column(say("compare.movers_sentence"), width="large"),
            "gained": st.column_config.NumberColumn(say("compare.movers_gained", count=found.count)),
            "before": column(say("compare.movers_same", layer=first)),
            "after": column(say("compare.movers_same", layer=last)),
        },
    )  # fmt: skip
    st.caption(say("compare.movers_help"))


def _out_of(value: int | None, count: int) -> str:
    return "–" if value is None else f"{value}/{count}"


def _details(shared: Shared, change: Change, first: int, last: int) -> None:
    say = session.say()
    st.html(f'<p class="neighbours">{marked(shared.uses[change.item])}</p>')
    lost, gained = st.columns(2, gap="medium")
    with lost:
        _list(shared, say("compare.lost", layer=first, n=len(change.lost)), change.lost)
    with gained:
        _list(shared, say("compare.gained", layer=last, n=len(change.gained)), change.gained)


def _list(shared: Shared, title: str, rows: Sequence[int]) -> None:
    lines = []
    for row in rows:
        mark = shared.drawn[shared.items[row].label]
        lines.append(
            f'<li><span style="color:{mark.colour}" aria-hidden="true">{mark.glyph}</span> '
            f"{marked(shared.uses[row], 40)}</li>"
        )
    st.html(f'<div class="neighbours"><p><b>{escape(title)}</b></p><ol>{"".join(lines)}</ol></div>')
