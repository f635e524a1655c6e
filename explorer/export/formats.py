"""Names of what can be made: formats, sizes, scales. It imports nothing that takes time."""

from typing import Literal, get_args

Format = Literal["svg", "png", "pdf", "html", "csv"]
FORMATS: tuple[Format, ...] = get_args(Format)

DRAWN: tuple[Format, ...] = ("svg", "png", "pdf")
"""Formats that a Chrome on this machine draws."""

Size = Literal["slide", "double", "column", "page"]
SIZES: tuple[Size, ...] = get_args(Size)

SCALES = (1, 2, 3, 4)
"""Pixels of a PNG to a CSS pixel, of which 96 go to an inch."""

MANIFEST = "manifest.json"
