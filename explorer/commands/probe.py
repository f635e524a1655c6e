"""`probe`: what linear probes read from every layer of one encoder, with controls, baselines and intervals."""

import argparse
import math
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

from explorer.analysis.probing import (
    TASK_IDS,
    BundledSource,
    FileSource,
    ProbeResult,
    ProbeSettings,
    Source,
    ready_result,
    run_probe,
)
from explorer.commands.seeds import add_seed, checked
from explorer.encoders.catalog import open_encoder
from explorer.errors import ExplorerError
from explorer.language import LANGUAGES, text
from probes.fitting import ProbeKind
from probes.report import LayerReport

_DEFAULT = ProbeSettings()
_COUNTS = ("repeats", "permutations", "codelength", "mix", "cumulative", "limit")
_MOST_CLASSES = 40
"""Labels up to which confusions are written."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Encoder, task and source; then how to measure."""
    say = text
    parser.add_argument("--encoder", required=True, help=say("commands.encoder"))
    parser.add_argument(
        "--task", required=True, choices=TASK_IDS, help=say("commands.probe.task", tasks=", ".join(TASK_IDS))
    )
    parser.add_argument("--input", type=Path, metavar="FILE", help=say("commands.probe.input"))
    parser.add_argument("--train", type=Path, metavar="FILE", help=say("commands.probe.train"))
    parser.add_argument("--label", metavar="COLUMN", help=say("commands.probe.label"))
    parser.add_argument("--language", choices=LANGUAGES, default="ko", help=say("commands.probe.language"))
    parser.add_argument("--probe", choices=get_args(ProbeKind), default="ridge", help=say("commands.probe.probe"))
    parser.add_argument("--rank", type=int, metavar="N", help=say("commands.probe.rank"))
    parser.add_argument("--dimension", type=int, metavar="N", help=say("commands.probe.dimension"))
    for name in _COUNTS:
        default = getattr(_DEFAULT, name)
        described = say(f"commands.probe.{name}", default=default)
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=described)
    parser.add_argument("--no-baselines", action="store_true", help=say("commands.probe.no_baselines"))
    parser.add_argument("--fresh", action="store_true", help=say("commands.probe.fresh"))
    add_seed(parser)


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Measure, or take the ready-made result; one object with a list `layers`."""
    settings = ProbeSettings(
        probe=arguments.probe,
        rank=arguments.rank,
        dimension=arguments.dimension,
        seed=checked(arguments.seed),
        label=arguments.label,
        baselines=not arguments.no_baselines,
        **{name: getattr(arguments, name) for name in _COUNTS},
    )
    source = _source(arguments)
    if isinstance(source, BundledSource) and settings == _DEFAULT and not arguments.fresh:
        ready = ready_result(arguments.encoder, arguments.task, source.language)
        if ready is not None and ready.encoder == open_encoder(arguments.encoder).identity:
            return as_json(ready, ready=True)
    with _Line() as line:
        result = run_probe(arguments.encoder, source, arguments.task, settings=settings, progress=line.show)
    return as_json(result)


def _source(arguments: argparse.Namespace) -> Source:
    if arguments.input is None:
        if arguments.train is not None:
            raise ExplorerError("probe_train_needs_input")
        return BundledSource(arguments.language)
    return FileSource(arguments.input, train=FileSource(arguments.train) if arguments.train else None)


class _Line:
    """One line on a terminal that is written over and over; nothing where stderr is none."""

    def __init__(self) -> None:
        self._on = sys.stderr is not None and sys.stderr.isatty()
        self._shown = -1

    def __enter__(self) -> "_Line":
        return self

    def __exit__(self, *_: object) -> None:
        if self._on and self._shown >= 0:
            sys.stderr.write("\r\x1b[K")

    def show(self, fraction: float, left: float | None) -> None:
        percent = int(100 * fraction)
        if not self._on or percent == self._shown:
            return
        self._shown = percent
        key = "progress_start" if left is None else "progress"
        said = text(f"commands.probe.{key}", percent=percent, left=math.ceil(left or 0))
        sys.stderr.write(f"\r\x1b[K{said}")
        sys.stderr.flush()


def as_json(result: ProbeResult, *, ready: bool = False) -> dict[str, Any]:
    """The result as one JSON-serialisable object; what was not measured is null."""
    report = result.report
    detailed = len(report.classes) <= _MOST_CLASSES
    return {
        "encoder": result.encoder.id,
        "fingerprint": result.encoder.fingerprint,
        "task": result.task_id,
        "source": result.source,
        "format": result.format,
        "language": result.language,
        "silver": result.silver,
        "ready": ready,
        "probe": report.probe,
        "settings": asdict(result.settings),
        "split": report.split,
        "control_kind": report.control_kind,
        "n": report.n,
        "n_units": report.n_units,
        "n_groups": report.n_groups,
        "n_splits": report.n_splits,
        "n_train": report.n_train,
        "seeds": report.seeds,
        "available": result.available,
        "dropped": dict(result.dropped),
        "unknown": result.unknown,
        "classes": dict(report.classes),
        "entropy": report.entropy,
        "uniform_codelength": report.uniform_codelength,
        "prior_codelength": report.prior_codelength,
        "layers": [_layer(layer, detailed) for layer in report.layers],
        "baselines": [_layer(layer, detailed) for layer in report.baselines],
        "references": {r.name: {"accuracy": r.accuracy, "interval": r.interval} for r in report.references},
        "best_layer": report.best_layer,
        "best_layer_shares": [share if share == share else None for share in report.best_layer_shares],
        "comparisons": [asdict(comparison) for comparison in report.comparisons],
        "learned_mix": None if report.mix is None else asdict(report.mix),
        "centre_of_gravity": None if report.mix is None else report.mix.centre_of_gravity,
        "cumulative": None if report.cumulative is None else asdict(report.cumulative),
        "notes": report.notes,
        "skipped": [{"row": row, "why": str(why)} for row, why in result.skipped]
        + [{"row": row, "why": str(why)} for row, why in result.without],
    }


def _layer(layer: LayerReport, detailed: bool) -> dict[str, Any]:
    values = asdict(layer)
    if not detailed:
        values["confusion"] = None
    return values


def table(result: Mapping[str, Any]) -> str:
    """The same as text: a line a layer, the baselines, then what was learned of the layers and left out."""
    say = text
    rows = (*result["layers"], *result["baselines"])
    width = max(len(name) for name in (*(row["name"] for row in rows), *result["references"]))
    lines = [
        say(
            "commands.probe.title", task=result["task"], encoder=result["encoder"], source=result["source"],
            n=result["n"], classes=len(result["classes"]), units=result["n_units"], splits=result["n_splits"],
            probe=result["probe"],
        ),
        say("commands.probe.header", name=" " * width),
    ]  # fmt: skip
    lines += [_row(row, width) for row in rows]
    lines += [f"{name:<{width}}  {_number(r['accuracy']):>8}  {_range(r['interval'])}"
              for name, r in result["references"].items()]  # fmt: skip
    return "\n".join([*lines, *_learned(result), *_remarks(result)])


def _row(row: Mapping[str, Any], width: int) -> str:
    bits = "—" if row["codelength"] is None else f"{row['codelength']:.0f}"
    return (
        f"{row['name']:<{width}}  {_number(row['accuracy']):>8}  {_range(row['interval'])}  "
        f"{_number(row['control']):>7}  {_number(row['selectivity']):>11}  {_range(row['null_band'])}  "
        f"{bits:>10}  {_number(row['compression']):>11}  {row['n']:>5}"
    )


def _learned(result: Mapping[str, Any]) -> list[str]:
    lines = []
    if result["best_layer"] is not None and len(result["layers"]) > 1:
        share = result["best_layer_shares"][result["best_layer"]]
        lines.append(text("commands.probe.best", layer=result["best_layer"], share=f"{share:.0%}"))
    if mix := result["learned_mix"]:
        low, high = mix["centre_range"]
        weights = " ".join(f"{weight:.2f}" for weight in mix["weights"])
        lines.append(
            text(
                "commands.probe.mix_line", weights=weights, centre=f"{mix['centre_of_gravity']:.1f}",
                low=f"{low:.1f}", high=f"{high:.1f}", uniform=f"{mix['uniform_centre']:.1f}",
            )
        )  # fmt: skip
    if cumulative := result["cumulative"]:
        expected = cumulative["expected_layer"]
        said = text("commands.probe.no_expected") if expected is None else f"{expected:.1f}"
        accuracy = " ".join(_number(value) for value in cumulative["accuracy"])
        lines.append(text("commands.probe.cumulative_line", accuracy=accuracy, expected=said))
    return lines


def _remarks(result: Mapping[str, Any]) -> list[str]:
    dropped = dict(result["dropped"])
    if result["unknown"]:
        dropped["unknown"] = result["unknown"]
    lines = ["; ".join(text(f"commands.probe.dropped.{cause}", n=n) for cause, n in dropped.items())]
    lines += [text(f"commands.probe.notes.{note}") for note in result["notes"]]
    lines += [text(f"commands.probe.{key}") for key in ("silver", "ready") if result[key]]
    lines += [text("commands.skipped", **entry) for entry in result["skipped"]]
    return [line for line in lines if line]


def _range(interval: tuple[float, float] | None) -> str:
    return f"{'—':^13}" if interval is None else f"{interval[0]:.3f}–{interval[1]:.3f}  "


def _number(value: float | None) -> str:
    return "—" if value is None else f"{value:.3f}"
