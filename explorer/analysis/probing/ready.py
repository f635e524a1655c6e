"""Ready-made results for the bundled sentences: `assets/probes/<encoder>.json`, read without any model.

A file holds, for an encoder, a list of results; confusions are written as the cells that are not 0.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from explorer.analysis.probing.names import ProbeSettings, TaskId
from explorer.analysis.probing.results import ProbeResult
from explorer.assets import asset
from explorer.encoders.base import EncoderIdentity
from explorer.errors import ExplorerError
from explorer.language import Language
from probes.report import ProbeReport, from_json

LIMIT_BYTES = 1_500_000
"""What all files together may take."""

_DIGITS = 5


def ready_report(encoder_id: str, task_id: TaskId, language: Language = "ko") -> ProbeReport | None:
    """The report of a bundled task; None where it was not measured. Loads no model."""
    found = ready_result(encoder_id, task_id, language)
    return None if found is None else found.report


def ready_result(encoder_id: str, task_id: TaskId, language: Language = "ko") -> ProbeResult | None:
    """The report with where its items came from; None where it was not measured."""
    stamp = _stamp(encoder_id)
    if (task_id, language) not in _packed(encoder_id, stamp):
        return None
    return _unpacked(encoder_id, stamp, task_id, language)


def ready_results() -> tuple[ProbeResult, ...]:
    """All ready-made results, encoder by encoder."""
    ids = sorted(path.stem.replace("--", "/") for path in asset("probes").glob("*.json"))
    return tuple(_unpacked(id, _stamp(id), *key) for id in ids for key in _packed(id, _stamp(id)))


def path_of(encoder_id: str) -> Path:
    """The file of an encoder's results."""
    return asset("probes", f"{encoder_id.replace('/', '--')}.json")


def write(encoder_id: str, results: tuple[ProbeResult, ...]) -> Path:
    """Write an encoder's results, atomically; the path."""
    from explorer.training.atomic import write as write_atomically

    path = path_of(encoder_id)
    path.parent.mkdir(exist_ok=True)
    rendered = "[\n" + ",\n".join(json.dumps(pack(r), ensure_ascii=False, separators=(",", ":")) for r in results)
    write_atomically(path, lambda temporary: temporary.write_text(f"{rendered}\n]\n", encoding="utf-8"))
    return path


def pack(result: ProbeResult) -> dict[str, Any]:
    """A result as JSON holds it: numbers of five digits, confusions without their zeros."""
    about = asdict(result)
    for layer in (*about["report"]["layers"], *about["report"]["baselines"]):
        layer["confusion"] = _sparse(layer["confusion"])
    del about["skipped"], about["without"]
    return _rounded(about)


def unpack(about: Mapping[str, Any]) -> ProbeResult:
    """The result that `pack` made, less the rows that a file lacked."""
    report = dict(about["report"])
    for kind in ("layers", "baselines"):
        report[kind] = [{**layer, "confusion": _dense(layer["confusion"])} for layer in report[kind]]
    values = {name: value for name, value in about.items() if name not in ("report", "encoder", "settings", "dropped")}
    return ProbeResult(
        report=from_json(json.dumps(report)),
        encoder=EncoderIdentity(**about["encoder"]),
        settings=ProbeSettings(**about["settings"]),
        dropped=tuple((cause, count) for cause, count in about["dropped"]),
        **values,
    )


def _stamp(encoder_id: str) -> int:
    path = path_of(encoder_id)
    return path.stat().st_mtime_ns if path.is_file() else 0


@cache
def _packed(encoder_id: str, stamp: int) -> Mapping[tuple[TaskId, Language], Mapping[str, Any]]:
    """The results as JSON holds them: a page asks for one or two, and unpacking takes longer than reading."""
    if not stamp:
        return {}
    with _undamaged(encoder_id):
        packed = json.loads(path_of(encoder_id).read_text(encoding="utf-8"))
        return {(about["task_id"], about["language"]): about for about in packed}


@cache
def _unpacked(encoder_id: str, stamp: int, task_id: TaskId, language: Language) -> ProbeResult:
    with _undamaged(encoder_id):
        return unpack(_packed(encoder_id, stamp)[task_id, language])


@contextmanager
def _undamaged(encoder_id: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise ExplorerError("readymade_damaged", path=str(path_of(encoder_id))) from error


def _sparse(table: tuple[tuple[int, ...], ...]) -> list[Any]:
    """The size of a square table, then a triple (row, column, count) for each cell that is not 0, all in a row."""
    cells = [n for i, row in enumerate(table) for j, count in enumerate(row) if count for n in (i, j, count)]
    return [len(table), *cells]


def _dense(cells: list[int]) -> list[list[int]]:
    size, rest = cells[0], cells[1:]
    table = [[0] * size for _ in range(size)]
    for i, j, count in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        table[i][j] = count
    return table


def _rounded(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    match value:
        case float():
            return float(f"{value:.{_DIGITS}g}")
        case dict():
            return {name: _rounded(each) for name, each in value.items()}
        case list() | tuple():
            return [_rounded(each) for each in value]
        case _:
            return value
