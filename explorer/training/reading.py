"""Lines of text files, streamed: `.txt`, `.gz` or `.xz`; UTF-8 (with or without BOM), UTF-16 or CP949."""

import codecs
import gzip
import io
import lzma
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from explorer.errors import ExplorerError
from explorer.occurrences import normalise

_SAMPLE = 1 << 20


def read_lines(path: Path) -> Iterator[str]:
    """The lines of a file in NFC with single spaces; an empty string where a line is blank.

    Raises ExplorerError where the file is missing, not text, or broken off.
    """
    try:
        with _open(path) as raw:
            encoding = detect_encoding(raw.read(_SAMPLE))
            if encoding is None:
                raise ExplorerError("corpus_not_text", path=path.name)
            raw.seek(0)
            for line in io.TextIOWrapper(raw, encoding=encoding):
                yield normalise(line)
    except UnicodeDecodeError as error:
        raise ExplorerError("corpus_not_text", path=path.name) from error
    except (EOFError, lzma.LZMAError, gzip.BadGzipFile, zlib.error) as error:
        raise ExplorerError("corpus_broken", path=path.name) from error
    except OSError as error:
        raise ExplorerError("corpus_unreadable", path=str(path)) from error


def _open(path: Path) -> BinaryIO:
    match path.suffix.lower():
        case ".xz":
            return cast(BinaryIO, lzma.open(path, "rb"))
        case ".gz":
            return cast(BinaryIO, gzip.open(path, "rb"))
        case _:
            return path.open("rb")


def detect_encoding(sample: bytes) -> str | None:
    """Name of the encoding in which the first bytes of a file are text, or None."""
    if sample.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if sample.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):  # before UTF-16, whose mark begins the same
        return "utf-32" if _decodes(sample, "utf-32") else None
    if sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if b"\0" in sample:
        return _utf16_without_mark(sample)
    return next((encoding for encoding in ("utf-8", "cp949") if _decodes(sample, encoding)), None)


def _utf16_without_mark(sample: bytes) -> str | None:
    """UTF-16 is told by its spaces and line ends: a zero byte on one side of them."""
    little = sample[0::2].count(b"\n"[0]) + sample[0::2].count(b" "[0])
    big = sample[1::2].count(b"\n"[0]) + sample[1::2].count(b" "[0])
    encoding = "utf-16-le" if little >= big else "utf-16-be"
    if not _decodes(sample, encoding):
        return None
    text = sample.decode(encoding, "ignore")
    return (
        encoding if "\0" not in text and sum(c.isprintable() or c.isspace() for c in text) > 0.95 * len(text) else None
    )


def _decodes(sample: bytes, encoding: str) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(sample)  # a character cut off at the sample's end is no error
    except UnicodeDecodeError:
        return False
    return True
