"""Where exported files go: names that every system takes, and nothing overwritten or left half written."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import chain, count
from pathlib import Path

from explorer.errors import ExplorerError
from explorer.training.atomic import writable, write

LONGEST_STEM = 150
"""Bytes of a file's name without its ending, in UTF-8: what systems allow, with room for more before and after."""

_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)$", re.IGNORECASE)


def file_stem(name: str) -> str:
    """A name as a file may have it on any system: one part, NFC, bounded; Hangul stays, and nothing is `figure`."""
    stem = "".join(
        "-" if c in '/\\:*?"<>|' else "" if unicodedata.category(c)[0] == "C" else c
        for c in unicodedata.normalize("NFC", name)
    )
    stem = re.sub(r"\s+", "_", stem.strip()).strip("._-")
    stem = stem.encode("utf-8")[:LONGEST_STEM].decode("utf-8", "ignore").rstrip("._-")
    return f"{stem}_" if _RESERVED.match(stem) else stem or "figure"


def distinct_stems(names: Iterable[str]) -> list[str]:
    """`file_stem` of each, a repeated one told apart by a number; upper and lower case count as one."""
    taken: set[str] = set()
    stems = []
    for stem in map(file_stem, names):
        numbered = (f"{stem}-{number}" for number in count(2))
        free_one = next(each for each in chain([stem], numbered) if each.casefold() not in taken)
        taken.add(free_one.casefold())
        stems.append(free_one)
    return stems


def free(paths: Iterable[Path], *, force: bool, read: Path | None = None) -> None:
    """Raise the ExplorerError that writing these files would raise, as far as it can be foreseen.

    A file that is there already is refused, unless `force`, and the one that is `read` in any case.
    """
    for path in paths:
        writable(path)
        if read is not None and path.exists() and read.exists() and path.samefile(read):
            raise ExplorerError("output_is_input", path=str(path))
        if path.exists() and not force:
            raise ExplorerError("file_exists", path=str(path))


def write_files(folder: Path, files: Mapping[str, bytes], *, force: bool) -> list[Path]:
    """Write files into a folder, which is made where it is absent; their paths. Raises ExplorerError as `free` does."""
    paths = [folder / name for name in files]
    free(paths, force=force)
    for path, content in zip(paths, files.values(), strict=True):
        write(path, lambda temporary, content=content: temporary.write_bytes(content))  # type: ignore[misc]
    return paths
