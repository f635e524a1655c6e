"""Where data sets are kept between visits: one file each, under a random name that nobody can guess.

Who knows the name (it stands in the address of a page) can read the set. A set that nobody opened for a month is
deleted, and the oldest go first where all together grow too large.
"""

import json
import os
import re
import secrets
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from explorer.errors import ExplorerError
from explorer.lexicon.dataset import DataSet, Line
from explorer.occurrences import Occurrence
from explorer.training.atomic import write_text
from explorer.training.places import cache_folder

DAYS = 30
"""Days that a set is kept after it was last opened."""

LARGEST = 20 * 2**20
"""Bytes of one set."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


def new_token() -> str:
    """A random name of 128 bits."""
    return secrets.token_urlsafe(16)


class Shelf:
    """Data sets in a folder of the cache, at most `limit_bytes` of them together."""

    def __init__(self, folder: Path | None = None, limit_bytes: int = 256 * 2**20, days: float = DAYS) -> None:
        self._folder = folder or cache_folder() / "data"
        self._limit = limit_bytes
        self._seconds = days * 86400

    def keep(self, token: str, data_set: DataSet) -> None:
        """Write a set under its name. Raises ExplorerError where it is too large or cannot be written."""
        packed = json.dumps(_packed(data_set), ensure_ascii=False, separators=(",", ":"))
        text = packed.encode("utf-8", "replace").decode()  # half of a character is no text that a file can hold
        size = len(text.encode())
        if size > LARGEST:
            raise ExplorerError("data_set_too_large", megabytes=size // 2**20, limit=LARGEST // 2**20)
        path = self._path(token)
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise ExplorerError("cannot_write", path=str(path.parent), why=error.strerror or str(error)) from error
        write_text(path, text)
        self._tidy(path)

    def read(self, token: str) -> DataSet | None:
        """The set of a name; None where there is none, or no longer."""
        if not _TOKEN.fullmatch(token):
            return None
        path = self._path(token)
        try:
            if time.time() - path.stat().st_mtime > self._seconds:
                path.unlink(missing_ok=True)
                return None
            found = _unpacked(json.loads(path.read_text(encoding="utf-8")))
            os.utime(path)
        except (OSError, ValueError, LookupError, TypeError, ExplorerError):
            return None
        return found

    def discard(self, token: str) -> None:
        """Delete a set for everyone who has its name."""
        if _TOKEN.fullmatch(token):
            self._path(token).unlink(missing_ok=True)

    def _path(self, token: str) -> Path:
        return self._folder / f"{token}.json"

    def _tidy(self, newest: Path) -> None:
        files = []
        for path in self._folder.glob("*.json"):
            with suppress(FileNotFoundError):  # another session tidied it away in this moment
                files.append((path.stat(), path))
        files.sort(key=lambda entry: -entry[0].st_mtime)
        total = 0
        for state, path in files:
            total += state.st_size
            if path != newest and (time.time() - state.st_mtime > self._seconds or total > self._limit):
                path.unlink(missing_ok=True)


def _packed(data_set: DataSet) -> dict[str, Any]:
    return {"name": data_set.name, "left": data_set.left, "lines": [_packed_line(line) for line in data_set.lines]}


def _packed_line(line: Line) -> list[Any]:
    o = line.occurrence
    use = [o.text, o.start, o.end, o.source] if o else None
    why = [line.why.key, {name: _plain(value) for name, value in line.why.values.items()}] if line.why else None
    return [*line.cells, use, why]


def _plain(value: object) -> object:
    return value if isinstance(value, str | int | float) else str(value)


def _unpacked(packed: dict[str, Any]) -> DataSet:
    return DataSet(str(packed["name"]), tuple(map(_unpacked_line, packed["lines"])), int(packed["left"]))


def _unpacked_line(packed: list[Any]) -> Line:
    sentence, word, sense, upos, use, why = packed
    found = None
    if use:
        text, start, end, source = use
        found = Occurrence(text, start, end, word, sense=sense or None, upos=upos or None, source=source)
    return Line(sentence, word, sense, upos, found, _reason(why[0], why[1], sentence) if why else None)


def _reason(key: str, values: dict[str, Any], sentence: str) -> ExplorerError:
    """Why a line is not used. A version later the sentence for it may be gone, or ask for other values."""
    reason = ExplorerError(key, **values)
    try:
        str(reason)
    except KeyError:
        return ExplorerError("no_bracket", sentence=sentence)
    return reason
