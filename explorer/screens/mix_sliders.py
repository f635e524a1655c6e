"""Sliders for the weights of a scalar mix, with presets."""

from collections.abc import Sequence

import streamlit as st

from explorer.figures.bars import weight_bars
from explorer.mixing import ScalarMix
from explorer.screens.links import chosen, widget_key
from explorer.screens.parts import image
from explorer.screens.session import say, theme

PRESETS = ("uniform", "first", "middle", "last")
_FAR = 6.0


def mix_sliders(layers: Sequence[str]) -> ScalarMix:
    """One slider a layer for w_j, the weights s = softmax(w) as bars, and the presets that set them all."""
    words = say()
    names = [f"w{len(layers)}.{k}" for k in range(len(layers))]
    keys = [widget_key(name) for name in names]
    for name, key in zip(names, keys, strict=True):
        st.session_state.setdefault(key, chosen().get(name, 0.0))

    def apply(preset: str) -> None:
        peak = {"first": 0, "middle": len(layers) // 2, "last": len(layers) - 1}.get(preset)
        for k, key in enumerate(keys):
            st.session_state[key] = 0.0 if peak is None else (_FAR if k == peak else -_FAR)

    with st.container(horizontal=True, gap="small"):
        for preset in PRESETS:
            key = f"mix-{preset}-{len(layers)}"
            st.button(words(f"mix.{preset}"), on_click=apply, args=(preset,), key=key, type="tertiary")
    logits = [float(st.session_state[key]) for key in keys]
    chosen().update(zip(names, logits, strict=True))
    mix = ScalarMix(tuple(logits))
    st.html(image(weight_bars(mix.weights.tolist(), layers, theme()), words("mix.bars_alt")))
    with st.expander(words("mix.sliders"), expanded=False):
        st.caption(words("mix.formula"))
        for k, (key, name) in enumerate(zip(keys, layers, strict=True)):
            st.slider(
                words("mix.weight", k=k, layer=name), -_FAR, _FAR, step=0.5, key=key,
            )  # fmt: skip
    return mix
