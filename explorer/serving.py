"""`python -m explorer.serving APP [OPTION …]`: Streamlit's own `run`, with the options that it has.

While the browser loads Streamlit's page the server has nothing to do, and the first page would import its libraries
only then: here they are imported in that time.
"""

import sys
import threading
import time
from importlib import import_module

LIBRARIES = ("pandas", "plotly.graph_objects", "plotly.io", "scipy.linalg")
"""What the first page needs and takes long to import. None of them imports Streamlit or the explorer."""


def main() -> None:
    """Serve until stopped; Ctrl-C ends it without a word, however early."""
    try:
        from streamlit.web import cli

        threading.Thread(target=_load, daemon=True).start()
        cli.main(["run", *(sys.argv[1:] or ["app.py"])], prog_name="streamlit")
    except KeyboardInterrupt:
        sys.exit(130)


def _load() -> None:
    from streamlit import runtime

    while not runtime.exists():  # before that, importing would only delay it
        time.sleep(0.02)
    for name in LIBRARIES:
        import_module(name)


if __name__ == "__main__":
    main()
