"""What was found, as plain values: frozen, and the same again after JSON or a data frame.

None means undefined (a control that the task does not have, an interval of one unit); nothing undefined is shown as 0.
"""

import json
import math
import types
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeVar, Union, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    import pandas as pd

Interval = tuple[float, float]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LayerReport:
    """One layer, or a baseline (`layer` None), on the test parts of all splits.

    `interval` resamples units, `interval_folds` is Nadeau and Bengio's over splits; `development` is the accuracy by
    which the best layer is chosen; `control` the accuracy on control labels; `selectivity` accuracy − control, only for
    the control task of Hewitt and Liang; `null_mean`, `null_band`, `p_null` under permuted labels; `auc` for two
    labels; `cross_entropy` and `information` in bits an item (logistic probe); `codelength`, `control_codelength` in
    bits and `compression` over the uniform code; `strength` the median of the chosen regularisations, relative (see
    `Basis.penalty`); `confusion[true][predicted]` counts over all splits.
    """

    name: str
    layer: int | None
    n: int
    accuracy: float | None
    interval: Interval | None
    interval_folds: Interval | None
    balanced_accuracy: float | None
    development: float | None
    control: float | None
    control_interval: Interval | None
    selectivity: float | None
    selectivity_interval: Interval | None
    null_mean: float | None
    null_band: Interval | None
    p_null: float | None
    auc: float | None
    auc_interval: Interval | None
    cross_entropy: float | None
    information: float | None
    codelength: float | None
    control_codelength: float | None
    compression: float | None
    strength: float | None
    confusion: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """The accuracy of a guess that sees no vector: `majority`, `type_majority`."""

    name: str
    accuracy: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """`layer` against `other`, both by name, on the same items: accuracy difference, and how sure its sign is.

    `p_folds` by the corrected resampled t-test, `p_units` by sign flips of units; `p` the larger of the two, since a
    claim should survive other sentences and other training sets; `p_holm` corrected for the number of comparisons.
    """

    layer: str
    other: str
    difference: float
    interval: Interval | None
    p_folds: float | None
    p_units: float | None
    p: float | None
    p_holm: float | None


@dataclass(frozen=True, slots=True)
class MixReport:
    """The scalar mix that the task learned: means over splits, and the range of the centre of gravity over them.

    `weights` of normalised layers, `raw_weights` for vectors as the encoder gives them; `uniform_centre` is L/2.
    """

    weights: tuple[float, ...]
    raw_weights: tuple[float, ...]
    centre_of_gravity: float
    centre_range: Interval
    uniform_centre: float
    accuracy: float | None


@dataclass(frozen=True, slots=True)
class CumulativeReport:
    """Accuracy of probes that read layers 0..l, the gain of each, and the expected layer (None: no gain)."""

    accuracy: tuple[float, ...]
    differential: tuple[float, ...]
    expected_layer: float | None


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """All about one task, one encoder and one kind of probe.

    `classes` with their counts; `n_units` are what intervals resample; `best_layer` is the index chosen on development
    data, `best_layer_shares` how often each layer is chosen when the units are drawn again; `comparisons` set it
    against the other layers and the baselines; `entropy` of the labels in bits; `uniform_codelength` and
    `prior_codelength` (frequencies only) in bits; `notes` are keys of what to beware of: see `probes.summary.NOTES`.
    """

    task: str
    encoder: str
    probe: str
    n: int
    n_units: int
    n_groups: int
    n_splits: int
    n_train: float
    seeds: tuple[int, ...]
    split: str
    control_kind: str
    classes: tuple[tuple[str, int], ...]
    layers: tuple[LayerReport, ...]
    baselines: tuple[LayerReport, ...]
    references: tuple[Reference, ...]
    best_layer: int | None
    best_layer_shares: tuple[float, ...]
    comparisons: tuple[Comparison, ...]
    entropy: float
    uniform_codelength: float | None
    prior_codelength: float | None
    mix: MixReport | None
    cumulative: CumulativeReport | None
    notes: tuple[str, ...]


def to_json(report: ProbeReport, *, indent: int | None = None) -> str:
    """One JSON object; field names as above."""
    return json.dumps(asdict(report), ensure_ascii=False, allow_nan=False, indent=indent)


def from_json(text: str) -> ProbeReport:
    """The report that `to_json` wrote. Raises ValueError or KeyError for another text."""
    return _built(ProbeReport, json.loads(text))


def to_frame(report: ProbeReport) -> "pd.DataFrame":
    """One row a layer and baseline, intervals as two columns `…_low`, `…_high`; all else in `frame.attrs["report"]`."""
    import pandas as pd

    rows = [_flat(layer) for layer in (*report.layers, *report.baselines)]
    frame = pd.DataFrame(rows, columns=list(rows[0]), dtype=object).astype(_DTYPES, errors="ignore").infer_objects()
    frame.insert(0, "kind", ["layer"] * len(report.layers) + ["baseline"] * len(report.baselines))
    rest = asdict(report)
    rest["confusion"] = [layer.confusion for layer in (*report.layers, *report.baselines)]
    frame.attrs["report"] = json.dumps({k: v for k, v in rest.items() if k not in ("layers", "baselines")})
    return frame


def from_frame(frame: "pd.DataFrame") -> ProbeReport:
    """The report of a frame that `to_frame` made. Raises KeyError where its attrs were lost."""
    rest = json.loads(frame.attrs["report"])
    confusions = rest.pop("confusion")
    layers: dict[str, list[dict[str, Any]]] = {"layer": [], "baseline": []}
    for row, confusion in zip(frame.to_dict("records"), confusions, strict=True):
        layers[row["kind"]].append({**_folded(row), "confusion": confusion})
    return _built(ProbeReport, {**rest, "layers": layers["layer"], "baselines": layers["baseline"]})


_HINTS = get_type_hints(LayerReport)
_INTERVALS = tuple(name for name, hint in _HINTS.items() if hint == Interval | None)
_DTYPES = {"layer": "Int64"}


def _flat(layer: LayerReport) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for field in fields(layer):
        value = getattr(layer, field.name)
        if field.name in _INTERVALS:
            row[f"{field.name}_low"], row[f"{field.name}_high"] = value or (None, None)
        elif field.name != "confusion":
            row[field.name] = value
    return row


def _folded(row: Mapping[Any, Any]) -> dict[str, Any]:
    """A frame's row as the fields of a LayerReport; missing values are None."""
    values = {k: None if _missing(v) else v for k, v in row.items()}
    for name in _INTERVALS:
        low, high = values.pop(f"{name}_low"), values.pop(f"{name}_high")
        values[name] = None if low is None else (low, high)
    return {name: values[name] for name in _HINTS if name != "confusion"}


def _missing(value: object) -> bool:
    import pandas as pd

    return value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value))


def _built(kind: type[T], data: Mapping[str, Any]) -> T:
    """A dataclass from the dictionary that `asdict` made of it."""
    hints = get_type_hints(kind)
    return kind(**{name: _value(hint, data[name]) for name, hint in hints.items()})


def _value(hint: Any, value: Any) -> Any:  # noqa: ANN401 - as many types as fields
    if get_origin(hint) in (Union, types.UnionType):
        return None if value is None else _value(next(a for a in get_args(hint) if a is not type(None)), value)
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if inner[0] in (int, str) and inner[-1] is Ellipsis:  # a row of a confusion: there are many
            return tuple(map(inner[0], value))
        each = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
        return tuple(_value(h, v) for h, v in zip(each, value, strict=True))
    if is_dataclass(hint):
        return _built(hint, value)  # type: ignore[arg-type]
    return hint(value)
