"""A measurement in a thread of its own: it goes on when the page changes, says how far it is, and can be stopped.

Knows nothing of pages. One measurement works at a time in the whole process; others wait for their turn.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from explorer.analysis.probing import ProbeResult, ShowProgress, Stop
from explorer.errors import ExplorerError

State = Literal["waiting", "running", "done", "stopped", "failed"]
Work = Callable[[ShowProgress, Stop], ProbeResult]

_ABANDONED = 150.0
"""Seconds without its visitor after which a measurement ends."""


class StopAskedError(Exception):
    """Raised inside the thread to end the work."""


@dataclass(frozen=True, slots=True)
class About:
    """What is measured: encoder and task by id, the data by the name that a reader knows."""

    encoder: str
    task: str
    data: str


class ProbeRun:
    """One measurement, started when it is made. All it tells is read by other threads and written by its own."""

    def __init__(self, about: About, work: Work, turn: threading.Lock, visitor: Callable[[], bool]) -> None:
        """`turn` is held while it works; `visitor` says whether someone is still there to read the result."""
        self.about = about
        self.state: State = "waiting"
        self.fraction = 0.0
        self.result: ProbeResult | None = None
        self.error: ExplorerError | None = None
        self._left: float | None = None
        self._told = time.monotonic()
        self._seen = time.monotonic()
        self._visitor = visitor
        self._asked = threading.Event()
        self._turn = turn
        threading.Thread(target=self._run, args=(work,), name="probe", daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether it has not ended."""
        return self.state in ("waiting", "running")

    @property
    def stopping(self) -> bool:
        """Whether it was asked to stop and has not ended yet."""
        return self._asked.is_set() and self.alive

    @property
    def seconds_left(self) -> float | None:
        """Seconds that are probably left, counted down since the last word of the work; None where not known."""
        return None if self._left is None else max(self._left - (time.monotonic() - self._told), 1.0)

    def stop(self) -> None:
        """Ask it to end after the present piece of work."""
        self._asked.set()

    def _check(self) -> None:
        if self._visitor():
            self._seen = time.monotonic()
        if self._asked.is_set() or time.monotonic() - self._seen > _ABANDONED:
            raise StopAskedError

    def _show(self, fraction: float, left: float | None) -> None:
        self.fraction, self._left, self._told = fraction, left, time.monotonic()

    def _run(self, work: Work) -> None:
        try:
            while not self._turn.acquire(timeout=0.2):
                self._check()
            try:
                self.state = "running"
                self.result = work(self._show, self._check)
            finally:
                self._turn.release()
            self.state = "done"
        except StopAskedError:
            self.state = "stopped"
        except ExplorerError as error:
            self._fail(error)
        except MemoryError:
            self._fail(ExplorerError("out_of_memory"))
        except Exception as error:
            self._fail(ExplorerError("unexpected", kind=type(error).__name__, why=str(error)))

    def _fail(self, error: ExplorerError) -> None:
        self.error, self.state = error, "failed"
