"""Probes: at which layers part of speech and meaning can be read, for every encoder, and how sure that is."""

import streamlit as st

from explorer.analysis.probing import BUNDLED_TASKS, ProbeResult, TaskId, ready_result
from explorer.errors import ExplorerError
from explorer.figures.encoder_marks import encoder_marks
from explorer.language import LANGUAGES, Language
from explorer.screens import pickers, probes_own, probes_published, probes_results, probes_texts, session, stage
from explorer.screens.probes_views import VIEWS, show

FORM: tuple[TaskId, ...] = ("pos", "pos-form", "pos-new-words")
MEANING: tuple[TaskId, ...] = ("sense", "homograph", "semantic-class")

say = session.say()
st.title(say("probes.title"))
stage.intro(say("probes.intro"))
source = pickers.pick_one(
    "probes", ("ready", "own"), say("probes.source"), lambda s: say(f"probes.source_{s}"), hide=True
)


def pick_tasks(language: Language) -> tuple[TaskId, TaskId]:
    """A task about form and one about meaning, of those that the bundled sentences of a language can be asked."""
    picked = []
    for name, tasks in (("form", FORM), ("meaning", MEANING)):
        options = [task for task in tasks if task in BUNDLED_TASKS[language]]
        label = say(f"probes.{name}_task")
        with st.container(width="content"):
            picked.append(pickers.pick_one(f"{name}-task", options, label, probes_texts.task_name))
            st.caption(say(f"probes.task_help.{picked[-1]}"))
    return picked[0], picked[1]


def ready(encoders: list[str], task: TaskId, language: Language) -> dict[str, ProbeResult]:
    """The results that are there, by encoder; of a damaged file it is said why it is not."""
    found = {}
    for e in encoders:
        try:
            if result := ready_result(e, task, language):
                found[e] = result
        except ExplorerError as error:
            session.warn(error)
    return found


@st.fragment
def views(panels: list[tuple[str, dict[str, ProbeResult]]], encoders: list[str]) -> None:
    """The chosen view of all panels, and under it the figures behind it."""
    view = pickers.pick_one("view", VIEWS, say("probes.view"), lambda v: say(f"probes.view_{v}"))
    relative = view not in ("mix", "confusion") and pickers.pick_relative()
    show(view, panels, encoder_marks(encoders, session.theme()), relative)
    for column, (key, results) in zip(st.columns(len(panels), gap="medium"), panels, strict=True):
        with column:
            for encoder_id, result in results.items():
                probes_texts.details(result, f"{key}-{encoder_id}")


if source == "own":
    probes_own.measure()
    for title, results in probes_results.groups():
        st.subheader(title)
        probes_texts.orders(results, {})
        views([("own", results)], list(results))
else:
    with stage.settings():
        language = pickers.pick_one("of", LANGUAGES, say("layers.words_of"), lambda c: say(f"layers.words_{c}"))
        with st.container(horizontal=True, gap="medium"):
            form_task, meaning_task = pick_tasks(language)
        encoders = pickers.pick_encoders(language)
    form, meaning = ready(encoders, form_task, language), ready(encoders, meaning_task, language)
    if panels := [(key, results) for key, results in (("form", form), ("meaning", meaning)) if results]:
        views(panels, encoders)
        st.subheader(say("probes.reading_title"))
        probes_texts.orders(form, meaning)
    else:
        st.info(say("probes.none_ready"), icon=":material/info:")
    if absent := [e for e in encoders if panels and e not in form and e not in meaning]:
        st.caption(say("probes.missing", encoders=", ".join(map(probes_texts.name_of, absent))))

probes_texts.glossary()
probes_published.published()
