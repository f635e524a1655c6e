"""Sliders for the weights of a scalar mix, with presets: simple ones, and what probes learned for this encoder."""

from collections.abc import Sequence
from contextlib import suppress
from math import isfinite, log
from pathlib import Path

import streamlit as st

from explorer.analysis.probing import TaskId, learned_mix, ready_report
from explorer.errors import ExplorerError
from explorer.figures.bars import weight_bars
from explorer.mixing import ScalarMix
from explorer.screens.layer_names import layer_name
from explorer.screens.links import chosen, remember, widget_key
from explorer.screens.parts import image
from explorer.screens.session import say, theme

PRESETS = ("uniform", "first", "middle", "last")
LEARNED: tuple[TaskId, ...] = ("pos", "sense")
"""Tasks whose learned mix is a preset, where it was measured."""

_FAR = 6.0
_LEAST = 1e-12


def mix_sliders(layers: Sequence[str], encoder_id: str = "") -> ScalarMix:
    """One slider a layer for w_j, the weights s = softmax(w) as bars, and the presets that set them all.

    The weights stand in the address as `w<number of layers>`, a logit a layer.
    """
    words = say()
    name, count = f"w{len(layers)}", len(layers)
    keys = [widget_key(f"{name}.{k}") for k in range(count)]
    kept = _read(chosen().get(name, st.query_params.get(name, "")), count)
    for key, value in zip(keys, kept, strict=True):
        st.session_state.setdefault(key, value)

    def apply(logits: Sequence[float]) -> None:
        st.session_state.update(zip(keys, logits, strict=True))

    with st.container(horizontal=True, gap="small"):
        for preset, logits in _presets(count, encoder_id).items():
            key = f"mix-{preset}-{count}"
            st.button(words(f"mix.{preset}"), on_click=apply, args=(logits,), key=key, type="tertiary")
    logits = tuple(float(st.session_state[key]) for key in keys)
    remember(name, _written(logits), _written((0.0,) * count))
    mix = ScalarMix(logits)
    names = [layer_name(layers, k) for k in range(count)]
    st.html(image(weight_bars(mix.weights.tolist(), names, theme()), words("mix.bars_alt")))
    with st.expander(words("mix.sliders"), expanded=False):
        st.caption(words("mix.formula"))
        for k, key in enumerate(keys):
            st.slider(layer_name(layers, k), -_FAR, _FAR, step=0.1, key=key)
    return mix


def use_mix(encoder_id: str, weights: Sequence[float], label: str) -> None:
    """A button that opens Compare with the mix of these weights, which then stands in the address."""
    if st.button(label, key=f"use-{label}-{encoder_id}", icon=":material/tune:", type="tertiary"):
        chosen().update({"mix": encoder_id, f"w{len(weights)}": _written(logits_of(weights))})
        st.switch_page(st.Page(Path(__file__).with_name("compare.py")))


def logits_of(weights: Sequence[float]) -> tuple[float, ...]:
    """Logits in the range of the sliders whose softmax is the weights, as nearly as the range allows."""
    raw = [log(max(weight, _LEAST)) for weight in weights]
    middle = max(max(raw) - _FAR, (max(raw) + min(raw)) / 2)  # where the range is too short, the greatest keep theirs
    return tuple(round(max(value - middle, -_FAR), 2) for value in raw)


def _presets(count: int, encoder_id: str) -> dict[str, tuple[float, ...]]:
    peaks = {"first": 0, "middle": count // 2, "last": count - 1}
    simple = {
        preset: tuple(0.0 if preset == "uniform" else _FAR if k == peaks[preset] else -_FAR for k in range(count))
        for preset in PRESETS
    }
    learned = {}
    for task in LEARNED:
        with suppress(ExplorerError):  # a damaged file is said on the page of the probes
            report = ready_report(encoder_id, task) if encoder_id else None
            weights = learned_mix(report) if report else None
            if weights and len(weights) == count:
                learned[f"learned_{task}"] = logits_of(weights)
    return simple | learned


def _written(logits: Sequence[float]) -> list[str]:
    return [f"{w:.2f}".rstrip("0").rstrip(".") for w in logits]


def _read(asked: object, count: int) -> tuple[float, ...]:
    """Logits out of the address or an earlier choice; all 0 where they are none, so that no link breaks the page."""
    parts = asked.split(",") if isinstance(asked, str) else list(asked) if isinstance(asked, list) else []
    try:
        logits = tuple(float(part) for part in parts)
    except ValueError:
        return (0.0,) * count
    fit = len(logits) == count and all(isfinite(w) for w in logits)
    return tuple(min(max(w, -_FAR), _FAR) for w in logits) if fit else (0.0,) * count
