"""`app`: what cannot be served is one sentence, and Ctrl-C ends it without a word of Python's."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from explorer.__main__ import main

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    "arguments",
    [
        "--port=0",
        "--port=-1",
        "--port=70000",
        "--port=8501.5",
        "--port=web",
        "--port=",
        "--address=",
        "--address=a b",
        "--address=192.0.2.7",
        "--address=192.0.2.7 --port=9231",
        "--address=nowhere.invalid",
        "--address=http://localhost",
        "--address=[::1]",
        "--address=한글",
        "--address=" + "x" * 300,
    ],
)
def test_where_nothing_can_be_served_is_one_sentence(capsys, arguments):
    given = [arguments] if arguments.count("--") == 1 else arguments.split()
    try:
        code = main(["app", "--no-browser", *given])
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert (code, out, len(err.splitlines())) == (2, "", 1) and "did not foresee" not in err


def test_a_port_in_use_is_one_sentence(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["app", "--no-browser", "--address=127.0.0.1", f"--port={port}"]) == 2
    assert str(port) in capsys.readouterr().err


@pytest.mark.parametrize("seconds", [0.4, 0.9, 1.5])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_is_quiet_however_early(seconds, sent):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "explorer", "app", "--no-browser", "--address=127.0.0.1", f"--port={port}"]
    running = subprocess.Popen(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    time.sleep(seconds)
    (os.killpg if sent == signal.SIGINT else os.kill)(running.pid, sent)
    _, err = running.communicate(timeout=60)
    assert running.returncode in (0, 2, -signal.SIGTERM)
    assert "Traceback" not in err and "KeyboardInterrupt" not in err
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", port))
