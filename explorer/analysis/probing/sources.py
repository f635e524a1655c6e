"""Where a run's sentences come from: the bundled ones, or a file and perhaps another to train on."""

from dataclasses import dataclass
from pathlib import Path

from explorer.language import Language


@dataclass(frozen=True, slots=True)
class BundledSource:
    """The sentences that come with the program."""

    language: Language = "ko"


@dataclass(frozen=True, slots=True)
class FileSource:
    """A file by its path, or its content with its name (`data`): a treebank, pairs, a dictionary, eojeols, a table.

    With `train` (another file of the same kind) probes are trained on that one and judged on this; without it, parts
    are drawn again and again from this one.
    """

    path: Path
    data: bytes | None = None
    train: "FileSource | None" = None

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name


Source = BundledSource | FileSource
