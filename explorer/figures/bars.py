"""Weights of a mix as bars in a small SVG, a bar a layer."""

from collections.abc import Sequence
from html import escape

from explorer.figures.style import INK, Theme


def weight_bars(weights: Sequence[float], layers: Sequence[str], theme: Theme) -> str:
    """Bars whose heights are the weights (they sum to 1), with the layer's number and the share in percent."""
    ink = INK[theme]
    accent = "#0B62B0" if theme == "light" else "#6CB4F0"
    width, height, gap = 320, 92, 3
    step = (width - gap) / max(len(weights), 1)
    parts = []
    for k, (weight, name) in enumerate(zip(weights, layers, strict=True)):
        tall = 54 * weight / max(weights)
        left = gap + k * step
        middle = left + (step - gap) / 2
        parts.append(
            f'<rect x="{left:.1f}" y="{72 - tall:.1f}" width="{step - gap:.1f}" height="{max(tall, 0.5):.1f}" '
            f'fill="{accent}"><title>{escape(name)}: {weight:.3f}</title></rect>'
            f'<text x="{middle:.1f}" y="{68 - tall:.1f}" font-size="10" fill="{ink.faint}" text-anchor="middle">'
            f"{100 * weight:.0f}</text>"
            f'<text x="{middle:.1f}" y="86" font-size="11" fill="{ink.text}" text-anchor="middle">{k}</text>'
        )
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="sans-serif" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )
