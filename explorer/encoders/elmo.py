"""ELMo as an encoder: a sentence's surface tokens, read by the character CNN and by LSTMs in both directions.

The first half of a vector is the forward LSTM's, which knows the target and what stands before it; the second half the
backward LSTM's, which knows the target and what stands after it (`ElmoEncoder.halves`). In layer 0, the CNN, the two
halves are the same vector, as in the original. Torch is imported when the weights are read. Sentences run in batches of
exactly one length, so nothing is ever padded.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import EncoderIdentity, LayerStack, Pooling, Progress, read_all, require_uses
from explorer.encoders.elmo_characters import BEGIN, END, character_matrix
from explorer.encoders.fingerprints import fingerprint
from explorer.encoders.pooling import PROCESSING, Piece, pool, target_pieces, window
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence
from explorer.surface import marked, surface_tokens

if TYPE_CHECKING:
    from explorer.encoders.elmo_model import ElmoModel

WEIGHTS = "model.safetensors"
LAYERS = ("cnn", "lstm 1", "lstm 2")
LIMIT = 130
"""Tokens that are read at once, the sentence's marks included; a longer sentence is cut around its target."""

_TOKENS_A_BATCH = 4096

_Tokens = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Reading:
    tokens: _Tokens
    positions: tuple[int, ...]
    spill: str
    cut: bool


class ElmoEncoder:
    """States of a trained or untrained ELMo; `load` is called once, at the first `encode`."""

    layers = LAYERS

    def __init__(self, identity: EncoderIdentity, dim: int, load: Callable[[], "ElmoModel"]) -> None:
        self.identity = identity
        self.dim = dim
        self._load = load
        self._loaded: ElmoModel | None = None
        self._lock = Lock()

    @property
    def halves(self) -> dict[str, slice]:
        """Where the forward and the backward half of a vector lie."""
        return {"forward": slice(0, self.dim // 2), "backward": slice(self.dim // 2, self.dim)}

    def encode(
        self, occurrences: Sequence[Occurrence], *, pooling: Pooling = "mean", progress: Progress | None = None
    ) -> LayerStack:
        """Vectors of the targets at every layer; see `Encoder.encode`."""
        readings = self._read(occurrences)
        vectors = np.empty((len(LAYERS), len(readings), self.dim), dtype=np.float32)
        done = 0
        for batch in _batches(readings):
            states = self._states(list(batch))
            for row, members in enumerate(batch.values()):
                for i in members:
                    vectors[:, i] = pool(states[:, row], readings[i].positions, pooling)
                done += len(members)
            if progress is not None:
                progress(done, len(readings))
        if not np.isfinite(vectors).all():
            raise ExplorerError("vectors_not_finite", encoder=self.identity.id)
        return LayerStack(
            vectors,
            LAYERS,
            tuple(occurrences),
            self.identity,
            tuple(reading.spill for reading in readings),
            tuple(i for i, reading in enumerate(readings) if reading.cut),
        )

    def _read(self, occurrences: Sequence[Occurrence]) -> list[_Reading]:
        require_uses(occurrences)
        sentences = {text: _pieces(text) for text in {o.text for o in occurrences}}
        return read_all(occurrences, lambda occurrence: self._reading(occurrence, *sentences[occurrence.text]))

    def _reading(self, occurrence: Occurrence, tokens: _Tokens, pieces: list[Piece]) -> _Reading:
        target = target_pieces(occurrence.text, occurrence.start, occurrence.end, pieces)
        if target is None:
            raise ExplorerError(
                "target_without_piece", encoder=self.identity.id, form=occurrence.form, sentence=occurrence.text
            )
        kept = window(pieces, target, LIMIT)
        if kept is None:
            raise ExplorerError(
                "target_longer_than_window",
                encoder=self.identity.id,
                sentence=f"{occurrence.text[:60]}…",
                pieces=len(target.pieces),
                limit=LIMIT,
            )
        place = {piece: position for position, piece in enumerate(kept)}
        return _Reading(
            tuple(tokens[i] for i in kept),
            tuple(place[i] for i in target.pieces),
            target.spill,
            len(kept) < len(pieces),
        )

    def _states(self, sentences: Sequence[_Tokens]) -> NDArray[np.float32]:
        """Sentences of one length to `[layer, sentence, token, dim]`."""
        with self._lock:
            if self._loaded is None:
                self._loaded = self._load().eval()
            return read_states(self._loaded, sentences)


def read_states(model: "ElmoModel", sentences: Sequence[_Tokens]) -> NDArray[np.float32]:
    """Token sequences of one length, marks included, to states `[layer, sentence, token, 2 × width]`."""
    import torch

    distinct = list(dict.fromkeys(token for tokens in sentences for token in tokens))
    place = {token: i for i, token in enumerate(distinct)}
    characters = torch.from_numpy(character_matrix(distinct, model.config.unit)).long()
    index = torch.tensor([[place[token] for token in tokens] for tokens in sentences]).T
    with torch.inference_mode():
        states = model.states(characters, index)  # (layer, token, sentence, dim)
    return states.transpose(1, 2).float().numpy()


def elmo_encoder(folder: Path, id: str = "elmo-ko") -> ElmoEncoder:
    """The encoder whose weights lie in `folder`. Raises ExplorerError where they are absent or damaged."""
    return weights_encoder(folder / WEIGHTS, id)


def weights_encoder(path: Path, id: str) -> ElmoEncoder:
    """The encoder of one file of weights, as a moment of training leaves it."""
    header = _header(path)
    identity = EncoderIdentity(id, "elmo", fingerprint([path], f"elmo-1-{PROCESSING}"))
    return ElmoEncoder(identity, _dim(header, path), lambda: load_weights(path))


def untrained_encoder(folder: Path, id: str = "elmo-ko-untrained", seed: int | None = None) -> ElmoEncoder:
    """The untrained twin of the model in `folder`: its shape with weights drawn from a seed.

    Without a seed, that of its training: the very weights from which it was trained.
    """
    path = folder / WEIGHTS
    header = _header(path)
    chosen = int(header.get("training", {}).get("seed", 0)) if seed is None else seed
    shape = json.dumps(header["config"], sort_keys=True)
    digest = f"{id}-{chosen}-{fingerprint([], shape)}-{PROCESSING}"

    def draw() -> "ElmoModel":
        from explorer.encoders.elmo_model import ElmoConfig, new_model

        return new_model(ElmoConfig.from_dict(header["config"]), chosen)

    return ElmoEncoder(EncoderIdentity(id, "elmo", digest), _dim(header, path), draw)


def _header(path: Path) -> dict[str, Any]:
    """What the file of weights says of itself, without reading them."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="np") as file:
            header = {key: json.loads(value) for key, value in (file.metadata() or {}).items()}
    except (OSError, SafetensorError, ValueError) as error:
        raise ExplorerError("model_damaged", folder=str(path.parent)) from error
    if not isinstance(header.get("config"), dict):
        raise ExplorerError("model_damaged", folder=str(path.parent))
    return header


def _dim(header: dict[str, Any], path: Path) -> int:
    try:
        return 2 * int(header["config"]["width"])
    except (KeyError, TypeError, ValueError) as error:
        raise ExplorerError("model_damaged", folder=str(path.parent)) from error


def load_weights(path: Path) -> "ElmoModel":
    """The network in a file of weights, in float32. Raises ExplorerError where it is absent or damaged."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    from explorer.encoders.elmo_model import ElmoConfig, new_model

    try:
        model = new_model(ElmoConfig.from_dict(_header(path)["config"]), seed=0)
        model.load_state_dict({name: tensor.float() for name, tensor in load_file(path).items()})
    except (OSError, SafetensorError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise ExplorerError("model_damaged", folder=str(path.parent)) from error
    return model


def _pieces(text: str) -> tuple[_Tokens, list[Piece]]:
    tokens = surface_tokens(text)
    inner = [Piece(token.start, token.end) for token in tokens]
    return (BEGIN, *marked(text, tokens), END), [Piece(0, 0, special=True), *inner, Piece(0, 0, special=True)]


def _batches(readings: Sequence[_Reading]) -> Iterator[dict[_Tokens, list[int]]]:
    """Distinct sentences of one length, and which occurrences each serves."""
    lengths: dict[int, dict[_Tokens, list[int]]] = defaultdict(lambda: defaultdict(list))
    for i, reading in enumerate(readings):
        lengths[len(reading.tokens)][reading.tokens].append(i)
    for length, sentences in sorted(lengths.items()):
        size = max(1, _TOKENS_A_BATCH // length)
        keys = list(sentences)
        for at in range(0, len(keys), size):
            yield {key: sentences[key] for key in keys[at : at + size]}
