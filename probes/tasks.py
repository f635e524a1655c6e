"""What is asked of the vectors: labels, what must stay together in a split, and which control keeps the answer honest.

A Task knows no vectors. Every per-item field is a tuple in the order of the items.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from probes.errors import ProbeError

Codes = NDArray[np.intp]
Part = Literal["train", "development", "test"]
PARTS: tuple[Part, ...] = ("train", "development", "test")

SplitKind = Literal["group", "type", "published"]
"""`group`: groups are held out; `type`: types are, and groups too; `published`: as `parts` says."""

Control = Literal["none", "type", "form"]
"""`type`: a random label per word type from the label distribution of the task (Hewitt & Liang 2019), the only control
from which selectivity is formed; `form`: a random label per form of the target, as labels are in its stratum."""

Null = Literal["none", "permutation", "within_type", "by_type"]
"""How labels are permuted: freely (inside a stratum), inside each type, or a type's occurrences all alike."""

LEAST_ITEMS = 8


@dataclass(frozen=True, slots=True)
class Task:
    """A labelled data set and its design.

    `groups` are held out together: a sentence, or a set of sentences that share their frame; `units` are what intervals
    resample (words where a claim is about words); `types` are what controls and type-disjoint splits go by (word types,
    or forms of the target); `within` names the stratum that has a probe of its own (the word, for its senses), ()
    for one probe; `parts` only where the split is published; with `every_fold` each fold is the test part in turn.
    Make one with `Task.of` or a function below.
    """

    name: str
    labels: tuple[str, ...]
    groups: tuple[str, ...]
    units: tuple[str, ...]
    types: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    split: SplitKind = "group"
    every_fold: bool = False
    control: Control = "none"
    null: Null = "none"

    @classmethod
    def of(
        cls,
        name: str,
        labels: Sequence[str | None],
        *,
        groups: Sequence[object] | None = None,
        units: Sequence[object] | None = None,
        types: Sequence[object] = (),
        within: Sequence[object] = (),
        parts: Sequence[str] = (),
        split: SplitKind = "group",
        every_fold: bool = False,
        control: Control = "none",
        null: Null = "none",
    ) -> Self:
        """A task from sequences, one entry an item. Without `groups` each item is its own; without `units` groups are.

        Raises ProbeError for labels that are missing, sequences of different length, and a design that lacks its types
        or parts. That the labels can be learned is checked by `check_learnable`, which every measurement calls.
        """
        missing = [row for row, label in enumerate(labels) if not isinstance(label, str) or not label.strip()]
        if missing:
            raise ProbeError("labels_missing", n=len(missing), row=missing[0])
        n = len(labels)
        held = _column("groups", groups if groups is not None else range(n), n)
        task = cls(
            name=name,
            labels=tuple(str(label) for label in labels),
            groups=held,
            units=_column("units", units, n) if units is not None else held,
            types=_column("types", types, n) if len(types) else (),
            within=_column("within", within, n) if len(within) else (),
            parts=_column("parts", parts, n) if len(parts) else (),
            split=split,
            every_fold=every_fold,
            control=control,
            null=null,
        )
        if not task.types and (split == "type" or control != "none" or null in ("within_type", "by_type")):
            raise ProbeError("types_needed", task=name)
        if split == "published" and not task.parts:
            raise ProbeError("parts_needed", task=name)
        unknown = sorted(set(task.parts) - set(PARTS))
        if unknown:
            raise ProbeError("part_unknown", part=unknown[0])
        return task

    @property
    def n(self) -> int:
        """Number of items."""
        return len(self.labels)

    @property
    def classes(self) -> tuple[str, ...]:
        """The labels that occur, sorted."""
        return tuple(sorted(set(self.labels)))

    @property
    def holdout(self) -> tuple[str, ...]:
        """What no two parts share first of all: the types of a type-disjoint split, else the groups."""
        return self.types if self.split == "type" else self.groups

    def take(self, rows: Sequence[int]) -> Self:
        """The task of some of the items, in the order given."""
        columns = ("labels", "groups", "units", "types", "within", "parts")
        chosen = {c: tuple(values[i] for i in rows) for c in columns if (values := getattr(self, c))}
        return replace(self, **chosen)  # type: ignore[arg-type]


def codes(names: Sequence[str]) -> Codes:
    """Names as integers 0..C−1 in the order of their sorted names."""
    return np.unique(np.asarray(names, dtype=object), return_inverse=True)[1].astype(np.intp)


def stratum_codes(task: Task) -> Codes:
    """The stratum of each item; all zero where one probe serves all."""
    return codes(task.within) if task.within else np.zeros(task.n, dtype=np.intp)


def learnable(task: Task, least: int = 2) -> tuple[Task, Codes]:
    """The task without what cannot be both learned and tested, and the rows that were kept.

    Drops labels (inside a stratum) that stand in fewer than `least` held-out groups, then strata with fewer than two
    labels left. What remains may be empty of labels still; `check_learnable` says so.
    """
    rows = np.arange(task.n)
    strata, labels, held = stratum_codes(task), codes(task.labels), codes(task.holdout)
    pair = strata * (labels.max(initial=0) + 1) + labels
    spread = np.unique(np.stack([pair, held]), axis=1)[0]
    keep = np.bincount(spread, minlength=pair.max(initial=0) + 1)[pair] >= least
    left = np.unique(np.stack([strata[keep], labels[keep]]), axis=1)[0]
    keep &= np.bincount(left, minlength=strata.max(initial=0) + 1)[strata] >= 2
    rows = rows[keep]
    return task.take(rows.tolist()), rows


def check_learnable(task: Task) -> None:
    """Raises ProbeError for too few items or groups, one label only, or a label in a single held-out group."""
    if task.n < LEAST_ITEMS:
        raise ProbeError("few_items", n=task.n, least=LEAST_ITEMS)
    strata, labels, held = stratum_codes(task), codes(task.labels), codes(task.holdout)
    if labels.max() == 0:
        raise ProbeError("one_class", label=task.labels[0])
    pair = strata * (labels.max() + 1) + labels
    _, first, of_item = np.unique(pair, return_index=True, return_inverse=True)
    lone = np.bincount(strata[first]) == 1
    if lone.any():
        row = int(np.flatnonzero(lone[strata])[0])
        raise ProbeError("one_class_within", stratum=task.within[row], label=task.labels[row])
    spread = np.bincount(np.unique(np.stack([of_item, held]), axis=1)[0])
    if task.split != "published" and spread.min() < 2:
        raise ProbeError("small_class", label=task.labels[first[spread.argmin()]], n=int(spread.min()))


def token_tags(
    tags: Sequence[str | None], sentences: Sequence[object], words: Sequence[object], *, new_words: bool = False
) -> Task:
    """Part of speech (or function) of tokens: split by sentence, or by word type with `new_words`.

    The control is Hewitt and Liang's random label per type; on new words no type recurs, so that it would be chance by
    construction, and is left out.
    """
    return Task.of(
        "tokens of new words" if new_words else "tokens",
        tags,
        groups=sentences,
        types=words,
        split="type" if new_words else "group",
        control="none" if new_words else "type",
    )


def tags_of_one_form(tags: Sequence[str | None], sentences: Sequence[object], forms: Sequence[object]) -> Task:
    """Part of speech where the form does not tell it: every form has two tags or more; one probe for all forms.

    Folds spread each form evenly; the baseline is the form's majority in training, the null a permutation within form.
    """
    return Task.of("tags of one form", tags, groups=sentences, types=forms, every_fold=True, null="within_type")


def senses_within_words(
    senses: Sequence[str | None],
    words: Sequence[object],
    groups: Sequence[object],
    forms: Sequence[object],
) -> Task:
    """Senses (or homographs) of words, a probe for each word, folds by `groups`; words are what is resampled.

    `groups` names what must stay together, frames of matched sentences among it (see `probes.splits`); `forms` the
    eojeol that holds the target, which gets the random label of the control.
    """
    return Task.of(
        "senses within words",
        senses,
        groups=groups,
        units=words,
        types=forms,
        within=words,
        every_fold=True,
        control="form",
        null="permutation",
    )


def semantic_classes(classes: Sequence[str | None], words: Sequence[object], groups: Sequence[object]) -> Task:
    """Semantic class of words that training has not seen; the null gives whole words another class."""
    return Task.of(
        "semantic classes",
        classes,
        groups=groups,
        units=words,
        types=words,
        split="type",
        every_fold=True,
        null="by_type",
    )


def words_in_context(
    answers: Sequence[str | None], parts: Sequence[str], groups: Sequence[object] | None = None
) -> Task:
    """Pairs of sentences with one sense or two, on the published parts; vectors are `pair_features`."""
    return Task.of("words in context", answers, groups=groups, parts=parts, split="published", null="permutation")


def pair_features(first: NDArray[np.floating], second: NDArray[np.floating]) -> NDArray[np.float32]:
    """What a linear probe sees of a pair: |u−v| and u∘v, `[..., n, dim]` twice to `[..., n, 2·dim]`.

    Symmetric in the pair (as in Conneau et al. 2017's sentence-pair features, without u and v themselves).
    """
    u, v = np.asarray(first, dtype=np.float32), np.asarray(second, dtype=np.float32)
    return np.concatenate([np.abs(u - v), u * v], axis=-1)


def _column(what: str, values: Sequence[object], n: int) -> tuple[str, ...]:
    if len(values) != n:
        raise ProbeError("length", what=what, got=len(values), expected=n)
    return tuple(str(value) for value in values)
