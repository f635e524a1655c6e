"""The results of a person's own measurements, kept for the session."""

import streamlit as st

from explorer.analysis.probing import ProbeResult
from explorer.screens.probes_run import About
from explorer.screens.probes_texts import task_name
from explorer.screens.session import plain, say

_SHOWN_ROWS = 20
Kept = list[tuple[About, ProbeResult]]


def groups() -> list[tuple[str, dict[str, ProbeResult]]]:
    """The chosen results: those of one task on the same data stand in one picture, by encoder."""
    words = say()
    kept: Kept = st.session_state.setdefault("probe-results", [])
    if not kept:
        st.caption(words("probes.run.none_yet"))
        return []
    pairs = list(dict.fromkeys((about.task, about.data) for about, _ in reversed(kept)))
    names = [f"{task_name(task)} · {data}" for task, data in pairs]
    at = st.selectbox(
        words("probes.run.results"), range(len(pairs)), format_func=names.__getitem__, key="probe-shown",
        persist_state="session",
    )  # fmt: skip
    task, data = pairs[min(at or 0, len(pairs) - 1)]
    results = {about.encoder: result for about, result in kept if (about.task, about.data) == (task, data)}
    for result in results.values():
        if result.skipped:
            with st.expander(words("probes.run.skipped", n=len(result.skipped))):
                for row, why in result.skipped[:_SHOWN_ROWS]:
                    st.markdown(words("probes.run.skipped_row", row=row, why=plain(why.say(words))))
            break
    return [(plain(f"{task_name(task)} · {data}"), results)]
