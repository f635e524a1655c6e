"""What things of a training are called: scores, moments, curves."""

from explorer.analysis.learning import Film
from explorer.analysis.learning_scores import PROBE, Score
from explorer.screens.layer_names import layer_name
from explorer.screens.session import language, say

HEADS = ("masked_accuracy", "masked_accuracy_5", "next_sentence")


def score_name(name: str) -> str:
    """A score as a reader sees it."""
    if name.startswith(PROBE):
        return say()("learning.probe", task=say()(f"learning.task_{name.removeprefix(PROBE)}"))
    return say()(f"learning.score_{name}")


def score_help(name: str) -> str:
    """What a score is, in a sentence or two."""
    return say()(f"learning.help_{name.replace('.', '_')}")


def chance_name(score: Score) -> str:
    """What the dotted line is."""
    return say()(f"learning.chance_{score.reference}")


def moment_name(film: Film, moment: int) -> str:
    """How far the training is."""
    if not film.tokens[moment]:
        return say()("learning.before")
    return say()(f"learning.at_{reads(film)}", percent=film.percent[moment], count=_counted(film.tokens[moment]))


def reads(film: Film) -> str:
    """What a training counts: tokens, or pieces of words where it reads those."""
    return "pieces" if "masked_loss" in film.loss else "tokens"


def _counted(n: int) -> str:
    """In millions, or in Korean in ten thousands: 30,254,201 is 30.3 or 3,030; the unit is in the text."""
    return f"{float(f'{n / 1e4:.3g}'):,.0f}" if language() == "ko" else f"{n / 1e6:.1f}"


def curve_name(film: Film, score: Score, curve: str) -> str:
    """A curve of a score: a layer, or a head's score."""
    return say()(f"learning.head_{curve}") if curve in HEADS else layer_name(film.layers, film.layers.index(curve))
