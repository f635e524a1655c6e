"""The vectors of a task's items: every layer of an encoder, and what stands beside them.

Encoded a few thousand at a time into arrays that are made beforehand, so that memory is bounded by what is kept.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from explorer.analysis.probing.items import Item
from explorer.analysis.untrained import TWINS
from explorer.encoders.base import Encoder, Vectors
from explorer.encoders.catalog import open_encoder
from explorer.encoders.static import BagOfContext, StaticEncoder
from explorer.errors import ExplorerError
from explorer.language import Language
from explorer.occurrences import Occurrence
from explorer.store import VectorStore
from probes.tasks import pair_features

Tick = Callable[[float], None]
"""Told the share of the encoding that is done."""

_AT_ONCE = 2_000
_PARTICLES = 200
STATIC = "word2vec-ko"


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """Vectors by layer name, `[n, dim]` each; which `rows` of the items have any, and why the others have none.

    `unknown` counts the items without a static vector, which have zeros.
    """

    layers: Mapping[str, Vectors]
    rows: tuple[int, ...]
    without: tuple[tuple[str, ExplorerError], ...]
    unknown: int = 0


def encoded(
    encoder: Encoder, items: Sequence[Item], store: VectorStore, tick: Tick, *, eojeols: bool,
    only: Sequence[int] | None = None,
) -> Encoded:  # fmt: skip
    """The vectors of the items' targets, for pairs what `pair_features` makes of two, at all layers or `only` some.

    Items whose target has no vector are left out, for a static model they are zeros. Raises ExplorerError where
    nothing has a vector.
    """
    if isinstance(encoder, StaticEncoder | BagOfContext):
        return _static(encoder, items, tick, eojeols=eojeols)
    layers = range(len(encoder.layers)) if only is None else only
    uses = [use for item in items for use in _uses(item)]
    vectors = np.empty((len(layers), len(uses), encoder.dim), dtype=np.float32)
    failures: dict[int, ExplorerError] = {}
    for start in range(0, len(uses), _AT_ONCE):
        part = uses[start : start + _AT_ONCE]
        stack, failed = store.available(
            encoder,
            part,
            progress=lambda done, total, at=start: tick((at + done) / len(uses)),  # type: ignore[misc]
        )
        failures |= {start + i: why for i, why in failed.items()}
        held = [start + i for i in range(len(part)) if i not in failed]
        vectors[:, held] = stack.vectors[list(layers)]
        tick(min(1.0, (start + len(part)) / len(uses)))
    step = len(_uses(items[0]))
    lost = {place // step: why for place, why in sorted(failures.items(), reverse=True)}
    if len(lost) == len(items):
        raise lost[min(lost)]
    rows = tuple(row for row in range(len(items)) if row not in lost)
    without = tuple((items[row].use.id, lost[row]) for row in sorted(lost))
    return Encoded(
        {
            encoder.layers[k]: _features(vectors[i], rows, step, whole=len(rows) == len(items))
            for i, k in enumerate(layers)
        },
        rows,
        without,
    )  # fmt: skip


def _uses(item: Item) -> tuple[Occurrence, ...]:
    return (item.use,) if item.partner is None else (item.use, item.partner)


def _features(vectors: Vectors, rows: Sequence[int], step: int, *, whole: bool) -> Vectors:
    """Of the uses' vectors `[n · step, dim]` those of the rows, or the features of their pairs."""
    if step == 1:
        return vectors if whole else vectors[list(rows)]
    return pair_features(vectors[::2][list(rows)], vectors[1::2][list(rows)])


def _static(encoder: StaticEncoder | BagOfContext, items: Sequence[Item], tick: Tick, *, eojeols: bool) -> Encoded:
    uses = [use for item in items for use in _uses(item)]
    vector = _eojeol_vector(encoder) if eojeols and isinstance(encoder, StaticEncoder) else _target_vector(encoder)
    vectors = np.zeros((len(uses), encoder.dim), dtype=np.float32)
    unknown = 0
    for row, use in enumerate(uses):
        found = vector(use)
        if found is None:
            unknown += 1
        else:
            vectors[row] = found
        if row % 256 == 0:
            tick(row / len(uses))
    if unknown == len(uses):
        raise ExplorerError("probe_all_unknown", encoder=encoder.identity.id, n=unknown)
    step = len(_uses(items[0]))
    rows = tuple(range(len(items)))
    return Encoded({encoder.layers[0]: _features(vectors, rows, step, whole=True)}, rows, (), unknown)


def _target_vector(encoder: StaticEncoder | BagOfContext) -> Callable[[Occurrence], Vectors | None]:
    def vector(use: Occurrence) -> Vectors | None:
        try:
            return encoder.encode([use]).vectors[0, 0]
        except ExplorerError:
            return None

    return vector


def _eojeol_vector(encoder: StaticEncoder) -> Callable[[Occurrence], Vectors | None]:
    """The mean over the morphemes of the eojeol, analysed outside its sentence: one vector a form, as static means."""
    from explorer.morphology import static_keys

    @cache
    def of_form(form: str) -> Vectors | None:
        known = [encoder.words.vector(key) for key, _, _ in static_keys(form) if key in encoder.words]
        return np.mean(known, axis=0, dtype=np.float32) if known else None

    return lambda use: of_form(use.form)


def baselines(
    encoder: Encoder, items: Sequence[Item], store: VectorStore, tick: Tick, *, eojeols: bool
) -> dict[str, Vectors]:  # fmt: skip
    """What a contextual model must beat, `[n, dim]` each by the names of ProbeResult; absent where it cannot be had."""
    found: dict[str, Vectors] = {}
    quiet: Tick = lambda share: tick(share / 2)  # noqa: E731
    for name, beside in _static_baselines(items[0].use.language).items():
        if beside.identity != encoder.identity:
            found[name] = next(iter(_static(beside, items, quiet, eojeols=eojeols).layers.values()))
    if any(item.particle for item in items):
        found["particle"] = particles([item.particle for item in items])
    if encoder.identity.id in TWINS:
        twin = open_encoder(f"{encoder.identity.id}-untrained")
        chosen = sorted({0, len(twin.layers) // 2, len(twin.layers) - 1})
        raw = encoded(twin, items, store, lambda share: tick(0.5 + share / 2), eojeols=eojeols, only=chosen)
        if len(raw.rows) == len(items):
            found |= {f"untrained.{k}": layer for k, layer in zip(chosen, raw.layers.values(), strict=True)}
    return found


def _static_baselines(language: Language) -> dict[str, StaticEncoder | BagOfContext]:
    from explorer.morphology import static_keys

    try:
        static = open_encoder(STATIC)
    except ExplorerError:
        return {}
    if language != "ko" or not isinstance(static, StaticEncoder):
        return {}
    return {"static": static, "context": BagOfContext(static, cache(static_keys))}


def particles(names: Sequence[str]) -> Vectors:
    """What follows the leading morphemes, one-hot `[n, kinds]`: the most frequent by name, all others as one."""
    kinds = {name: i for i, (name, _) in enumerate(Counter(names).most_common(_PARTICLES))}
    result = np.zeros((len(names), len(kinds) + 1), dtype=np.float32)
    result[np.arange(len(names)), [kinds.get(name, len(kinds)) for name in names]] = 1
    return result
