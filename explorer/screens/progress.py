"""How far long work is, in words: what is done and the time that is left."""

import time
from collections.abc import Callable
from typing import Any

from explorer.language import Say


def time_left(bar: Any, words: Say) -> Callable[[int, int], None]:  # noqa: ANN401  (a placeholder of the page)
    """What an encoder reports to: it fills `bar` once the work has taken a second."""
    started = time.monotonic()

    def report(done: int, total: int) -> None:
        spent = time.monotonic() - started
        if 0 < done < total and spent > 1:
            left = max(1, round(spent / done * (total - done)))
            bar.progress(done / total, words("common.encoding_left", done=done, total=total, seconds=left))

    return report
