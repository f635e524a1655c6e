"""The fonts that travel in a file: only the glyphs that it shows, as rules of CSS.

Pretendard holds all Hangul syllables but no hanja; those come from a subset of Noto Sans CJK KR. A machine that opens
the file needs neither.
"""

import hashlib
import io
import logging
from base64 import b64encode
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from explorer.assets import asset, root
from explorer.errors import ExplorerError
from explorer.training.atomic import write
from explorer.training.places import cache_folder

FAMILY = "Pretendard"
WEIGHTS = (400, 700)

ALWAYS = "".join(map(chr, range(0x20, 0x7F))) + "·−–—…×±≤≥°“”‘’λ"
"""Characters that any figure may come to show, such as those of its axes."""

logging.getLogger("fontTools").setLevel(logging.ERROR)


def font_rules(text: str) -> str:
    """`@font-face` rules whose fonts hold the glyphs of `text`, as data URIs; the same text gives the same rules."""
    return _rules("".join(sorted(set(text) | set(ALWAYS))))


@lru_cache(maxsize=32)
def _rules(characters: str) -> str:
    text = _subset(_pretendard(), characters)
    rules = [_rule(_at_weight(text, weight), weight) for weight in WEIGHTS]
    hanja = _hanja()
    known = set(TTFont(io.BytesIO(hanja), lazy=True).getBestCmap())
    if wanted := [c for c in characters if ord(c) in known]:
        points = ",".join(f"U+{ord(c):X}" for c in wanted)
        font = _packed(_subset(hanja, "".join(wanted)))
        # A browser falls back to a face of the same weight alone, hence one rule a weight.
        rules += [_rule(font, weight, f"unicode-range:{points};") for weight in WEIGHTS]
    return "".join(rules)


def _rule(font: bytes, weight: int, more: str = "") -> str:
    source = f"url(data:font/woff2;base64,{b64encode(font).decode('ascii')}) format('woff2')"
    return f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};{more}src:{source};}}"


def _subset(font: bytes, characters: str) -> bytes:
    options = subset.Options(hinting=False, glyph_names=False, notdef_outline=True, name_IDs=[0, 1, 2, 13, 14])
    opened = TTFont(io.BytesIO(font), lazy=True, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(opened)
    opened.flavor = None
    return _saved(opened)


def _at_weight(font: bytes, weight: int) -> bytes:
    """One weight of the variable font as a plain one, since a PDF embeds a variable font only as drawings."""
    opened = TTFont(io.BytesIO(font), recalcTimestamp=False)
    return _packed(_saved(instancer.instantiateVariableFont(opened, {"wght": weight})))


def _packed(font: bytes) -> bytes:
    opened = TTFont(io.BytesIO(font), recalcTimestamp=False)
    opened.flavor = "woff2"
    return _saved(opened)


def _saved(font: TTFont) -> bytes:
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


@lru_cache(maxsize=1)
def _pretendard() -> bytes:
    """The variable font unpacked; that takes seconds, so it is kept in the cache where that can be written."""
    packed = _read(root() / "static" / "PretendardVariable.woff2")
    kept = cache_folder() / "fonts" / f"pretendard-{hashlib.sha256(packed).hexdigest()[:16]}.ttf"
    try:
        return kept.read_bytes()
    except OSError:
        font = TTFont(io.BytesIO(packed), lazy=True, recalcTimestamp=False)
        for layout in ("GSUB", "GPOS", "GDEF"):  # Hangul syllables and plain Latin need no shaping
            del font[layout]
        font.flavor = None
        unpacked = _saved(font)
    with suppress(ExplorerError):
        write(kept, lambda place: place.write_bytes(unpacked))
    return unpacked


@lru_cache(maxsize=1)
def _hanja() -> bytes:
    return _read(asset("fonts", "NotoSansKR-Hanja.woff2"))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ExplorerError("font_missing", path=str(path)) from error
