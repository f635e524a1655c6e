import argparse
import json

import numpy as np
import pytest

from explorer.commands import embed, encoders
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence
from tests.encoders.tiny import DIM, LAYERS, save_bert

TABLE = (
    "sentence\tword\tsense\n"
    "[배]가 고파서 밥을 먹었다\t배\tbelly\n"
    "강에 [배]가 떠 있다\t배\tship\n"
    "낱말이 없다\t배\t\n"
    "[길]이가 길다\t\t\n"
)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return save_bert(tmp_path_factory.mktemp("model") / "bert")


def run(model, tmp_path, table=TABLE, output="out.npz", pooling="mean"):
    (tmp_path / "in.tsv").write_text(table, encoding="utf-8")
    return embed.run(
        argparse.Namespace(encoder=str(model), input=tmp_path / "in.tsv", output=tmp_path / output, pooling=pooling)
    )


def test_the_file_holds_vectors_layers_and_occurrences(model, tmp_path):
    result = run(model, tmp_path)
    with np.load(tmp_path / "out.npz", allow_pickle=False) as file:
        assert file["vectors"].shape == (LAYERS, 3, DIM)
        assert file["vectors"].dtype == np.float32
        assert file["layers"].tolist() == ["0", "1", "2"]
        occurrences = [json.loads(line) for line in file["occurrences"]]
    assert [o["sense"] for o in occurrences] == ["belly", "ship", None]
    assert [o["spill"] for o in occurrences] == ["", "", "이"]
    fields = {name: occurrences[0][name] for name in ("text", "start", "end", "word")}
    assert Occurrence(**fields).form == "배"
    assert result["n"] == 3
    assert result["spilled"] == 1
    assert [layer["layer"] for layer in result["layers"]] == [0, 1, 2]
    assert len(result["skipped"]) == 1
    json.dumps(result, allow_nan=False)
    assert "out.npz" in embed.table(result)


def test_what_has_no_vector_is_skipped_and_named(model, tmp_path):
    result = run(model, tmp_path, TABLE + "밥을 [\u200b] 먹었다\t\t\n")
    assert result["n"] == 3
    assert len(result["skipped"]) == 2


def test_nothing_to_embed_is_one_sentence(model, tmp_path):
    with pytest.raises(ExplorerError):
        run(model, tmp_path, "sentence\n낱말이 없다\n")
    assert not (tmp_path / "out.npz").exists()


def test_a_place_that_cannot_be_written_is_one_sentence(model, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ExplorerError) as caught:
        run(model, tmp_path, output="file/out.npz")
    assert caught.value.key == "cannot_write"


def test_an_older_file_stays_whole_until_the_new_one_is(model, tmp_path, monkeypatch):
    run(model, tmp_path)
    before = (tmp_path / "out.npz").read_bytes()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(embed.np, "savez", full)
    with pytest.raises(ExplorerError):
        run(model, tmp_path)
    assert (tmp_path / "out.npz").read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"in.tsv", "out.npz"}


def test_encoders_lists_every_encoder_with_its_state():
    result = encoders.run(argparse.Namespace())
    json.dumps(result, allow_nan=False)
    for entry in result["encoders"]:
        assert entry["usable"] == (entry["why_not"] is None)
        assert entry["id"] in encoders.table(result)
