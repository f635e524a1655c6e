"""Where what is kept between runs lies."""

import os
from pathlib import Path

from platformdirs import user_cache_path


def corpus_folder() -> Path:
    """Folder of the tagged corpus: `$EXPLORER_CACHE/corpus`, or in the user's cache folder."""
    root = os.environ.get("EXPLORER_CACHE")
    return (Path(root) if root else user_cache_path("polysemy-explorer")) / "corpus"
