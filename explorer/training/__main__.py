"""Tag the shipped models' corpus: `python -m explorer.training CORPORA [FOLDER]`."""

import sys
from pathlib import Path

from explorer.command_line import CommandLine
from explorer.errors import ExplorerError
from explorer.training.corpus import prepare
from explorer.training.places import corpus_folder
from explorer.training.sources import korean_sources


def main() -> int:
    """Exit 0, or 2 with one sentence."""
    parser = CommandLine(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("folder", type=Path, nargs="?", default=None)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    try:
        prepare(
            korean_sources(arguments.corpora),
            arguments.folder or corpus_folder(),
            workers=min(max(1, arguments.workers), 64),
        )
    except ExplorerError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
