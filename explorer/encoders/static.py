"""Static models as encoders: one vector a word, whatever its sentence says; and the bag of the other words."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from explorer.encoders.base import EncoderIdentity, LayerStack, Pooling, Progress, Vectors, read_all
from explorer.encoders.fingerprints import fingerprint
from explorer.encoders.word_vectors import VectorTable, WordVectors
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence

WEIGHTS = "model.safetensors"
VOCABULARY = "vocabulary.txt"

Keys = Callable[[str], Iterable[tuple[str, int, int]]]
"""A sentence to the `(key, start, end)` of its morphemes."""


class StaticEncoder:
    """The vector of an occurrence's lemma, in one layer.

    The words are read on the first use; `dim` and the fingerprint are known without them.
    """

    layers = ("static",)

    def __init__(self, identity: EncoderIdentity, dim: int, read: Callable[[], WordVectors]) -> None:
        self.identity = identity
        self.dim = dim
        self._read = read
        self._words: WordVectors | None = None

    @property
    def words(self) -> WordVectors:
        """The vectors behind the encoder."""
        if self._words is None:
            self._words = self._read()
        return self._words

    def nearest(self, key: str, n: int = 10) -> list[tuple[str, float]]:
        """The `n` words nearest to `key` by raw cosine. Raises ExplorerError where the model does not know it."""
        return self.words.nearest(key, n)

    def encode(
        self, occurrences: Sequence[Occurrence], *, pooling: Pooling = "mean", progress: Progress | None = None
    ) -> LayerStack:
        """The vectors of the lemmas; see `Encoder.encode`. `pooling` makes no difference to a whole word."""
        return _stack(self, occurrences, self._vector, progress)

    def _vector(self, occurrence: Occurrence) -> Vectors:
        if occurrence.word not in self.words:
            raise ExplorerError("word_unknown_in", word=occurrence.word, sentence=occurrence.text)
        return self.words.vector(occurrence.word)


class BagOfContext:
    """The mean of the static vectors of the *other* morphemes of the sentence: collocation without a model of context.

    Punctuation has no key; every morpheme that overlaps the target is left out, as are morphemes that the static
    model does not know. A sentence without any known other word has no vector, which is said (TargetError) and never
    shown as zero; whoever asks for many sentences leaves these out and reports them (`VectorStore.available`).
    """

    layers = ("context",)

    def __init__(self, static: StaticEncoder, keys: Keys | None = None, id: str = "bag-of-context") -> None:
        self.identity = EncoderIdentity(id, "static", f"{id}-1-{static.identity.fingerprint}")
        self.dim = static.dim
        self._static = static
        self._keys = keys

    def encode(
        self, occurrences: Sequence[Occurrence], *, pooling: Pooling = "mean", progress: Progress | None = None
    ) -> LayerStack:
        """The mean of each sentence's other words; see `Encoder.encode`. `pooling` makes no difference."""
        return _stack(self, occurrences, self._vector, progress)

    def _vector(self, occurrence: Occurrence) -> Vectors:
        words = self._static.words
        others = [
            words.vector(key)
            for key, start, end in self._morphemes(occurrence.text)
            if (end <= occurrence.start or start >= occurrence.end) and key in words
        ]
        if not others:
            raise ExplorerError("no_context", sentence=occurrence.text)
        return np.mean(others, axis=0, dtype=np.float32)

    def _morphemes(self, text: str) -> Iterable[tuple[str, int, int]]:
        if self._keys is None:
            from explorer.morphology import static_keys  # the analyser loads only when a sentence is new

            self._keys = static_keys
        return self._keys(text)


def static_encoder(folder: Path, id: str, read: Callable[[Path], WordVectors] | None = None) -> StaticEncoder:
    """The static model in a folder, read by `read` (`read_table`, if not said otherwise) at its first use.

    Its `model.safetensors` holds `vectors` `[word, dim]`, its `vocabulary.txt` one key a line. Raises ExplorerError
    where they are absent or damaged.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(folder / WEIGHTS, framework="np") as file:
            dim = file.get_slice("vectors").get_shape()[1]
        if not dim:
            raise ExplorerError("model_damaged", folder=str(folder))
        digest = fingerprint([folder / WEIGHTS, folder / VOCABULARY], "static-1")
    except (OSError, IndexError, SafetensorError) as error:
        raise ExplorerError("model_damaged", folder=str(folder)) from error
    return StaticEncoder(EncoderIdentity(id, "static", digest), dim, lambda: (read or read_table)(folder))


def file_encoder(path: Path, id: str) -> StaticEncoder:
    """The static model in a file of word vectors, of any format of `explorer.encoders.formats`; read at once.

    Raises ExplorerError where the file is none of them.
    """
    from explorer.encoders.formats import load_word_vectors

    words = load_word_vectors(path)
    identity = EncoderIdentity(id, "static", fingerprint([path], "static-file-1"))
    return StaticEncoder(identity, words.dim, lambda: words)


def read_table(folder: Path) -> VectorTable:
    """The words and float32 vectors of a folder. Raises ExplorerError where the files do not fit each other."""
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        matrix = load_file(folder / WEIGHTS)["vectors"].astype(np.float32)
        if not np.isfinite(matrix).all():
            raise ExplorerError("model_damaged", folder=str(folder))
        keys = (folder / VOCABULARY).read_text(encoding="utf-8").removesuffix("\n").split("\n")
        return VectorTable(tuple(keys), matrix)
    except (OSError, KeyError, ValueError, SafetensorError) as error:
        raise ExplorerError("model_damaged", folder=str(folder)) from error


def _stack(
    encoder: StaticEncoder | BagOfContext,
    occurrences: Sequence[Occurrence],
    vector: Callable[[Occurrence], Vectors],
    progress: Progress | None,
) -> LayerStack:
    rows = read_all(occurrences, vector)
    vectors = np.array(rows, dtype=np.float32).reshape(1, len(rows), encoder.dim)
    if progress is not None:
        progress(len(occurrences), len(occurrences))
    return LayerStack(vectors, encoder.layers, tuple(occurrences), encoder.identity, ("",) * len(occurrences))
