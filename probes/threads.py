"""Jobs in threads: the time goes into BLAS, which lets go of Python.

Each has one BLAS thread, so that results do not depend on how many there are; results are taken in the order given.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from threadpoolctl import threadpool_limits

T = TypeVar("T")

Progress = Callable[[int, int], None]
"""Called with (done, total) jobs, in the caller's thread; what it raises stops the work."""


def run_all(
    jobs: Iterable[Callable[[], T]],
    take: Callable[[T], None],
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> None:
    """Hand every job's result to `take`, in order. `workers` threads, all cores where None."""
    with threadpool_limits(1), ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        waiting = deque(pool.submit(job) for job in jobs)
        total = len(waiting)
        try:
            while waiting:
                take(waiting.popleft().result())
                if progress:
                    progress(total - len(waiting), total)
        finally:
            pool.shutdown(cancel_futures=True)
