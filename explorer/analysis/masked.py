"""What a model puts into a blank: from both sides, from one side only, with either form of a particle, and in training.

Devlin et al. 2018, section 3.1: 15% of the pieces are chosen, and foretold from the sentence in which 80% of the chosen
are hidden, 10% replaced and 10% left as they are.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.blanks import CONTINUES, MASK
from explorer.encoders.headed import HeadedModel, Pieces
from explorer.josa import both_forms, final_sound

SHARE, HIDDEN, REPLACED = 0.15, 0.8, 0.1

Side = Literal["both", "before", "after"]
SIDES: tuple[Side, ...] = ("both", "before", "after")
Fate = Literal["left", "masked", "random", "kept"]

_ON_A_BLANK = re.compile(re.escape(MASK) + r"(\w+)", re.IGNORECASE)


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
class ParticleForm:
    """The blank with one form of a particle: what is foretold, and how the probability falls by the final sound.

    `closed` lies on pieces that end in a consonant, `open` on those that end in a vowel, the rest on pieces that do not
    end in a Hangul syllable. `fits` is the one of the two after which this form is written.
    """

    particle: str
    sentence: str
    answers: tuple[Answer, ...]
    closed: float
    open: float
    fits: float


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


def particle_forms(
    model: HeadedModel, sentence: str, count: int = 8, *, begins: bool = False
) -> tuple[ParticleForm, ...]:
    """The first blank that carries a particle with two forms, in both: 을 beside 를. Empty where there is none.

    The form gives away whether the hidden word ends in a consonant, since a particle takes its form after it.
    """
    for found in _ON_A_BLANK.finditer(sentence):
        if forms := both_forms(found[1]):
            before, after = sentence[: found.start()], sentence[found.end() :]
            return tuple(
                _form(model, f"{before}{MASK}", form, after, form == forms[0], (count, begins)) for form in forms
            )
    return ()


def _form(
    model: HeadedModel, before: str, form: str, after: str, closed_fits: bool, shown: tuple[int, bool]
) -> ParticleForm:
    sentence = f"{before}{form}{after}"
    pieces = model.read(sentence)
    start = before.upper().count(MASK) - 1
    count, begins = shown
    probabilities = _probabilities(model, model.run(pieces).logits[blanks_in(model, pieces)[start]], begins)
    sounds = _sounds(model.vocabulary, ro=form.endswith(("로", "로서", "로써")))
    closed, open_ = float(probabilities[sounds == 1].sum()), float(probabilities[sounds == 0].sum())
    answers = _answers(model, probabilities, count)
    return ParticleForm(form, sentence, answers, closed, open_, closed if closed_fits else open_)


def _sounds(vocabulary: Sequence[str], ro: bool) -> NDArray[np.int8]:
    """1 for a piece that ends in a consonant (before 로, ㄹ counts as a vowel), 0 in a vowel, -1 for no Hangul."""
    return np.array([_sound(piece, ro) for piece in vocabulary], dtype=np.int8)


def _sound(piece: str, ro: bool) -> int:
    if not piece or not "가" <= piece[-1] <= "힣":
        return -1
    sound = final_sound(piece)
    return int(sound == "consonant" or (sound == "ㄹ" and not ro))


def corrupt(model: HeadedModel, pieces: Pieces, *, seed: int, share: float = SHARE) -> Corruption:
    """A draw of training's 80/10/10. Pieces that the model adds and blanks are never chosen; one at least is.

    A random piece is any of the vocabulary but the special ones. Same seed, same draw.
    """
    rng = np.random.default_rng(seed)
    free = [i for i in pieces.words if pieces.ids[i] not in model.special_ids]
    draws, fates_drawn = rng.random(len(free)), rng.random(len(free))
    ordinary = np.array([i for i in range(len(model.vocabulary)) if i not in model.special_ids])
    strangers = rng.choice(ordinary, len(free))
    fates: list[Fate] = ["left"] * len(pieces)
    put: dict[int, tuple[int, str]] = {}
    for k, position in enumerate(free):
        if draws[k] >= share and k != int(draws.argmin()):
            continue
        if fates_drawn[k] < HIDDEN:
            fates[position] = "masked"
            put[position] = (model.mask_id, model.vocabulary[model.mask_id])
        elif fates_drawn[k] < HIDDEN + REPLACED:
            fates[position] = "random"
            stranger = int(strangers[k])
            put[position] = (stranger, model.vocabulary[stranger])
        else:
            fates[position] = "kept"
    return Corruption(pieces, pieces.put(put), tuple(fates))


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
    probabilities = _probabilities(model, logits, begins)
    answers = _answers(model, probabilities, count)
    if truth is None:
        return Blank(position, answers)
    right = float(probabilities[truth])
    return Blank(position, answers, Answer(model.vocabulary[truth], right), int((probabilities > right).sum()) + 1)


def _answers(model: HeadedModel, probabilities: NDArray[np.float64], count: int) -> tuple[Answer, ...]:
    best = np.argsort(-probabilities, kind="stable")[:count]
    return tuple(Answer(model.vocabulary[i], float(probabilities[i])) for i in best)


def _probabilities(model: HeadedModel, logits: NDArray[np.float32], begins: bool) -> NDArray[np.float64]:
    values = np.exp(logits.astype(np.float64) - float(logits.max()))
    if begins:
        values *= np.array([not name.startswith(CONTINUES) for name in model.vocabulary])
    return values / values.sum()
