"""What every encoder is and what it returns: the types that static, ELMo and BERT share.

An encoder is cheap to make and knows its shape and fingerprint without its weights; they are
read on the first `encode`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.errors import ExplorerError, wrong
from explorer.occurrences import Occurrence

Family = Literal["static", "elmo", "bert"]
Pooling = Literal["mean", "first", "last"]
Vectors = NDArray[np.float32]

Progress = Callable[[int, int], None]
"""Called with (done, total) occurrences as the work goes on."""


@dataclass(frozen=True, slots=True)
class EncoderIdentity:
    """Which encoder, and which weights exactly: `fingerprint` changes whenever a vector could."""

    id: str
    family: Family
    fingerprint: str


@dataclass(frozen=True, slots=True)
class LayerStack:
    """The vectors of some occurrences at every layer of one encoder.

    `vectors` is float32 `[layer, occurrence, dim]` and read-only; `layers` names the layers, of which
    layer 0 is the output of the embedding layer (for ELMo the character CNN); `spill[i]` holds the
    characters that the target's pieces cover beyond the target itself ("" where the target is
    clean); `cut_rows` are the occurrences whose sentence was longer than the encoder's window.
    """

    vectors: Vectors
    layers: tuple[str, ...]
    occurrences: tuple[Occurrence, ...]
    encoder: EncoderIdentity
    spill: tuple[str, ...]
    cut_rows: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.vectors, np.ndarray):
            raise wrong("vectors", self.vectors, ExplorerError("expect_array"))
        for name in ("layers", "occurrences", "spill", "cut_rows"):
            if not isinstance(value := getattr(self, name), tuple):
                raise wrong(name, value, ExplorerError("expect_tuple"))
        if not isinstance(self.encoder, EncoderIdentity):
            raise wrong("encoder", self.encoder, ExplorerError("expect_identity"))
        expected = (len(self.layers), len(self.occurrences))
        if self.vectors.ndim != 3 or self.vectors.shape[:2] != expected or len(self.spill) != expected[1]:
            raise ValueError(f"vectors {self.vectors.shape} do not fit {expected} layers and occurrences")
        if self.vectors.dtype != np.float32:
            raise ValueError(f"vectors are {self.vectors.dtype}, not float32")
        self.vectors.flags.writeable = False

    def __repr__(self) -> str:
        """The encoder and the shape; the numbers would fill the screen."""
        layers, n, dim = self.vectors.shape
        return f"<LayerStack of {self.encoder.id}: {layers} layers × {n} occurrences × {dim}>"

    @property
    def dim(self) -> int:
        """Width of a vector."""
        return int(self.vectors.shape[2])

    @property
    def cut(self) -> int:
        """How many sentences were cut to a window around their target."""
        return len(self.cut_rows)

    @property
    def clean(self) -> NDArray[np.bool_]:
        """True where the target's pieces hold nothing but the target."""
        return np.array([not s for s in self.spill], dtype=bool)

    def take(self, indices: Sequence[int]) -> "LayerStack":
        """The stack of some of the occurrences, in the order given. Raises ExplorerError for a place that is none."""
        count = len(self.occurrences)
        chosen = list(indices) if isinstance(indices, Iterable) else []
        if not (isinstance(indices, Iterable) and all(isinstance(i, Integral) and -count <= i < count for i in chosen)):
            raise wrong("indices", indices, ExplorerError("expect_places", last=count - 1))
        was_cut = set(self.cut_rows)
        return LayerStack(
            self.vectors[:, chosen],
            self.layers,
            tuple(self.occurrences[i] for i in chosen),
            self.encoder,
            tuple(self.spill[i] for i in chosen),
            tuple(row for row, i in enumerate(chosen) if i in was_cut),
        )


class TargetError(ExplorerError):
    """Some targets have no vector; the sentence shown is the first one's.

    `failures` maps the position of each such occurrence among those given to the error that names its sentence, so that
    a caller can leave these out and ask again for the rest.
    """

    def __init__(self, failures: Mapping[int, ExplorerError]) -> None:
        first = failures[min(failures)]
        super().__init__(first.key, **first.values)
        self.failures = dict(failures)


def require_uses(occurrences: object) -> None:
    """Raise ExplorerError where these are no occurrences that can be counted and read twice."""
    if not isinstance(occurrences, Sequence) or not all(isinstance(each, Occurrence) for each in occurrences):
        raise wrong("occurrences", occurrences, ExplorerError("expect_uses"))


Reading = TypeVar("Reading")


def read_all(occurrences: Sequence[Occurrence], read: Callable[[Occurrence], Reading]) -> list[Reading]:
    """What `read` makes of each occurrence. Raises one TargetError that names all those at which it failed."""
    readings: list[Reading] = []
    failures: dict[int, ExplorerError] = {}
    require_uses(occurrences)
    for i, occurrence in enumerate(occurrences):
        try:
            readings.append(read(occurrence))
        except ExplorerError as error:
            failures[i] = error
    if failures:
        raise TargetError(failures)
    return readings


class Encoder(Protocol):
    """Anything that turns occurrences into a LayerStack."""

    @property
    def identity(self) -> EncoderIdentity:
        """Id, family and fingerprint of the weights."""
        ...

    @property
    def layers(self) -> tuple[str, ...]:
        """Names of the layers, layer 0 first."""
        ...

    @property
    def dim(self) -> int:
        """Width of a vector."""
        ...

    def encode(
        self, occurrences: Sequence[Occurrence], *, pooling: Pooling = "mean", progress: Progress | None = None
    ) -> LayerStack:
        """Vectors of the targets at every layer.

        Raises TargetError where a target has no vector (no piece covers it, a word that a static
        model never saw), naming the sentence; ExplorerError where the encoder itself cannot be used.
        """
        ...
