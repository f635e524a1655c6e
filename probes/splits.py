"""Train, development and test parts that cannot leak.

A Split stores the part of each *group*, and of each type where types are held out; an item has no part of its own. So
two items of one sentence cannot lie on two sides, whatever the seed.

Why groups, and not sentences alone. Sentences of a lexicon are often written in matched sets: the i-th sentence of
every sense has the same particle, position and ending, so that form does not betray the sense. Shuffled folds would put
one of a set into training and its partner of *another* sense into the test part; the nearest training sentence
is then the partner, and carries the wrong label. Accuracy falls below chance where vectors follow the form, and the
same twin in dictionaries (an example that contains another) raises it. Whole sets are therefore held out together.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from probes.errors import ProbeError
from probes.tasks import PARTS, Codes, Part, Task, check_learnable, codes, stratum_codes

PartCodes = NDArray[np.int8]
_LEAST_GROUPS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """One division of the items, by group and, in a type-disjoint split, by type.

    `group` `[n]` and `type` `[n]` say what each item belongs to; `part_of_group` and `part_of_type` hold 0 (train),
    1 (development) or 2 (test). An item whose group and type lie in different parts is in none.
    `seed` also draws the control labels that go with the split.
    """

    seed: int
    fold: int
    group: Codes
    part_of_group: PartCodes
    type: Codes | None = None
    part_of_type: PartCodes | None = None

    def rows(self, part: Part) -> Codes:
        """The items of a part, ascending."""
        wanted = PARTS.index(part)
        chosen = self.part_of_group[self.group] == wanted
        if self.type is not None and self.part_of_type is not None:
            chosen &= self.part_of_type[self.type] == wanted
        return np.flatnonzero(chosen)


def make_splits(task: Task, *, folds: int = 5, repeats: int = 5, seed: int = 0) -> tuple[Split, ...]:
    """`repeats` splits with seeds `seed`, `seed`+1 …; times `folds` where every fold is the test part in turn.

    A fold is a 1/`folds` share of the groups; the next fold is the development part and the others train. Folds are
    dealt inside each stratum and label, so that both are spread evenly. A published split has the same parts in every
    repeat, unless it lacks a development part, which is then a share of the training groups drawn anew.
    Raises ProbeError as `check_learnable`, for fewer than three groups, and for a published split that leaks.
    """
    check_learnable(task)
    if task.split == "published":
        return tuple(_published(task, folds, seed + r) for r in range(repeats))
    held = codes(task.holdout)
    n_held = int(held.max()) + 1
    if n_held < _LEAST_GROUPS:
        raise ProbeError("few_groups", n=n_held, least=_LEAST_GROUPS)
    folds = min(folds, n_held)
    tests = range(folds) if task.every_fold else range(1)
    return tuple(s for r in range(repeats) for s in _rotate(task, held, folds, seed + r, tests))


def deal(keys: Codes, folds: int, rng: np.random.Generator) -> Codes:
    """The fold of each of `[g]` groups: shuffled, ordered by key, and dealt out like cards."""
    order = rng.permutation(len(keys))
    order = order[np.argsort(keys[order], kind="stable")]
    fold = np.empty(len(keys), dtype=np.intp)
    fold[order] = (np.arange(len(keys)) + rng.integers(folds)) % folds
    return fold


def _rotate(task: Task, held: Codes, folds: int, seed: int, tests: range) -> list[Split]:
    rng = np.random.default_rng(seed)
    fold = deal(_keys(task, held), folds, rng)
    if task.split != "type":
        return [Split(seed, f, held, _parts(fold, f, folds)) for f in tests]
    group = codes(task.groups)
    # A group goes where a random one of its items does: nothing is lost where groups lie inside types, and where
    # they cross (tokens of a sentence), items whose type went elsewhere are left out.
    order = rng.permutation(task.n)
    sample = order[np.unique(group[order], return_index=True)[1]]
    fold_of_group = fold[held[sample]]
    return [
        Split(seed, f, group, _parts(fold_of_group, f, folds), type=held, part_of_type=_parts(fold, f, folds))
        for f in tests
    ]


def _parts(fold: Codes, test: int, folds: int) -> PartCodes:
    parts = np.zeros(len(fold), dtype=np.int8)
    parts[fold == (test + 1) % folds] = 1
    parts[fold == test] = 2
    return parts


def _keys(task: Task, held: Codes) -> Codes:
    """What dealing goes by, for each held-out group: its stratum (or form), and its most frequent label.

    Not by label where labels are permuted for a null: folds that spread the true labels evenly and the permuted ones by
    chance would favour the true ones (by a point of accuracy at n = 90), and the test would not be exact.
    """
    labels = codes(task.labels)
    strata = codes(task.types) if task.null == "within_type" else stratum_codes(task)
    if task.null != "none":
        return _most_frequent(held, strata)
    return _most_frequent(held, strata * (labels.max() + 1) + labels)


def _most_frequent(held: Codes, values: Codes) -> Codes:
    """The most frequent value of each group; the smallest of equals."""
    width = int(values.max()) + 1
    pairs, counts = np.unique(held * width + values, return_counts=True)
    order = np.lexsort((pairs, -counts, pairs // width))
    _, first = np.unique(pairs[order] // width, return_index=True)
    return pairs[order][first] % width


def _published(task: Task, folds: int, seed: int) -> Split:
    group = codes(task.groups)
    part = np.array([PARTS.index(p) for p in task.parts], dtype=np.int8)
    n_groups = int(group.max()) + 1
    part_of_group = np.zeros(n_groups, dtype=np.int8)
    part_of_group[group] = part
    torn = np.flatnonzero(part_of_group[group] != part)
    if len(torn):
        raise ProbeError("leak", group=task.groups[torn[0]])
    if not (part == 1).any():
        training = np.flatnonzero(part_of_group == 0)
        if len(training) < 2:
            raise ProbeError("part_empty", part="train")
        fold = deal(_keys(task, group)[training], min(folds, len(training)), np.random.default_rng(seed))
        part_of_group[training[fold == 0]] = 1
    for code, name in enumerate(PARTS):
        if not (part_of_group == code).any():
            raise ProbeError("part_empty", part=name)
    return Split(seed, 0, group, part_of_group)
