"""What can be guessed without a vector: the most frequent label of training, and the most frequent of the same type.

Baselines that *are* vectors (static, bag of context, layer 0, an untrained encoder) are handed to `measure` beside the
layers.
"""

from collections.abc import Sequence

import numpy as np

from probes.basis import Floats
from probes.outcome import Credit, Tally
from probes.scoring import TIE
from probes.splits import Split
from probes.tasks import Codes, Task, codes, stratum_codes


def references(task: Task, splits: Sequence[Split]) -> tuple[tuple[str, ...], Credit]:
    """Accuracy of the training majority, inside each stratum, and of each type's own majority where types are given.

    Equally frequent labels share credit. A type that training lacks falls back on the majority of its stratum.
    """
    labels, strata = codes(task.labels), stratum_codes(task)
    # Where types are held out, the test part has none of training's, so that the second would repeat the first.
    names = ("majority", "type_majority") if task.types and task.split != "type" else ("majority",)
    tally = Tally(len(names), task.n, splits)
    types = codes(task.types) if len(names) > 1 else None
    for index, split in enumerate(splits):
        train, test = split.rows("train"), split.rows("test")
        share = majority_credit(labels, strata, train, test)
        rows = [share]
        if types is not None:
            of_type = majority_credit(labels, strata * (types.max() + 1) + types, train, test)
            rows.append(np.where(np.isnan(of_type), share, of_type))
        known = ~np.isnan(share)
        tally.add(slice(0, len(names)), index, test[known], np.stack(rows)[:, known])
    return names, tally.credit()


def majority_credit(labels: Codes, blocks: Codes, train: Codes, test: Codes) -> Floats:
    """Credit of test items for the most frequent training label of their block; NaN where training lacks it."""
    blocks = np.unique(blocks, return_inverse=True)[1]
    n_labels = int(labels.max()) + 1
    counts = np.zeros((int(blocks.max()) + 1, n_labels))
    np.add.at(counts, (blocks[train], labels[train]), 1)
    tied = counts >= counts.max(axis=1, keepdims=True) - TIE
    share = tied / tied.sum(axis=1, keepdims=True)
    share[counts.sum(axis=1) == 0] = np.nan
    return share[blocks[test], labels[test]]
