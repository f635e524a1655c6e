"""Where what is kept between runs lies."""

import os
from pathlib import Path

from platformdirs import user_cache_path


def cache_folder() -> Path:
    """`$EXPLORER_CACHE`, or the program's folder among the user's caches."""
    root = os.environ.get("EXPLORER_CACHE")
    return Path(root) if root else user_cache_path("polysemy-explorer")


def corpus_folder() -> Path:
    """Folder of the tagged corpus."""
    return cache_folder() / "corpus"
