"""What the three static models share: the lemmas of a corpus in one shuffled file, settings of time, and the export.

FOLDER/model.safetensors   float16 `vectors` [word, dim] (FastText also `buckets` [bucket, dim])
FOLDER/vocabulary.txt      one key a line, most frequent first
FOLDER/config.json         how it was made
"""

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import Vectors
from explorer.errors import ExplorerError
from explorer.training.atomic import write, write_text
from explorer.training.corpus import sentences


@dataclass(frozen=True, slots=True)
class TokenFile:
    """A text file of token lines in random order. `tokens` counts all, `lines` its sentences."""

    path: Path
    lines: int
    tokens: int

    def part(self, tokens: int, path: Path) -> "TokenFile":
        """Its first lines, about `tokens` tokens, written to `path`: a random sample, as the order is random."""
        lines = taken = 0
        with self.path.open(encoding="utf-8") as file, path.open("w", encoding="utf-8") as out:
            for line in file:
                if taken >= tokens:
                    break
                out.write(line)
                taken += line.count(" ") + 1
                lines += 1
        return TokenFile(path, lines, taken)


def shuffled_lemmas(folder: Path, names: Sequence[str], path: Path, seed: int) -> TokenFile:
    """All training sentences of a prepared corpus, shuffled, so that no source is learnt last."""
    lines = [" ".join(tokens) for tokens in sentences(folder, "lemma", names)]
    random.Random(seed).shuffle(lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, "\n".join(lines) + "\n")
    return TokenFile(path, len(lines), sum(line.count(" ") + 1 for line in lines))


@dataclass(frozen=True, slots=True)
class StaticModel:
    """The trained table. `vectors` is float32 `[word, dim]`; `buckets` `[bucket, dim]` for FastText alone."""

    words: tuple[str, ...]
    vectors: Vectors
    buckets: Vectors | None = None


AfterPass = Callable[[StaticModel, int], None]
"""Called with the model as it stands and the number of passes done."""


def passes_within(
    minutes: float, corpus: TokenFile, train: Callable[[TokenFile, int], object]
) -> tuple[TokenFile, int]:
    """The corpus and the number of passes (at most 20) that fit into `minutes`, by timing `train(part, passes=1)`.

    Where one pass would take longer, the corpus returned is the random part that fits.
    """
    train(corpus.part(2_000, corpus.path.with_suffix(".warm")), 1)  # imports and compiles, which is not to be timed
    trial = corpus.part(min(corpus.tokens, 200_000), corpus.path.with_suffix(".trial"))
    started = time.perf_counter()
    train(trial, 1)
    seconds = max(time.perf_counter() - started, 1e-3)
    budget = int(trial.tokens / seconds * minutes * 60 * 0.9)
    if budget < corpus.tokens:
        return corpus.part(budget, corpus.path.with_suffix(".part")), 1
    return corpus, min(20, budget // corpus.tokens)


def to_half(matrix: NDArray[np.floating]) -> NDArray[np.float16]:
    """float16, refusing what is not finite in it: a model that diverged is never saved."""
    half = matrix.astype(np.float16)
    if not np.isfinite(half).all():
        raise ExplorerError("training_diverged")
    return half


def save_static(model: StaticModel, folder: Path, config: Mapping[str, object]) -> None:
    """Write the folder, each file atomically. Raises ExplorerError where it cannot be written or a number is NaN."""
    from safetensors.numpy import save_file

    tensors = {"vectors": to_half(model.vectors)}
    if model.buckets is not None:
        tensors["buckets"] = to_half(model.buckets)
    write_text(folder / "vocabulary.txt", "".join(f"{word}\n" for word in model.words))
    write(folder / "model.safetensors", lambda path: save_file(tensors, path))
    write_text(folder / "config.json", json.dumps(dict(config), ensure_ascii=False, indent=1) + "\n")
