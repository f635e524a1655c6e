"""A measurement on data of a person's own: choosing, watching, stopping, and the results that are kept."""

import threading
from functools import partial

import streamlit as st
from streamlit.runtime import get_instance
from streamlit.runtime.scriptrunner import get_script_run_ctx

from explorer.analysis.probing import (
    BUNDLED_TASKS,
    TASK_IDS,
    ProbeResult,
    Source,
    TaskId,
    run_probe,
)
from explorer.language import LANGUAGES
from explorer.screens import pickers
from explorer.screens.probes_data import source_of, sources, upload
from explorer.screens.probes_results import Kept
from explorer.screens.probes_run import About, ProbeRun
from explorer.screens.probes_texts import name_of, task_name
from explorer.screens.session import plain, say, warn

_MOST_RESULTS = 12


@st.cache_resource(show_spinner=False)
def _turn() -> threading.Lock:
    """One measurement works at a time in the process."""
    return threading.Lock()


def measure() -> None:
    """The form, or the measurement that is under way."""
    words = say()
    st.markdown(words("probes.run.intro"))
    run: ProbeRun | None = st.session_state.get("probe-run")
    if run is not None and run.alive:
        _watch()
        return
    if run is not None:
        _take(run)
    _form()


def _form() -> None:
    words = say()
    names = sources()
    kind = pickers.pick_one("probe-data", list(names), words("probes.run.data"), names.__getitem__)
    language = "ko"
    tasks: tuple[TaskId, ...] = TASK_IDS
    if kind == "upload":
        upload()
    elif kind == "bundled":
        language = pickers.pick_one("of", LANGUAGES, words("layers.words_of"), lambda c: words(f"layers.words_{c}"))
        tasks = BUNDLED_TASKS["en" if language == "en" else "ko"]
    if "own" not in names:
        st.caption(words("probes.run.no_own"))
    task = pickers.pick_one("probe-task", tasks, words("probes.run.task"), task_name)
    st.caption(
        words(f"probes.task_help.{task}") + " " + words("probes.run.expects", what=words(f"probes.task_file.{task}"))
    )
    encoder_id = pickers.pick_encoder("probe-encoder", ("bert", "elmo", "static"), "e5-small", "ko")
    if st.button(words("probes.run.start"), type="primary", icon=":material/play_arrow:", disabled=not encoder_id):
        source, data = source_of(kind, language)
        if source is None:
            st.info(words("probes.run.no_file"), icon=":material/upload_file:")
            return
        _start(About(encoder_id, task, data), source)
        st.rerun()


def _start(about: About, source: Source) -> None:
    task: TaskId = next(task for task in TASK_IDS if task == about.task)

    def work(show: object, stop: object) -> ProbeResult:
        return run_probe(about.encoder, source, task, progress=show, stop=stop)  # type: ignore[arg-type]

    context = get_script_run_ctx()
    visitor = partial(get_instance().is_active_session, context.session_id) if context else (lambda: True)
    st.session_state["probe-run"] = ProbeRun(about, work, _turn(), visitor)


@st.fragment(run_every=1.0)
def _watch() -> None:
    """How far it is; when it ends, the whole page is drawn again."""
    words = say()
    run: ProbeRun = st.session_state["probe-run"]
    if not run.alive:
        st.rerun()
    st.markdown(
        words(
            "probes.run.running", encoder=name_of(run.about.encoder), task=task_name(run.about.task),
            data=plain(run.about.data),
        )
    )  # fmt: skip
    st.progress(min(max(run.fraction, 0.0), 1.0), _state(run))
    st.button(words("probes.run.stop"), on_click=run.stop, disabled=run.stopping, icon=":material/stop:")


def _state(run: ProbeRun) -> str:
    words = say()
    if run.stopping:
        return words("probes.run.stopping")
    if run.state == "waiting":
        return words("probes.run.busy")
    percent, left = round(100 * run.fraction), run.seconds_left
    if left is None:
        return words("probes.run.progress", percent=percent) if percent else words("probes.run.starting")
    time = words("probes.run.minutes", n=round(left / 60)) if left >= 90 else words("probes.run.seconds", n=round(left))
    return words("probes.run.progress_left", percent=percent, left=time)


def _take(run: ProbeRun) -> None:
    """Keep what a measurement gave, once, and say how it ended."""
    words = say()
    del st.session_state["probe-run"]
    if run.error is not None:
        warn(run.error)
    elif run.state == "stopped":
        st.info(words("probes.run.stopped"), icon=":material/info:")
    elif run.result is not None:
        kept: Kept = st.session_state.setdefault("probe-results", [])
        kept.append((run.about, run.result))
        del kept[:-_MOST_RESULTS]
        st.session_state.pop("probe-shown", None)
        st.success(words("probes.run.done"), icon=":material/check:")
