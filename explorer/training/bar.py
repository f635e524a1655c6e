"""How far a training is, on the terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm

_PARTS = 1000
_FORMAT = "{percentage:5.1f}% {elapsed}<{remaining}"


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Callable[[float], None]]:
    """What takes the share that is done, 0 to 1, and draws it; nothing is drawn where no person looks on."""
    with tqdm(total=_PARTS, disable=quiet or None, mininterval=10, bar_format=_FORMAT) as bar:

        def show(done: float) -> None:
            bar.update(int(done * _PARTS) - bar.n)

        yield show
