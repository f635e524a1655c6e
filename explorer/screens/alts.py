"""A figure in words, for who cannot see it: where its curves begin, end and stand highest."""

from collections.abc import Sequence

from explorer.analysis.compare import View
from explorer.figures.curves import Curve
from explorer.screens.layer_names import layer_name
from explorer.screens.session import say

_MOST = 8
"""Curves that are told one by one."""

_ELMO = ("cnn", "lstm 1", "lstm 2")


def with_values(what: str, lines: Sequence[Curve]) -> str:
    """What a figure shows, then its curves in numbers; dotted ones, which only stand beside others, are left out."""
    told = [said for line in lines if line.dash == "solid" and (said := _told(line))]
    return f"{what}. {'; '.join(told[:_MOST])}" if told else what


def _told(line: Curve) -> str:
    found = [(k, value) for k, value in enumerate(line.values) if value is not None]
    if not found:
        return ""
    (first, start), (last, end) = found[0], found[-1]
    best, highest = max(found, key=lambda each: each[1])
    places = {"first": first, "start": start, "last": last, "end": end, "best": best, "highest": highest}
    return say()("common.curve_alt", name=line.name, **places)


def space_name(view: View) -> str:
    """A space of an encoder as a reader calls it: a layer, the mix, or "" for the only one that there is."""
    if view.name == "mix":
        return say()("common.the_mix")
    if view.name in _ELMO:
        return layer_name(_ELMO, _ELMO.index(view.name))
    return say()("common.layer_numbered", k=view.name) if view.name.isdecimal() else ""
