"""Words and their static vectors: the protocol that every static model speaks, and the plain table."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import Vectors
from explorer.errors import ExplorerError


class WordVectors(Protocol):
    """One vector a key, wherever it comes from: a table, or character n-grams."""

    @property
    def keys(self) -> Sequence[str]:
        """The vocabulary, most frequent first where the file says so."""
        ...

    @property
    def dim(self) -> int:
        """Width of a vector."""
        ...

    def __contains__(self, key: object) -> bool:
        """Whether `vector(key)` has an answer. A model of character n-grams answers beyond its `keys`."""
        ...

    def vector(self, key: str) -> Vectors:
        """The vector of a key, float32 `[dim]`. Raises ExplorerError `word_unknown` where there is none."""
        ...

    def nearest(self, key: str, n: int = 10) -> list[tuple[str, float]]:
        """The `n` keys nearest to `key` by raw cosine, the key itself left out, nearest first."""
        ...


@dataclass(frozen=True)
class VectorTable:
    """Keys and their rows: `matrix` is float32 `[key, dim]`, row *i* the vector of `keys[i]`.

    Where a key stands twice, its first row counts.
    """

    keys: tuple[str, ...]
    matrix: Vectors = field(repr=False)

    def __post_init__(self) -> None:
        if self.matrix.ndim != 2 or len(self.matrix) != len(self.keys) or self.matrix.dtype != np.float32:
            raise ValueError(f"{len(self.keys)} keys and {self.matrix.dtype} {self.matrix.shape} make no table")

    @property
    def dim(self) -> int:
        """Width of a vector."""
        return int(self.matrix.shape[1])

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def vector(self, key: str) -> Vectors:
        """The row of a key, float32 `[dim]`. Raises ExplorerError where the table lacks it."""
        if key not in self._rows:
            raise ExplorerError("word_unknown", word=key)
        return self.matrix[self._rows[key]]

    def nearest(self, key: str, n: int = 10) -> list[tuple[str, float]]:
        """The `n` keys nearest to `key` by raw cosine, the key itself left out, nearest first."""
        return nearest_keys(self.keys, self._unit, self.vector(key), n, without=key)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {key: row for row, key in reversed(list(enumerate(self.keys)))}

    @cached_property
    def _unit(self) -> Vectors:
        return unit_rows(self.matrix)


def unit_rows(matrix: Vectors) -> Vectors:
    """Rows scaled to length 1; a row of zeros stays zero."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return (matrix / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def nearest_keys(
    keys: Sequence[str], unit: Vectors, query: Vectors, n: int, without: str | None = None
) -> list[tuple[str, float]]:
    """The `n` of `keys` whose unit rows `[key, dim]` have the greatest cosine with `query`, greatest first.

    Ties go to the earlier key.
    """
    length = np.linalg.norm(query)
    cosines: NDArray[np.float32] = unit @ (query / length if length > 0 else query)
    wanted = min(n + 1, len(keys))
    candidates = np.argpartition(-cosines, wanted - 1)[:wanted] if wanted else np.array([], dtype=int)
    ordered = candidates[np.lexsort((candidates, -cosines[candidates]))]
    return [(keys[i], float(cosines[i])) for i in ordered if keys[i] != without][:n]
