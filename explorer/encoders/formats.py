"""Static vectors in the formats people have, each read into a table of words.

| format | told by |
| --- | --- |
| word2vec text, fastText `.vec` | a first line of two whole numbers: words, dimension |
| GloVe text | no such line: the first is a word and its numbers already |
| word2vec binary | that first line, then float32 after each word |
| fastText `.bin` | its magic number; n-grams come along |
| gensim KeyedVectors | a pickle, refused: what reads it can run any code |

Text and word2vec binary also as `.gz`.
"""

import gzip
import io
import struct
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np

from explorer.encoders.base import Vectors
from explorer.encoders.fasttext import NgramVectors
from explorer.encoders.word_vectors import VectorTable, WordVectors
from explorer.errors import ExplorerError

_FASTTEXT_MAGIC = 793712314
_PICKLE = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")


def load_word_vectors(path: Path) -> WordVectors:
    """Read a file of word vectors in any of the formats above, told by its content and not by its name.

    Raises ExplorerError with one sentence where the file is a pickle, empty, cut short, of changing dimension, or
    holds NaN.
    """
    try:
        with _open(path) as file:
            start = file.read(1 << 16)
            file.seek(0)
            if not start.strip():
                raise ExplorerError("vectors_empty", path=path.name)
            if start.startswith(_PICKLE):
                raise ExplorerError("vectors_pickle", path=path.name)
            if struct.unpack("<i", start[:4].ljust(4, b"\0"))[0] == _FASTTEXT_MAGIC:
                return _fasttext(path)
            return _with_or_without_header(file, start, path)
    except (EOFError, gzip.BadGzipFile, UnicodeDecodeError) as error:
        raise ExplorerError("vectors_not_vectors", path=path.name) from error
    except OSError as error:
        raise ExplorerError("corpus_unreadable", path=str(path)) from error


def _open(path: Path) -> BinaryIO:
    return cast(BinaryIO, gzip.open(path, "rb")) if path.suffix == ".gz" else path.open("rb")


def _with_or_without_header(file: BinaryIO, start: bytes, path: Path) -> VectorTable:
    first, _, rest = start.partition(b"\n")
    shape = _header(first)
    if shape is None:
        return _text(io.TextIOWrapper(file, encoding="utf-8"), path.name, None)
    if _is_binary(rest):
        return _binary(path, shape)
    text = io.TextIOWrapper(file, encoding="utf-8")
    text.readline()
    return _text(text, path.name, shape)


def _header(line: bytes) -> tuple[int, int] | None:
    fields = line.split()
    return (int(fields[0]), int(fields[1])) if len(fields) == 2 and all(f.isdigit() for f in fields) else None


def _is_binary(rest: bytes) -> bool:
    """Float32 numbers hold bytes that no text has."""
    try:
        return not rest.split(b"\n", 1)[0].decode("utf-8").replace("\t", " ").strip().isprintable()
    except UnicodeDecodeError:
        return True


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _text(lines: io.TextIOWrapper, name: str, shape: tuple[int, int] | None) -> VectorTable:
    words: list[str] = []
    rows: list[Vectors] = []
    dim = shape[1] if shape else 0
    for number, line in enumerate(lines, start=2 if shape else 1):
        if not line.strip():
            continue
        fields = _fields(line, dim)
        dim = dim or len(fields) - 1
        if dim == 0:
            raise ExplorerError("vectors_not_vectors", path=name)
        if len(fields) != dim + 1:
            raise ExplorerError("vectors_dimension", path=name, line=number, dim=dim, found=len(line.split()) - 1)
        rows.append(_numbers(fields[1:], name, number))
        words.append(fields[0])
    return _table(words, rows, name, shape)


def _fields(line: str, dim: int) -> list[str]:
    """Word and numbers. A word may hold spaces (GloVe's `. . .`), so its words are joined where the numbers fit."""
    fields = line.split()
    extra = len(fields) - 1 - dim
    if dim and extra > 0 and not any(_is_number(field) for field in fields[1 : extra + 1]):
        return [" ".join(fields[: extra + 1]), *fields[extra + 1 :]]
    return fields


def _numbers(fields: list[str], name: str, line: int) -> Vectors:
    try:
        return np.array(fields, dtype=np.float32)
    except ValueError as error:
        raise ExplorerError("vectors_not_number", path=name, line=line) from error


def _table(words: list[str], rows: list[Vectors], name: str, shape: tuple[int, int] | None) -> VectorTable:
    if not words:
        raise ExplorerError("vectors_empty", path=name)
    if shape and shape[0] != len(words):
        raise ExplorerError("vectors_count", path=name, expected=shape[0], found=len(words))
    return VectorTable(_composed(words), _finite(np.stack(rows), words, name))


def _composed(words: Sequence[str]) -> tuple[str, ...]:
    """Words in NFC, as every text here is counted."""
    return tuple(unicodedata.normalize("NFC", word) for word in words)


def _finite(matrix: Vectors, words: Sequence[str], name: str) -> Vectors:
    bad = np.flatnonzero(~np.isfinite(matrix).all(axis=1))
    if len(bad):
        raise ExplorerError("vector_file_not_finite", path=name, word=words[int(bad[0])])
    return matrix


def _binary(path: Path, shape: tuple[int, int]) -> VectorTable:
    """word2vec's binary format, by gensim once the header's promise is seen to fit the file."""
    from gensim.models import KeyedVectors

    words, dim = shape
    if not words or not dim:
        raise ExplorerError("vectors_empty", path=path.name)
    if path.suffix != ".gz" and path.stat().st_size < words * (4 * dim + 2):
        raise ExplorerError("vectors_cut_short", path=path.name)
    try:
        table = KeyedVectors.load_word2vec_format(str(path), binary=True)
    except (EOFError, MemoryError) as error:
        raise ExplorerError("vectors_cut_short", path=path.name) from error
    except ValueError as error:
        raise ExplorerError("vectors_not_vectors", path=path.name) from error
    keys = table.index_to_key
    return VectorTable(_composed(keys), _finite(np.asarray(table.vectors, dtype=np.float32), keys, path.name))


def _fasttext(path: Path) -> NgramVectors:
    """The binary of fastText, by gensim, which waits for ever on a vocabulary cut short: so it is checked first."""
    from gensim.models.fasttext import load_facebook_vectors

    check_fasttext_binary(path)
    try:
        table = load_facebook_vectors(str(path))
    except (NotImplementedError, AssertionError, ValueError, struct.error, MemoryError) as error:
        raise ExplorerError("vectors_not_vectors", path=path.name) from error
    matrix, buckets = (np.asarray(m, dtype=np.float32) for m in (table.vectors, table.vectors_ngrams))
    _finite(matrix, table.index_to_key, path.name)
    _finite(buckets, [""] * len(buckets), path.name)
    return NgramVectors(_composed(table.index_to_key), matrix, buckets, table.min_n, table.max_n, "syllables")


def check_fasttext_binary(path: Path) -> None:
    """Raise ExplorerError where a fastText `.bin` ends before its header, vocabulary and input matrix do."""
    with path.open("rb") as file:
        try:
            version, dim = struct.unpack("<2i", file.read(64)[4:12])
            size, words, labels, _, pruned = struct.unpack("<3i2q", file.read(28))
            if version != 12 or not 0 < words <= size or labels or dim <= 0:
                raise ExplorerError("vectors_not_vectors", path=path.name)
            for _ in range(size):
                if not (_until_zero(file) and len(file.read(9)) == 9):
                    raise ExplorerError("vectors_cut_short", path=path.name)
            file.seek(8 * max(pruned, 0), io.SEEK_CUR)
            quantised, rows, columns = struct.unpack("<?2q", file.read(17))
        except struct.error as error:
            raise ExplorerError("vectors_cut_short", path=path.name) from error
        if quantised:
            raise ExplorerError("vectors_quantised", path=path.name)
        if columns != dim or rows < words or path.stat().st_size - file.tell() < 4 * rows * columns:
            raise ExplorerError("vectors_cut_short", path=path.name)


def _until_zero(file: BinaryIO) -> bool:
    """Read past the zero byte that ends a word; whether there was one within any believable word."""
    return any(file.read(1) == b"\0" for _ in range(10_000))
