"""Probes in words: the reading of reports, the table behind a figure, downloads, terms."""

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from explorer.analysis.probing import ProbeResult
from explorer.analysis.reading import best_statement, caveats, order_statement, reading
from explorer.analysis.statements import figure
from explorer.figures.probe_curves import has
from explorer.screens.session import encoder_name, plain, say
from probes.report import LayerReport, ProbeReport, to_frame, to_json

TERMS = (
    "probe", "baseline", "bag_of_context", "untrained", "control_task", "selectivity", "codelength", "scalar_mix",
    "centre_of_gravity", "cumulative", "interval", "clear", "confusion", "depth",
)  # fmt: skip
_COLUMNS: tuple[tuple[str, str | None], ...] = (
    ("accuracy", "interval"), ("balanced_accuracy", None), ("development", None), ("control", "control_interval"),
    ("selectivity", "selectivity_interval"), ("auc", "auc_interval"), ("null_band", None), ("codelength", None),
    ("control_codelength", None), ("compression", None), ("information", None),
)  # fmt: skip


def name_of(encoder_id: str) -> str:
    """An encoder's name where Markdown is read."""
    return plain(encoder_name(encoder_id))


def task_name(task: str) -> str:
    """A task as a reader calls it."""
    return say()(f"probes.task.{task}")


def said(result: ProbeResult) -> str:
    """All that is worth saying of one result, in one paragraph."""
    names = {"encoder": name_of(result.encoder.id), "task": task_name(result.task_id)}
    return " ".join(statement.say(say(), **names) for statement in reading(result.report))


def in_short(result: ProbeResult) -> str:
    """The main finding of one result, and what must stand beside it."""
    names = {"encoder": name_of(result.encoder.id), "task": task_name(result.task_id)}
    first, *_ = reading(result.report)
    return " ".join(statement.say(say(), **names) for statement in (first, *caveats(result.report)))


def orders(form: Mapping[str, ProbeResult], meaning: Mapping[str, ProbeResult]) -> None:
    """For each encoder with both results, what they say together; else the main finding of each."""
    lines = []
    depths = {e: len(r.report.layers) for results in (form, meaning) for e, r in results.items()}
    for encoder_id in sorted(depths, key=lambda e: depths[e] == 1):
        both = form.get(encoder_id), meaning.get(encoder_id)
        statement = order_statement(both[0].report, both[1].report) if both[0] and both[1] else None
        if statement and both[0] and both[1]:
            names = {"form": task_name(both[0].task_id), "meaning": task_name(both[1].task_id)}
            lines.append(f"- {statement.say(say(), encoder=name_of(encoder_id), **names)}")
            lines += [f"  - {_best(result)}" for result in both if result]
        else:
            lines += [f"- {in_short(result)}" for result in both if result]
    st.markdown("\n".join(lines))
    st.caption(say()("probes.reading_note"))


def _best(result: ProbeResult) -> str:
    """The best layers of a task, and what must stand beside them."""
    best = best_statement(result.report).say(say(), task=task_name(result.task_id))
    return " ".join([best, *(statement.say(say()) for statement in caveats(result.report))])


def details(result: ProbeResult, key: str) -> None:
    """The whole reading, the figures by layer, and the report to take away; closed until someone asks."""
    words = say()
    report = result.report
    title = words("probes.reading_more", encoder=name_of(result.encoder.id), task=task_name(result.task_id))
    with st.expander(title):
        st.markdown(said(result))
        st.caption(
            words(
                "probes.facts", n=report.n, groups=report.n_groups, splits=report.n_splits, train=report.n_train,
                classes=len(report.classes), probe=report.probe,
            )
        )  # fmt: skip
        st.dataframe(table(report), hide_index=True)
        name = f"probe-{result.encoder.id.replace('/', '-')}-{result.task_id}"
        with st.container(horizontal=True):
            st.download_button(
                words("probes.download_json"), lambda: to_json(report, indent=1), f"{name}.json", "application/json",
                key=f"json-{key}", on_click="ignore",
            )  # fmt: skip
            st.download_button(
                words("probes.download_csv"), lambda: to_frame(report).to_csv(index=False).encode("utf-8-sig"),
                f"{name}.csv", "text/csv", key=f"csv-{key}", on_click="ignore",
            )  # fmt: skip


def table(report: ProbeReport) -> pd.DataFrame:
    """All figures of layers and baselines, a row each; a column that is undefined everywhere is left out."""
    words = say()
    shown = [(name, interval) for name, interval in _COLUMNS if has(report, name)]
    rows = []
    for share, layer in zip([*report.best_layer_shares, *[None] * len(report.baselines)], _all(report), strict=True):
        row: dict[str, object] = {words("common.layer"): _row_name(layer)}
        row |= {words(f"probes.column.{name}"): _cell(layer, name, interval) for name, interval in shown}
        row[words("probes.column.share")] = "" if share is None else f"{share:.0%}"
        row["n"] = str(layer.n)
        rows.append(row)
    return pd.DataFrame(rows)


def _all(report: ProbeReport) -> Sequence[LayerReport]:
    return (*report.layers, *report.baselines)


def _row_name(layer: LayerReport) -> str:
    if layer.layer is not None:
        return layer.name
    kind, _, number = layer.name.partition(".")
    return f"{say()(f'probes.baseline.{kind}')} {number}".strip()


def _cell(layer: LayerReport, name: str, interval: str | None) -> str:
    value = getattr(layer, name)
    if value is None:
        return "–"
    if name == "null_band":
        return f"{value[0]:.2f}–{value[1]:.2f}"
    if name.endswith("codelength"):
        return f"{value / 1000:.2f}"
    return figure(value, getattr(layer, interval) if interval else None)


def glossary() -> None:
    """One sentence for each term."""
    with st.expander(say()("probes.glossary"), icon=":material/dictionary:"):
        st.markdown("\n".join(f"- {say()(f'probes.term.{term}')}" for term in TERMS))
