"""What a training says in words, computed from its numbers."""

from collections.abc import Mapping

import numpy as np

from explorer.analysis.learning import Film
from explorer.analysis.learning_scores import Score, course
from explorer.export.facts import FigureFacts
from explorer.figures.style import Mark
from explorer.figures.training import MomentCurve, Placed
from explorer.lexicon import bundled
from explorer.screens import learning_parts
from explorer.screens.session import encoder_name, say

HEADS = ("masked_accuracy", "masked_accuracy_5", "next_sentence")


def layer_name(film: Film, layer: int) -> str:
    """A layer's number and, where it has one, its name."""
    name = film.layers[layer]
    return say()("learning.layer", k=layer) if name == str(layer) else f"{layer} · {name}"


def score_name(name: str) -> str:
    """A score as a reader sees it; a probe's task is named as on the page of probes where it is known."""
    if name.startswith("probe."):
        task = name.removeprefix("probe.")
        try:
            return say()("learning.probe", task=say()(f"learning.task_{task.replace('-', '_')}"))
        except KeyError:
            return say()("learning.probe", task=task)
    return say()(f"learning.score_{name}")


def score_help(name: str) -> str:
    """What a score is, in a sentence."""
    return say()(f"learning.help_{'probe' if name.startswith('probe.') else name}")


def moment_name(film: Film, moment: int) -> str:
    """How far the training is."""
    if not film.tokens[moment]:
        return say()("learning.before")
    return say()("learning.at", percent=film.percent[moment], millions=film.tokens[moment] / 1e6)


def curve_name(film: Film, score: Score, curve: str) -> str:
    """A curve of a score: a layer, or a head's score."""
    return say()(f"learning.head_{curve}") if curve in HEADS else layer_name(film, film.layers.index(curve))


def curves(film: Film, score: Score) -> list[MomentCurve]:
    """A score's curves, with intervals where words were drawn again."""
    empty: tuple[float | None, ...] = ()
    lows, highs = (side or (empty,) * len(score.curves) for side in (score.low, score.high))
    return [
        MomentCurve(key, curve_name(film, score, key), values, low, high)
        for key, values, low, high in zip(score.curves, score.values, lows, highs, strict=True)
    ]


def y_range(score: Score) -> tuple[float, float]:
    """Room for all that is drawn, so that no moment changes the axis."""
    drawn = [v for row in (*score.values, *score.low, *score.high) for v in row if v is not None]
    drawn += [score.chance] if score.chance is not None else []
    low, high = min(drawn, default=0.0), max(drawn, default=1.0)
    room = max(0.02, 0.06 * (high - low))
    return max(-1.0, low - room), min(1.02, high + room)


def reading(film: Film, score: Score) -> str:
    """What became of the score's highest curve, of those that stayed, and against chance."""
    words = say()
    went = course(score)
    if went is None:
        return words("learning.reading_undefined", encoder=encoder_name(film.model))
    name = curve_name(film, score, went.curve)
    values = {"encoder": encoder_name(film.model), "curve": name, "score": score_name(score.name)}
    values |= {"first": f"{went.first:.2f}", "last": f"{went.last:.2f}"}
    if went.half is None:
        lines = [words("learning.reading_flat", **values)]
    else:
        lines = [words("learning.reading_rose", **values, half=moment_name(film, went.half))]
    if film.layers[0] in went.flat and len(score.curves) > 1:
        lines.append(words("learning.reading_first_flat", curve=layer_name(film, 0)))
    if score.chance is not None:
        side = "above" if went.last > score.chance + 0.02 else "below" if went.last < score.chance - 0.02 else "near"
        lines.append(words(f"learning.reading_{side}", chance=score.chance))
    if score.low and score.chance is not None:
        row = score.curves.index(went.curve)
        lines.append(
            words("learning.reading_interval", low=score.low[row][-1], high=score.high[row][-1], n=score.words)
        )
    return " ".join(lines)


def word_reading(film: Film, score: Score, word: str) -> str:
    """The same score for the word whose points are shown."""
    went = course(score)
    name = bundled.senses_of("ko", word)[0].word
    if went is None or score.chance is None:
        return say()("learning.word_undefined", word=name)
    return say()(
        "learning.word", word=name, curve=curve_name(film, score, went.curve), first=went.first, last=went.last,
        chance=score.chance, n=len(film.ids[word]),
    )  # fmt: skip


def points_caption(film: Film, layer: int, moment: int, placed: Placed) -> str:
    """What the points are; that some lie beyond the frame, or all in one place."""
    lines = [say()("learning.points", layer=layer_name(film, layer), moment=moment_name(film, moment))]
    if not np.any(placed.points[moment]):
        lines.append(say()("learning.points_same"))
    elif placed.beyond[moment]:
        lines.append(say()("learning.points_beyond", n=placed.beyond[moment]))
    return " ".join(lines)


def points_alt(film: Film, word: str, layer: int, moment: int, n: int) -> str:
    """The picture of points for who cannot see it."""
    name = bundled.senses_of("ko", word)[0].word
    where = {"layer": layer_name(film, layer), "moment": moment_name(film, moment)}
    return say()("learning.points_alt", encoder=encoder_name(film.model), word=name, n=n, **where)


def curves_alt(film: Film, score: Score) -> str:
    """The curves in numbers: where each begins and ends."""
    ends = ", ".join(
        f"{curve_name(film, score, curve)} {values[0]:.2f}–{values[-1]:.2f}"
        for curve, values in zip(score.curves, score.values, strict=True)
        if values[0] is not None and values[-1] is not None
    )
    return say()("learning.curves_alt", encoder=encoder_name(film.model), score=score_name(score.name), ends=ends)


def facts(film: Film, layer: int | None, moment: int | None, word: str, n: int | None) -> FigureFacts:
    """What a saved figure says of itself."""
    return FigureFacts(
        title=say()("learning.title"),
        encoders=((film.model, ""),),
        layer="" if layer is None else film.layers[layer],
        metric="" if moment is None else moment_name(film, moment),
        data=bundled.senses_of("ko", word)[0].word if word else "",
        n=n,
    )


def legend(film: Film, score: Score, drawn: Mapping[str, Mark]) -> None:
    """Which curve is which."""
    learning_parts.plain_legend([(drawn[curve], curve_name(film, score, curve)) for curve in score.curves])
