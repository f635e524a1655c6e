"""Labelled items of a task, cleaned before anything is split: what stands twice, and what must stay together."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from explorer.occurrences import Occurrence
from probes.tasks import Codes, Part

MOST_COMPARED = 3_000
"""Sentences of one word that are searched for one another; of more only the same sentence is held together."""


@dataclass(frozen=True, slots=True)
class Item:
    """A use and its label; `partner` the second use of a pair.

    `frame` names what the item shares with others that must not lie in another part (a matched set), "" for its
    sentence alone; `particle` what follows the leading morpheme; `part` the part where it is given.
    """

    use: Occurrence
    label: str
    partner: Occurrence | None = None
    frame: str = ""
    particle: str = ""
    part: Part | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The sentence, or both of a pair."""
        return (self.use.text,) if self.partner is None else (self.use.text, self.partner.text)

    @property
    def eojeol(self) -> str:
        """What stands between the spaces around the target: 배가 of 배."""
        text, use = self.use.text, self.use
        start = text.rfind(" ", 0, use.start) + 1
        end = text.find(" ", use.end)
        return text[start : end if end >= 0 else len(text)].strip(".,?!…\"'“”‘’")


def one_label_a_place(items: Iterable[Item], dropped: Counter[str]) -> list[Item]:
    """The items whose place has one label, each place once; both the others are counted."""
    places: dict[tuple[object, ...], list[Item]] = defaultdict(list)
    for item in items:
        places[_place(item.use), item.partner and _place(item.partner)].append(item)
    kept = []
    for same in places.values():
        if len({item.label for item in same}) > 1:
            dropped["two_labels"] += len(same)
            continue
        # Of one sentence in both parts the test part has it.
        kept.append(next((item for item in same if item.part == "test"), same[0]))
        dropped["repeated"] += len(same) - 1
    return kept


def _place(use: Occurrence) -> tuple[str, int, int]:
    return use.text, use.start, use.end


def sampled(keys: Sequence[object], limit: int, seed: int) -> list[int]:
    """Positions of whole keys, drawn until `limit` items are reached; all where there are no more.

    A key that would go beyond the limit is passed over, unless it is the first.
    """
    if len(keys) <= limit:
        return list(range(len(keys)))
    rows: dict[object, list[int]] = defaultdict(list)
    for row, key in enumerate(keys):
        rows[key].append(row)
    order = np.random.default_rng(seed).permutation(len(rows))
    names, kept = list(rows), list[int]()
    for place in order:
        if not kept or len(kept) + len(rows[names[place]]) <= limit:
            kept += rows[names[place]]
    return sorted(kept)


def held_together(items: Sequence[Item], *, containing: bool) -> Codes:
    """The group of each item `[n]`: those that share a frame or a sentence, directly or by way of others.

    With `containing` also sentences of one word of which one holds the other: a dictionary's phrase and the sentence
    made of it.
    """
    ids: dict[tuple[str, str], int] = {}
    edges: list[tuple[int, int]] = []

    def link(row: int, kind: str, name: str) -> None:
        edges.append((row, len(items) + ids.setdefault((kind, name), len(ids))))

    for row, item in enumerate(items):
        for text in item.texts:
            link(row, "text", text)
        if item.frame:
            link(row, "frame", item.frame)
    if containing:
        of_word: dict[str, dict[str, None]] = defaultdict(dict)
        for item in items:
            of_word[item.use.word].update(dict.fromkeys(item.texts))
        for texts in of_word.values():
            edges += [
                (len(items) + ids["text", a], len(items) + ids["text", b]) for a, b in contained(list(texts))
            ]  # fmt: skip
    size = len(items) + len(ids)
    rows, columns = np.array(edges).T
    graph = coo_array((np.ones(len(edges)), (rows, columns)), shape=(size, size))
    groups = connected_components(graph, directed=False)[1][: len(items)]
    return np.unique(groups, return_inverse=True)[1].astype(np.intp)


def contained(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs (shorter, longer) of distinct sentences of which the longer holds the shorter, its end mark aside."""
    if len(texts) > MOST_COMPARED:
        return []
    bare = [text.rstrip(" .?!…") for text in texts]
    order = sorted(range(len(texts)), key=lambda i: len(bare[i]))
    return [
        (texts[i], texts[j])
        for at, i in enumerate(order)
        for j in order[at + 1 :]
        if bare[i] in bare[j]
    ]  # fmt: skip


def apart(items: Sequence[Item], groups: Codes) -> list[int]:
    """Positions without the training items whose group has a test item too."""
    tested = {group for item, group in zip(items, groups, strict=True) if item.part == "test"}
    return [
        row
        for row, (item, group) in enumerate(zip(items, groups, strict=True))
        if item.part != "train" or group not in tested
    ]
