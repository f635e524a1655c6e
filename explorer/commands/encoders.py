"""`encoders`: which encoders there are, and which can be used here."""

import argparse
from typing import Any

from explorer.encoders.catalog import EncoderEntry, entries
from explorer.language import text


def configure(parser: argparse.ArgumentParser) -> None:
    """It takes no arguments."""


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """The catalogue, as one object with a list `encoders`."""
    return {"encoders": [_as_json(entry) for entry in entries()]}


def _as_json(entry: EncoderEntry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "family": entry.family,
        "layers": entry.layers,
        "dim": entry.dim,
        "origin": entry.origin,
        "usable": entry.usable,
        "why_not": None if entry.why_not is None else str(entry.why_not),
        "readymade": entry.readymade,
    }


def table(result: dict[str, Any]) -> str:
    """A line an encoder; why not, where it cannot be used."""
    found = result["encoders"]
    width = max((len(entry["id"]) for entry in found), default=0)
    lines = [text("commands.encoders.header", id=f"{'id':<{width}}")]
    for entry in found:
        layers, dim = (_count(entry[name]) for name in ("layers", "dim"))
        state = text("commands.encoders.usable") if entry["usable"] else entry["why_not"]
        lines.append(
            f"{entry['id']:<{width}}  {entry['family']:<6}  {layers:>6}  {dim:>4}  {entry['origin']:<12}  {state}"
        )
    return "\n".join([*lines, text("commands.encoders.others")])


def _count(value: int | None) -> str:
    return "—" if value is None else str(value)
