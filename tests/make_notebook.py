"""Make the example notebook from its source and run it: `python -m tests.make_notebook`, or `make notebook`.

The source is `assets/notebook/example.py`, cells apart by `# %%`; the notebook beside it is never edited by hand. Where
Chrome is on this machine, pictures of the figures stand beside their data, for viewers that run no JavaScript.
"""

import os
import re
import sys
from base64 import b64encode
from pathlib import Path

import nbformat
import plotly.graph_objects as go
from nbclient import NotebookClient
from nbformat import NotebookNode

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "assets" / "notebook" / "example.py"
NOTEBOOK = SOURCE.with_suffix(".ipynb")
PLOTLY = "application/vnd.plotly.v1+json"


def cells(source: str) -> list[NotebookNode]:
    """The cells of a source; a Markdown cell's lines are comments there."""
    found = []
    for kind, body in re.findall(r"^# %%( \[markdown\])?\n(.*?)(?=^# %%|\Z)", source, re.DOTALL | re.MULTILINE):
        text = body.strip()
        cell = (
            nbformat.v4.new_markdown_cell(re.sub(r"^# ?", "", text, flags=re.MULTILINE))
            if kind
            else nbformat.v4.new_code_cell(text)
        )
        cell["id"] = f"cell-{len(found)}"
        found.append(cell)
    return found


def executed(source: str) -> NotebookNode:
    """The notebook, run in a kernel of this Python; a cell that fails raises CellExecutionError."""
    notebook = nbformat.v4.new_notebook(cells=cells(source))
    os.environ["PLOTLY_RENDERER"] = "plotly_mimetype"
    os.environ["PYTHONPATH"] = str(ROOT)
    client = NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False)
    client.execute(cwd=str(ROOT))
    notebook["metadata"] = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell in notebook["cells"]:
        if "outputs" in cell:  # what a terminal would have been told is left out
            cell["outputs"] = [output for output in cell["outputs"] if output.get("name") != "stderr"]
    return notebook


def outputs(notebook: NotebookNode) -> list[NotebookNode]:
    """All outputs, in order."""
    return [output for cell in notebook["cells"] for output in cell.get("outputs", [])]


def with_pictures(notebook: NotebookNode) -> NotebookNode:
    """The notebook with a PNG beside each Plotly figure."""
    from explorer.export.pages import Picture
    from explorer.export.render import render_all
    from explorer.interface.figures import facts_of

    shown = [output["data"] for output in outputs(notebook) if PLOTLY in output.get("data", {})]
    figures = [go.Figure(data["data"], data["layout"]) for data in (each[PLOTLY] for each in shown)]
    pictures = [Picture(figure, facts_of(figure), size="page", caption=False) for figure in figures]
    for data, made in zip(shown, render_all(pictures, ["png"], scale=1), strict=True):
        data["image/png"] = b64encode(made["png"]).decode("ascii")
    return notebook


if __name__ == "__main__":
    made = with_pictures(executed(SOURCE.read_text(encoding="utf-8")))
    nbformat.validate(made)
    NOTEBOOK.write_text(nbformat.writes(made) + "\n", encoding="utf-8")
    sys.stdout.write(f"{NOTEBOOK.relative_to(ROOT)}: {NOTEBOOK.stat().st_size / 1e6:.1f} MB\n")
