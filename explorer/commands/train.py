"""`train word2vec|fasttext|glove|elmo|bert --corpus FILE… --minutes N --output DIR`: a model from one's own text."""

import argparse
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from explorer.errors import ExplorerError
from explorer.language import text
from explorer.training.workshop import FAMILIES, new_folder, tagged, train


def configure(parser: argparse.ArgumentParser) -> None:
    """The family, the text files and the time."""
    parser.add_argument("family", choices=FAMILIES, help=text("commands.train.family"))
    parser.add_argument(
        "--corpus", type=Path, nargs="+", required=True, metavar="FILE", help=text("commands.train.corpus")
    )
    parser.add_argument("--minutes", type=float, default=10.0, metavar="N", help=text("commands.train.minutes"))
    parser.add_argument("--passes", type=int, metavar="N", help=text("commands.train.passes"))
    parser.add_argument("--output", type=Path, required=True, metavar="DIR", help=text("commands.train.output"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=text("commands.train.seed"))


def run(arguments: argparse.Namespace) -> dict[str, object]:
    """Tag the text (once; kept in the cache), train, and say what came of it."""
    if not 0 < arguments.minutes < 10_000 or (arguments.passes is not None and not 1 <= arguments.passes <= 10_000):
        raise ExplorerError("train_time", minutes=arguments.minutes)
    if not 0 <= arguments.seed < 2**32:
        raise ExplorerError("train_seed", seed=arguments.seed)
    was_there = arguments.output.exists()
    new_folder(arguments.output, arguments.family)
    try:
        corpus, names = tagged(arguments.corpus)
        return train(
            arguments.family,
            corpus,
            names,
            arguments.output,
            minutes=arguments.minutes,
            passes=arguments.passes,
            seed=arguments.seed,
        )
    finally:
        if not was_there:
            with suppress(OSError):  # it stays where there is anything in it
                arguments.output.rmdir()


def table(result: Mapping[str, object]) -> str:
    """One line a figure, and where the model is."""
    figures = [f"{key:<12} {value}" for key, value in result.items() if isinstance(value, int | float | str)]
    return "\n".join([*figures, text("commands.train.done", output=result["output"])])
