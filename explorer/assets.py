"""Where the bundled files lie: in a checkout beside the package, or inside an installed package."""

from pathlib import Path

from explorer.errors import ExplorerError

_PACKAGE = Path(__file__).parent


def asset(*parts: str) -> Path:
    """The path of a bundled file or folder, e.g. `asset("senses", "ko")`. Existence is for the caller to ask."""
    for root in (_PACKAGE.parent / "assets", _PACKAGE / "assets"):
        if root.is_dir():
            return root.joinpath(*parts)
    raise ExplorerError("assets_missing", folder=str(_PACKAGE.parent / "assets"))
