"""Which occurrences are near this one, and which words near this word's static vector."""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.analysis.compare import View
from explorer.encoders.base import Encoder
from explorer.encoders.static import StaticEncoder
from explorer.geometry.neighbours import nearest
from explorer.occurrences import Occurrence


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An occurrence near another, and the cosine between them in the view that was asked."""

    occurrence: Occurrence
    cosine: float


def nearest_occurrences(
    view: View, occurrences: Sequence[Occurrence], item: int, count: int = 5
) -> tuple[Neighbour, ...]:  # fmt: skip
    """The `count` occurrences nearest to `occurrences[item]` by the view's centred cosine, nearest first.

    Raises IndexError where the view has no such item. A static view's neighbours all have cosine 1, in the order given.
    """
    return tuple(Neighbour(occurrences[i], cosine) for i, cosine in nearest(view.similarity, item, count))


def nearest_words(encoder: Encoder, word: str, count: int = 10) -> tuple[tuple[str, float], ...] | None:
    """The `count` words nearest to `word` by raw cosine of static vectors; None for an encoder that has no words.

    Raises ExplorerError where the model does not know the word.
    """
    return tuple(encoder.nearest(word, count)) if isinstance(encoder, StaticEncoder) else None
