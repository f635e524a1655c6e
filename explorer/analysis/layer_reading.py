"""What a separation by layer says in plain words: sentences computed from its numbers and from nothing else."""

from explorer.analysis.layers import SMALL, Separation
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
    """What the numbers of one encoder, called `name`, say; Markdown, with the name in bold."""
    if result.best_layer is None:
        return say("layers.reading_undefined", encoder=name)
    best = result.scores[result.best_layer]
    if best.one_nn is None or best.one_nn_band is None or best.one_nn_interval is None:
        return say("layers.reading_undefined", encoder=name)
    if len(result.layers) == 1:
        return say("layers.reading_static", encoder=name, value=best.one_nn)
    bag = result.baselines.bag_of_context
    first = result.scores[0]
    parts = [
        say(
            f"layers.reading_{best.standing}", encoder=name, layer=result.best_layer, value=best.one_nn,
            low=best.one_nn_interval[0], high=best.one_nn_interval[1], band_low=best.one_nn_band[0],
            band_high=best.one_nn_band[1], share=result.best_layer_shares[result.best_layer], n=result.n,
        )
    ]  # fmt: skip
    if first.standing == "below":
        parts.append(say("layers.reading_first_below", value=first.one_nn))
    if bag is not None:
        low, high = best.one_nn_interval
        parts.append(say(f"layers.reading_bag_{'beaten' if low > bag else 'wins' if high < bag else 'near'}", bag=bag))
    apart = [(score.one_nn_unmatched, k) for k, score in enumerate(result.scores) if score.one_nn_unmatched is not None]
    if apart:
        value, layer = max(apart, key=lambda pair: (pair[0], -pair[1]))
        chance_low, chance_high = result.scores[layer].one_nn_unmatched_band or (0.0, 1.0)
        parts.append(say("layers.reading_unmatched", layer=layer, value=value, low=chance_low, high=chance_high))
    if result.n < SMALL:
        parts.append(say("layers.reading_small", n=result.n))
    return " ".join(parts)


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
