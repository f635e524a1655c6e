"""The argument `--seed`, which several commands have."""

import argparse

from explorer.errors import ExplorerError
from explorer.language import text


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add `--seed`, 0 by default."""
    parser.add_argument("--seed", type=int, default=0, metavar="N", help=text("commands.seed"))


def checked(seed: int) -> int:
    """The seed. Raises ExplorerError where no random generator takes it."""
    if not 0 <= seed < 2**32:
        raise ExplorerError("train_seed", seed=seed)
    return seed
