"""`report`: one file on a word, or on a file of sentences: comparison, layers, probes, tables, method, sources."""

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.commands.figures import add_sources, chosen
from explorer.commands.seeds import add_seed, checked
from explorer.errors import ExplorerError
from explorer.export.files import free, write_files
from explorer.language import LANGUAGES, Language, text

if TYPE_CHECKING:
    from explorer.encoders.base import Encoder

USUAL = ("word2vec-ko", "elmo-ko", "bert-ko", "e5-small")
"""Encoders of a report that names none: those of them that can be used here and read the language."""


def configure(parser: argparse.ArgumentParser) -> None:
    """What to report on, and where to."""
    add_sources(parser.add_mutually_exclusive_group(required=True))
    parser.add_argument("--encoder", nargs="+", default=[], metavar="ID", help=text("commands.report.encoder"))
    parser.add_argument("--output", type=Path, required=True, metavar="FILE.html", help=text("commands.report.output"))
    parser.add_argument("--language", choices=LANGUAGES, default="ko", help=text("commands.report.language"))
    add_seed(parser)
    parser.add_argument("--force", action="store_true", help=text("commands.force"))


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Measure, write the page or the PDF, and say what is in it."""
    from explorer.encoders.catalog import open_encoder
    from explorer.export.word_report import word_report

    output: Path = arguments.output
    ending = output.suffix.lower()
    if ending not in (".html", ".pdf"):
        raise ExplorerError("report_format", path=str(output))
    free([output], force=arguments.force, read=arguments.input)
    occurrences, name = chosen(arguments)
    encoders = [open_encoder(id) for id in dict.fromkeys(arguments.encoder)] or usual_encoders(occurrences[0].language)
    again = shlex.join(["--word", arguments.word] if arguments.word else ["--input", arguments.input.name])
    report = word_report(
        occurrences, encoders, name=name, language=arguments.language, seed=checked(arguments.seed), again=again
    )
    content = report.html() if ending == ".html" else report.pdf()
    write_files(output.parent, {output.name: content}, force=arguments.force)
    return {
        "output": str(output),
        "bytes": len(content),
        "n": len(occurrences),
        "encoders": [encoder.identity.id for encoder in encoders],
    }


def usual_encoders(language: Language) -> "list[Encoder]":
    """The encoders of a report that names none."""
    from explorer.encoders.catalog import entries, open_encoder

    wanted = [
        entry.id
        for entry in entries()
        if entry.id in USUAL and (entry.usable or entry.readymade)
        if language == "ko" or entry.origin != "trained here"
    ]
    return [open_encoder(id) for id in wanted]


def table(result: dict[str, Any]) -> str:
    """What was written."""
    return text(
        "commands.report.done", output=result["output"], megabytes=result["bytes"] / 1e6, n=result["n"],
        encoders=", ".join(result["encoders"]),
    )  # fmt: skip
