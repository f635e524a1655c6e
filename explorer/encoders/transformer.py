"""Any transformer as an Encoder: tokenise, cut to windows, run in batches, pool the targets.

It serves the packaged weights, hub models and those trained here alike; where the weights come
from is a function that it is given and calls once, at the first sentence. Sentences run in
batches of exactly one length, so that nothing is ever padded and a vector does not depend on
its company beyond rounding.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import EncoderIdentity, LayerStack, Pooling, Progress, read_all, require_uses
from explorer.encoders.pooling import Piece, Target, pool, target_pieces, window
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

HiddenStates = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.float32]]
"""Token ids and token types, both `[sentence, position]`, to hidden states `[layer, sentence, position, dim]`."""

_BATCH_BYTES = 64 * 2**20
_MOST_THREADS = 4  # sentences are short: more threads wait for one another, and a class shares the machine


@dataclass(frozen=True)
class Backbone:
    """A loaded model: its tokenizer, its forward pass, and how many pieces it reads at once."""

    tokenizer: "Tokenizer"
    hidden_states: HiddenStates
    limit: int


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the model reads for one occurrence, and where its target stands in it."""

    ids: tuple[int, ...]
    types: tuple[int, ...]
    positions: tuple[int, ...]
    spill: str
    cut: bool


_Sentence = tuple[tuple[int, ...], tuple[int, ...]]
"""Token ids and token types."""


class TransformerEncoder:
    """Hidden states of a transformer, layer 0 the output of its embedding layer.

    `layers` counts that layer too. `load` is called once, at the first `encode`, and may raise ExplorerError.
    """

    def __init__(self, identity: EncoderIdentity, layers: int, dim: int, load: Callable[[], Backbone]) -> None:
        self.identity = identity
        self.layers = tuple(str(layer) for layer in range(layers))
        self.dim = dim
        self._load = load
        self._loaded: Backbone | None = None
        self._lock = Lock()

    def encode(
        self, occurrences: Sequence[Occurrence], *, pooling: Pooling = "mean", progress: Progress | None = None
    ) -> LayerStack:
        """Vectors of the targets at every layer; see `Encoder.encode`."""
        backbone = self._backbone()
        readings = self._read(backbone, occurrences)
        vectors = np.empty((len(self.layers), len(readings), self.dim), dtype=np.float32)
        done = 0
        for batch in _batches(readings, self._positions_a_batch()):
            hidden = self._hidden(backbone, list(batch))
            for row, members in enumerate(batch.values()):
                for i in members:
                    vectors[:, i] = pool(hidden[:, row], readings[i].positions, pooling)
                done += len(members)
            if progress is not None:
                progress(done, len(readings))
        if not np.isfinite(vectors).all():
            raise ExplorerError("vectors_not_finite", encoder=self.identity.id)
        return LayerStack(
            vectors,
            self.layers,
            tuple(occurrences),
            self.identity,
            tuple(reading.spill for reading in readings),
            tuple(i for i, reading in enumerate(readings) if reading.cut),
        )

    def _backbone(self) -> Backbone:
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load()
                _bound_threads()
            return self._loaded

    def _read(self, backbone: Backbone, occurrences: Sequence[Occurrence]) -> list[_Reading]:
        require_uses(occurrences)
        encodings = {text: _encoding(backbone.tokenizer, text) for text in {o.text for o in occurrences}}
        return read_all(
            occurrences, lambda occurrence: self._reading(occurrence, *encodings[occurrence.text], backbone.limit)
        )

    def _reading(self, occurrence: Occurrence, encoding: "Encoding", pieces: list[Piece], limit: int) -> _Reading:
        target = target_pieces(occurrence.text, occurrence.start, occurrence.end, pieces)
        if target is None:
            raise ExplorerError(
                "target_without_piece", encoder=self.identity.id, form=occurrence.form, sentence=occurrence.text
            )
        kept = window(pieces, target, limit)
        if kept is None:
            raise self._too_long(occurrence, target, limit)
        place = {piece: position for position, piece in enumerate(kept)}
        return _Reading(
            tuple(encoding.ids[i] for i in kept),
            tuple(encoding.type_ids[i] for i in kept),
            tuple(place[i] for i in target.pieces),
            target.spill,
            len(kept) < len(pieces),
        )

    def _too_long(self, occurrence: Occurrence, target: Target, limit: int) -> ExplorerError:
        return ExplorerError(
            "target_longer_than_window",
            encoder=self.identity.id,
            sentence=f"{occurrence.text[:60]}…",
            pieces=len(target.pieces),
            limit=limit,
        )

    def _positions_a_batch(self) -> int:
        return _BATCH_BYTES // (4 * len(self.layers) * self.dim)

    def _hidden(self, backbone: Backbone, sentences: list[_Sentence]) -> NDArray[np.float32]:
        ids, types = (np.array(part, dtype=np.int64) for part in zip(*sentences, strict=True))
        with self._lock:
            hidden = backbone.hidden_states(ids, types)  # (layer, sentence, position, dim)
        if hidden.shape[0] != len(self.layers) or hidden.shape[-1] != self.dim:
            raise ExplorerError("model_failed", encoder=self.identity.id, why=f"hidden states {hidden.shape}")
        return hidden


def _bound_threads() -> None:
    import torch

    torch.set_num_threads(min(torch.get_num_threads(), _MOST_THREADS))


def _batches(readings: Sequence[_Reading], positions: int) -> Iterator[dict[_Sentence, list[int]]]:
    """Distinct sentences of one length, and which occurrences each serves; at most `positions` pieces a batch."""
    lengths: dict[int, dict[_Sentence, list[int]]] = defaultdict(lambda: defaultdict(list))
    for i, reading in enumerate(readings):
        lengths[len(reading.ids)][reading.ids, reading.types].append(i)
    for length, sentences in sorted(lengths.items()):
        size = max(1, positions // length)
        keys = list(sentences)
        for at in range(0, len(keys), size):
            yield {key: sentences[key] for key in keys[at : at + size]}


def _encoding(tokenizer: "Tokenizer", text: str) -> tuple["Encoding", list[Piece]]:
    encoding = tokenizer.encode(text)
    pieces = [
        Piece(start, end, blank=not special and _is_blank(tokenizer, token), special=bool(special))
        for token, (start, end), special in zip(
            encoding.ids, encoding.offsets, encoding.special_tokens_mask, strict=True
        )
    ]
    return encoding, pieces


def _is_blank(tokenizer: "Tokenizer", token: int) -> bool:
    return not tokenizer.decode([token], skip_special_tokens=False).strip()
