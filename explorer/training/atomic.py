"""Files and folders that are whole or not there: written beside their place, synced, then renamed.

A kill or a full disk in the middle leaves what was there before.
"""

import errno
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from explorer.errors import ExplorerError


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8, atomically."""
    write(path, lambda temporary: temporary.write_text(text, encoding="utf-8") and None)


def write(path: Path, save: Callable[[Path], object]) -> None:
    """Let `save` write a file to the path it is given, then put it in place of `path`.

    A link is followed to what it names. Raises ExplorerError where the disk is full, the folder cannot be written, or
    something stands there that is no file.
    """
    with writing(path):
        place = _place(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        temporary, mode = _beside(place)
        try:
            save(temporary)
            temporary.chmod(mode)  # safetensors makes its files for their owner alone
            with temporary.open("rb+") as file:
                os.fsync(file.fileno())
            temporary.replace(place)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def _beside(place: Path) -> tuple[Path, int]:
    """An empty file of this writer alone in the folder of `place`, and the permissions that opening `place` gives.

    A name that nobody has yet: not another writer's, nor a stale file's, nor a link's that waits to be followed.
    """
    while True:
        temporary = place.with_name(f".{place.name[:40]}.{secrets.token_hex(8)}.partial")
        with suppress(FileExistsError):
            os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            return temporary, stat.S_IMODE((place if place.exists() else temporary).stat().st_mode)


def writable(path: Path) -> None:
    """Raise the ExplorerError that `write` would raise, as far as it can be foreseen: before long work, not after."""
    with writing(path):
        folder = _place(path).parent
        while not folder.exists():
            folder = folder.parent
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _place(path: Path) -> Path:
    """Where to write. A device or a pipe would be replaced by a file of its name, so it is refused like a folder."""
    place = Path(os.path.realpath(path))
    if place.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if place.exists() and not place.is_file():
        raise OSError(errno.EINVAL, "not a regular file")
    return place


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn a full disk or a folder that cannot be written, met in the body, into an ExplorerError that names `path`."""
    from safetensors import SafetensorError

    try:
        yield
    except OSError as error:
        raise ExplorerError("cannot_write", path=str(path), why=error.strerror or str(error)) from error
    except SafetensorError as error:  # it hides the OSError that it met
        raise ExplorerError("cannot_write", path=str(path), why=str(error)) from error
