"""A blank before a particle with two forms (을 and 를): how much the form tells of the answer's last sound."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.analysis.masked import Answer, blanks_in, likeliest, probabilities_of
from explorer.encoders.blanks import MASK
from explorer.encoders.headed import HeadedModel
from explorer.josa import both_forms, final_sound

_ON_A_BLANK = re.compile(re.escape(MASK) + r"(\w+)", re.IGNORECASE)


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
    probabilities = probabilities_of(model, model.run(pieces).logits[blanks_in(model, pieces)[start]], begins)
    sounds = _sounds(model.vocabulary, ro=form.endswith(("로", "로서", "로써")))
    closed, open_ = float(probabilities[sounds == 1].sum()), float(probabilities[sounds == 0].sum())
    answers = likeliest(model, probabilities, count)
    return ParticleForm(form, sentence, answers, closed, open_, closed if closed_fits else open_)


def _sounds(vocabulary: Sequence[str], ro: bool) -> NDArray[np.int8]:
    """1 for a piece that ends in a consonant (before 로, ㄹ counts as a vowel), 0 in a vowel, -1 for no Hangul."""
    return np.array([_sound(piece, ro) for piece in vocabulary], dtype=np.int8)


def _sound(piece: str, ro: bool) -> int:
    if not piece or not "가" <= piece[-1] <= "힣":
        return -1
    sound = final_sound(piece)
    return int(sound == "consonant" or (sound == "ㄹ" and not ro))
