"""A figure of the screen made ready for paper or a slide: light, with a legend, in letters large enough to read."""

import json
import re
from dataclasses import dataclass
from functools import cache
from html import escape, unescape
from textwrap import wrap
from typing import Any

import plotly.graph_objects as go

from explorer.export.formats import Size
from explorer.figures.style import INK, marks, other_marks

SCREEN_FONT = 14
"""Pixels of the letters on the screen, from which all other lengths of a figure are scaled."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Width, height and letters in CSS pixels, 96 to an inch."""

    width: int
    height: int
    font: float


SHEETS: dict[Size, Sheet] = {
    "slide": Sheet(1280, 720, 24),  # 16:9 at 13.3 inches: 18 points
    "double": Sheet(661, 372, 12),  # 175 mm: 9 points
    "column": Sheet(321, 268, 10),  # 85 mm: 7.5 points
    "page": Sheet(960, 600, 15),  # a page of HTML
}


def printed(figure: go.Figure, size: Size) -> tuple[dict[str, Any], Sheet]:
    """The figure as Plotly's JSON, its width and height left open, and the sheet that it fits."""
    whole = json.loads(figure.to_json())
    sheet = _fitting(SHEETS[size], size, figure)
    spec: dict[str, Any] = {part: _reset(whole.get(part), sheet.font / SCREEN_FONT) for part in ("data", "layout")}
    layout = spec["layout"]
    for taken in ("width", "height", "title", "images", "meta", "uirevision", "template", "sliders", "updatemenus"):
        layout.pop(taken, None)
    layout.update(
        paper_bgcolor="#FFFFFF", plot_bgcolor="#FFFFFF", hovermode="closest", dragmode=False,
        margin={"l": sheet.font, "r": sheet.font, "t": sheet.font / 2, "b": sheet.font / 2, "autoexpand": True},
    )  # fmt: skip
    _axes(layout, sheet, _rows(figure))
    beside = _square(layout, sheet)
    names = _legend(spec, sheet, beside=beside)
    return spec, sheet if beside or size == "slide" else _longer(sheet, names)


def still(spec: dict[str, Any]) -> dict[str, Any]:
    """The same for a picture that nobody points at: without what a hover would say."""
    said = ("hovertemplate", "hovertext", "customdata", "ids")
    data = []
    for trace in spec["data"]:
        silent = said if "text" in trace.get("mode", "text") else (*said, "text")
        data.append({key: value for key, value in trace.items() if key not in silent})
    return {**spec, "data": data}


def _fitting(sheet: Sheet, size: Size, figure: go.Figure) -> Sheet:
    """The sheet, longer where a table of colours has more rows than it holds; a slide keeps its shape."""
    rows = _rows(figure)
    if size == "slide" or not rows:
        return sheet
    return Sheet(sheet.width, max(sheet.height, round(rows * sheet.font * 1.3 + 8 * sheet.font)), sheet.font)


def _longer(sheet: Sheet, names: list[str]) -> Sheet:
    """The sheet with room for a legend above the figure, of which it holds two lines; a slide keeps its shape."""
    widest = max((_letters(line) for name in names for line in name.split("<br>")), default=0.0)
    beside = max(1, int(0.85 * sheet.width / ((widest + 5) * sheet.font)))
    lines = [max(name.count("<br>") + 1 for name in names[i : i + beside]) for i in range(0, len(names), beside)]
    more = max(0, sum(lines) - 2) if len(names) > 1 else 0
    return Sheet(sheet.width, sheet.height + round(1.9 * sheet.font * more), sheet.font)


def _letters(text: str) -> float:
    """About how wide a text is, in the size of its letters: Hangul and Han are square, others half as wide."""
    return sum(0.95 if ord(letter) > 0x1100 else 0.55 for letter in text)


def _rows(figure: go.Figure) -> int:
    """Rows of the tallest table of colours."""
    sizes = [len(trace.y) for trace in figure.data if trace.type == "heatmap" and trace.y is not None]
    return max(sizes, default=0)


def _axes(layout: dict[str, Any], sheet: Sheet, rows: int) -> None:
    for name, axis in layout.items():
        if not re.fullmatch(r"[xy]axis\d*", name):
            continue
        axis["automargin"] = True
        if rows and name.startswith("y"):
            room = 0.62 * (sheet.height - 6 * sheet.font) / rows
            axis["tickfont"] = {**axis.get("tickfont", {}), "size": min(sheet.font, room)}
        if sheet.width < 400 and name.startswith("x") and axis.get("dtick") == 1:
            axis["dtick"] = 2


def _square(layout: dict[str, Any], sheet: Sheet) -> bool:
    """Keep one scale on both axes of a projection; whether that leaves room beside it, on a wide sheet."""
    x, y = layout.get("xaxis", {}), layout.get("yaxis", {})
    if "range" not in x or "range" not in y or x.get("showticklabels") is not False:
        return False
    wide = sheet.width > 1.4 * sheet.height
    y.update(scaleanchor="x", scaleratio=1, constrain="domain")
    x.update(constrain="domain", constraintoward="center")
    return wide


def _legend(spec: dict[str, Any], sheet: Sheet, *, beside: bool) -> list[str]:
    """Names of what is drawn, each once, above the figure or beside it; a shade's is the one that its meta holds."""
    layout = spec["layout"]
    letters = int((0.42 if beside else 0.85) * sheet.width / (0.95 * sheet.font)) - 3
    named: dict[str, str] = {}
    for part in (*spec["data"], *layout.get("shapes", [])):
        shade = (part.get("meta") or {}).get("legend", "")
        name = shade or part.get("name") or ""
        drawn = (shade or part.get("hoverinfo") != "skip") and part.get("type", "scatter") not in ("heatmap", "table")
        part["showlegend"] = bool(name and name not in named and drawn)
        if part["showlegend"]:
            named[name] = part["name"] = "<br>".join(map(escape, wrap(unescape(name), letters)))
    layout["showlegend"] = len(named) > 1
    if beside and len(named) > 1:
        layout["xaxis"].update(domain=[0, 0.52], constraintoward="left")
    above = {"orientation": "h", "x": 0, "xanchor": "left", "y": 1.02, "yanchor": "bottom"}
    right = {"orientation": "v", "x": 0.54, "xanchor": "left", "y": 1, "yanchor": "top"}
    layout["legend"] = {
        **(right if beside else above), "font": {"size": sheet.font * 0.95}, "itemsizing": "trace",
        "bgcolor": "rgba(255,255,255,0)", "traceorder": "normal", "maxheight": 0.9,
    }  # fmt: skip
    return list(named.values())


def _reset(node: Any, factor: float) -> Any:  # noqa: ANN401
    """The same with lengths in pixels (letters, markers, lines, shifts) scaled, and light colours for dark ones."""
    if isinstance(node, str):
        return _to_light(node)
    if isinstance(node, list):
        return [_reset(item, factor) for item in node]
    if not isinstance(node, dict):
        return node
    return {key: value if key in _SAID else _length(key, value, factor) for key, value in node.items()}


def _length(key: str, value: Any, factor: float) -> Any:  # noqa: ANN401
    if key in _LENGTHS and isinstance(value, int | float) and not isinstance(value, bool):
        return value * factor
    if key == "size" and isinstance(value, list):
        return [item * factor for item in value]
    return _reset(value, factor)


_LENGTHS = frozenset(
    {"size", "width", "xshift", "yshift", "standoff", "thickness", "ticklen", "borderwidth", "ax", "ay"}
)
_SAID = frozenset({"text", "name", "customdata", "hovertext", "hovertemplate", "ids", "x", "y", "z", "hoverlabel"})
"""What a person reads or what was measured: never a colour or a length."""


def _to_light(value: str) -> str:
    """A colour of the dark theme as its counterpart of the light one; any other text as it is."""
    pairs = _counterparts()
    if value.lower() in pairs:
        return pairs[value.lower()]
    if value.startswith("rgba("):  # a colour of a line made faint
        start, _, opacity = value.rpartition(",")
        return f"{pairs[start]},{opacity}" if start in pairs else value
    return value


@cache
def _counterparts() -> dict[str, str]:
    labels = [str(i) for i in range(8)]
    colours = []
    for kind in (other_marks, marks):
        dark, light = kind(labels, "dark"), kind(labels, "light")
        colours += [(dark[label].colour, light[label].colour) for label in labels]
    colours += [(getattr(INK["dark"], name), getattr(INK["light"], name)) for name in INK["dark"].__slots__]
    pairs = {old.lower(): new for old, new in colours}
    pairs.update((_triple(old), _triple(new)) for old, new in colours if old.startswith("#"))
    return pairs


def _triple(colour: str) -> str:
    return "rgba(" + ",".join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
