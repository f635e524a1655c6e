"""`probe` on the command line: the contract of its JSON, its table, and one sentence where it cannot work."""

import json

import pytest

from explorer.__main__ import main
from explorer.analysis.probing import TASK_IDS

FIGURES = {"layer", "accuracy", "interval", "control", "selectivity", "codelength", "compression", "n"}
QUICK = ["--repeats", "2", "--permutations", "0", "--codelength", "1", "--mix", "0", "--no-baselines"]


@pytest.fixture
def table(tmp_path):
    words = (("배", "가", "NOUN"), ("새", "", "DET"))
    rows = [f"{i:02}번 [{word}]{particle} 왔다\t{word}\t{tag}" for i in range(30) for word, particle, tag in words]
    path = tmp_path / "표.tsv"
    path.write_text("\n".join(["sentence\tword\tupos", *rows]), encoding="utf-8")
    return path


def output(capsys, *arguments):
    assert main([str(a) for a in ("probe", "--encoder", "word2vec-ko", *arguments)]) == 0
    return capsys.readouterr().out


def test_json_holds_a_list_of_layers_with_the_figures_of_the_contract(capsys, table):
    result = json.loads(output(capsys, "--task", "pos", "--input", table, "--json", *QUICK))
    assert result["encoder"] == "word2vec-ko" and result["task"] == "pos" and result["source"] == "표.tsv"
    (layer,) = result["layers"]
    assert layer.keys() >= FIGURES and layer["layer"] == 0 and layer["n"] > 10
    assert layer["accuracy"] == 1 and layer["selectivity"] == pytest.approx(1 - layer["control"])
    assert result["learned_mix"] is None and result["centre_of_gravity"] is None and result["skipped"] == []
    assert result["classes"] == {"DET": 30, "NOUN": 30}


def test_the_table_has_a_line_a_layer_and_says_what_to_beware_of(capsys, table):
    lines = output(capsys, "--task", "pos", "--input", table, *QUICK).splitlines()
    assert "60 items, 2 labels" in lines[0] and lines[2].startswith("static ") and lines[3].startswith("majority")
    assert "Fewer than 5 seeds." in lines


def test_bundled_tasks_are_there_at_once(capsys):
    result = json.loads(output(capsys, "--task", "homograph", "--json"))
    assert result["ready"] and result["n"] == result["layers"][0]["n"] > 500
    assert {b["name"] for b in result["baselines"]} == {"context"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--task", "nonsense"],
        ["--task", "wic"],
        ["--task", "pos", "--train", "a.tsv"],
        ["--task", "pos", "--input", "absent.tsv"],
        ["--task", "sense", "--limit", "0"],
        ["--task", "sense", "--repeats", "0", "--fresh"],
        ["--task", "sense", "--permutations", "1000000000"],
        ["--task", "sense", "--codelength", "-1"],
        ["--task", "sense", "--language", "en"],
        ["--task", "sense", "--rank", "-1", "--fresh"],
        ["--task", "sense", "--label", "x", "--input", "{table}"],
        ["--task", "wic", "--input", "{table}"],
    ],
)
def test_what_cannot_work_is_one_sentence(capsys, table, arguments):
    try:
        code = main(["probe", "--encoder", "word2vec-ko", *(a.format(table=table) for a in arguments)])
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    assert code == 2 and out == "" and len(err.splitlines()) == 1 and "did not foresee" not in err


def test_every_task_is_a_choice(capsys):
    with pytest.raises(SystemExit):
        main(["probe", "--help"])
    said = capsys.readouterr().out
    assert all(task in said for task in TASK_IDS)


def test_sentences_that_each_stand_under_two_labels_are_said_as_such(capsys, tmp_path):
    (tmp_path / "same.tsv").write_text("sentence\tword\tsense\n" + "[배]\t배\ta\n[배]\t배\tb\n" * 10, encoding="utf-8")
    code = main(["probe", "--encoder", "word2vec-ko", "--task", "sense", "--input", str(tmp_path / "same.tsv")])
    assert code == 2 and "several labels" in capsys.readouterr().err
