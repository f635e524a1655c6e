"""What a model puts into a blank: from both sides, from one side only, and in training.

Devlin et al. 2018, section 3.1: 15% of the pieces are chosen, and foretold from the sentence in which 80% of the chosen
are hidden, 10% replaced and 10% left as they are.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.blanks import CONTINUES
from explorer.encoders.headed import HeadedModel, Pieces
from explorer.josa import both_forms

SHARE, HIDDEN, REPLACED = 0.15, 0.8, 0.1

Side = Literal["both", "before", "after"]
SIDES: tuple[Side, ...] = ("both", "before", "after")
Fate = Literal["left", "masked", "random", "kept"]
FATES: tuple[Fate, ...] = ("masked", "random", "kept")
"""What befalls a piece that is chosen."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A piece and the probability that the model gives it at a blank."""

    piece: str
    probability: float


@dataclass(frozen=True, slots=True)
class Blank:
    """What is foretold at a position, likeliest first.

    `truth` is the piece that was hidden there, where it is known, and `rank` its place among all pieces (1 = first).
    """

    position: int
    answers: tuple[Answer, ...]
    truth: Answer | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Corruption:
    """A sentence as it is read in training: `read` instead of `original`, and what befell each piece."""

    original: Pieces
    read: Pieces
    fates: tuple[Fate, ...]

    @property
    def chosen(self) -> tuple[int, ...]:
        """The positions to be foretold."""
        return tuple(i for i, fate in enumerate(self.fates) if fate != "left")


@dataclass(frozen=True, slots=True)
class Tally:
    """Several draws of one sentence taken together: `chosen` of `pieces`, and how many met which fate."""

    draws: int
    pieces: int
    fates: Mapping[Fate, int]

    @property
    def chosen(self) -> int:
        """Pieces to be foretold."""
        return sum(self.fates.values())


def blanks_in(model: HeadedModel, pieces: Pieces) -> tuple[int, ...]:
    """The positions of the blanks."""
    return tuple(i for i in pieces.words if pieces.ids[i] == model.mask_id)


def hide(model: HeadedModel, pieces: Pieces, position: int) -> Pieces:
    """The pieces with one of them hidden behind a blank."""
    return pieces.put({position: (model.mask_id, model.vocabulary[model.mask_id])})


def worth_hiding(pieces: Pieces) -> int:
    """A piece that carries 을 or 를 (사과 in 사과를), else another particle with two forms; else the middle one."""
    carried = {
        position: forms
        for position in pieces.words[:-1]
        if pieces.spans[position + 1][0] == pieces.spans[position][1]
        if (forms := both_forms(pieces.names[position + 1].removeprefix(CONTINUES)))
    }
    objects = [position for position, forms in carried.items() if forms == ("을", "를")]
    return next(iter((*objects, *carried)), pieces.words[len(pieces.words) // 2])


def fill(
    model: HeadedModel,
    pieces: Pieces,
    position: int,
    *,
    truth: int | None = None,
    side: Side = "both",
    count: int = 10,
    begins: bool = False,
) -> Blank:
    """What the model foretells at a position: from both sides, or from the pieces before or after it alone.

    A side that is left out is invisible at every layer, while places stay as they are; `[CLS]` is always seen. `truth`
    is the id of the piece that belongs there. With `begins`, pieces that continue a word (`##를`) are left out and the
    probabilities of the others sum to 1.
    """
    run = model.run(pieces, _visible(len(pieces), position, side))
    return _blank(model, run.logits[position], position, truth, count, begins)


def corrupt(model: HeadedModel, pieces: Pieces, *, seed: int, share: float = SHARE) -> Corruption:
    """A draw of training's 80/10/10. Pieces that the model adds and blanks are never chosen; one at least is.

    A random piece is any of the vocabulary but the special ones. Same seed, same draw.
    """
    rng = np.random.default_rng(seed)
    free = _free(model, pieces)
    drawn = _fates(rng, len(free), share)
    ordinary = np.setdiff1d(np.arange(len(model.vocabulary)), list(model.special_ids))
    strangers = rng.choice(ordinary, len(free))
    fates: list[Fate] = ["left"] * len(pieces)
    put: dict[int, tuple[int, str]] = {}
    for position, fate, stranger in zip(free, drawn, strangers.tolist(), strict=True):
        fates[position] = fate
        if fate == "masked":
            put[position] = (model.mask_id, model.vocabulary[model.mask_id])
        elif fate == "random":
            put[position] = (stranger, model.vocabulary[stranger])
    return Corruption(pieces, pieces.put(put), tuple(fates))


def tally(model: HeadedModel, pieces: Pieces, seeds: Iterable[int], share: float = SHARE) -> Tally:
    """What the draws of these seeds come to together."""
    free, counts, draws = len(_free(model, pieces)), Counter[Fate](), 0
    for seed in seeds:
        counts.update(_fates(np.random.default_rng(seed), free, share))
        draws += 1
    return Tally(draws, draws * free, {fate: counts[fate] for fate in FATES})


def first_draw(model: HeadedModel, pieces: Pieces, seeds: Iterable[int], share: float = SHARE) -> int | None:
    """The first of the seeds whose draw shows all three fates, hidden pieces in the lead; None where none does."""
    free = len(_free(model, pieces))
    for seed in seeds:
        counts = Counter(_fates(np.random.default_rng(seed), free, share))
        if 0 < counts["random"] < counts["masked"] > counts["kept"] > 0:
            return seed
    return None


def _free(model: HeadedModel, pieces: Pieces) -> list[int]:
    """The positions that may be chosen."""
    return [i for i in pieces.words if pieces.ids[i] not in model.special_ids]


def _fates(rng: np.random.Generator, n: int, share: float) -> list[Fate]:
    """What befalls `n` pieces. Each is chosen on its own; where none was, the one with the lowest draw is."""
    if not n:
        return []
    draws, kinds = rng.random(n), rng.random(n)
    chosen = (draws < share) | (np.arange(n) == draws.argmin())
    return [
        "left" if not c else "masked" if kind < HIDDEN else "random" if kind < HIDDEN + REPLACED else "kept"
        for c, kind in zip(chosen, kinds, strict=True)
    ]


def restore(model: HeadedModel, corruption: Corruption, count: int = 3) -> tuple[Blank, ...]:
    """What the model foretells at each chosen position, beside the piece that belongs there."""
    logits = model.run(corruption.read).logits
    return tuple(_blank(model, logits[i], i, corruption.original.ids[i], count) for i in corruption.chosen)


def _visible(n: int, position: int, side: Side) -> NDArray[np.bool_] | None:
    places = np.arange(n)
    if side == "before":
        return places <= position
    if side == "after":
        return (places >= position) | (places == 0)
    return None


def _blank(
    model: HeadedModel, logits: NDArray[np.float32], position: int, truth: int | None, count: int, begins: bool = False
) -> Blank:
    probabilities = probabilities_of(model, logits, begins)
    answers = likeliest(model, probabilities, count)
    if truth is None:
        return Blank(position, answers)
    right = float(probabilities[truth])
    return Blank(position, answers, Answer(model.vocabulary[truth], right), int((probabilities > right).sum()) + 1)


def likeliest(model: HeadedModel, probabilities: NDArray[np.float64], count: int) -> tuple[Answer, ...]:
    """The `count` pieces of the greatest probability, greatest first; `probabilities` is `[vocabulary]`."""
    best = np.argsort(-probabilities, kind="stable")[:count]
    return tuple(Answer(model.vocabulary[i], float(probabilities[i])) for i in best)


def probabilities_of(model: HeadedModel, logits: NDArray[np.float32], begins: bool) -> NDArray[np.float64]:
    """Probabilities `[vocabulary]` out of logits; with `begins`, of pieces that begin a word alone."""
    values = np.exp(logits.astype(np.float64) - float(logits.max()))
    if begins:
        values *= np.array([not name.startswith(CONTINUES) for name in model.vocabulary])
    return values / values.sum()
