"""The command line on hostile input: 0 or 2, and with 2 exactly one sentence, on stderr."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.__main__ import main
from explorer.commands import embed

ROOT = Path(__file__).parents[2]
TABLE = "sentence\tword\tsense\n[배]가 고프다\t배\ta\n[배]를 탔다\t배\tb\n[배]를 먹다\t배\tb\n[뷁뷁]이 온다\t뷁뷁\ta\n"


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "표 [1] {x}.tsv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def sentence(capsys, arguments):
    try:
        code = main([str(argument) for argument in arguments])
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert code == 2 and out == ""
    assert len(err.splitlines()) == 1 and len(err) < 1000 and "did not foresee" not in err
    return err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--json"],
        ["nonsense"],
        ["separation", "--encoder", "word2vec-ko", "--word", ""],
        ["separation", "--encoder", "word2vec-ko", "--word", "배", "--seed", "-1"],
        ["separation", "--encoder", "word2vec-ko", "--word", "배", "--seed", "9" * 5000],
        ["wic", "--encoder", "word2vec-ko", "--seed", "-1", "x.tsv"],
        ["wic", "--encoder", "word2vec-ko", "a" * 5000],
        ["embed", "--pooling", "x\ny", "--encoder", "\x1b[31m"],
    ],
)
def test_bad_arguments_are_one_sentence(capsys, arguments):
    sentence(capsys, arguments)


@pytest.mark.parametrize(
    "encoder",
    [
        "",
        " ",
        "..",
        "../x",
        "/",
        "~nobody-of-this-name",
        "a/b/c",
        "-x",
        "x" * 5000,
        "한글",
        "a\nb",
        "http://x/y",
        "a\0b",
    ],
)
def test_an_encoder_that_is_none_is_one_sentence(capsys, table, tmp_path, encoder):
    sentence(capsys, ["embed", f"--encoder={encoder}", "--input", table, "--output", tmp_path / "out.npz"])


@pytest.mark.parametrize("output", ["", ".", "..", "/", "fifo", "folder", "table/x.npz", "a" * 5000])
def test_only_a_file_is_written_and_nothing_else_replaced(capsys, table, tmp_path, monkeypatch, output):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("fifo")
    Path("folder").mkdir()
    Path("table").write_text(TABLE, encoding="utf-8")
    before = sorted(path.name for path in tmp_path.iterdir())
    sentence(capsys, ["embed", "--encoder", "word2vec-ko", "--input", table, "--output", output])
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert not Path("fifo").is_file() and Path("table").read_text(encoding="utf-8") == TABLE


def test_the_input_is_never_overwritten_and_a_link_is_followed(capsys, table, tmp_path):
    (tmp_path / "link").symlink_to(table)
    arguments = ["embed", "--encoder", "word2vec-ko", "--input", table, "--output"]
    assert "not overwritten" in sentence(capsys, [*arguments, tmp_path / "link"])
    (tmp_path / "other").symlink_to(tmp_path / "new.npz")
    assert main([str(argument) for argument in [*arguments, tmp_path / "other"]]) == 0
    assert (tmp_path / "other").is_symlink() and (tmp_path / "new.npz").is_file()


def test_a_sentence_without_a_vector_does_not_cost_the_others(capsys, table):
    assert main(["separation", "--encoder", "word2vec-ko", "--input", str(table), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["n"] == 3 and [skipped["row"] for skipped in result["skipped"]] == ["4"]


def test_too_many_sentences_to_compare_are_said(capsys, tmp_path):
    rows = "".join(f"{i} [배]가\t{'ab'[i % 2]}\n" for i in range(10_000))
    (tmp_path / "many.tsv").write_text("sentence\tsense\n" + rows, encoding="utf-8")
    assert "10000" in sentence(capsys, ["separation", "--encoder", "e5-small", "--input", tmp_path / "many.tsv"])


def test_what_was_not_foreseen_is_one_sentence_too(capsys, monkeypatch):
    monkeypatch.setattr(embed, "run", lambda arguments: 1 / 0)
    assert main(["embed", "--encoder", "x", "--input", "x", "--output", "x"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and len(err.splitlines()) == 1 and "ZeroDivisionError" in err


def started(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "explorer", *arguments], cwd=ROOT, text=True, encoding="utf-8", errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, **options,
    )  # fmt: skip


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no device that is always full")
def test_a_full_disk_behind_stdout_is_one_sentence():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "explorer", "encoders"], cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1


def test_a_terminal_that_knows_no_hangul_still_gets_json():
    out, err = started("encoders", "--json", env={**os.environ, "PYTHONIOENCODING": "ascii"}).communicate()
    assert json.loads(out)["encoders"] and err == ""


def test_an_interrupt_is_one_sentence(tmp_path):
    os.mkfifo(tmp_path / "endless")
    running = started("embed", "--encoder", "word2vec-ko", "--input", tmp_path / "endless", "--output", tmp_path / "o")
    with (tmp_path / "endless").open("w"):  # opens as soon as the command reads, and nothing is written
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, len(err.splitlines())) == (2, "", 1), err
