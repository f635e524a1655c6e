"""Which layers lie clearly above chance, and the first of them: where senses begin to come apart."""

from collections.abc import Sequence

from explorer.analysis.scores import Interval

_SLACK = 1e-9


def clearly_above(intervals: Sequence[Interval | None], bands: Sequence[Interval | None]) -> tuple[int, ...]:
    """The layers whose 95% interval lies wholly above the band of chance of the same layer.

    That asks more than a value above its band: two ranges of like width that do not touch are some 2.8 standard errors
    apart (one-sided 0.3%), so that the first of a dozen layers is still found by chance in fewer than one case of 20.
    """
    return tuple(
        layer
        for layer, (interval, band) in enumerate(zip(intervals, bands, strict=True))
        if interval is not None and band is not None and interval[0] > band[1] + _SLACK
    )


def highest(values: Sequence[float | None]) -> int | None:
    """The layer of the highest value, the lowest layer where several have it; None where none is defined."""
    known = [(value, -layer) for layer, value in enumerate(values) if value is not None]
    return -max(known)[1] if known else None
