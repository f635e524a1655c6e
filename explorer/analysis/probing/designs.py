"""From cleaned items to a `probes.tasks.Task`: METHOD's table of labels, splits, controls and nulls, one place."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from explorer.analysis.probing.items import Item, apart, held_together, one_label_a_place, sampled
from explorer.analysis.probing.names import TaskId
from explorer.errors import ExplorerError
from probes import tasks
from probes.tasks import Codes, Task

TOKEN_TASKS: tuple[TaskId, ...] = ("pos", "pos-new-words", "function", "deprel")
WITHIN_WORDS: tuple[TaskId, ...] = ("sense", "homograph")

LEAST_GROUPS = 3
"""In how many held-out groups a label must stand: one for each part."""

LEAST_WORDS = 5
"""Words that a semantic class must have."""


@dataclass(frozen=True, slots=True)
class Design:
    """A task and its items, row by row."""

    task: Task
    items: tuple[Item, ...]

    @property
    def digest(self) -> str:
        """What the items, their labels and what holds them together are, in 16 letters."""
        rows = [
            (item.texts, item.use.start, item.use.end, item.label, group)
            for item, group in zip(self.items, self.task.groups, strict=True)
        ]
        return blake2b(json.dumps(rows, ensure_ascii=False).encode(), digest_size=8).hexdigest()


def design(task_id: TaskId, items: Sequence[Item], limit: int, seed: int, dropped: Counter[str]) -> Design:
    """Clean the items, draw at most about `limit`, and set the task up; what is left out is counted in `dropped`.

    Where nothing learnable is left the task is the one before rare labels were dropped, so that measuring it says why.
    """
    kept = one_label_a_place(items, dropped)
    if not kept:
        raise ExplorerError("probe_all_contradict", n=len(items))
    if task_id in (*WITHIN_WORDS, "pos-form"):  # before drawing: most words of a dictionary have one homograph
        contrast = _task(task_id, kept, np.arange(len(kept)))
        rows = _learnable_rows(task_id, contrast)
        if len(rows):
            dropped["rare"] += len(kept) - len(rows)
            kept = [kept[row] for row in rows]
    kept = _drawn(task_id, kept, limit, seed, dropped)
    groups = held_together(kept, containing=task_id not in TOKEN_TASKS)
    separate = apart(kept, groups)
    if task_id == "pos-new-words":
        tested = {item.use.form for item in kept if item.part == "test"}
        separate = [row for row in separate if kept[row].part != "train" or kept[row].use.form not in tested]
    dropped["both_parts"] += len(kept) - len(separate)
    kept, groups = [kept[row] for row in separate], groups[separate]
    task = _task(task_id, kept, groups)
    rows = _learnable_rows(task_id, task)
    if len(rows):
        dropped["rare"] += len(kept) - len(rows)
        task, kept = task.take(rows.tolist()), [kept[row] for row in rows]
    return Design(task, tuple(kept))


def _drawn(task_id: TaskId, items: list[Item], limit: int, seed: int, dropped: Counter[str]) -> list[Item]:
    """Whole sentences for tokens and pairs, of each part as many; else whole words."""
    by_word = task_id not in (*TOKEN_TASKS, "wic")
    parts = [[i for i, item in enumerate(items) if item.part == part] for part in (None, "train", "test")]
    if by_word:
        parts = [list(range(len(items)))]
    chosen: list[int] = []
    for rows in parts:
        keys = [items[i].use.word if by_word else items[i].frame or items[i].use.text for i in rows]
        chosen += [rows[i] for i in sampled(keys, limit, seed)]
    dropped["sampled"] += len(items) - len(chosen)
    return [items[i] for i in sorted(chosen)]


def _task(task_id: TaskId, items: Sequence[Item], groups: Codes) -> Task:
    labels = [item.label for item in items]
    words = [item.use.word for item in items]
    parts = tuple(item.part for item in items if item.part is not None)
    held = groups.tolist()
    match task_id:
        case "pos" | "function" | "deprel":
            task = tasks.token_tags(labels, held, [item.use.form for item in items])
        case "pos-new-words":
            task = tasks.token_tags(labels, held, [item.use.form for item in items], new_words=True)
        case "pos-form":
            task = tasks.tags_of_one_form(labels, held, words)
        case "sense" | "homograph":
            # Part of speech alone tells many homographs apart: words are compared with those of their own.
            strata = [f"{item.use.word}/{item.use.upos or ''}" for item in items]
            forms = [item.eojeol for item in items]
            task = replace(tasks.senses_within_words(labels, strata, held, forms), units=tuple(words))
        case "semantic-class":
            task = tasks.semantic_classes(labels, words, held)
        case "wic":
            task = Task.of("", labels, groups=held, units=words, null="permutation")
    if parts:
        task = replace(task, parts=parts, split="published", every_fold=False)
    return replace(task, name=task_id)


def _learnable_rows(task_id: TaskId, task: Task) -> Codes:
    least = LEAST_WORDS if task_id == "semantic-class" else LEAST_GROUPS
    if task_id == "pos-form":
        task = replace(task, within=task.types)
    if task.split == "published":  # a label must be in both parts
        return _in_both_parts(task)
    rows = np.arange(task.n)
    while True:  # dropping a label may leave another with too few
        smaller, kept = tasks.learnable(task, least)
        rows = rows[kept]
        if smaller.n in (task.n, 0):
            return rows
        task = smaller


def _in_both_parts(task: Task) -> Codes:
    strata = tasks.stratum_codes(task)
    pairs = list(zip(strata.tolist(), task.labels, strict=True))
    known = {pair for pair, part in zip(pairs, task.parts, strict=True) if part == "train"}
    tested = {pair for pair, part in zip(pairs, task.parts, strict=True) if part == "test"}
    both = Counter(stratum for stratum, _ in known & tested)
    return np.array([i for i, p in enumerate(pairs) if p in known & tested and both[p[0]] > 1], dtype=np.intp)
