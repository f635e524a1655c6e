"""Token files to examples for BERT: lines of one length together, mixed over all sources, no padding.

A line that stands alone in its source is read alone. Running text is cut into stretches of successive lines; with
next-sentence prediction a stretch is parted in two, and half of the second parts come from elsewhere.
"""

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explorer.errors import ExplorerError
from explorer.surface import INITIAL
from explorer.training.bert.vocabulary import CLS, SEP

if TYPE_CHECKING:
    from transformers import BertTokenizer

LONGEST = 128
"""Pieces of an example, special pieces included; and positions of the model."""

SHORTER = 64
"""Pieces of most stretches of running text: attention to short ones costs less, and sentences are short."""

SHARE_LONG, SHARE_LONG_PAIRS = 0.15, 0.5
"""How many stretches may be as long as an example; with pairs more, so that two lines find room."""

ALONE_WITH_PAIRS = 0.4
"""How often, of its weight, an epoch with pairs reads a line that stands alone: pairs need the time."""

_CHUNK = 10_000

Spans = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Text:
    """Lines as pieces: line `i` is `pieces[starts[i] : starts[i + 1]]`, without special pieces.

    `run[i]` numbers the running text that it belongs to, in order, or is -1 where the line stands alone; `weights[i]`
    says how often an epoch reads it.
    """

    pieces: NDArray[np.uint16]
    starts: Spans
    run: NDArray[np.int32]
    weights: NDArray[np.float32]

    @property
    def tokens(self) -> float:
        """Pieces that an epoch reads, special ones not counted."""
        return float((np.diff(self.starts) * self.weights).sum())


@dataclass(frozen=True, slots=True)
class Examples:
    """Spans `[first, last)` of `Text.pieces` for one or two segments; the second is empty where `second[:, 0] < 0`.

    `follows` is 1 where the second segment follows the first in the text, 0 where it comes from elsewhere, -1 where
    there is none.
    """

    first: Spans
    second: Spans
    follows: NDArray[np.int8]

    @property
    def lengths(self) -> Spans:
        """Pieces of each example, special ones included."""
        a, b = (np.diff(spans, axis=1)[:, 0] for spans in (self.first, self.second))
        return a + 2 + np.where(self.follows >= 0, b + 1, 0)


@dataclass(frozen=True, slots=True)
class Batch:
    """Examples of one length: `pieces` and `segments` `[example, position]`, and `follows` `[example]`."""

    pieces: NDArray[np.int64]
    segments: NDArray[np.int64]
    follows: NDArray[np.int64]


def eojeols(line: str) -> str:
    """A line of surface tokens as plain text (▁배 가 ▁온 다 → 배가 온다)."""
    return line.replace(" ", "").replace(INITIAL, " ").strip()


def read_text(
    sources: Mapping[str, Iterable[str]],
    tokenizer: "BertTokenizer",
    *,
    running: Sequence[str],
    weights: Mapping[str, float] | None = None,
) -> Text:
    """Cut the lines of each source into pieces; a blank line ends a running text.

    `running` names the sources whose lines follow on each other; `weights` says how often an epoch reads a source.
    Raises ExplorerError where there is no line.
    """
    flat = array("H")
    lengths: list[int] = []
    runs: list[int] = []
    shares: list[float] = []
    run = 0
    for name, lines in sources.items():
        run += 1
        share = (weights or {}).get(name, 1.0)
        for chunk in _chunks(lines):
            encoded = iter(tokenizer.backend_tokenizer.encode_batch([t for t in chunk if t], add_special_tokens=False))
            for text in chunk:
                if not text:
                    run += 1
                    continue
                ids = next(encoded).ids
                flat.extend(ids)
                lengths.append(len(ids))
                runs.append(run if name in running else -1)
                shares.append(share)
    if not lengths:
        raise ExplorerError("corpus_empty", files=", ".join(sources))
    return Text(
        np.frombuffer(flat, dtype=np.uint16),
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        np.array(runs, dtype=np.int32),
        np.array(shares, dtype=np.float32),
    )


def require_examples(text: Text) -> None:
    """Raise ExplorerError where no line has two pieces and no two lines follow on: nothing can be foretold."""
    follow = (text.run[1:] == text.run[:-1]) & (text.run[1:] >= 0)
    if np.diff(text.starts).max() < 2 and not follow.any():
        raise ExplorerError("corpus_too_small", tokens=round(text.tokens))


def _chunks(lines: Iterable[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    for line in lines:
        chunk.append(eojeols(line.rstrip("\n")))
        if len(chunk) == _CHUNK:
            yield chunk
            chunk = []
    yield chunk


def set_aside(lines: Iterable[str], *, kept: bool) -> Iterator[str]:
    """One in a hundred of the running texts of a source (`kept`), or all the others.

    Decided by the first line of each. The held-out lines of a corpus are single; these hold lines that follow on.
    """
    first, chosen = True, False
    for line in lines:
        blank = not line.strip()
        if first and not blank:
            chosen = int.from_bytes(hashlib.blake2b(line.strip().encode(), digest_size=8).digest()) % 100 == 0
        first = blank
        if chosen == kept or blank:
            yield line


def source_lines(folder: Path, name: str, *, heldout: bool = False) -> Iterator[str]:
    """The lines of a source of a prepared corpus, blank ones included."""
    with (folder / "surface" / ("heldout" if heldout else "") / f"{name}.txt").open(encoding="utf-8") as file:
        yield from file


def draw_examples(text: Text, rng: np.random.Generator, *, pairs: bool) -> Examples:
    """One epoch's examples, in the order of the text; running text in pairs of segments where `pairs`."""
    alone = np.flatnonzero(text.run < 0)
    wanted = text.weights[alone] * (ALONE_WITH_PAIRS if pairs and len(alone) < len(text.run) else 1.0)
    copies = np.floor(wanted + rng.random(len(alone), dtype=np.float32)).astype(np.int64)
    single = np.repeat(alone, copies)
    spans = np.stack([text.starts[single], text.starts[single + 1]], axis=1)
    spans[:, 1] = np.minimum(spans[:, 1], spans[:, 0] + LONGEST - 2)
    stretches = _stretches(text, rng, SHARE_LONG_PAIRS if pairs else SHARE_LONG, 3 if pairs else 2)
    first = np.stack([text.starts[stretches[:, 0]], stretches[:, 2]], axis=1)
    second = np.full((len(first), 2), -1, dtype=np.int64)
    follows = np.full(len(first), -1, dtype=np.int8)
    if pairs:
        first, second, follows = _pairs(text, stretches, rng)
    return Examples(
        np.concatenate([spans, first]),
        np.concatenate([np.full((len(spans), 2), -1, dtype=np.int64), second]),
        np.concatenate([np.full(len(spans), -1, dtype=np.int8), follows]),
    )


def _stretches(text: Text, rng: np.random.Generator, long: float, special: int) -> Spans:
    """Successive lines of one run, up to a drawn number of pieces: `[first line, line after the last, last piece]`.

    `long` is the share of stretches that may reach `LONGEST` pieces. A run of weight 1.5 is read once or twice.
    """
    lines = np.flatnonzero(text.run >= 0)
    if not len(lines):
        return np.zeros((0, 3), dtype=np.int64)
    luck = rng.random(int(text.run.max()) + 1, dtype=np.float32)
    copies = np.floor(text.weights[lines] + luck[text.run[lines]]).astype(np.int64)
    rows: list[tuple[int, int, int]] = []
    for time in range(int(copies.max())):
        read = lines[copies > time].tolist()
        targets = np.where(rng.random(len(read)) < long, LONGEST, SHORTER) - special
        rows.extend(_cut(text, read, targets.tolist(), LONGEST - special))
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def _cut(text: Text, lines: Sequence[int], targets: Sequence[int], most: int) -> Iterator[tuple[int, int, int]]:
    """Cut lines into stretches; one that begins with a line longer than its target is that line, up to `most`."""
    starts, runs = text.starts, text.run
    begin = previous = -1
    number = 0
    for line in lines:
        if begin >= 0 and (
            line != previous + 1 or runs[line] != runs[begin] or starts[line + 1] - starts[begin] > targets[number]
        ):
            yield begin, previous + 1, min(int(starts[previous + 1]), int(starts[begin]) + most)
            begin, number = -1, number + 1
        if begin < 0:
            begin = line
        previous = line
    if begin >= 0:
        yield begin, previous + 1, min(int(starts[previous + 1]), int(starts[begin]) + most)


def _pairs(text: Text, stretches: Spans, rng: np.random.Generator) -> tuple[Spans, Spans, NDArray[np.int8]]:
    """Each stretch of two lines or more parted between two lines; a coin decides whether the second part stays.

    A second part from elsewhere is that of another stretch, so nothing but the text tells the two cases apart.
    Stretches of one line stay whole.
    """
    begin, end, last = stretches.T
    several = np.flatnonzero(end - begin > 1)
    cut = begin + 1 + (rng.random(len(begin)) * (end - begin - 1)).astype(np.int64)
    middle = np.where(end - begin > 1, text.starts[np.minimum(cut, len(text.starts) - 1)], last)
    first = np.stack([text.starts[begin], np.minimum(middle, last)], axis=1)
    second = np.full((len(begin), 2), -1, dtype=np.int64)
    follows = np.full(len(begin), -1, dtype=np.int8)
    usable = several[middle[several] < last[several]]
    if len(usable) > 1:
        stays = rng.random(len(usable)) < 0.5
        elsewhere = usable[(np.arange(len(usable)) + rng.integers(1, len(usable), len(usable))) % len(usable)]
        source = np.where(stays, usable, elsewhere)
        second[usable] = np.stack([middle[source], last[source]], axis=1)
        room = LONGEST - 3 - (first[usable, 1] - first[usable, 0])
        second[usable, 1] = np.minimum(second[usable, 1], second[usable, 0] + np.maximum(room, 1))
        follows[usable] = stays
    return first, second, follows


def batches(text: Text, examples: Examples, size: int, rng: np.random.Generator, skip: int = 0) -> Iterator[Batch]:
    """Batches of about `size` pieces of examples of one length, in a drawn order; the first `skip` are left out."""
    lengths = examples.lengths
    drawn = rng.permutation(np.flatnonzero(lengths > 3))
    drawn = drawn[np.argsort(lengths[drawn], kind="stable")]
    groups: list[Spans] = []
    for members in np.split(drawn, np.flatnonzero(np.diff(lengths[drawn])) + 1):
        if len(members):
            count = max(1, size // int(lengths[members[0]]))
            groups.extend(members[i : i + count] for i in range(0, len(members), count))
    for group in rng.permutation(len(groups))[skip:]:
        yield make_batch(text, examples, groups[group])


def make_batch(text: Text, examples: Examples, members: Spans) -> Batch:
    """`[CLS]` A `[SEP]` and, where there is a second segment, B `[SEP]`."""
    length = int(examples.lengths[members[0]])
    pieces = np.empty((len(members), length), dtype=np.int64)
    segments = np.zeros((len(members), length), dtype=np.int64)
    for row, member in enumerate(members.tolist()):
        a, b = examples.first[member], examples.second[member]
        n = int(a[1] - a[0])
        pieces[row, 0], pieces[row, 1 : n + 1], pieces[row, n + 1] = CLS, text.pieces[a[0] : a[1]], SEP
        if examples.follows[member] >= 0:
            pieces[row, n + 2 : -1], pieces[row, -1] = text.pieces[b[0] : b[1]], SEP
            segments[row, n + 2 :] = 1
    return Batch(pieces, segments, examples.follows[members].astype(np.int64))
