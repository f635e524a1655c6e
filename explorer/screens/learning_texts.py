"""What a training says in words, computed from its numbers."""

from collections.abc import Mapping

import numpy as np

from explorer.analysis.learning import Film
from explorer.analysis.learning_scores import PROBE, Score, at_end, course, score
from explorer.export.facts import FigureFacts
from explorer.figures.style import Mark
from explorer.figures.training import MomentCurve, Placed
from explorer.lexicon import bundled
from explorer.screens import learning_parts
from explorer.screens.layer_names import layer_name
from explorer.screens.learning_names import curve_name, moment_name, score_name
from explorer.screens.session import encoder_name, say


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
    if score.chance is not None:
        lines.append(_against_chance(score, went.last))
    if score.low and score.chance is not None:
        row = score.curves.index(went.curve)
        drawn = "reading_interval_sets" if score.name == f"{PROBE}pos" else "reading_interval"
        lines.append(words(f"learning.{drawn}", low=score.low[row][-1], high=score.high[row][-1], n=score.units))
    if went.tied:
        tied = ", ".join(curve_name(film, score, curve) for curve in went.tied)
        lines.append(words("learning.reading_tied", curve=name, others=tied))
    if film.layers[0] in went.flat and len(score.curves) > 1:
        lines.append(words("learning.reading_first_flat", curve=layer_name(film.layers, 0)))
    if score.name.startswith(PROBE):
        lines.append(_order(film))
    return " ".join(lines)


def _against_chance(score: Score, last: float) -> str:
    chance = score.chance or 0.0
    side = "above" if last > chance + 0.02 else "below" if last < chance - 0.02 else "near"
    if side == "below" and score.reference == "neighbour":
        side = "below_neighbour"
    return say()(f"learning.reading_{side}", chance=chance, reference=say()(f"learning.reference_{score.reference}"))


def _order(film: Film) -> str:
    """Which of the two probes had half of its rise earlier; nothing where one was not taken or hardly rose."""
    went = [course(score(film, f"{PROBE}{task}")) for task in ("pos", "sense") if task in film.probes]
    halves = [each.half for each in went if each is not None and each.half is not None]
    if len(halves) < 2:
        return ""
    pos, sense = (moment_name(film, half) for half in halves)
    return say()("learning.order_same" if pos == sense else "learning.order", pos=pos, sense=sense)


def word_reading(film: Film, score: Score, word: str, layer: int) -> str:
    """The same score for the word and the layer whose points are shown, and for the best layer if that is another."""
    words, shown, went = say(), film.layers[layer], course(score)
    name = bundled.senses_of("ko", word)[0].word
    ends = at_end(score, shown)
    if went is None or ends is None or score.chance is None:
        return words("learning.word_undefined", word=name)
    values = {"first": ends[0], "last": ends[1], "chance": score.chance, "n": len(film.ids[word])}
    lines = [words("learning.word", word=name, curve=curve_name(film, score, shown), **values)]
    if went.curve != shown and went.last > ends[1]:
        best = curve_name(film, score, went.curve)
        lines.append(words("learning.word_best", curve=best, first=went.first, last=went.last))
    return " ".join([*lines, words("learning.word_few")])


def points_caption(film: Film, layer: int, moment: int, placed: Placed) -> str:
    """What the points are; that some lie beyond the frame, or all in one place."""
    lines = [say()("learning.points", layer=layer_name(film.layers, layer), moment=moment_name(film, moment))]
    if not np.any(placed.points[moment]):
        lines.append(say()("learning.points_same"))
    elif placed.beyond[moment]:
        lines.append(say()("learning.points_beyond", n=placed.beyond[moment]))
    return " ".join(lines)


def points_alt(film: Film, word: str, layer: int, moment: int, n: int) -> str:
    """The picture of points for who cannot see it."""
    name = bundled.senses_of("ko", word)[0].word
    where = {"layer": layer_name(film.layers, layer), "moment": moment_name(film, moment)}
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
