"""From a result by layer to curves, tables and sentences in the reader's language."""

from collections.abc import Iterable, Sequence
from html import escape

import numpy as np
import pandas as pd
import streamlit as st

from explorer.analysis import layer_reading
from explorer.analysis.layers import Overview, Separation
from explorer.analysis.spaces import Centring
from explorer.export.facts import FigureFacts
from explorer.figures.curves import Curve, Level
from explorer.figures.style import Mark
from explorer.language import Language
from explorer.lexicon import bundled
from explorer.screens import on_offer, session
from explorer.screens.session import encoder_name, say


def curve(encoder_id: str, result: Separation, measure: str) -> Curve:
    """One measure by layer; 1-NN, with the partners in or left out, with its bootstrap interval."""
    values = tuple(getattr(score, measure) for score in result.scores)
    if measure not in ("one_nn", "one_nn_unmatched"):
        return Curve(encoder_id, encoder_name(encoder_id), result.layers, values)
    intervals = [getattr(score, f"{measure}_interval") or (None, None) for score in result.scores]
    low, high = [low for low, _ in intervals], [high for _, high in intervals]
    stands = "standing" if measure == "one_nn" else "standing_unmatched"
    notes = tuple(say()(f"numbers.short_{getattr(score, stands)}") for score in result.scores)
    return Curve(encoder_id, encoder_name(encoder_id), result.layers, values, low, high, notes=notes)


def facts(results: Iterable[Separation], measure: str, word: str) -> FigureFacts:
    """What a saved figure of these results carries."""
    found = list(results)
    words = say()
    name = words("layers.share" if measure == "share" else f"numbers.{measure}")
    return FigureFacts(
        title=f"{word} · {name}", encoders=_identities(found), metric=_metric(name, found[0].centring), seed=0,
        data=word, n=found[0].n,
    )  # fmt: skip


def overview_facts(results: Iterable[Overview], measure: str, centring: Centring) -> FigureFacts:
    """What a saved figure of the means over words carries."""
    found = list(results)
    name = say()(f"numbers.{measure}")
    data = say()("layers.overview_note", n=len(found[0].words)).partition(".")[0]
    return FigureFacts(title=name, encoders=_identities(found), metric=_metric(name, centring), seed=0, data=data)


def _identities(results: Sequence[Separation] | Sequence[Overview]) -> tuple[tuple[str, str], ...]:
    return tuple((result.encoder.id, result.encoder.fingerprint) for result in results)


def _metric(name: str, centring: Centring) -> str:
    return f"{name} ({say()(f'interface.centring_{centring}')})"


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


def unusable() -> None:
    """Encoders that cannot be used here, each with its reason, closed until someone asks."""
    if absent := on_offer.unusable():
        with st.expander(say()("layers.unusable", n=len(absent))):
            for entry in absent:
                why = session.plain(entry.why_not.say(say())) if entry.why_not else ""
                st.markdown(f"**{encoder_name(entry.id)}** — {why}")


def reading(result: Separation) -> str:
    """What the numbers of one encoder say, computed from them: a point a line."""
    return _points(result.encoder.id, layer_reading.points(result, say()))


def overview_reading(plain: Overview, apart: Overview) -> str:
    """What the mean over words says of one encoder, with the partners in and left out."""
    return _points(plain.encoder.id, layer_reading.overview_points(plain, apart, say()))


def _points(encoder_id: str, points: Sequence[str]) -> str:
    return "\n".join((f"**{encoder_name(encoder_id)}**\n", *(f"- {point}" for point in points)))


def table(result: Separation) -> pd.DataFrame:
    """All figures by layer, a row a layer."""
    return pd.DataFrame(layer_reading.rows(result, say()))


def matrix(result: Overview) -> np.ndarray:
    """Accuracies `[word, layer]`."""
    return np.array([result.by_word[word] for word in result.words])


def word_names(language: Language, result: Overview) -> list[str]:
    """The words as they are written."""
    return [bundled.senses_of(language, word_id)[0].word for word_id in result.words]
