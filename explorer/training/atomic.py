"""Files and folders that are whole or not there: written beside their place, synced, then renamed.

A kill or a full disk in the middle leaves what was there before.
"""

import os
from collections.abc import Callable
from pathlib import Path

from explorer.errors import ExplorerError


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8, atomically."""
    write(path, lambda temporary: temporary.write_text(text, encoding="utf-8") and None)


def write(path: Path, save: Callable[[Path], object]) -> None:
    """Let `save` write a file to the path it is given, then put it in place of `path`.

    Raises ExplorerError where the disk is full or the folder cannot be written.
    """
    temporary = path.with_name(f".{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            save(temporary)
            temporary.chmod(0o644)  # safetensors makes its files for their owner alone
            with temporary.open("rb+") as file:
                os.fsync(file.fileno())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ExplorerError("cannot_write", path=str(path), why=error.strerror or str(error)) from error
