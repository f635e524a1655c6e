"""`embed`: the vectors of the targets in a table, at every layer, as a NumPy file.

The `.npz` holds `vectors` float32 [layer, occurrence, dim], `layers` their names, and `occurrences`, one JSON object a
row; none of them needs pickle.
"""

import argparse
import io
import json
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, get_args

import numpy as np

from explorer.encoders.base import LayerStack, Pooling
from explorer.encoders.catalog import open_encoder
from explorer.errors import ExplorerError
from explorer.language import text
from explorer.lexicon.tables import read_occurrences
from explorer.store import VectorStore
from explorer.training.atomic import writable, write


def configure(parser: argparse.ArgumentParser) -> None:
    """Encoder, input, output, pooling."""
    parser.add_argument("--encoder", required=True, help=text("commands.encoder"))
    parser.add_argument("--input", type=Path, required=True, metavar="FILE", help=text("commands.input"))
    parser.add_argument("--output", type=Path, required=True, metavar="OUT.npz", help=text("commands.embed.output"))
    parser.add_argument("--pooling", choices=get_args(Pooling), default="mean", help=text("commands.embed.pooling"))


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Encode, write the file atomically, and say what is in it."""
    writable(arguments.output)
    read = read_occurrences(arguments.input)
    if arguments.output.exists() and arguments.output.samefile(arguments.input):
        raise ExplorerError("output_is_input", path=str(arguments.output))
    encoder = open_encoder(arguments.encoder)
    stack, without = VectorStore().available(encoder, read.occurrences, pooling=arguments.pooling)
    if not stack.occurrences:
        raise next(iter(without.values()), ExplorerError("nothing_to_embed", path=str(arguments.input)))
    write_stack(stack, arguments.output)
    skipped = [{"row": row, "why": str(why)} for row, why in read.skipped]
    skipped += [{"row": read.occurrences[i].id, "why": str(why)} for i, why in without.items()]
    return {
        "encoder": stack.encoder.id,
        "fingerprint": stack.encoder.fingerprint,
        "pooling": arguments.pooling,
        "output": str(arguments.output),
        "n": len(stack.occurrences),
        "dim": stack.dim,
        "layers": [{"layer": layer, "name": name} for layer, name in enumerate(stack.layers)],
        "spilled": int((~stack.clean).sum()),
        "cut": stack.cut,
        "skipped": skipped,
    }


def write_stack(stack: LayerStack, path: Path) -> None:
    """Write a stack as `.npz`, whole or not at all. Raises ExplorerError where the file cannot be written."""

    def save(temporary: Path) -> None:
        with temporary.open("wb") as file:  # savez adds .npz to a name, not to a file
            _save(stack, file)

    write(path, save)


def npz_bytes(stack: LayerStack) -> bytes:
    """A stack as the bytes of an `.npz`."""
    buffer = io.BytesIO()
    _save(stack, buffer)
    return buffer.getvalue()


def _save(stack: LayerStack, file: IO[bytes]) -> None:
    occurrences = [
        json.dumps({**asdict(occurrence), "spill": spill}, ensure_ascii=False)
        for occurrence, spill in zip(stack.occurrences, stack.spill, strict=True)
    ]
    np.savez(file, vectors=stack.vectors, layers=np.array(stack.layers), occurrences=np.array(occurrences))


def table(result: dict[str, Any]) -> str:
    """What was written, and what was left out."""
    done = text(
        "commands.embed.done",
        n=result["n"],
        layers=len(result["layers"]),
        dim=result["dim"],
        encoder=result["encoder"],
        output=result["output"],
        spilled=result["spilled"],
        cut=result["cut"],
    )
    return "\n".join([done, *(text("commands.skipped", **skipped) for skipped in result["skipped"])])
