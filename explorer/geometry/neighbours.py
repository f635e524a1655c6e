"""Nearest items in a space, with their cosines."""

import numpy as np

from explorer.geometry.similarity import Floats


def nearest(similarity: Floats, item: int, count: int) -> list[tuple[int, float]]:
    """The `count` items most similar to `item` by similarities `[n, n]`, nearest first, ties in the items' order.

    The item itself and undefined similarities are left out.
    """
    row = np.array(similarity[item], dtype=np.float64)
    row[item] = np.nan
    order = np.argsort(-np.where(np.isnan(row), -np.inf, row), kind="stable")
    return [(int(i), float(row[i])) for i in order[:count] if not np.isnan(row[i])]
