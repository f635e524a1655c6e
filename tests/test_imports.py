"""Imports run one way: what the architecture promises, read from the source."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = [*sorted((ROOT / "explorer").rglob("*.py")), *sorted((ROOT / "probes").rglob("*.py")), ROOT / "app.py"]

# A room, and what it may not import.
FORBIDDEN = {
    "probes": ("explorer", "streamlit"),
    "explorer/geometry": ("explorer.encoders", "explorer.analysis", "explorer.figures", "explorer.lexicon"),
    "explorer/encoders": ("explorer.analysis", "explorer.figures", "explorer.screens"),
    "explorer/lexicon": ("explorer.encoders", "explorer.analysis", "explorer.figures", "explorer.screens"),
    "explorer/figures": ("explorer.encoders", "explorer.analysis", "explorer.store", "explorer.screens"),
    "explorer/analysis": ("explorer.figures", "explorer.screens"),
    "explorer/training": ("explorer.screens", "explorer.figures"),
    "explorer/commands": ("explorer.screens",),
    "explorer/language": ("explorer.errors", "explorer.screens"),
}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


@pytest.mark.parametrize("room", FORBIDDEN)
def test_a_room_does_not_import_what_stands_on_it(room):
    for path in SOURCES:
        if path.relative_to(ROOT).as_posix().startswith(room + "/"):
            for name in imported(path):
                wrong = [f for f in FORBIDDEN[room] if name == f or name.startswith(f + ".")]
                assert not wrong, f"{path.relative_to(ROOT)} imports {name}"


def test_only_screens_the_router_and_the_server_know_streamlit():
    for path in SOURCES:
        relative = path.relative_to(ROOT).as_posix()
        if relative not in ("app.py", "explorer/serving.py") and not relative.startswith("explorer/screens/"):
            assert not any(name.split(".")[0] == "streamlit" for name in imported(path)), relative


def test_every_screen_stays_short():
    for path in (ROOT / "explorer" / "screens").glob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) < 150, path.name


def test_the_first_picture_needs_no_model_library():
    """Everything that the Compare and Layers screens import, and a stack of the bundled sentences, without torch."""
    code = (
        "import sys\n"
        "from explorer.analysis import compare, layers, untrained\n"
        "from explorer.figures import curves, gauge, heatmap, scatter\n"
        "from explorer.encoders.catalog import entries, open_encoder\n"
        "from explorer.lexicon import bundled\n"
        "from explorer.store import VectorStore\n"
        "entries()\n"
        "views = compare.layered_views(VectorStore(), open_encoder('e5-small'), bundled.occurrences('ko', 'bae'))\n"
        "assert len(views) == 13\n"
        "heavy = {'torch', 'transformers', 'umap', 'gensim'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
