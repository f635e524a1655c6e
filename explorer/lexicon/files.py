"""The text of a file that a person gives: unpacked within bounds, and decoded.

Compression is told by the first bytes, not by the name; UTF-8 (with or without BOM), UTF-16 and CP949 are read.
"""

import bz2
import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, BinaryIO, cast

from explorer.errors import ExplorerError
from explorer.training.reading import detect_encoding

LARGEST = 256 * 2**20
"""Bytes of a file once unpacked. A larger one, or a small one that unpacks to more, is refused."""

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_OPENERS: dict[bytes, Callable[[IO[bytes]], BinaryIO]] = {
    b"\x1f\x8b": lambda file: cast(BinaryIO, gzip.GzipFile(fileobj=file)),
    b"\xfd7zXZ\x00": lambda file: cast(BinaryIO, lzma.LZMAFile(file)),  # noqa: SIM115
    b"BZh": lambda file: cast(BinaryIO, bz2.BZ2File(file)),
}


def read_bytes(source: Path | str | bytes, name: str | None = None) -> tuple[bytes, str]:
    """The unpacked bytes of a path, or of bytes with their file's name, and the name without its folder.

    Raises ExplorerError where the file is missing, broken off or too large.
    """
    if isinstance(source, bytes):
        data, name = source, name or "table"
    else:
        path = Path(source)
        name = name or path.name
        try:
            if path.stat().st_size > LARGEST:
                raise _too_large(name)
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)  # a device or a pipe has no size, and may never end
        except OSError as error:
            raise ExplorerError("file_unreadable", path=str(source)) from error
    if len(data) > LARGEST:
        raise _too_large(name)
    return _unpacked(data, name), name


def _unpacked(data: bytes, name: str) -> bytes:
    for magic, opener in _OPENERS.items():
        if not data.startswith(magic):
            continue
        try:
            with opener(io.BytesIO(data)) as file:
                unpacked = file.read(LARGEST + 1)
        except (EOFError, lzma.LZMAError, gzip.BadGzipFile, zlib.error, OSError) as error:
            raise ExplorerError("file_broken", path=name) from error
        if len(unpacked) > LARGEST:
            raise _too_large(name)
        return unpacked
    return data


def is_workbook(data: bytes, name: str) -> bool:
    """Whether unpacked bytes are an Excel workbook. Raises ExplorerError for an old or locked one, or a bomb."""
    if data.startswith(_OLE):
        raise ExplorerError("workbook_old", path=name)
    if not data.startswith(_ZIP):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise ExplorerError("file_broken", path=name) from error
    if sum(part.file_size for part in parts) > LARGEST:
        raise _too_large(name)
    if not any(part.filename == "xl/workbook.xml" for part in parts):
        raise ExplorerError("file_not_table", path=name)
    return True


def decode(data: bytes, name: str) -> str:
    """Bytes as text. Raises ExplorerError where they are no text in an encoding that is read here."""
    for encoding in (detect_encoding(data), "utf-8"):  # UTF-8 with a stray zero byte is still UTF-8
        try:
            if encoding and not (encoding == "utf-8" and data.count(0) > len(data) // 100):
                return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise ExplorerError("file_not_text", path=name)


def read_text(source: Path | str | bytes, name: str | None = None) -> tuple[str, str]:
    """The text of a path, or of bytes with their name, and the file's name."""
    data, name = read_bytes(source, name)
    return decode(data, name), name


def _too_large(name: str) -> ExplorerError:
    return ExplorerError("file_too_large", path=name, limit=LARGEST // 2**20)
