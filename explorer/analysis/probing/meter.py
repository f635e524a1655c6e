"""How far a run is: phases of expected length, one fraction, and the seconds that are probably left."""

import time
from collections.abc import Callable, Mapping

ShowProgress = Callable[[float, float | None], None]
Stop = Callable[[], None]

_ENOUGH = 0.02
"""The share of the work after which the time spent says something of the time left."""


class Meter:
    """Tells `show` how far the work is; `stop` is asked before, and what it raises ends the work.

    `weights` are the phases in order, each with its expected share of the time, in any unit.
    """

    def __init__(self, weights: Mapping[str, float], show: ShowProgress, stop: Stop) -> None:
        total = sum(weights.values())
        self._starts: dict[str, tuple[float, float]] = {}
        at = 0.0
        for name, weight in weights.items():
            self._starts[name] = at / total, weight / total
            at += weight
        self._show, self._stop = show, stop
        self._began = time.monotonic()
        self._furthest = 0.0

    def tick(self, phase: str, share: float) -> None:
        """A share 0 … 1 of a phase is done."""
        self._stop()
        start, length = self._starts[phase]
        self._furthest = max(self._furthest, min(start + length * share, 1.0))
        spent = time.monotonic() - self._began
        left = spent / self._furthest - spent if self._furthest >= _ENOUGH else None
        self._show(self._furthest, left)

    def phase(self, name: str) -> Callable[[float], None]:
        """`tick` of one phase."""
        return lambda share: self.tick(name, share)

    def jobs(self, name: str) -> Callable[[int, int], None]:
        """`tick` of one phase for work that counts its jobs."""
        return lambda done, total: self.tick(name, done / total)
