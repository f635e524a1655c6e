"""A report: sections of text, tables and figures in one page that needs no network; printed, a PDF.

It knows how a report looks, not what it says.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

import pandas as pd

from explorer.export.chrome import Page, in_chrome
from explorer.export.pages import Picture, page
from explorer.export.render import marked_pdf
from explorer.language import Language

PAPER_WIDTH = 721
"""CSS pixels of A4 between its margins, and of the margins that the page itself has on a screen."""

A4 = (210 / 25.4 * 96, 297 / 25.4 * 96)


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; `**` sets what is between in bold, nothing else is markup."""

    text: str
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Points:
    """A list, an item a paragraph."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures side by side, with a legend of (colour, character, name) that they share."""

    pictures: tuple[Picture, ...]
    legend: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a caption; `folded` on the screen until a reader opens it, whole on paper."""

    frame: pd.DataFrame
    caption: str
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    title: str
    blocks: tuple[Text | Points | Figures | Table, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A title, a line under it, and sections."""

    title: str
    lead: str
    sections: tuple[Section, ...]
    language: Language

    def html(self) -> bytes:
        """The page in UTF-8."""
        pictures = list(self._pictures())
        items = [{**picture.item("double"), "responsive": True} for picture in pictures]
        for item, shared in zip(items, self._shared_legends(), strict=True):
            if shared:
                item["layout"] = _without_legend(item["layout"])
        numbers = iter(range(len(pictures)))
        sections = "".join(
            f"<section><h2>{escape(section.title)}</h2>{''.join(_block(b, numbers) for b in section.blocks)}</section>"
            for section in self.sections
        )
        body = f"<main><h1>{escape(self.title)}</h1><p class='lead'>{_bold(self.lead)}</p>{sections}</main>"
        return page(self.title, body, items, self.language, style=_look()).encode("utf-8", "replace")

    def pdf(self) -> bytes:
        """The same on sheets of A4. Raises ExplorerError where Chrome is absent."""
        html = self.html().decode("utf-8")

        async def work(tab: Page) -> bytes:
            await tab.resize(PAPER_WIDTH, 1000)
            await tab.show(html)
            await tab.ask("shown.then(() => document.querySelectorAll('details').forEach(each => each.open = true))")
            return await tab.pdf(*A4)

        settings = "; ".join(dict.fromkeys(picture.item()["settings"] for picture in self._pictures()))
        return marked_pdf(in_chrome(work, 300), self.title, settings)

    def _figures(self) -> Iterator[Figures]:
        yield from (b for section in self.sections for b in section.blocks if isinstance(b, Figures))

    def _pictures(self) -> Iterator[Picture]:
        yield from (picture for block in self._figures() for picture in block.pictures)

    def _shared_legends(self) -> Iterator[bool]:
        yield from (bool(block.legend) for block in self._figures() for _ in block.pictures)


def _without_legend(layout: dict) -> dict:
    axis = {key: value for key, value in layout.get("xaxis", {}).items() if key != "domain"}
    return {**layout, "showlegend": False, "xaxis": {**axis, "constraintoward": "center"}}


def _block(block: Text | Points | Figures | Table, numbers: Iterator[int]) -> str:
    match block:
        case Text():
            return f"<p{' class=faint' if block.faint else ''}>{_bold(block.text)}</p>"
        case Points():
            return f"<ul>{''.join(f'<li>{_bold(item)}</li>' for item in block.items)}</ul>"
        case Table():
            return _table(block)
        case Figures():
            legend = "".join(
                f'<li><span style="color:{escape(colour)}">{escape(glyph)}</span> {escape(name)}</li>'
                for colour, glyph, name in block.legend
            )
            drawn = "".join(_figure(picture, next(numbers)) for picture in block.pictures)
            return f'<ul class="legend">{legend}</ul><div class="figures n{len(block.pictures)}">{drawn}</div>'


def _figure(picture: Picture, number: int) -> str:
    item = picture.item("double")
    shape = "square" if item["layout"].get("yaxis", {}).get("scaleanchor") else "wide"
    return (
        f'<figure><figcaption><b>{escape(item["title"])}</b></figcaption><div id="figure-{number}" '
        f'class="figure {shape}"></div><figcaption class="caption">{escape(item["caption"])}</figcaption></figure>'
    )


def _table(block: Table) -> str:
    head = "".join(f"<th>{escape(str(name))}</th>" for name in block.frame.columns)
    rows = "".join(
        f"<tr>{''.join(f'<td>{_cell(cell)}</td>' for cell in row)}</tr>" for row in block.frame.itertuples(index=False)
    )
    table = f"<div class='scroll'><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    if block.folded:
        return f"<details><summary>{escape(block.caption)}</summary>{table}</details>"
    return f"<p class='faint'>{escape(block.caption)}</p>{table}"


def _cell(value: object) -> str:
    if value is None or (isinstance(value, float) and value != value):
        return "–"
    return f"{value:.3g}" if isinstance(value, float) else _bold(str(value))


def _bold(text: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(text))


@cache
def _look() -> str:
    return (Path(__file__).parent / "report.css").read_text(encoding="utf-8")


def legend_of(pictures: Sequence[Picture]) -> tuple[tuple[str, str, str], ...]:
    """Colour, character and name of each label that the traces of these figures draw, each once."""
    from explorer.figures.style import marks, other_marks

    labels = [str(i) for i in range(8)]
    known = (*marks(labels, "light").values(), *other_marks(labels, "light").values())
    glyphs = {mark.symbol: mark.glyph for mark in known}
    found = {
        trace.name: (trace.marker.color, glyphs.get(trace.marker.symbol, "○"), trace.name)
        for picture in pictures
        for trace in picture.figure.data
        if trace.name and isinstance(trace.marker.color, str)
    }
    return tuple(found.values())
