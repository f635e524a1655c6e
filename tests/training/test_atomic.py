"""A file is whole or as it was: after a full disk, and after a kill while it is written."""

import errno
import os
import signal
import subprocess
import sys
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
    assert os.listdir(tmp_path) == ["model"]


def test_others_may_read_what_safetensors_wrote(tmp_path):
    import numpy as np
    from safetensors.numpy import save_file

    write(tmp_path / "m", lambda path: save_file({"v": np.ones(2)}, path))
    assert (tmp_path / "m").stat().st_mode & 0o044 == 0o044


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ExplorerError):
        write_text(tmp_path / "file" / "model", "x")
