"""A space's figures beside what chance and the other words of the sentence give."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from explorer.analysis.scores import Baselines, Interval, Scores
from explorer.figures.gauge import gauge
from explorer.screens.parts import image
from explorer.screens.session import say, theme


def numbers(scores: Scores, baselines: Baselines, layer_zero: float | None, untrained: float | None) -> None:
    """A view's figures beside their baselines, each with a sentence that explains it on hover."""
    words = say()
    baseline = (baselines.chance, baselines.bag_of_context)
    svg = gauge(scores.one_nn, scores.one_nn_interval, scores.one_nn_band, *baseline, theme())
    picture = image(svg, words("numbers.gauge_alt"))
    rows = [
        ("one_nn", _figure(scores.one_nn, scores.one_nn_interval)),
        ("one_nn_band", _range(scores.one_nn_band)),
        ("one_nn_unmatched", _beside_chance(scores.one_nn_unmatched, scores.one_nn_unmatched_band)),
        ("bag_of_context", _figure(baselines.bag_of_context)),
        ("chance", _figure(baselines.chance)),
        ("majority", _figure(baselines.majority)),
        ("layer_zero", _figure(layer_zero)),
        ("untrained", _figure(untrained)),
        ("nearest_centroid", _beside_chance(scores.nearest_centroid, scores.nearest_centroid_band)),
        ("silhouette", _figure(scores.silhouette)),
        ("same_sense_similarity", _figure(scores.same_sense_similarity)),
        ("self_similarity", _figure(scores.self_similarity)),
        ("one_nn_clean", f"{_figure(scores.one_nn_clean)} <small>n = {scores.n_clean}</small>"),
    ]
    static = scores.self_similarity is not None and scores.self_similarity > 1 - 1e-6
    reading = words(f"numbers.reading_{'static' if static else scores.standing}")
    apart, by_chance = scores.one_nn_unmatched, scores.one_nn_unmatched_band
    stronger = apart is not None and by_chance is not None and apart > by_chance[1] + 1e-9
    if stronger and not static and scores.standing in ("within", "below"):
        reading += " " + words("numbers.reading_unmatched_above")
    st.html(
        f'<div class="numbers">{picture}<p class="reading">{escape(reading)}</p>{_list(rows[:5])}'
        f"<p><small>{escape(words('numbers.n', n=scores.n))} {escape(words('numbers.gauge_key'))}</small></p>"
        f"<details><summary>{escape(words('numbers.more'))}</summary>{_list(rows[5:])}</details></div>"
    )


def _list(rows: Sequence[tuple[str, str]]) -> str:
    words = say()
    lines = (
        f'<dt title="{escape(words(f"numbers.{key}_help"))}">{escape(words(f"numbers.{key}"))}</dt><dd>{value}</dd>'
        for key, value in rows
    )
    return f"<dl>{''.join(lines)}</dl>"


def _figure(value: float | None, interval: Interval | None = None) -> str:
    if value is None:
        return escape(say()("numbers.undefined"))
    around = f" <small>({interval[0]:.2f}–{interval[1]:.2f})</small>" if interval else ""
    return f"{value:.2f}{around}"


def _beside_chance(value: float | None, chance: Interval | None) -> str:
    beside = f" <small>({escape(say()('numbers.by_chance', low=chance[0], high=chance[1]))})</small>" if chance else ""
    return _figure(value) + beside


def _range(interval: Interval | None) -> str:
    return f"{interval[0]:.2f}–{interval[1]:.2f}" if interval else escape(say()("numbers.undefined"))
