"""Figures in one file of HTML that needs no network: Plotly, fonts and numbers are inside."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from explorer.export.facts import FigureFacts
from explorer.export.files import file_stem
from explorer.export.fonts import font_rules
from explorer.export.formats import Size
from explorer.export.printed import printed
from explorer.figures.style import FONT, INK
from explorer.language import Language, speaker

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:; img-src data: blob:"
)
"""What a browser may load for such a page: nothing that is not in it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure with its settings, the size it is made for, and whether the settings stand below it."""

    figure: go.Figure
    facts: FigureFacts
    name: str = "figure"
    size: Size = "slide"
    caption: bool = True
    language: Language = "ko"

    def item(self, size: Size | None = None) -> dict[str, Any]:
        """What `figure.js` draws."""
        spec, sheet = printed(self.figure, size or self.size)
        return {
            "data": spec["data"],
            "layout": spec["layout"],
            "width": sheet.width,
            "height": sheet.height,
            "font": sheet.font,
            "name": file_stem(self.name),
            "title": self.facts.title,
            "caption": self.facts.caption(speaker(self.language)) if self.caption else "",
            "settings": json.dumps(self.facts.settings(), ensure_ascii=False),
            "ink": INK["light"].text,
            "faint": INK["light"].faint,
            "responsive": True,
        }


def page(title: str, body: str, items: Sequence[dict[str, Any]], language: Language, *, style: str = "") -> str:
    """A whole page: `body` is HTML whose elements `figure-0`, `figure-1` … hold the items."""
    shown = (
        json.dumps(list(items), ensure_ascii=False, sort_keys=True).replace("<", "\\u003c").replace("\u2028", "\\u2028")
    )
    rules = font_rules(title + body + shown)
    settings = escape("; ".join(dict.fromkeys(item["settings"] for item in items)))
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="settings" content="{settings}"><style id="fonts">{rules}</style>'
        f"<style>{_look()}{style}</style></head>\n<body>{body}\n"
        f'<script id="figures" type="application/json">{shown}</script>\n'
        f"<script>{get_plotlyjs()}</script>\n<script>{_script()}</script></body></html>\n"
    )


def figure_page(picture: Picture, *, size: Size = "page", buttons_first: bool = False) -> str:
    """One figure as a page of its own: interactive, and able to save itself as SVG and PNG."""
    say = speaker(picture.language)
    item = picture.item(size)
    buttons = "".join(
        f'<button data-figure="0" data-format="{format}" data-scale="3">{escape(say("export.save_as", format=name))}'
        "</button>"
        for format, name in (("svg", "SVG"), ("png", "PNG"))
    )
    save = f'<p class="save">{buttons}</p>'
    body = (
        f'<main>{save if buttons_first else ""}<h1>{escape(item["title"])}</h1><div id="figure-0" class="figure"></div>'
        f'<p class="caption">{escape(item["caption"])}</p>{"" if buttons_first else save}</main>'
    )
    return page(item["title"], body, [item], picture.language)


@cache
def _script() -> str:
    return (Path(__file__).parent / "figure.js").read_text(encoding="utf-8")


@cache
def _look() -> str:
    look = (Path(__file__).parent / "page.css").read_text(encoding="utf-8")
    return look.replace("FONT", FONT)
