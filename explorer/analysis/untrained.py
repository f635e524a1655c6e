"""What an untrained encoder of the same shape scores: the baseline that training must beat.

Its stack is as large as the trained one, so that only its figures are kept: `assets/vectors/untrained.json`, made
with the ready-made stacks by `python -m explorer.analysis.untrained`.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product

import numpy as np

from explorer.analysis.layers import overview
from explorer.analysis.spaces import Grouping
from explorer.assets import asset
from explorer.encoders.catalog import open_encoder
from explorer.readymade import languages
from explorer.store import VectorStore

TWINS = ("e5-small", "elmo-ko", "bert-ko")
"""Encoders whose untrained twin is measured."""

_GROUPINGS: tuple[Grouping, ...] = ("sense", "homograph")


def untrained_one_nn(
    encoder_id: str, word_id: str, grouping: Grouping, matched: bool = True
) -> tuple[float, ...] | None:  # fmt: skip
    """1-NN accuracy by layer of the encoder's untrained twin on a bundled word; None where it was not measured.

    Without `matched`, partners of the matched sets are left out.
    """
    values = _table().get(encoder_id, {}).get(_column(grouping, matched), {}).get(word_id)
    return None if values is None else tuple(values)


def untrained_mean(
    encoder_id: str, word_ids: tuple[str, ...], grouping: Grouping, matched: bool = True
) -> tuple[float, ...] | None:  # fmt: skip
    """Mean over some bundled words of `untrained_one_nn`; None where one of them was not measured."""
    rows = [untrained_one_nn(encoder_id, word_id, grouping, matched) for word_id in word_ids]
    if not rows or any(row is None for row in rows):
        return None
    return tuple(float(v) for v in np.mean([row for row in rows if row is not None], axis=0))


def measure(store: VectorStore, encoder_id: str) -> dict[str, dict[str, list[float]]]:
    """Figures of `<encoder_id>-untrained` for every bundled word of its languages: column → word → layers."""
    twin = open_encoder(f"{encoder_id}-untrained")
    measured: dict[str, dict[str, list[float]]] = {}
    for grouping, matched in product(_GROUPINGS, (True, False)):
        rows = measured.setdefault(_column(grouping, matched), {})
        for language in languages(encoder_id):
            found = overview(store, twin, language, grouping=grouping, matched=matched)
            rows |= {word: [round(v, 4) for v in row] for word, row in found.by_word.items()}
    return measured


def _column(grouping: Grouping, matched: bool) -> str:
    return grouping if matched else f"{grouping}, unmatched"


@cache
def _table() -> Mapping[str, Mapping[str, Mapping[str, list[float]]]]:
    path = asset("vectors", "untrained.json")
    if not path.is_file():
        return {}
    table: dict[str, dict[str, dict[str, list[float]]]] = json.loads(path.read_text(encoding="utf-8"))
    return table


def main(encoder_ids: Sequence[str]) -> None:
    """Measure the twins and write the table, keeping the rows of encoders that were not asked for."""
    path = asset("vectors", "untrained.json")
    table = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    for encoder_id in encoder_ids or TWINS:
        table[encoder_id] = measure(VectorStore(), encoder_id)
    path.write_text(
        json.dumps(table, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
