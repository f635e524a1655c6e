"""From a result by layer to curves, tables and sentences in the reader's language."""

from collections.abc import Sequence
from html import escape

import numpy as np
import pandas as pd
import streamlit as st

from explorer.analysis.layers import SMALL, Overview, Separation
from explorer.figures.curves import Curve, Level
from explorer.figures.style import Mark
from explorer.language import Language
from explorer.lexicon import bundled
from explorer.screens.session import encoder_name, say

_COLUMNS = (
    "one_nn",
    "one_nn_unmatched",
    "nearest_centroid",
    "silhouette",
    "same_sense_similarity",
    "self_similarity",
    "one_nn_clean",
)


def curve(encoder_id: str, result: Separation, measure: str) -> Curve:
    """One measure by layer; 1-NN with its bootstrap interval."""
    values = tuple(getattr(score, measure) for score in result.scores)
    low: tuple[float | None, ...] = ()
    high: tuple[float | None, ...] = ()
    if measure == "one_nn":
        low = tuple(score.one_nn_interval[0] if score.one_nn_interval else None for score in result.scores)
        high = tuple(score.one_nn_interval[1] if score.one_nn_interval else None for score in result.scores)
    notes = tuple(say()(f"numbers.short_{score.standing}") for score in result.scores) if measure == "one_nn" else ()
    return Curve(encoder_id, encoder_name(encoder_id), result.layers, values, low, high, notes=notes)


def mean_curve(encoder_id: str, result: Overview) -> Curve:
    """The mean over words by layer, with the interval that resamples words."""
    low, high = ([interval[side] for interval in result.interval] for side in (0, 1))
    return Curve(encoder_id, encoder_name(encoder_id), result.layers, result.mean, low, high)


def band(encoder_id: str, result: Separation, which: str) -> Curve:
    """A permutation band of one encoder as a shade."""
    bands = [getattr(score, which) or (None, None) for score in result.scores]
    low, high = [low for low, _ in bands], [high for _, high in bands]
    return Curve(encoder_id, say()("numbers.one_nn_band"), result.layers, low, low, high)


def levels(results: Sequence[Separation], matched: bool) -> list[Level]:
    """Baselines that need no layer; chance is where a static model stands. Without partners, the bag alone is one."""
    base = results[0].baselines
    if not matched:
        bag = base.bag_of_context_unmatched
        return [] if bag is None else [Level(say()("layers.level_bag_of_context"), bag, "dash")]
    named = (
        ("chance", base.chance, "dot"),
        ("majority", base.majority, "dashdot"),
        ("bag_of_context", base.bag_of_context, "dash"),
    )
    return [Level(say()(f"layers.level_{key}"), value, dash) for key, value, dash in named if value is not None]


def encoder_legend(encoder_ids: Sequence[str], drawn: dict[str, Mark], lines: Sequence[Level], note: str) -> None:
    """Which curve is whose, and what the baselines are."""
    entries = "".join(
        f'<li><span class="glyph" style="color:{drawn[e].colour}" aria-hidden="true">{drawn[e].glyph}</span>'
        f"{escape(encoder_name(e))}</li>"
        for e in encoder_ids
    )
    entries += "".join(
        f'<li><span class="line {line.dash}" aria-hidden="true"></span>{escape(line.name)} '
        f"<small>{line.value:.2f}</small></li>"
        for line in lines
    )
    if note:
        entries += f"<li><small>{escape(note)}</small></li>"
    st.html(f'<ul class="legend">{entries}</ul>')


def reading(result: Separation) -> str:
    """What the numbers of one encoder say, computed from them."""
    words = say()
    name = encoder_name(result.encoder.id)
    if result.best_layer is None:
        return words("layers.reading_undefined", encoder=name)
    best = result.scores[result.best_layer]
    if best.one_nn is None or best.one_nn_band is None or best.one_nn_interval is None:
        return words("layers.reading_undefined", encoder=name)
    if len(result.layers) == 1:
        return words("layers.reading_static", encoder=name, value=best.one_nn)
    bag = result.baselines.bag_of_context
    first = result.scores[0]
    parts = [
        words(
            f"layers.reading_{best.standing}", encoder=name, layer=result.best_layer, value=best.one_nn,
            low=best.one_nn_interval[0], high=best.one_nn_interval[1], band_low=best.one_nn_band[0],
            band_high=best.one_nn_band[1], share=result.best_layer_shares[result.best_layer], n=result.n,
        )
    ]  # fmt: skip
    if first.standing == "below":
        parts.append(words("layers.reading_first_below", value=first.one_nn))
    if bag is not None:
        low, high = best.one_nn_interval
        parts.append(
            words(f"layers.reading_bag_{'beaten' if low > bag else 'wins' if high < bag else 'near'}", bag=bag)
        )
    apart = [(score.one_nn_unmatched, k) for k, score in enumerate(result.scores) if score.one_nn_unmatched is not None]
    if apart:
        value, layer = max(apart, key=lambda pair: (pair[0], -pair[1]))
        chance_low, chance_high = result.scores[layer].one_nn_unmatched_band or (0.0, 1.0)
        parts.append(words("layers.reading_unmatched", layer=layer, value=value, low=chance_low, high=chance_high))
    if result.n < SMALL:
        parts.append(words("layers.reading_small", n=result.n))
    return " ".join(parts)


def overview_reading(encoder_id: str, result: Overview) -> str:
    """What the mean over words says of one encoder."""
    if result.best_layer is None:
        return say()("layers.reading_undefined", encoder=encoder_name(encoder_id))
    low, high = result.interval[result.best_layer]
    key = "layers.reading_overview" if result.best_layer else "layers.reading_overview_first"
    return say()(
        key, encoder=encoder_name(encoder_id), layer=result.best_layer, value=result.mean[result.best_layer], low=low,
        high=high, share=result.best_layer_shares[result.best_layer], n=len(result.words), first=result.mean[0],
    )  # fmt: skip


def table(result: Separation) -> pd.DataFrame:
    """All figures by layer, a row a layer."""
    words = say()
    rows = []
    by_layer = zip(result.layers, result.scores, result.raw_self_similarity, result.anisotropy, strict=True)
    for name, score, raw, random in by_layer:
        row: dict[str, object] = {words("common.layer"): name}
        row |= {words(f"numbers.{key}"): _rounded(getattr(score, key)) for key in _COLUMNS}
        row[words("numbers.one_nn_band")] = "–".join(f"{v:.2f}" for v in score.one_nn_band or ())
        row[words("numbers.raw_self_similarity")] = _rounded(raw)
        row[words("numbers.anisotropy")] = _rounded(random)
        row["n"] = score.n
        rows.append(row)
    return pd.DataFrame(rows)


def matrix(result: Overview) -> np.ndarray:
    """Accuracies `[word, layer]`."""
    return np.array([result.by_word[word] for word in result.words])


def word_names(language: Language, result: Overview) -> list[str]:
    """The words as they are written."""
    return [bundled.senses_of(language, word_id)[0].word for word_id in result.words]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
