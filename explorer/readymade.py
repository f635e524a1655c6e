"""Ready-made stacks: the vectors of the bundled sentences, so that the first picture needs no model.

`assets/vectors/<encoder>.safetensors` holds float16 vectors [layer, row, dim] and `row` [occurrence], which gives
each occurrence its row (equal vectors are stored once: a static model has a row a word). The vectors lie there as two
tensors of bytes, `high` (sign, exponent, first two bits of the fraction) and `low` (the rest), each one zlib stream of
the array in C order: the exponents of a layer are much alike, so their plane shrinks by a third without losing a bit.
The metadata names the shape, the encoder's fingerprint, the layers, the occurrences' ids, and a digest of (text, start,
end, word) for each: an edited sentence is never served by its old vector. The sentences themselves stay in the lexicon.

`python -m explorer.readymade [ENCODER …]` makes them.
"""

import json
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import Encoder, EncoderIdentity, LayerStack, TargetError, Vectors
from explorer.errors import ExplorerError
from explorer.language import Language
from explorer.occurrences import Occurrence

LIMIT_BYTES = 25 * 10**6
"""What all ready-made stacks together may take."""

DEFAULT = ("e5-small", "word2vec-ko", "fasttext-ko", "glove-ko", "elmo-ko", "bert-ko", "bag-of-context")
ENGLISH = ("e5-small",)
"""Encoders that also read the English sentences."""


@dataclass(frozen=True)
class ReadyStack:
    """A stack read back from its file. `vectors` is float16 `[layer, row, dim]`, `row` and `spill` go by occurrence."""

    identity: EncoderIdentity
    layers: tuple[str, ...]
    vectors: NDArray[np.float16]
    row: NDArray[np.int32]
    digests: tuple[str, ...]
    ids: tuple[str, ...]
    spill: tuple[str, ...]
    cut_rows: frozenset[int]

    def place(self, occurrence: Occurrence) -> int | None:
        """Where an occurrence stands in this stack; None where it does not, or was edited since."""
        return self._places.get(digest(occurrence))

    def vector(self, place: int) -> Vectors:
        """The vectors at one place, float32 `[layer, dim]`."""
        return self.vectors[:, self.row[place]].astype(np.float32)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {digest: place for place, digest in enumerate(self.digests)}


def digest(occurrence: Occurrence) -> str:
    """What an occurrence's vector depends on, besides encoder and pooling, in 16 letters."""
    content = json.dumps([occurrence.text, occurrence.start, occurrence.end, occurrence.word], ensure_ascii=False)
    return blake2b(content.encode(), digest_size=8).hexdigest()


def languages(encoder: str) -> tuple[Language, ...]:
    """The languages whose bundled sentences an encoder's stack holds."""
    return ("ko", "en") if encoder in ENGLISH else ("ko",)


def file_name(encoder: str) -> str:
    """The name of an encoder's file."""
    return f"{encoder.replace('/', '--')}.safetensors"


def write(stack: LayerStack, folder: Path) -> Path:
    """Write a stack of mean-pooled vectors as the ready-made one of its encoder, atomically; its path.

    Raises ExplorerError where a vector does not fit float16.
    """
    from safetensors.numpy import save_file

    from explorer.training.atomic import write as write_atomically

    by_occurrence = np.ascontiguousarray(stack.vectors.swapaxes(0, 1)).astype(np.float16)
    if not np.isfinite(by_occurrence).all():
        raise ExplorerError("vectors_not_finite", encoder=stack.encoder.id)
    first, row = _distinct(by_occurrence)
    vectors = by_occurrence[first].swapaxes(0, 1)
    tensors: dict[str, np.ndarray] = {**_planes(vectors), "row": row}
    about = {
        "shape": vectors.shape,
        "id": stack.encoder.id,
        "family": stack.encoder.family,
        "fingerprint": stack.encoder.fingerprint,
        "layers": stack.layers,
        "ids": [occurrence.id for occurrence in stack.occurrences],
        "digests": [digest(occurrence) for occurrence in stack.occurrences],
        "spill": stack.spill,
        "cut_rows": stack.cut_rows,
    }
    path = folder / file_name(stack.encoder.id)
    metadata = {"stack": json.dumps(about, ensure_ascii=False)}
    write_atomically(path, lambda temporary: save_file(tensors, temporary, metadata=metadata))
    return path


def _distinct(rows: NDArray[np.float16]) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    """The first place of each distinct row, in order, and for every row which of these it equals."""
    seen: dict[bytes, int] = {}
    row = [seen.setdefault(vector.tobytes(), len(seen)) for vector in rows]
    return np.unique(row, return_index=True)[1], np.array(row, dtype=np.int32)


def _planes(vectors: NDArray[np.float16]) -> dict[str, NDArray[np.uint8]]:
    """The high and the low bytes of float16 values in C order, each compressed."""
    bits = np.ascontiguousarray(vectors).view(np.uint16)
    planes = {"high": (bits >> 8).astype(np.uint8), "low": bits.astype(np.uint8)}
    return {name: np.frombuffer(zlib.compress(plane.tobytes(), 9), np.uint8) for name, plane in planes.items()}


def _joined(high: NDArray[np.uint8], low: NDArray[np.uint8], shape: Sequence[int]) -> NDArray[np.float16]:
    """The float16 values whose bytes `_planes` took apart. Raises ValueError where they do not fill the shape."""
    bits = np.frombuffer(zlib.decompress(high.tobytes()), np.uint8).astype(np.uint16)
    bits <<= 8
    bits |= np.frombuffer(zlib.decompress(low.tobytes()), np.uint8)
    return bits.view(np.float16).reshape(shape)


def read(path: Path) -> ReadyStack:
    """Read a ready-made stack. Raises ExplorerError where the file is damaged."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="np") as file:
            about = json.loads(file.metadata()["stack"])
            row = file.get_tensor("row")
            vectors = _joined(file.get_tensor("high"), file.get_tensor("low"), about["shape"])
        return ReadyStack(
            EncoderIdentity(about["id"], about["family"], about["fingerprint"]),
            tuple(about["layers"]),
            vectors,
            row,
            tuple(about["digests"]),
            tuple(about["ids"]),
            tuple(about["spill"]),
            frozenset(about["cut_rows"]),
        )
    except (OSError, SafetensorError, zlib.error, ValueError, LookupError, TypeError) as error:
        raise ExplorerError("readymade_damaged", path=str(path)) from error


def make(
    encoder: Encoder, occurrences: Sequence[Occurrence], folder: Path, report: Callable[[str], object] = print
) -> Path:
    """Encode the occurrences anew and write their stack; those without a vector are left out and reported."""
    without: dict[int, ExplorerError] = {}
    try:
        stack = encoder.encode(occurrences)
    except TargetError as error:
        without = error.failures
        stack = encoder.encode([occurrence for i, occurrence in enumerate(occurrences) if i not in without])
    path = write(stack, folder)
    report(f"{path.name}: {len(stack.occurrences)} uses, {path.stat().st_size / 1e6:.1f} MB")
    for why in without.values():
        report(f"  {why}")
    return path


def main(ids: Sequence[str]) -> int:
    """Make the stacks of some encoders, or of all bundled ones that can be used."""
    from explorer.assets import asset
    from explorer.encoders.catalog import entries, open_encoder
    from explorer.lexicon import bundled

    usable = {entry.id for entry in entries() if entry.usable}
    for id in ids or [id for id in DEFAULT if id in usable]:
        try:
            uses = [use for language in languages(id) for use in bundled.occurrences(language)]
            make(open_encoder(id), uses, asset("vectors"), _say)
        except ExplorerError as error:
            sys.stderr.write(f"{error}\n")
            return 2
    size = sum(path.stat().st_size for path in asset("vectors").glob("*.safetensors"))
    _say(f"all: {size / 1e6:.1f} MB of {LIMIT_BYTES / 1e6:.0f} MB")
    return 0 if size <= LIMIT_BYTES else 1


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
