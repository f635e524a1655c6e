"""The wheel, installed into an environment of its own and used from another folder."""

import json
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.request
import venv
from pathlib import Path

import pytest

from explorer.__main__ import main
from explorer.assets import asset, root

ROOT = Path(__file__).parents[1]
pytest.importorskip("hatchling", reason="a wheel is built with hatchling")


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, encoding="utf-8", **options)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The `bin` folder of an environment that holds the wheel; all other packages are those of this one."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", ROOT, "--no-deps", "--no-build-isolation", "--no-index", "-q", "-w", folder / "wheels")
    venv.create(folder / "environment", with_pip=False)
    python = folder / "environment" / "bin" / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    (wheel,) = (folder / "wheels").iterdir()
    run(*pip, "--python", python, "install", "--no-deps", "--no-index", "--no-compile", "-q", wheel)
    return python.parent


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("EXPLORER_CACHE", str(tmp_path / "cache"))
    return tmp_path


def test_in_a_checkout_everything_lies_around_the_package():
    assert root() == ROOT and asset("senses") == ROOT / "assets" / "senses"


def test_the_wheel_holds_every_asset_and_the_app(installed):
    code = "from explorer.assets import root; print(root())"
    inside = Path(run(installed / "python", "-I", "-c", code).strip())
    assert inside.is_relative_to(installed.parent)
    for part in ("app.py", ".streamlit/config.toml", "static/PretendardVariable.woff2", "assets"):
        paths = [path for path in (ROOT / part).rglob("*") if path.is_file()] or [ROOT / part]
        for path in paths:
            copy = inside / path.relative_to(ROOT)
            assert copy.stat().st_size == path.stat().st_size, path
    for data in ("screens/look.css", "language/ko/errors.toml", "py.typed"):
        assert (inside.parent / data).is_file()


def test_the_console_command_works_from_anywhere(installed, elsewhere):
    known = json.loads(run(installed / "polysemy-explorer", "encoders", "--json"))["encoders"]
    trained = {entry["id"]: entry for entry in known if entry["origin"] == "trained here"}
    assert trained["word2vec-ko"]["usable"] and trained["word2vec-ko"]["readymade"]
    said = run(installed / "polysemy-explorer", "separation", "--encoder", "word2vec-ko", "--word", "배")
    assert "word2vec-ko" in said
    assert "usage: polysemy-explorer" in run(installed / "polysemy-explorer", "--help")


def test_the_installed_app_is_served_with_its_font_and_its_pages(installed, elsewhere):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [installed / "polysemy-explorer", "app", "--no-browser", "--port", port, "--address", "127.0.0.1"]
    with (elsewhere / "log").open("wb") as log:
        serving = subprocess.Popen(list(map(str, command)), stdout=log, stderr=log)
    try:
        assert fetched(f"http://127.0.0.1:{port}/_stcore/health", serving) == b"ok"
        font = fetched(f"http://127.0.0.1:{port}/app/static/PretendardVariable.woff2", serving)
        assert font == (ROOT / "static" / "PretendardVariable.woff2").read_bytes()
        assert main(["app", "--port", str(port), "--address", "127.0.0.1"]) == 2  # taken
    finally:
        serving.terminate()
        serving.wait(120)
    with socket.socket() as again:  # the server went with its command
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", port))
    code = (
        "from explorer.assets import root; from streamlit.testing.v1 import AppTest\n"
        "page = AppTest.from_file(str(root() / 'app.py'), default_timeout=120).run()\n"
        "assert not page.exception and not page.error, page"
    )
    run(installed / "python", "-c", code)


def fetched(address, serving):
    for _ in range(600):
        assert serving.poll() is None
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return answer.read()
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"no answer from {address}")


@pytest.mark.parametrize("port", ["0", "-1", "70000"])
def test_a_port_that_is_none_is_one_sentence(capsys, port):
    assert main(["app", f"--port={port}"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_address_of_another_computer_is_one_sentence(capsys):
    assert main(["app", "--port=8765", "--address=192.0.2.1"]) == 2
    assert "192.0.2.1" in capsys.readouterr().err


def test_the_image_copies_only_what_is_there():
    copied = [
        source
        for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
        if line.startswith("COPY ") and "--from" not in line
        for source in line.split()[1:-1]
        if not source.startswith("--")
    ]
    assert copied and all((ROOT / source).exists() for source in copied)


@pytest.mark.skipif(shutil.which("make") is None, reason="no make")
def test_make_knows_every_target_of_the_readme():
    for page in ROOT.glob("*.md"):
        for line in page.read_text(encoding="utf-8").splitlines():
            if line.startswith("make "):
                run("make", "-n", line.split()[1], cwd=ROOT, env=os.environ | {"MAKEFLAGS": ""})
