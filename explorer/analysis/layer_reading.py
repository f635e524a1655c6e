"""What a separation by layer says in plain words: sentences computed from its numbers and from nothing else."""

from collections.abc import Sequence

from explorer.analysis.clear_layers import clearly_above, highest
from explorer.analysis.layers import SMALL, Overview, Separation
from explorer.analysis.scores import Interval, Scores
from explorer.analysis.statements import spans
from explorer.language import Say

COLUMNS = (
    "one_nn",
    "one_nn_unmatched",
    "nearest_centroid",
    "silhouette",
    "same_sense_similarity",
    "self_similarity",
    "one_nn_clean",
)


def reading(result: Separation, say: Say, name: str) -> str:
    """What the numbers of one encoder, called `name`, say, in one paragraph of Markdown with the name in bold."""
    return " ".join((f"**{name}:**", *points(result, say)))


def points(result: Separation, say: Say) -> tuple[str, ...]:
    """What the numbers of one encoder say, point by point.

    First where the senses begin to come apart and where they do most; then the same with the partners left out; then
    why figures lie below chance, where some do; and whether sentences are few.
    """
    best = None if result.best_layer is None else result.scores[result.best_layer]
    if best is None or best.one_nn is None or best.one_nn_band is None or best.one_nn_interval is None:
        return (say("layers.reading_undefined"),)
    if len(result.layers) == 1:
        return (say("layers.reading_static", value=best.one_nn),)
    low, high = best.one_nn_interval
    bag = result.baselines.bag_of_context
    plain = _plain(result, best, say)
    if bag is not None:
        plain.append(_beside_bag((low, high), bag, say))
    apart = _unmatched(result.scores, result.baselines.bag_of_context_unmatched, say)
    below = [layer for layer, score in enumerate(result.scores) if score.standing == "below"]
    few = [say("layers.reading_small", n=result.n)] if result.n < SMALL else []
    return tuple(filter(None, (" ".join(plain), apart, below_chance(below, say, partners=bool(apart)), *few)))


def below_chance(layers: Sequence[int], say: Say, *, partners: bool) -> str:
    """Why the figures of some layers lie below chance, "" for no layers; `partners`: those without them are there."""
    if not layers:
        return ""
    hint = "partners" if partners else "own"
    return f"{say('layers.reading_below_why', layers=spans(layers))} {say(f'layers.reading_below_{hint}')}"


def overview_points(plain: Overview, apart: Overview, say: Say) -> tuple[str, ...]:
    """What means over words say of one encoder, with the partners in (`plain`) and left out (`apart`)."""
    if plain.best_layer is None or apart.best_layer is None:
        return (say("layers.reading_undefined"),)
    below = [layer for layer, (_, high) in enumerate(plain.above_chance) if high < 0]
    said = (_overview(plain, say), f"{say('layers.reading_overview_apart')} {_overview(apart, say)}")
    return tuple(filter(None, (*said, below_chance(below, say, partners=True))))


def _plain(result: Separation, best: Scores, say: Say) -> list[str]:
    layer = result.best_layer or 0
    clear = clearly_above([s.one_nn_interval for s in result.scores], [s.one_nn_band for s in result.scores])
    values = _ranges(best.one_nn, best.one_nn_interval, best.one_nn_band)
    values |= {"layer": layer, "share": result.best_layer_shares[layer], "n": result.n}
    if not clear:
        return [say("layers.reading_no_clear"), say(f"layers.reading_{best.standing}", **values)]
    first = result.scores[clear[0]]
    ranges = _ranges(first.one_nn, first.one_nn_interval, first.one_nn_band)
    said = say("layers.reading_first", layer=clear[0], **ranges)
    same = "_same" if clear[0] == layer else ""
    return [said, *_holds(clear, len(result.scores), say), say(f"layers.reading_best{same}", **values)]


def _beside_bag(interval: Interval, bag: float, say: Say) -> str:
    low, high = interval
    return say(f"layers.reading_bag_{'beaten' if low > bag else 'wins' if high < bag else 'near'}", bag=bag)


def _unmatched(scores: Sequence[Scores], bag: float | None, say: Say) -> str:
    """The first layer clearly above chance and the highest one with the partners left out; "" where there are none."""
    top = highest([score.one_nn_unmatched for score in scores])
    if top is None:
        return ""
    intervals = [score.one_nn_unmatched_interval for score in scores]
    bands = [score.one_nn_unmatched_band for score in scores]
    best = {"layer": top, **_ranges(scores[top].one_nn_unmatched, intervals[top], bands[top])}
    clear = clearly_above(intervals, bands)
    if not clear:
        return say("layers.reading_unmatched_none", **best)
    if clear[0] == top:
        said = [say("layers.reading_unmatched_same", **best), *_holds(clear, len(scores), say)]
    else:
        said = [say("layers.reading_unmatched", first=clear[0], value=scores[clear[0]].one_nn_unmatched)]
        said += [*_holds(clear, len(scores), say), say("layers.reading_unmatched_best", **best)]
    value = scores[top].one_nn_unmatched or 0.0
    alike = [layer for layer, each in enumerate(intervals) if each is not None and each[0] <= value <= each[1]]
    if len(alike) > 1:
        said.append(say("layers.reading_unmatched_alike", layers=spans(alike)))
    if bag is not None and intervals[top] is not None:
        said.append(_beside_bag(intervals[top] or (0.0, 1.0), bag, say))
    return " ".join(said)


def _holds(clear: Sequence[int], count: int, say: Say) -> list[str]:
    """How far what begins at the first of some layers goes on; nothing where it begins at the last."""
    if clear[0] == count - 1:
        return []
    if len(clear) == count - clear[0]:
        return [say("layers.reading_to_last")]
    return [say("layers.reading_only_one") if len(clear) == 1 else say("layers.reading_some", layers=spans(clear))]


def _overview(result: Overview, say: Say) -> str:
    best, chance, n = result.best_layer or 0, result.chance, len(result.words)
    clear = clearly_above(result.above_chance, [(0.0, 0.0)] * len(result.layers))
    ranges = _ranges(result.mean[best], result.interval[best], None)
    highest_is = say("layers.reading_overview_best", layer=best, share=result.best_layer_shares[best], **ranges)
    if not clear:
        return f"{say('layers.reading_overview_no_clear', n=n, chance=chance)} {highest_is}"
    first = _ranges(result.mean[clear[0]], result.interval[clear[0]], None)
    said = say("layers.reading_overview_clear", layer=clear[0], n=n, chance=chance, **first)
    return " ".join([said, *_holds(clear, len(result.layers), say), highest_is])


def _ranges(value: float | None, interval: Interval | None, band: Interval | None) -> dict[str, object]:
    """A value with its interval and its band, as sentences name them."""
    low, high = interval or (0.0, 1.0)
    band_low, band_high = band or (0.0, 1.0)
    return {"value": value or 0.0, "low": low, "high": high, "band_low": band_low, "band_high": band_high}


def rows(result: Separation, say: Say) -> list[dict[str, object]]:
    """All figures by layer, a row a layer, under the names that a reader sees."""
    found = []
    by_layer = zip(result.layers, result.scores, result.raw_self_similarity, result.anisotropy, strict=True)
    for name, score, raw, random in by_layer:
        row: dict[str, object] = {say("common.layer"): name}
        row |= {say(f"numbers.{key}"): _rounded(getattr(score, key)) for key in COLUMNS}
        row[say("numbers.one_nn_band")] = "–".join(f"{v:.2f}" for v in score.one_nn_band or ())
        row[say("numbers.raw_self_similarity")] = _rounded(raw)
        row[say("numbers.anisotropy")] = _rounded(random)
        row["n"] = score.n
        found.append(row)
    return found


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
