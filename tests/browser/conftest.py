"""The real server in a process of its own, closed off from the network, and Chromium in front of it."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
REQUIRED = os.environ.get("BROWSER_TESTS") == "required"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/browser" in item.nodeid:
            item.add_marker(pytest.mark.browser)
            if not CHROMIUM and not REQUIRED:
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine: install the package chromium"))


@dataclass(frozen=True)
class Server:
    url: str
    network_log: Path
    started: float

    def outside_calls(self) -> str:
        return self.network_log.read_text(encoding="utf-8") if self.network_log.exists() else ""


def start_server(folder: Path) -> tuple[subprocess.Popen, Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "network.log"
    environment = os.environ | {
        "PYTHONPATH": str(Path(__file__).parent / "no_network"),
        "NETWORK_LOG": str(log),
        "EXPLORER_CACHE": str(folder / "cache"),
    }
    command = [sys.executable, "-m", "explorer.serving", "app.py", "--server.headless=true"]
    command += [f"--server.port={port}", "--server.address=127.0.0.1"]
    started = time.monotonic()
    with (folder / "server.log").open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output)
    url = f"http://127.0.0.1:{port}"
    while True:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1):
                return process, Server(url, log, started)
        except OSError:
            if process.poll() is not None or time.monotonic() - started > 60:
                process.kill()
                raise RuntimeError((folder / "server.log").read_text(encoding="utf-8")) from None
            time.sleep(0.05)


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[Server]:
    process, running = start_server(tmp_path_factory.mktemp("server"))
    yield running
    process.terminate()
    process.wait(10)


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser, server):
    """A fresh visitor on a laptop's screen; a request to anywhere but the server is refused and fails the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="ko-KR")
    outside: list[str] = []

    def guard(route):
        if route.request.url.startswith((server.url, "data:", "blob:")):
            route.continue_()
        else:
            outside.append(route.request.url)
            route.abort()

    context.route("**/*", guard)
    yield context.new_page()
    context.close()
    assert not outside, outside
