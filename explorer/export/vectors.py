"""Vectors of occurrences in the formats of other tools: Embedding Projector, Parquet, KeyedVectors."""

import io
import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from explorer.encoders.base import LayerStack, Vectors
from explorer.export.facts import FigureFacts
from explorer.language import Language
from explorer.lexicon.naming import label_definition
from explorer.occurrences import Occurrence

if TYPE_CHECKING:
    import pandas as pd


def about(occurrences: Sequence[Occurrence], language: Language = "ko") -> "pd.DataFrame":
    """A row an occurrence: `id`, `word`, `sense`, `gloss`, `upos`, `form`, `sentence` (bracketed), `source`."""
    import pandas as pd

    rows = [
        (o.id, o.word, o.sense or "", label_definition(o.sense, language) if o.sense else "", o.upos or "", o.form,
         o.bracketed, o.source)
        for o in occurrences
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["id", "word", "sense", "gloss", "upos", "form", "sentence", "source"])


def projector(stack: LayerStack, layer: int, language: Language = "ko") -> dict[str, bytes]:
    """`vectors.tsv` without a header and `metadata.tsv` with one, as TensorFlow's Embedding Projector reads them.

    No cell holds a tab or a line's end, so that both have a line an occurrence.
    """
    vectors = "".join("\t".join(_digits(value) for value in row) + "\n" for row in stack.vectors[layer])
    frame = about(stack.occurrences, language).map(_one_line)
    header = "\t".join(frame.columns)
    lines = ["\t".join(row) for row in frame.itertuples(index=False)]
    return {"vectors.tsv": vectors.encode(), "metadata.tsv": "\n".join([header, *lines, ""]).encode("utf-8", "replace")}


def parquet(stack: LayerStack, layers: Sequence[int], facts: FigureFacts, language: Language = "ko") -> bytes:
    """A row an occurrence, with `vector` as a list of float32, or `vector_0`, `vector_1` … of several layers.

    The settings stand in the schema's metadata under `polysemy-explorer`.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.Table.from_pandas(about(stack.occurrences, language), preserve_index=False)
    for layer in layers:
        name = "vector" if len(layers) == 1 else f"vector_{layer}"
        table = table.append_column(name, _column(stack.vectors[layer]))
    settings = json.dumps(facts.settings(), ensure_ascii=False).encode()
    table = table.replace_schema_metadata({**(table.schema.metadata or {}), b"polysemy-explorer": settings})
    buffer = io.BytesIO()
    pq.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def _column(vectors: Vectors) -> "object":
    import pyarrow as pa

    n, dim = vectors.shape
    offsets = np.arange(0, n * dim + 1, dim, dtype=np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(np.ascontiguousarray(vectors).reshape(-1)))


def keyed_vectors(stack: LayerStack, layer: int) -> bytes:
    """The text format of word2vec, which gensim's KeyedVectors loads: the key is the occurrence's id, spaces as `_`."""
    vectors = stack.vectors[layer]
    lines = [f"{len(vectors)} {vectors.shape[1]}"]
    for key, row in zip(_keys(stack.occurrences), vectors, strict=True):
        lines.append(" ".join([key, *map(_digits, row)]))
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _keys(occurrences: Sequence[Occurrence]) -> list[str]:
    counts: dict[str, int] = {}
    keys = []
    for occurrence in occurrences:
        key = re.sub(r"\s+", "_", occurrence.id or occurrence.word)
        counts[key] = count = counts.get(key, 0) + 1
        keys.append(key if count == 1 else f"{key}#{count}")
    return keys


def _digits(value: np.float32) -> str:
    """The shortest decimal that is the same float32 again."""
    return np.format_float_positional(value, unique=True, trim="-")


def _one_line(cell: str) -> str:
    return re.sub(r"\s+", " ", cell)
