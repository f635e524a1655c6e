"""What a measurement gives before it is put into words: credit by item and by split, for every layer."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from probes.basis import Floats
from probes.errors import ProbeError
from probes.fitting import Settings
from probes.splits import Split
from probes.tasks import Codes, Task


@dataclass(frozen=True, slots=True, eq=False)
class Credit:
    """A figure of every judged item, by repetition of the split, and of every split.

    `total` `[repetition, layer, n]` sums over the splits of a repetition in which an item was judged, `count`
    `[repetition, n]` says in how many; `by_split` `[layer, split]` are the means of the splits.
    """

    total: Floats
    count: Floats
    by_split: Floats

    @property
    def mean(self) -> Floats:
        """Mean over all judgements, a layer; NaN where there are none."""
        judged = self.count.sum()
        total = self.total.sum(axis=(0, 2))
        return total / judged if judged else np.full(len(total), np.nan)

    @property
    def weight(self) -> Floats:
        """How often each item was judged, `[n]`."""
        return self.count.sum(axis=0)

    @property
    def n(self) -> int:
        """How many items were judged."""
        return int((self.weight > 0).sum())

    def minus(self, other: "Credit") -> "Credit":
        """The difference item by item and split by split, of what was judged on the same items."""
        return Credit(self.total - other.total, self.count, self.by_split - other.by_split)

    def layers(self, chosen: Sequence[int]) -> "Credit":
        """Some of the layers, in the order given; one may come more than once."""
        rows = list(chosen)
        return Credit(self.total[:, rows], self.count, self.by_split[rows])


class Tally:
    """Collects credit split by split; `credit` is what came together."""

    def __init__(self, layers: int, items: int, splits: Sequence[Split]) -> None:
        self._repetition = np.unique([split.seed for split in splits], return_inverse=True)[1]
        repetitions = int(self._repetition.max()) + 1
        self._total = np.zeros((repetitions, layers, items))
        self._count = np.zeros((repetitions, layers, items), dtype=np.int32)
        self._by_split = np.full((layers, len(splits)), np.nan)

    def add(self, layers: slice, split: int, rows: Codes, values: Floats) -> None:
        """Values `[b, m]` of the items `rows` in one split."""
        repetition = int(self._repetition[split])
        self._total[repetition][layers, rows] += values
        self._count[repetition][layers, rows] += 1
        if len(rows):
            self._by_split[layers, split] = values.mean(axis=1)

    def credit(self) -> Credit:
        """What was added; every layer was judged on the same items."""
        return Credit(self._total, self._count[:, 0].astype(np.float64), self._by_split)


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The measurement of one task on the layers of one encoder, and on what stands beside them.

    The first `n_layers` of `names` are layers, the rest baselines given as vectors. `test`, `development` and `bits`
    are the task's; `control` the control labels' accuracy, None without one; `bits` only for the logistic probe;
    `reference` the accuracy of predictions that see no vector, named by `reference_names`; `null` `[layer,
    permutation]` accuracies under the null; `strengths` `[layer, split]` as chosen; `auc` `[layer, split]` for two
    labels; `confusion` `[layer, true, predicted]` counts over all splits, empty for very many labels;
    `ratio` test over training items, a split.
    """

    task: Task
    settings: Settings
    names: tuple[str, ...]
    n_layers: int
    n_splits: int
    ratio: float
    n_train: float
    test: Credit
    development: Credit
    control: Credit | None
    bits: Credit | None
    reference_names: tuple[str, ...]
    reference: Credit
    null: Floats
    strengths: Floats
    auc: Floats | None
    confusion: NDArray[np.int64]
    unconverged: int

    def check_paired(self, other: "Outcome") -> None:
        """Raises ProbeError unless both are of the same items and splits."""
        mine, theirs = self.settings, other.settings
        same = (mine.folds, mine.repeats, mine.seed) == (theirs.folds, theirs.repeats, theirs.seed)
        if self.task != other.task or not same:
            raise ProbeError("unpaired")
