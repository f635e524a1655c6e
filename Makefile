# Two commands do everything: `make run` opens the app, `make test` runs all tests.

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
TORCH := $(shell grep -E '^torch==' requirements.txt | cut -d' ' -f1)
READY := $(VENV)/.installed

.PHONY: run test fix assets bench requirements notebook screenshots

run: $(READY)
	@echo "The explorer opens in the browser; Ctrl-C here ends it. (브라우저에서 열립니다. 끝내려면 여기서 Ctrl-C를 누르세요.)"
	@$(BIN)/python -m explorer.serving app.py

test: $(READY)
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/python -m pytest -m "not bench"

fix: $(READY)
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

# The stacks of the bundled sentences, so that the first picture needs no model, what untrained models score,
# and what probes find in the layers.
assets: $(READY)
	$(BIN)/python -m explorer.readymade
	$(BIN)/python -m explorer.analysis.untrained
	$(BIN)/python -m explorer.analysis.probing

# The executed example notebook, from assets/notebook/example.py.
notebook: $(READY)
	$(BIN)/python -m tests.make_notebook

# The pictures of the READMEs, from the running app in Chromium.
screenshots: $(READY)
	$(BIN)/python -m tests.browser.make_screenshots

bench: $(READY)
	$(BIN)/python -m pytest -m bench -s

# Exact pins of everything that running and testing need, made from pyproject.toml.
requirements: $(READY)
	CUSTOM_COMPILE_COMMAND="make requirements" $(BIN)/python -m piptools compile --extra dev --strip-extras --no-annotate \
		--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --quiet --output-file requirements.txt pyproject.toml
	sed -i.bak 's/^\(torch==[0-9.]*\)+[a-z0-9]*/\1/' requirements.txt && rm requirements.txt.bak

# On Linux without an NVIDIA card the CPU build of torch saves gigabytes; where its index cannot be reached, the plain one serves.
$(READY): requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; call make with PYTHON=python3.12, say." if sys.version_info < (3, 11) else 0)'
	@echo "Installing the packages, about 2.7 GB on disk: some minutes, once. (패키지를 설치합니다. 처음 한 번, 몇 분 걸립니다.)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@if [ "$$(uname -s)" = Linux ] && ! command -v nvidia-smi >/dev/null 2>&1 && ! $(BIN)/python -c 'import torch' 2>/dev/null; then \
		$(BIN)/python -m pip install --quiet --retries 0 --timeout 5 --no-deps --index-url https://download.pytorch.org/whl/cpu $(TORCH) 2>/dev/null || true; \
	fi
	@$(BIN)/python -m pip install --disable-pip-version-check -r requirements.txt
	@touch $(READY)
