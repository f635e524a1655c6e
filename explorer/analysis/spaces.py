"""From a stack to the space that is measured: centred vectors, and labels by sense or homograph."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import Encoder, LayerStack
from explorer.geometry.similarity import Floats, centre
from explorer.lexicon import bundled
from explorer.lexicon.dictionary import homograph_of
from explorer.occurrences import Occurrence
from explorer.store import VectorStore

Centring = Literal["reference", "own", "none"]
"""What is subtracted: the mean over all bundled targets of the language, the set's own mean, or nothing."""

Grouping = Literal["sense", "homograph"]


def mean_of(store: VectorStore, encoder: Encoder, stack: LayerStack, centring: Centring) -> Floats:
    """The mean `[layer, dim]` that a centring subtracts."""
    if centring == "none" or not stack.occurrences:
        return np.zeros((len(stack.layers), stack.dim))
    if centring == "own":
        return stack.vectors.mean(axis=1, dtype=np.float64)
    return store.reference_mean(encoder, stack.occurrences[0].language).astype(np.float64)


def centred(store: VectorStore, encoder: Encoder, stack: LayerStack, centring: Centring = "reference") -> Floats:
    """The stack's vectors `[layer, n, dim]`, centred."""
    return centre(stack.vectors, mean_of(store, encoder, stack, centring))


def label_names(occurrences: Sequence[Occurrence], by: Grouping = "sense") -> list[str | None]:
    """The label of each occurrence; None where it has no sense or its sense is shown but not scored.

    A homograph is labelled `word/number`; a person's own sense is a homograph of its own.
    """
    known = bundled.all_senses()
    names: list[str | None] = []
    for occurrence in occurrences:
        sense = known.get(occurrence.sense or "")
        if sense is None and by == "homograph" and occurrence.source == "dictionary":
            names.append(homograph_of(occurrence.sense or ""))
        elif sense is None:
            names.append(occurrence.sense or None)
        elif not sense.scored:
            names.append(None)
        else:
            names.append(sense.id if by == "sense" else f"{sense.word}/{sense.homograph}")
    return names


def matched_sets(occurrences: Sequence[Occurrence]) -> NDArray[np.intp]:
    """The matched set of each occurrence `[n]`: bundled sentences of a word with one number; any other is alone."""
    names = [
        f"{o.word}.{o.id.rpartition('.')[2]}" if o.source == "bundled" else f"{i} alone"
        for i, o in enumerate(occurrences)
    ]
    return np.unique(names, return_inverse=True)[1].astype(np.intp) if names else np.zeros(0, dtype=np.intp)


def labelled(stack: LayerStack, by: Grouping = "sense") -> tuple[LayerStack, list[str]]:
    """The occurrences that have a label, and their labels."""
    names = label_names(stack.occurrences, by)
    keep = [i for i, name in enumerate(names) if name is not None]
    return stack.take(keep), [name for name in names if name is not None]
