"""One accuracy on a line from 0 to 1, with its interval, the band of chance and two baselines: a small SVG."""

from explorer.figures.style import INK, Theme

_WIDTH, _HEIGHT, _PAD = 320, 46, 10
_ACCENT: dict[Theme, str] = {"light": "#0B62B0", "dark": "#6CB4F0"}


def gauge(
    value: float | None,
    interval: tuple[float, float] | None,
    band: tuple[float, float] | None,
    chance: float | None,
    context: float | None,
    theme: Theme,
) -> str:
    """The SVG of an accuracy; what is None is not drawn. Grey: the band; a tick: chance; hollow: the bag of context."""
    ink = INK[theme]
    parts = [_line(0, 1, ink.grid, 2)]
    if band:
        left, right = _x(band[0]), _x(band[1])
        parts.append(f'<rect x="{left:.1f}" y="12" width="{max(right - left, 2):.1f}" height="14" fill="{ink.shade}"/>')
    if chance is not None:
        parts.append(_tick(chance, ink.faint, 2))
    if context is not None:
        parts.append(
            f'<circle cx="{_x(context):.1f}" cy="19" r="5" fill="{ink.paper}" stroke="{ink.faint}" stroke-width="2"/>'
        )
    if interval:
        parts.append(_line(*interval, _ACCENT[theme], 4))
    if value is not None:
        parts.append(f'<circle cx="{_x(value):.1f}" cy="19" r="7" fill="{_ACCENT[theme]}"/>')
    for at in (0.0, 0.5, 1.0):
        parts.append(
            f'<text x="{_x(at):.1f}" y="42" font-size="11" fill="{ink.faint}" text-anchor="middle">{at:g}</text>'
        )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" font-family="sans-serif" '
        f'xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'
    )


def _x(value: float) -> float:
    return _PAD + min(max(value, 0.0), 1.0) * (_WIDTH - 2 * _PAD)


def _line(start: float, end: float, colour: str, width: int) -> str:
    return f'<line x1="{_x(start):.1f}" x2="{_x(end):.1f}" y1="19" y2="19" stroke="{colour}" stroke-width="{width}"/>'


def _tick(at: float, colour: str, width: int) -> str:
    x = _x(at)
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="9" y2="29" stroke="{colour}" stroke-width="{width}"/>'
