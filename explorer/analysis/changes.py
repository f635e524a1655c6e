"""What changed between two spaces: for each occurrence the neighbours that it gained and lost.

As Emblaze (Sivaraman, Wu & Perer 2022) compares embeddings: by the sets of nearest neighbours, not by coordinates,
which mean nothing across spaces.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from explorer.geometry.neighbours import nearest
from explorer.geometry.similarity import Floats


@dataclass(frozen=True, slots=True)
class Change:
    """One occurrence, by its position: the neighbours that it `gained` and `lost`, and how many it `kept`.

    `same_before` and `same_after` count the neighbours with its own label; None where it has no label. `reach` is
    the mean rank that the gained ones had before: far travellers first where the counts are equal.
    """

    item: int
    kept: int
    gained: tuple[int, ...]
    lost: tuple[int, ...]
    same_before: int | None
    same_after: int | None
    reach: float


@dataclass(frozen=True, slots=True)
class Changes:
    """All changes, the biggest mover first; `expected` is how many of `count` neighbours random ones would replace."""

    movers: tuple[Change, ...]
    count: int
    mean_gained: float
    expected: float
    same_before: float | None
    same_after: float | None


def changes(before: Floats, after: Floats, labels: Sequence[str | None], count: int = 5) -> Changes:
    """What changes from similarities `before` to `after`, both `[n, n]`, among the `count` nearest neighbours.

    `same_before` and `same_after` are the shares of neighbours with the item's own label, over the items that have one.
    """
    n = len(labels)
    count = max(min(count, n - 1), 0)
    movers = [_change(item, before, after, labels, count) for item in range(n)]
    movers.sort(key=lambda change: (-len(change.gained), -change.reach))
    labelled = [change for change in movers if change.same_before is not None]
    return Changes(
        movers=tuple(movers),
        count=count,
        mean_gained=float(np.mean([len(change.gained) for change in movers])) if movers else 0.0,
        expected=count * (1 - count / (n - 1)) if n > 1 else 0.0,
        same_before=_share([change.same_before for change in labelled], count),
        same_after=_share([change.same_after for change in labelled], count),
    )


def _change(item: int, before: Floats, after: Floats, labels: Sequence[str | None], count: int) -> Change:
    ranked = [i for i, _ in nearest(before, item, len(labels))]
    old, new = ranked[:count], [i for i, _ in nearest(after, item, count)]
    gained = tuple(i for i in new if i not in old)
    rank = {i: place for place, i in enumerate(ranked)}
    label = labels[item]
    return Change(
        item=item,
        kept=len(new) - len(gained),
        gained=gained,
        lost=tuple(i for i in old if i not in new),
        same_before=None if label is None else sum(labels[i] == label for i in old),
        same_after=None if label is None else sum(labels[i] == label for i in new),
        reach=float(np.mean([rank.get(i, len(ranked)) for i in gained])) if gained else 0.0,
    )


def _share(counts: Sequence[int | None], count: int) -> float | None:
    known = [value for value in counts if value is not None]
    return float(np.mean(known)) / count if known and count else None
