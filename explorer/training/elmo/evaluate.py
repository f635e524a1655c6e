"""Held-out perplexity of an ELMo, each direction and source apart."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from explorer.encoders.elmo_model import ElmoModel
from explorer.training import corpus as prepared
from explorer.training.elmo.step import Directions
from explorer.training.elmo.stream import Vocabulary, batches, build_stream


@dataclass(frozen=True, slots=True)
class Perplexity:
    """exp of the mean negative log likelihood a token, the sentence mark that is foretold included.

    Words outside the vocabulary count as one class; `unknown` is their share, which has to stand beside a perplexity.
    """

    source: str
    forwards: float
    backwards: float
    tokens: int
    unknown: float


def perplexity(
    model: ElmoModel, vocabulary: Vocabulary, corpus: Path, names: Sequence[str], *, bfloat16: bool = False
) -> tuple[Perplexity, ...]:
    """On the held-out sentences of each source, and of all of them together as the last, named `all`."""
    results = []
    model.eval()
    total = np.zeros(4)
    with Directions(model, bfloat16=bfloat16) as directions:
        for name in names:
            sentences = list(prepared.sentences(corpus, "surface", [name], heldout=True))
            if not sentences:
                continue
            sums = np.zeros(4)  # forwards, backwards, unknown, tokens
            stream = build_stream({name: sentences}, vocabulary, model.config.unit)
            for batch in batches(stream, 2048, seed=0, epoch=0):
                loss = directions.loss(batch)
                unknown = (batch.classes[1:] == 0).sum()
                n = batch.predictions
                sums += (loss.forwards * n, loss.backwards * n, unknown, n)
            results.append(_result(name, sums))
            total += sums
    return (*results, _result("all", total))


def _result(name: str, sums: np.ndarray) -> Perplexity:
    forwards, backwards, unknown, tokens = (float(x) for x in sums)
    return Perplexity(
        name, math.exp(forwards / tokens), math.exp(backwards / tokens), int(tokens), round(unknown / tokens, 4)
    )
