"""Probing: which layer of an encoder knows the part of speech, which the meaning, and how sure that is.

    ready_report("e5-small", "sense", "ko")       # at once, from assets/probes; None where not measured
    run_probe("e5-small", FileSource(path), "pos", settings=ProbeSettings(), progress=show, stop=check)

`python -m explorer.analysis.probing [ENCODER …]` makes the ready-made results.
"""

from typing import TYPE_CHECKING

from explorer.analysis.probing.meter import ShowProgress, Stop
from explorer.analysis.probing.names import BUNDLED_TASKS, MOST_ITEMS, TASK_IDS, ProbeSettings, TaskId
from explorer.analysis.probing.ready import ready_report, ready_result, ready_results
from explorer.analysis.probing.results import ProbeResult, learned_mix
from explorer.analysis.probing.sources import BundledSource, FileSource, Source

if TYPE_CHECKING:
    from explorer.encoders.base import Encoder
    from explorer.store import VectorStore

__all__ = [
    "BUNDLED_TASKS",
    "MOST_ITEMS",
    "TASK_IDS",
    "BundledSource",
    "FileSource",
    "ProbeResult",
    "ProbeSettings",
    "ShowProgress",
    "Source",
    "Stop",
    "TaskId",
    "learned_mix",
    "ready_report",
    "ready_result",
    "ready_results",
    "run_probe",
]  # fmt: skip


def run_probe(
    encoder_id: "str | Encoder",
    source: Source,
    task_id: TaskId,
    *,
    settings: ProbeSettings = ProbeSettings(),  # noqa: B008 - frozen
    progress: ShowProgress | None = None,
    stop: Stop | None = None,
    store: "VectorStore | None" = None,
) -> ProbeResult:
    """Encode the items of a task with an encoder, by its id or opened, and measure every layer.

    `progress` is called with the fraction done, 0 … 1, and the seconds that are probably left (None while that cannot
    be told); `stop` again and again between pieces of work: what it raises ends the run and reaches the caller. Both
    are called in the thread that runs this, whichever it is; the work itself uses all cores. `store` keeps vectors
    for other runs.
    Raises ExplorerError, one sentence for a person, where the source has not what the task needs or nothing can be
    learned from it.
    """
    from explorer.analysis.probing.run import run

    return run(
        encoder_id, source, task_id, settings, progress or (lambda fraction, left: None), stop or (lambda: None), store
    )
