"""A training as a film: what was measured at its moments, read from the files beside a model. No torch is needed.

`moments.json` holds points and separation by moment and layer; `measures.json` words in context, whose encoders are
named by the percent of the plan (`000` … `100`); `loss.csv` the loss. A model trained on masked words also says how
many it foretold right.
"""

import csv
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.assets import asset
from explorer.errors import ExplorerError

TRAINED = ("elmo-ko", "bert-ko")
"""Models that may have a film, in the order in which they are offered."""

FOR_ALL = ("masked_accuracy", "masked_accuracy_5", "next_sentence")
"""Scores that a model with heads has once a moment, as shares of what was held out."""

_LOSSES = ("forwards", "backwards", "masked_loss", "next_sentence_loss")

Table = tuple[tuple[float | None, ...], ...]
"""`[moment][layer]`."""


@dataclass(frozen=True, slots=True)
class Probed:
    """A probe's accuracy and 95% interval, `[moment][layer]` each, over `n` items in `units` that are drawn again.

    Accuracy is on the test parts. `chance` is the best guess without a vector, `reference` its name: `majority`, or
    `type_majority` of the form.
    """

    accuracy: Table
    low: Table
    high: Table
    chance: float
    reference: str
    n: int
    units: int


@dataclass(frozen=True, slots=True)
class Film:
    """A training at its moments, after `percent[m]` of the plan and `tokens[m]` tokens.

    `points[word]` is `[layer, moment, n, 2]`, the moments turned onto one another; `ids[word]` are the occurrences.
    Scores by layer are `unmatched` and `one_nn` (separation) and `wic`; `by_word[score][word]` and `means[score]`, the
    mean over words, are `[moment][layer]`; `single[score]` is `[moment]`. `probes` go by task. `loss` holds (tokens,
    loss in nats) by curve.
    """

    model: str
    percent: tuple[int, ...]
    tokens: tuple[int, ...]
    layers: tuple[str, ...]
    ids: Mapping[str, tuple[str, ...]]
    points: Mapping[str, NDArray[np.float32]]
    by_word: Mapping[str, Mapping[str, Table]]
    means: Mapping[str, Table]
    probes: Mapping[str, Probed]
    chance: Mapping[str, float]
    single: Mapping[str, tuple[float | None, ...]]
    loss: Mapping[str, tuple[tuple[float, float], ...]]


def films() -> tuple[str, ...]:
    """The models whose training can be shown here."""
    return tuple(model for model in TRAINED if asset("models", model, "moments.json").is_file())


def film(model: str) -> Film:
    """The film of a shipped model. Raises ExplorerError where there is none, or its files are damaged."""
    return read_film(asset("models", model), model)


def read_film(folder: Path, model: str) -> Film:
    """The film of the model in a folder. Only moments.json is needed; what is missing beside it is left out."""
    path = folder / "moments.json"
    if not path.is_file():
        raise ExplorerError("learning_absent", encoder=model, folder=str(folder))
    try:
        moments = json.loads(path.read_text(encoding="utf-8"))
        return _film(model, moments, _word_in_context(folder), _losses(folder))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise ExplorerError("model_damaged", folder=str(folder)) from error


def _film(model: str, moments: Mapping[str, Any], wic: Mapping[int, Sequence[float]], loss: Mapping[str, Any]) -> Film:
    percent = tuple(int(value) for value in moments["percent"])
    layers = tuple(str(name) for name in moments["layers"])
    means = {"unmatched": _table(moments["unmatched_mean"]), "one_nn": _table(moments["mean"])}
    if all(value in wic for value in percent):
        means["wic"] = _table([wic[value] for value in percent])
    probes = {task: _probed(found) for task, found in (moments.get("probes") or {}).items()}
    tables = [table for each in probes.values() for table in (each.accuracy, each.low, each.high)]
    for table in (*means.values(), *tables):
        if len(table) != len(percent) or any(len(row) != len(layers) for row in table):
            raise ValueError("a table of another shape")
    points = {word: np.asarray(moments["points"][word], dtype=np.float32) for word in moments["ids"]}
    for word, ids in moments["ids"].items():
        if points[word].shape != (len(layers), len(percent), len(ids), 2):
            raise ValueError(word)
    return Film(
        model,
        percent,
        tuple(int(value) for value in moments["tokens"]),
        layers,
        {word: tuple(ids) for word, ids in moments["ids"].items()},
        points,
        {
            "unmatched": {word: _table(table) for word, table in moments["unmatched"].items()},
            "one_nn": {word: _table(table) for word, table in moments["one_nn"].items()},
        },
        means,
        probes,
        {"unmatched": float(moments["unmatched_chance"]), "one_nn": float(moments["chance"]), "wic": 0.5},
        {name: _row(moments[name]) for name in FOR_ALL if len(moments.get(name) or ()) == len(percent)},
        loss,
    )


def _probed(found: Mapping[str, Any]) -> Probed:
    return Probed(
        accuracy=_table(found["accuracy"]),
        low=_table(found["low"]),
        high=_table(found["high"]),
        chance=float(found["chance"]),
        reference=str(found["reference"]),
        n=int(found["n"]),
        units=int(found["units"]),
    )


def _table(rows: Sequence[Sequence[float | None]]) -> Table:
    return tuple(_row(row) for row in rows)


def _row(values: Sequence[float | None]) -> tuple[float | None, ...]:
    return tuple(None if value is None or math.isnan(value) else float(value) for value in values)


def _word_in_context(folder: Path) -> dict[int, list[float]]:
    """AUC by layer for each percent of the plan at which it was measured."""
    path = folder / "measures.json"
    if not path.is_file():
        return {}
    measured = json.loads(path.read_text(encoding="utf-8")).get("encoders", ())
    return {
        int(each["encoder"]): [float(layer["auc"]) for layer in each["word_in_context"]]
        for each in measured
        if str(each["encoder"]).isdecimal()
    }


def _losses(folder: Path) -> dict[str, tuple[tuple[float, float], ...]]:
    path = folder / "loss.csv"
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    curves = {name: [(float(row["tokens"]), float(row.get(name) or "nan")) for row in rows] for name in _LOSSES}
    kept = {name: tuple(point for point in curve if not math.isnan(point[1])) for name, curve in curves.items()}
    return {name: curve for name, curve in kept.items() if curve}
