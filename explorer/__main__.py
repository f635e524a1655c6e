"""`python -m explorer COMMAND`, or `polysemy-explorer COMMAND`: exit 0, or 2 with one sentence on stderr."""

import argparse
import json
import os
import sys
import warnings
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType

from explorer.command_line import CommandLine
from explorer.errors import ExplorerError
from explorer.language import text


def commands() -> dict[str, ModuleType]:
    """The commands by name, imported late, so that Ctrl-C while they load is one sentence too."""
    from explorer.commands import app, embed, encoders, export, figures, probe, report, separation, train, wic

    modules = (app, encoders, embed, separation, wic, probe, figures, report, export, train)
    return {module.__name__.rpartition(".")[2]: module for module in modules}


def parser(modules: Mapping[str, ModuleType]) -> argparse.ArgumentParser:
    """The whole command line, with every command's arguments."""
    installed = Path(sys.argv[0]).stem == "polysemy-explorer"
    root = CommandLine(
        prog="polysemy-explorer" if installed else "python -m explorer", description=text("commands.description")
    )
    subparsers = root.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=CommandLine)
    for name, module in modules.items():
        sub = subparsers.add_parser(name, help=text(f"commands.{name}.help"))
        sub.add_argument("--json", action="store_true", help=text("commands.json"))
        module.configure(sub)
    return root


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code."""
    try:
        modules = commands()
        parsed = parser(modules).parse_args(arguments)
        command = modules[parsed.command]
        result = command.run(parsed)
        _write(_as_json(result) if parsed.json else command.table(result))
    except ExplorerError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _fail(text("commands.interrupted"))
    except MemoryError:
        return _fail(str(ExplorerError("out_of_memory")))
    except OSError as error:
        place, why = str(error.filename or "?"), error.strerror or str(error)
        return _fail(str(ExplorerError("file_trouble", path=place, why=why)))
    except ModuleNotFoundError as error:
        return _fail(str(ExplorerError("package_missing", package=error.name or str(error))))
    except Exception as error:  # a fault of ours; `python -X dev` shows where
        if sys.flags.dev_mode:
            raise
        return _fail(str(ExplorerError("unexpected", kind=type(error).__name__, why=str(error))))
    return 0


def _as_json(result: object) -> str:
    """One line of JSON: Hangul as it is, unless the terminal's encoding or a broken file name stands against it."""
    rendered = json.dumps(result, ensure_ascii=False, allow_nan=False)
    try:
        rendered.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(result, allow_nan=False)
    return rendered


def _write(rendered: str) -> None:
    """To stdout. Raises ExplorerError where it cannot be written; a pipe that `| head` closed is no error."""
    try:
        encoding = sys.stdout.encoding or "utf-8"
        sys.stdout.write(rendered.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_stdout()
    except (OSError, AttributeError) as error:  # a full disk, or stdout was closed by the shell
        _discard_stdout()
        raise ExplorerError("cannot_write", path="stdout", why=getattr(error, "strerror", None) or "closed") from error


def _discard_stdout() -> None:
    """What is still in the buffer goes nowhere, so that Python does not fail on it once more at its exit."""
    with suppress(OSError, AttributeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(sentence: str) -> int:
    with suppress(OSError, AttributeError):  # nobody listens
        sys.stderr.write(sentence + "\n")
    return 2


def console() -> int:
    """The command line as a process of its own."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")  # a library's warning is no sentence for a reader
    return main()


if __name__ == "__main__":
    sys.exit(console())
