"""What names a thing or a path is never empty: over every argument of every command, those to come too."""

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.__main__ import commands, main, parser

ROOT = Path(__file__).parents[2]


def names_and_paths():
    (subparsers,) = (a for a in parser(commands())._actions if isinstance(a, argparse._SubParsersAction))
    for command, sub in subparsers.choices.items():
        for action in sub._actions:
            if action.nargs != 0 and action.type in (None, Path):
                yield [command, f"{action.option_strings[-1]}=" if action.option_strings else ""]


@pytest.mark.parametrize("blank", ["", " ", "\t\n"], ids=["empty", "space", "tab"])
@pytest.mark.parametrize("arguments", names_and_paths(), ids=" ".join)
def test_an_empty_name_or_path_is_one_sentence(capsys, tmp_path, monkeypatch, arguments, blank):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        main([arguments[0], arguments[1] + blank])
    out, err = capsys.readouterr()
    assert (stopped.value.code, out, len(err.splitlines())) == (2, "", 1)
    option = arguments[1].rstrip("=")
    assert "empty" in err and option in err and not list(tmp_path.iterdir())


def test_every_option_that_a_command_has_is_among_them():
    found = {" ".join(arguments) for arguments in names_and_paths()}
    assert {
        "embed --output=",
        "figures --from=",
        "figures --encoder=",
        "probe --label=",
        "wic ",
        "app --address=",
    } <= found


@pytest.mark.parametrize("later", [["embed", "--output=x", "--encoder", "a", ""], ["figures", "--encoder", "a", ""]])
def test_the_second_of_two_may_not_be_empty_either(capsys, later):
    with pytest.raises(SystemExit):
        main(later)
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    "module", ["explorer.training", "explorer.training.bert", "explorer.training.elmo"], ids=lambda name: name[9:]
)
def test_the_trainers_of_the_shipped_models_say_one_sentence_too(tmp_path, module):
    for arguments in ([], ["", "x", "--minutes", "1"], ["no-corpus", "x", "--minutes", "0"]):
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments], cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PATH": ""},
            capture_output=True, text=True,
        )  # fmt: skip
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done.stderr
    assert not list(tmp_path.iterdir())
