"""Where the files beside the code lie: in a checkout around the package, in an installed package inside it.

The wheel carries `app.py`, `static/`, `.streamlit/` and `assets/` in `explorer/app/`, in the order of the checkout, so
that one root serves both.
"""

from pathlib import Path

from explorer.errors import ExplorerError

_PACKAGE = Path(__file__).parent


def root() -> Path:
    """The folder in which `app.py`, `static/`, `.streamlit/` and `assets/` lie."""
    installed = _PACKAGE / "app"
    return installed if (installed / "app.py").is_file() else _PACKAGE.parent


def asset(*parts: str) -> Path:
    """The path of a bundled file or folder, e.g. `asset("senses", "ko")`. Existence is for the caller to ask.

    Raises ExplorerError where there are no bundled files at all.
    """
    folder = root() / "assets"
    if not folder.is_dir():
        raise ExplorerError("assets_missing", folder=str(folder))
    return folder.joinpath(*parts)
