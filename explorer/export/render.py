"""A figure as the bytes of a file, in each format. The same figure gives the same bytes."""

import io
import json
from collections.abc import Iterable, Sequence

from explorer.export.chrome import Page, in_chrome
from explorer.export.formats import DRAWN, FORMATS, Format
from explorer.export.pages import Picture, figure_page, page
from explorer.export.printed import still
from explorer.export.tables import csv_bytes, numbers

__all__ = ["FORMATS", "render", "render_all"]


def render(picture: Picture, format: Format, scale: int = 2) -> bytes:
    """One figure in one format; `scale` is the number of pixels of a PNG to a CSS pixel (96 to an inch)."""
    return render_all([picture], [format], scale)[0][format]


def render_all(pictures: Sequence[Picture], formats: Iterable[Format], scale: int = 2) -> list[dict[Format, bytes]]:
    """Several figures in several formats, with one start of Chrome; `scale` is from 1 to 4.

    Raises ExplorerError where Chrome is needed and absent.
    """
    wanted = list(dict.fromkeys(formats))
    files: list[dict[Format, bytes]] = [{} for _ in pictures]
    if pictures and set(wanted) & set(DRAWN):
        files = in_chrome(lambda tab: _drawn(tab, pictures, wanted, scale))
    for picture, made in zip(pictures, files, strict=True):
        if "html" in wanted:
            made["html"] = figure_page(picture).encode("utf-8", "replace")
        if "csv" in wanted:
            made["csv"] = csv_bytes(numbers(picture.figure, picture.facts))
    return files


async def _drawn(
    tab: Page, pictures: Sequence[Picture], wanted: Sequence[Format], scale: int
) -> list[dict[Format, bytes]]:
    items = [still(picture.item()) for picture in pictures]
    await tab.show(page("", "", items, "en"))
    drawings = [str(await tab.ask(f"picture({index})")) for index in range(len(items))]
    files: list[dict[Format, bytes]] = []
    for drawing, item, picture in zip(drawings, items, pictures, strict=True):
        made: dict[Format, bytes] = {}
        if "svg" in wanted:
            made["svg"] = drawing.encode("utf-8", "replace")
        if "png" in wanted or "pdf" in wanted:
            width, height = item["width"], item["height"]
            await tab.show(_sheet(drawing, width, height))
            if "png" in wanted:
                made["png"] = _marked_png(await tab.png(width, height, scale), picture, scale)
            if "pdf" in wanted:
                made["pdf"] = marked_pdf(await tab.pdf(width, height), picture.facts.title, item["settings"])
        files.append(made)
    return files


def _sheet(drawing: str, width: int, height: int) -> str:
    return (
        '<!DOCTYPE html><html><head><meta charset="utf-8"><style>'
        f"@page {{ size: {width}px {height}px; margin: 0 }} body {{ margin: 0 }} svg {{ display: block }}"
        f"</style></head><body>{drawing}</body></html>"
    )


def _marked_png(png: bytes, picture: Picture, scale: int) -> bytes:
    """The picture with its settings as text chunks and its size in inches."""
    from PIL import Image, PngImagePlugin

    chunks = PngImagePlugin.PngInfo()
    for key, value in (("Title", picture.facts.title), ("Settings", _settings(picture)), ("Software", _PROGRAM)):
        chunks.add_itxt(key, value)
    buffer = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        image.convert("RGB").save(buffer, "PNG", pnginfo=chunks, dpi=(96 * scale, 96 * scale), optimize=False)
    return buffer.getvalue()


def marked_pdf(pdf: bytes, title: str, settings: str) -> bytes:
    """The document with its title and settings, and without the time at which it was made."""
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import ArrayObject, ByteStringObject

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf)))
    writer.metadata = {"/Title": title, "/Subject": settings, "/Creator": _PROGRAM}
    writer._ID = ArrayObject([ByteStringObject(b"0" * 16)] * 2)
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def _settings(picture: Picture) -> str:
    return json.dumps(picture.facts.settings(), ensure_ascii=False)


_PROGRAM = "Polysemy Explorer"
