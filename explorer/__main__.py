"""`python -m explorer COMMAND`: exit 0, or 2 with one sentence on stderr."""

import argparse
import json
import os
import sys
from types import ModuleType
from typing import NoReturn

from explorer.commands import embed, encoders, separation, train, wic
from explorer.errors import ExplorerError
from explorer.language import text

COMMANDS: dict[str, ModuleType] = {
    "encoders": encoders,
    "embed": embed,
    "separation": separation,
    "wic": wic,
    "train": train,
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """One sentence instead of argparse's usage block."""
        self.exit(2, text("commands.bad_arguments", "en", message=message, command=self.prog) + "\n")


def parser() -> argparse.ArgumentParser:
    """The whole command line, with every command's arguments."""
    root = _Parser(prog="python -m explorer", description=text("commands.description"))
    subparsers = root.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)
    for name, module in COMMANDS.items():
        sub = subparsers.add_parser(name, help=text(f"commands.{name}.help"))
        sub.add_argument("--json", action="store_true", help=text("commands.json"))
        module.configure(sub)
    return root


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code."""
    parsed = parser().parse_args(arguments)
    command = COMMANDS[parsed.command]
    try:
        result = command.run(parsed)
    except ExplorerError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write(text("commands.interrupted") + "\n")
        return 2
    rendered = json.dumps(result, ensure_ascii=False, allow_nan=False) if parsed.json else command.table(result)
    try:
        sys.stdout.write(rendered + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # `| head` closed the pipe: not an error
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
