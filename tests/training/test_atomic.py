"""A file is whole or as it was: after a full disk, and after a kill while it is written."""

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from explorer.errors import ExplorerError
from explorer.training.atomic import write, write_text


def test_a_full_disk_leaves_the_last_good_file(tmp_path):
    path = tmp_path / "model"
    write_text(path, "good")

    def full(temporary):
        temporary.write_text("ha")
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(ExplorerError) as error:
        write(path, full)
    assert "No space left" in str(error.value)
    assert path.read_text() == "good"
    assert os.listdir(tmp_path) == ["model"]


def test_a_disk_that_safetensors_finds_full_is_one_sentence(tmp_path):
    """A limit on the size of files stands in for the full disk."""
    code = """
import resource, numpy as np
from pathlib import Path
from safetensors.numpy import save_file
from explorer.training.atomic import write
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write(Path("model"), lambda path: save_file({"v": np.ones(9999)}, path))
except Exception as error:
    print(type(error).__name__, error)
"""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root)},
        text=True,
        capture_output=True,
    )
    assert done.stdout.startswith("ExplorerError")
    assert os.listdir(tmp_path) == []


KILLED = """
import sys, time
from pathlib import Path
from explorer.training.atomic import write
def slow(path):
    path.write_text("half")
    print("writing", flush=True)
    time.sleep(60)
write(Path(sys.argv[1]), slow)
"""


def test_a_kill_in_the_middle_leaves_the_last_good_file(tmp_path):
    path = tmp_path / "model"
    write_text(path, "good")
    child = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "writing\n"
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert path.read_text() == "good"
    write_text(path, "better")  # what the kill left behind is in nobody's way
    assert path.read_text() == "better"


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_who_may_read_a_file_is_as_if_it_had_been_opened(tmp_path, umask):
    import numpy as np
    from safetensors.numpy import save_file

    before = os.umask(umask)
    try:
        write(tmp_path / "new", lambda path: save_file({"v": np.ones(2)}, path))
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o666 & ~umask
        (tmp_path / "new").chmod(0o640)
        write_text(tmp_path / "new", "x")
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    finally:
        os.umask(before)


def test_two_writers_at_once_leave_one_whole_file(tmp_path):
    begun = threading.Barrier(8)

    def slowly(text):
        def save(path):
            begun.wait()
            with path.open("w") as file:
                for character in text:
                    file.write(character)
                    file.flush()

        write(tmp_path / "model", save)

    texts = [str(i) * 500 for i in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(slowly, texts))
    assert (tmp_path / "model").read_text() in texts and os.listdir(tmp_path) == ["model"]


@pytest.mark.parametrize("name", ["model", "모델" * 40, ".hidden", "a" * 250])
def test_what_stands_beside_is_neither_followed_nor_lost(tmp_path, name):
    (tmp_path / "victim").write_text("mine")
    for stale in (f".{name[:40]}.partial", f".{name[:40]}.tmp"):
        (tmp_path / stale).symlink_to("victim")
    write_text(tmp_path / name, "x")
    assert (tmp_path / "victim").read_text() == "mine" and (tmp_path / name).read_text() == "x"
    assert len(os.listdir(tmp_path)) == 4


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ExplorerError):
        write_text(tmp_path / "file" / "model", "x")
