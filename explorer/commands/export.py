"""`export`: vectors and labelled sentences in the formats of other tools."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.commands.figures import add_sources, chosen
from explorer.commands.seeds import add_seed, checked
from explorer.errors import ExplorerError
from explorer.export.files import free, write_files
from explorer.language import LANGUAGES, text

if TYPE_CHECKING:
    from explorer.encoders.base import LayerStack

VECTORS = ("projector", "parquet", "npz", "keyedvectors")
SENTENCES = ("conllu", "wic")


def configure(parser: argparse.ArgumentParser) -> None:
    """What, to which tool, and where."""
    parser.add_argument("--to", choices=(*VECTORS, *SENTENCES), required=True, help=text("commands.export.to"))
    add_sources(parser.add_mutually_exclusive_group(required=True))
    parser.add_argument("--encoder", metavar="ID", help=text("commands.encoder"))
    parser.add_argument("--layer", metavar="K|all", help=text("commands.export.layer"))
    parser.add_argument("--pairs", type=int, default=2000, metavar="N", help=text("commands.export.pairs"))
    parser.add_argument("--output", type=Path, required=True, metavar="FILE|DIR", help=text("commands.export.output"))
    parser.add_argument("--language", choices=LANGUAGES, default="ko", help=text("commands.export.language"))
    add_seed(parser)
    parser.add_argument("--force", action="store_true", help=text("commands.force"))


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Encode what needs vectors, and write."""
    target: Path = arguments.output
    names = ("vectors.tsv", "metadata.tsv") if arguments.to == "projector" else ()
    paths = [target / name for name in names] or [target]
    free(paths, force=arguments.force, read=arguments.input)
    occurrences, name = chosen(arguments)
    skipped: list[dict[str, object]] = []
    if arguments.to in SENTENCES:
        from explorer.export.sentences import conllu, wic_pairs

        if arguments.to == "wic":
            if arguments.pairs < 2:
                raise ExplorerError("pairs_too_few", pairs=arguments.pairs)
            content = wic_pairs(occurrences, limit=arguments.pairs, seed=checked(arguments.seed))
        else:
            content = conllu(occurrences)
        files = {target.name: content.encode("utf-8", "replace")}
        counts = {"n": content.count("\n\n") if arguments.to == "conllu" else content.count("\n") - 1}
    else:
        stack, skipped = _stack(arguments, occurrences)
        files = _vectors(arguments, stack, name)
        counts = {"n": len(stack.occurrences), "dim": stack.dim}
    write_files(target if names else target.parent, files, force=arguments.force)
    return {"to": arguments.to, "output": [str(path) for path in paths], **counts, "skipped": skipped}


def _stack(arguments: argparse.Namespace, occurrences: Any) -> "tuple[LayerStack, list[dict[str, object]]]":  # noqa: ANN401
    from explorer.encoders.catalog import open_encoder
    from explorer.store import VectorStore

    if not arguments.encoder:
        raise ExplorerError("no_encoder_given")
    stack, without = VectorStore().available(open_encoder(arguments.encoder), occurrences)
    if not stack.occurrences:
        raise next(iter(without.values()), ExplorerError("nothing_to_save"))
    return stack, [{"row": occurrences[i].id, "why": str(why)} for i, why in without.items()]


def _vectors(arguments: argparse.Namespace, stack: "LayerStack", name: str) -> dict[str, bytes]:
    from explorer.export import vectors
    from explorer.export.facts import FigureFacts

    layers = _layers(arguments, len(stack.layers))
    file = arguments.output.name
    match arguments.to:
        case "projector":
            return vectors.projector(stack, layers[-1], arguments.language)
        case "keyedvectors":
            return {file: vectors.keyed_vectors(stack, layers[-1])}
        case "npz":
            from explorer.commands.embed import npz_bytes

            return {file: npz_bytes(stack)}
        case _:
            encoder = ((stack.encoder.id, stack.encoder.fingerprint),)
            facts = FigureFacts(name, encoder, ",".join(map(str, layers)), data=name, n=len(stack.occurrences))
            return {file: vectors.parquet(stack, layers, facts, arguments.language)}


def _layers(arguments: argparse.Namespace, count: int) -> list[int]:
    """The layer that is asked for, the top one where none is, or all for a format that holds several."""
    asked = arguments.layer
    if asked is None:
        return [count - 1]
    if asked == "all" and arguments.to in ("parquet", "npz"):
        return list(range(count))
    if not asked.isdecimal() or int(asked) >= count:
        raise ExplorerError("no_such_layer", layer=asked, last=count - 1)
    return [int(asked)]


def table(result: dict[str, Any]) -> str:
    """What was written, and what was left out."""
    done = text("commands.export.done", n=result["n"], output=", ".join(result["output"]))
    return "\n".join([done, *(text("commands.skipped", **skipped) for skipped in result["skipped"])])
