"""What linear probes read from the layers of a model at moments of its training, on the bundled sentences."""

from collections.abc import Mapping, Sequence

from explorer.analysis.learning import Probed
from explorer.analysis.probing import BundledSource, ProbeSettings, TaskId, run_probe
from explorer.encoders.base import Encoder
from probes.report import ProbeReport

TASKS: tuple[TaskId, ...] = ("pos", "sense")
SETTINGS = ProbeSettings(permutations=0, codelength=0, mix=0, cumulative=0, limit=3_000, baselines=False)
"""Splits and probes of the ready-made results, so that the last moment repeats what they say of the finished model."""

SECTION = """\
## Probes at moments of training

Accuracy of ridge probes on the bundled sentences (test parts of five-fold splits that keep matched sets together, five
seeds), with the 95% interval at the last moment. **Part of speech**: of an eojeol's leading morpheme, {pos_n:,}
eojeols; labels are Kiwi's, the targets' are ours; the form's own majority gives {pos_chance:.3f}. **Sense**: within
each word and one part of speech, {sense_n:,} sentences; the most frequent sense gives {sense_chance:.3f}.

| % of the plan | {layers} |
| ---: | {columns} |
"""


def probes_by_moment(moments: Sequence[Encoder]) -> dict[str, Probed]:
    """Each task on each moment's encoder, in their order."""
    return {task_id: _together([_report(encoder, task_id) for encoder in moments]) for task_id in TASKS}


def probes_section(layers: Sequence[str], percent: Sequence[int], probes: Mapping[str, Probed]) -> str:
    """For a model's card: a line a moment, tasks side by side."""
    pos, sense = probes["pos"], probes["sense"]
    places = [(task, k) for task in (pos, sense) for k in range(len(layers))]
    rows = [[f"{task.accuracy[m][k]:.3f}" for task, k in places] for m in range(len(percent))]
    rows[-1] = [
        f"{cell} ({task.low[-1][k]:.3f}–{task.high[-1][k]:.3f})"
        for cell, (task, k) in zip(rows[-1], places, strict=True)
    ]
    head = SECTION.format(
        pos_n=pos.n,
        pos_chance=pos.chance,
        sense_n=sense.n,
        sense_chance=sense.chance,
        layers=" | ".join(f"{kind}, {each}" for kind in ("part of speech", "sense") for each in layers),
        columns=" | ".join("---:" for _ in places),
    )
    lines = (f"| {share} | {' | '.join(row)} |" for share, row in zip(percent, rows, strict=True))
    return head + "\n".join(lines) + "\n"


def _report(encoder: Encoder, task_id: TaskId) -> ProbeReport:
    return run_probe(encoder, BundledSource("ko"), task_id, settings=SETTINGS).report


def _together(reports: Sequence[ProbeReport]) -> Probed:
    first = reports[0]
    known = [(each.accuracy, each.name) for each in first.references if each.accuracy is not None]
    chance, reference = max(known, key=lambda each: each[0])
    intervals = [[layer.interval or (None, None) for layer in report.layers] for report in reports]
    return Probed(
        accuracy=tuple(tuple(_rounded(layer.accuracy) for layer in report.layers) for report in reports),
        low=tuple(tuple(_rounded(low) for low, _ in row) for row in intervals),
        high=tuple(tuple(_rounded(high) for _, high in row) for row in intervals),
        chance=round(chance, 4),
        reference=reference,
        n=first.n,
        units=first.n_units,
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
