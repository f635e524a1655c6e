"""Numbers as CSV that a spreadsheet opens: UTF-8 with its mark, and no cell that runs as a formula."""

from html import unescape
from re import sub
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
from plotly.basedatatypes import BaseTraceType

from explorer.export.facts import FigureFacts


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """A table as CSV: Hangul is right in Excel, and a text that begins like a formula is shown as text."""
    safe = frame.rename(columns=neutral).map(neutral)
    return safe.to_csv(index=False, lineterminator="\r\n").encode("utf-8-sig", "replace")


def neutral(cell: object) -> object:
    """A cell that no spreadsheet computes: a text that begins with = + - @ or a tab gets an apostrophe before it."""
    if isinstance(cell, str) and cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")):
        return "'" + cell
    return cell


def numbers(figure: go.Figure, facts: FigureFacts) -> pd.DataFrame:
    """What a figure shows, a row a point: `series`, `x`, `y`, `z`, `id`, `text`, then the settings, repeated.

    Columns that are empty throughout are left out.
    """
    rows: list[dict[str, Any]] = []
    for trace in figure.data:
        rows += _table_of_colours(trace) if trace.type == "heatmap" else _points(trace)
    frame = pd.DataFrame(rows, columns=["series", "x", "y", "z", "id", "text"])
    frame = frame.dropna(axis="columns", how="all")
    for name, value in facts.settings().items():
        frame[name if name not in frame else f"{name}_setting"] = value
    return frame


def _points(trace: BaseTraceType) -> list[dict[str, Any]]:
    x, y, text, ids = (_values(trace, part) for part in ("x", "y", "text", "customdata"))
    if not text:
        text = _values(trace, "hovertext")
    count = max(len(x), len(y))
    columns = [[*column, *[None] * (count - len(column))][:count] for column in (x, y, text, ids)]
    return [
        {
            "series": _plain(trace.name), "x": _plain(a), "y": _plain(b), "text": _plain(c),
            "id": _plain(d[0] if isinstance(d, list | tuple | np.ndarray) and len(d) else d),
        }
        for a, b, c, d in zip(*columns, strict=True)
    ]  # fmt: skip


def _table_of_colours(trace: BaseTraceType) -> list[dict[str, Any]]:
    x, y, z = (_values(trace, part) for part in ("x", "y", "z"))
    x = x or list(range(max((len(row) for row in z), default=0)))
    y = y or list(range(len(z)))
    return [
        {"series": _plain(trace.name), "x": _plain(across), "y": _plain(down), "z": _plain(value)}
        for down, row in zip(y, z, strict=True)
        for across, value in zip(x, row, strict=True)
    ]


def _values(trace: BaseTraceType, part: str) -> list[Any]:
    values = getattr(trace, part, None) if part in trace else None
    if values is None or isinstance(values, str):
        return []
    if isinstance(values, dict):  # numbers as Plotly packs them for the browser
        from base64 import b64decode

        array = np.frombuffer(b64decode(values["bdata"]), dtype=np.dtype(values["dtype"]))
        shape = [int(size) for size in str(values.get("shape", "")).split(",") if size.strip()]
        return list(array.reshape(shape) if shape else array)
    return list(values)


def _plain(value: object) -> object:
    """Plotly's markup as the text that it stands for; a number as a number."""
    if isinstance(value, str):
        return unescape(sub(r"</?[bi]>", "", value.replace("<br>", " "))).strip()
    if isinstance(value, np.generic):
        return value.item()
    return value
