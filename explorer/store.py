"""The store: vectors once per encoder and occurrence, wherever they come from.

First the ready-made stacks of the bundled sentences, then what was encoded before, then the encoder itself, in
one call for all that is missing. The key is (text, start, end, word, pooling) with the encoder's
fingerprint, so that a new label never encodes again. Kept in memory, the least recently used forgotten first.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import numpy as np

from explorer import readymade
from explorer.assets import asset
from explorer.encoders.base import Encoder, LayerStack, Pooling, Progress, TargetError, Vectors
from explorer.errors import ExplorerError
from explorer.language import Language
from explorer.occurrences import Occurrence
from explorer.readymade import ReadyStack

Reference = Callable[[Language], Sequence[Occurrence]]

_Key = tuple[str, str, int, int, str, Pooling]


@dataclass(frozen=True, slots=True)
class _Row:
    """One occurrence's vectors `[layer, dim]`, and what its pieces hold beyond the target."""

    vectors: Vectors
    spill: str
    cut: bool


def _bundled(language: Language) -> Sequence[Occurrence]:
    from explorer.lexicon import bundled

    return bundled.occurrences(language)


class VectorStore:
    """Vectors of occurrences, computed at most once. Safe to use from several threads.

    `folder` holds the ready-made stacks (the bundled ones, if not said otherwise); `limit_bytes` bounds what is kept of
    everything else; `reference` gives the occurrences whose mean centres an encoder's space.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        limit_bytes: int = 512 * 2**20,
        reference: Reference = _bundled,
    ) -> None:
        self._folder = folder or asset("vectors")
        self._limit = limit_bytes
        self._reference = reference
        self._rows: OrderedDict[_Key, _Row] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()  # held for moments, around what follows
        self._encoding: defaultdict[str, Lock] = defaultdict(Lock)  # held while an encoder works, one a fingerprint
        self._ready: dict[str, ReadyStack | None] = {}
        self._means: dict[tuple[str, Language], Vectors] = {}

    def stack(
        self,
        encoder: Encoder,
        occurrences: Sequence[Occurrence],
        *,
        pooling: Pooling = "mean",
        progress: Progress | None = None,
    ) -> LayerStack:
        """The vectors of `occurrences` in their order; only those not yet known are encoded.

        Raises TargetError, with positions among `occurrences`, where some have no vector, and ExplorerError where the
        encoder is needed and cannot be used.
        """
        found, missing = self._find(encoder, occurrences, pooling)
        if missing:
            with self._lock:
                turn = self._encoding[encoder.identity.fingerprint]
            with turn:  # another thread may have encoded them meanwhile
                found, missing = self._find(encoder, occurrences, pooling)
                if missing:
                    found |= self._encode(encoder, occurrences, missing, pooling, progress)
        rows = [found[_key(encoder, occurrence, pooling)] for occurrence in occurrences]
        return _stacked(encoder, occurrences, rows)

    def available(
        self,
        encoder: Encoder,
        occurrences: Sequence[Occurrence],
        *,
        pooling: Pooling = "mean",
        progress: Progress | None = None,
    ) -> tuple[LayerStack, Mapping[int, ExplorerError]]:
        """The stack of those occurrences that have a vector, and for each of the others its position and why not."""
        try:
            return self.stack(encoder, occurrences, pooling=pooling, progress=progress), {}
        except TargetError as error:
            kept = [occurrence for i, occurrence in enumerate(occurrences) if i not in error.failures]
            return self.stack(encoder, kept, pooling=pooling, progress=progress), error.failures

    def reference_mean(self, encoder: Encoder, language: Language, *, progress: Progress | None = None) -> Vectors:
        """The mean of the bundled targets of a language at every layer, float32 `[layer, dim]`, for centring.

        Targets without a vector are left out; raises ExplorerError where none has one.
        """
        key = (encoder.identity.fingerprint, language)
        with self._lock:
            known = self._means.get(key)
        if known is not None:
            return known
        stack, _ = self.available(encoder, self._reference(language), progress=progress)
        if not stack.occurrences:
            raise ExplorerError("no_reference", encoder=encoder.identity.id)
        mean = stack.vectors.mean(axis=1, dtype=np.float64).astype(np.float32)
        mean.flags.writeable = False
        with self._lock:
            self._means[key] = mean
        return mean

    def _find(
        self, encoder: Encoder, occurrences: Sequence[Occurrence], pooling: Pooling
    ) -> tuple[dict[_Key, _Row], dict[_Key, list[int]]]:
        """What is known, and for each key that is not, at which positions it is wanted."""
        ready = self._ready_stack(encoder) if pooling == "mean" else None
        found: dict[_Key, _Row] = {}
        missing: dict[_Key, list[int]] = defaultdict(list)
        for i, occurrence in enumerate(occurrences):
            key = _key(encoder, occurrence, pooling)
            row = found.get(key) or self._kept(key) or _ready_row(ready, occurrence)
            if row is None:
                missing[key].append(i)
            else:
                found[key] = row
        return found, missing

    def _encode(
        self,
        encoder: Encoder,
        occurrences: Sequence[Occurrence],
        missing: Mapping[_Key, list[int]],
        pooling: Pooling,
        progress: Progress | None,
    ) -> dict[_Key, _Row]:
        places = list(missing.values())
        wanted = [occurrences[at[0]] for at in places]
        try:
            stack = encoder.encode(wanted, pooling=pooling, progress=progress)
        except TargetError as error:
            failures = {i: why for place, why in error.failures.items() for i in places[place]}
            raise TargetError(failures) from error
        cut = set(stack.cut_rows)
        rows = {
            key: _Row(stack.vectors[:, i].copy(), stack.spill[i], i in cut)  # a copy: a view would keep the whole
            for i, key in enumerate(missing)
        }
        self._keep(rows)
        return rows

    def _kept(self, key: _Key) -> _Row | None:
        with self._lock:
            if key in self._rows:
                self._rows.move_to_end(key)
            return self._rows.get(key)

    def _keep(self, rows: Mapping[_Key, _Row]) -> None:
        with self._lock:
            for key, row in rows.items():
                if key not in self._rows:
                    self._rows[key] = row
                    self._bytes += row.vectors.nbytes
            while self._bytes > self._limit:
                _, forgotten = self._rows.popitem(last=False)
                self._bytes -= forgotten.vectors.nbytes

    def _ready_stack(self, encoder: Encoder) -> ReadyStack | None:
        """The encoder's ready-made stack; None where there is none, or other weights made it, or it is damaged."""
        identity = encoder.identity
        with self._lock:
            if identity.id not in self._ready:
                path = self._folder / readymade.file_name(identity.id)
                try:
                    self._ready[identity.id] = readymade.read(path) if path.is_file() else None
                except ExplorerError:
                    self._ready[identity.id] = None
            ready = self._ready[identity.id]
        fresh = ready is not None and ready.identity == identity and ready.layers == encoder.layers
        return ready if fresh else None


def _key(encoder: Encoder, occurrence: Occurrence, pooling: Pooling) -> _Key:
    place = (occurrence.text, occurrence.start, occurrence.end, occurrence.word)
    return (encoder.identity.fingerprint, *place, pooling)


def _ready_row(ready: ReadyStack | None, occurrence: Occurrence) -> _Row | None:
    place = ready.place(occurrence) if ready is not None else None
    if ready is None or place is None:
        return None
    return _Row(ready.vector(place), ready.spill[place], place in ready.cut_rows)


def _stacked(encoder: Encoder, occurrences: Sequence[Occurrence], rows: Sequence[_Row]) -> LayerStack:
    shape = (len(encoder.layers), 0, encoder.dim)
    return LayerStack(
        np.stack([row.vectors for row in rows], axis=1) if rows else np.empty(shape, dtype=np.float32),
        encoder.layers,
        tuple(occurrences),
        encoder.identity,
        tuple(row.spill for row in rows),
        tuple(i for i, row in enumerate(rows) if row.cut),
    )
