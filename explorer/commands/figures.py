"""`figures`: the figures of a word, or of a file of sentences, as files; or those of a manifest once more."""

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from explorer.analysis.spaces import Centring, Grouping
from explorer.commands.seeds import add_seed, checked
from explorer.errors import ExplorerError
from explorer.export.files import free, write_files
from explorer.export.formats import FORMATS, MANIFEST, SCALES, SIZES, Format
from explorer.language import LANGUAGES, text
from explorer.lexicon import bundled
from explorer.lexicon.tables import read_occurrences
from explorer.occurrences import Occurrence

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from explorer.export.pages import Picture


def configure(parser: argparse.ArgumentParser) -> None:
    """What to draw, how, and where to."""
    source = parser.add_mutually_exclusive_group(required=True)
    add_sources(source)
    source.add_argument("--from", type=Path, dest="manifest", metavar=MANIFEST, help=text("commands.figures.manifest"))
    parser.add_argument("--encoder", nargs="+", default=[], metavar="ID", help=text("commands.encoder"))
    parser.add_argument("--format", default="svg,html,csv", metavar="svg,png,…", help=text("commands.figures.format"))
    parser.add_argument("--output", type=Path, required=True, metavar="DIR", help=text("commands.figures.output"))
    parser.add_argument("--layer", type=int, metavar="K", help=text("commands.figures.layer"))
    parser.add_argument("--size", choices=SIZES, default="slide", help=text("commands.figures.size"))
    parser.add_argument("--scale", type=int, choices=SCALES, default=2, help=text("commands.figures.scale"))
    parser.add_argument("--no-caption", action="store_true", help=text("commands.figures.no_caption"))
    add_reading(parser)
    add_seed(parser)
    parser.add_argument("--force", action="store_true", help=text("commands.force"))


def add_sources(source: argparse._MutuallyExclusiveGroup) -> None:
    """`--word` or `--input`."""
    source.add_argument("--word", help=text("commands.separation.word"))
    source.add_argument("--input", type=Path, metavar="FILE", help=text("commands.input"))


def add_reading(parser: argparse.ArgumentParser) -> None:
    """How labels are grouped and vectors centred, and the language of the texts."""
    parser.add_argument("--by", choices=get_args(Grouping), default="sense", help=text("commands.separation.by"))
    parser.add_argument("--centring", choices=get_args(Centring), default="reference", help=text("commands.centring"))
    parser.add_argument("--language", choices=LANGUAGES, default="ko", help=text("commands.figures.language"))


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Draw, and write all files with the manifest that makes them again."""
    from explorer.export.bundle import Bundle, read_manifest

    if arguments.manifest is not None:
        bundle = read_manifest(arguments.manifest)
    else:
        formats = wanted_formats(arguments.format)
        occurrences, name = chosen(arguments)
        if not arguments.encoder:
            raise ExplorerError("no_encoder_given")
        free([arguments.output / MANIFEST], force=arguments.force)
        bundle = Bundle(_pictures(arguments, occurrences, name), formats, arguments.scale)
    free([arguments.output / file for file in bundle.names()], force=arguments.force, read=arguments.input)
    files = bundle.files()
    write_files(arguments.output, files, force=arguments.force)
    marks = {file: hashlib.sha256(content).hexdigest() for file, content in files.items()}
    return {
        "output": str(arguments.output),
        "files": list(files),
        "changed": sorted(file for file, mark in bundle.hashes.items() if marks.get(file) != mark),
    }


def wanted_formats(listed: str) -> tuple[Format, ...]:
    """The formats of a list with commas. Raises ExplorerError for one that there is not, and for none."""
    names = [name.strip().lower() for name in listed.split(",") if name.strip()]
    formats = tuple(dict.fromkeys(format for name in names for format in FORMATS if format == name))
    if not formats or set(names) - set(formats):
        unknown = ", ".join(name for name in names if name not in FORMATS)
        raise ExplorerError("figure_format", given=unknown or listed, formats=", ".join(FORMATS))
    return formats


def chosen(arguments: argparse.Namespace) -> tuple[tuple[Occurrence, ...], str]:
    """The uses that are asked for, and their name. Raises ExplorerError where there are none."""
    if arguments.input is not None:
        return read_occurrences(arguments.input).occurrences, arguments.input.name.partition(".")[0]
    for language in LANGUAGES:
        word_id = bundled.word_id_of(language, arguments.word)
        if word_id in bundled.word_ids(language):
            return bundled.occurrences(language, word_id), bundled.senses_of(language, word_id)[0].word
    words = ", ".join(word for language in LANGUAGES for word in bundled.word_ids(language))
    raise ExplorerError("unknown_bundled_word", word=arguments.word, words=words)


def _pictures(arguments: argparse.Namespace, occurrences: Sequence[Occurrence], name: str) -> "tuple[Picture, ...]":
    """A picture of the places at one layer for each encoder, then the curves by layer of those that have several."""
    from explorer.encoders.catalog import open_encoder
    from explorer.interface import draw, draw_layers

    reading = {"by": arguments.by, "centring": arguments.centring, "language": arguments.language}
    encoders = {id: open_encoder(id) for id in dict.fromkeys(arguments.encoder)}
    pictures = []
    for id, encoder in encoders.items():
        last = len(encoder.layers) - 1
        layer = last if arguments.layer is None else arguments.layer
        if not 0 <= layer <= last and last:
            raise ExplorerError("no_such_layer", layer=layer, last=last)
        figure = draw(occurrences, encoder, layer=min(layer, last), **reading)
        pictures.append(_picture(arguments, figure, f"{name}-{id}" + (f"-layer{layer}" if last else "")))
    if deep := [encoder for encoder in encoders.values() if len(encoder.layers) > 1]:
        seed = checked(arguments.seed)
        pictures.append(_picture(arguments, draw_layers(occurrences, deep, seed=seed, **reading), f"{name}-layers"))
    return tuple(pictures)


def _picture(arguments: argparse.Namespace, figure: "go.Figure", name: str) -> "Picture":
    from explorer.export.facts import facts_of
    from explorer.export.pages import Picture

    caption = not arguments.no_caption
    return Picture(figure, facts_of(figure), name, arguments.size, caption, arguments.language)


def table(result: dict[str, Any]) -> str:
    """What was written, and which files are not those of the manifest."""
    done = text("commands.figures.done", n=len(result["files"]), output=result["output"])
    if result["changed"]:
        return f"{done}\n{text('commands.figures.changed', files=', '.join(result['changed']))}"
    return done
