"""An encoder's colour and shape, the same in every figure of curves."""

from collections.abc import Iterable, Iterator
from itertools import count

from explorer.figures.style import Mark, Theme, other_marks

_PLACES = {"elmo-ko": 0, "bert-ko": 1, "e5-small": 2, "word2vec-ko": 5, "fasttext-ko": 6, "glove-ko": 7}
"""Models with layers come first: they are drawn as curves and have the colours that differ most."""


def encoder_marks(ids: Iterable[str], theme: Theme) -> dict[str, Mark]:
    """A mark for each encoder: that of its own for a known one, a free one in order for another.

    No mark is one of a word's first senses (see `other_marks`).
    """
    free = _free()
    places = {id: _PLACES[id] if id in _PLACES else next(free) for id in dict.fromkeys(ids)}
    every = list(other_marks([str(k) for k in range(max(places.values(), default=0) + 1)], theme).values())
    return {id: every[place] for id, place in places.items()}


def _free() -> Iterator[int]:
    return (place for place in count() if place not in _PLACES.values())
