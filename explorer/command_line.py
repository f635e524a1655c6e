"""The parser that every command of this program has: a wrong argument is one sentence on stderr and exit 2."""

import argparse
from pathlib import Path
from typing import Any, NoReturn

from explorer.errors import shown
from explorer.language import text


class CommandLine(argparse.ArgumentParser):
    """An ArgumentParser whose names and paths are never empty, and whose complaint is one sentence."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        self.register("type", None, _named)  # an argument without a type of its own
        self.register("type", Path, lambda value: Path(_named(value)))  # Path("") would be the current folder

    def add_subparsers(self, **kwargs: Any) -> Any:  # noqa: ANN401
        """A command's words are looked at by the command's own parser, which knows what each of them is."""
        self.register("type", None, str)
        return super().add_subparsers(**kwargs)

    def error(self, message: str) -> NoReturn:
        """One sentence instead of argparse's usage block."""
        self.exit(2, text("commands.bad_arguments", "en", message=shown(message), command=self.prog) + "\n")


def _named(value: str) -> str:
    if not value.strip():
        raise argparse.ArgumentTypeError(text("commands.empty_value", "en"))
    return value
