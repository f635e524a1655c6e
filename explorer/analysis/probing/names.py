"""The probing tasks by name, and how a run is set: values alone, nothing that loads or computes."""

from dataclasses import dataclass
from typing import Literal, get_args

from explorer.language import Language
from probes.fitting import ProbeKind

TaskId = Literal[
    "pos", "pos-new-words", "pos-form", "sense", "homograph", "semantic-class", "function", "deprel", "wic"
]  # fmt: skip
"""What is asked of the vectors.

`pos`: part of speech of an eojeol's leading morpheme; `pos-new-words`: the same, no word type in two parts; `pos-form`:
the same for forms with two leading tags or more; `sense`, `homograph`: within each word and one part of speech;
`semantic-class`: of words that training has not seen; `function`, `deprel`: a treebank's own label of the whole eojeol;
`wic`: whether two uses have one sense.
"""

TASK_IDS: tuple[TaskId, ...] = get_args(TaskId)

BUNDLED_TASKS: dict[Language, tuple[TaskId, ...]] = {
    "ko": ("pos", "sense", "pos-form", "semantic-class", "homograph", "pos-new-words"),
    "en": ("pos-form", "sense", "homograph"),
}
"""The tasks that the bundled sentences of a language can be asked; the others need a file."""

MOST_ITEMS = 20_000
"""Items of a run where no limit is given: what a laptop's memory holds of twelve layers."""


@dataclass(frozen=True, slots=True)
class ProbeSettings:
    """How to run a task.

    `probe`, `rank`, `dimension`, `folds`, `repeats`, `permutations`, `seed` are those of `probes.fitting.Settings`;
    `codelength`, `mix`, `cumulative` are how many orders or splits each of these is repeated over, 0 for none;
    `limit` is about how many items are used at most, whole sentences or words drawn with the seed; `label` names the
    column of a table that holds the labels, where it is not the task's usual one; `baselines` whether vectors that a
    contextual model must beat are measured too.
    """

    probe: ProbeKind = "ridge"
    rank: int | None = None
    dimension: int | None = None
    folds: int = 5
    repeats: int = 5
    permutations: int = 20
    codelength: int = 1
    mix: int = 3
    cumulative: int = 0
    seed: int = 0
    limit: int = MOST_ITEMS
    label: str | None = None
    baselines: bool = True
