"""`train`, from text files to a model that the encoders open."""

import json

import pytest

from explorer.__main__ import main
from explorer.encoders.catalog import open_encoder
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence

TEXT = "배가 항구에 들어온다.\n나는 배를 먹는다.\n눈이 온다.\n학교에 눈이 내린다.\n" * 60


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    monkeypatch.setenv("EXPLORER_CACHE", str(tmp_path / "cache"))
    (tmp_path / "own.txt").write_bytes(
        "".join(f"{n}번 {line}\n" for n, line in enumerate(TEXT.split("\n"))).encode("cp949")
    )
    return tmp_path / "own.txt"


def command(family, corpus, output, *more):
    return ["train", family, "--corpus", str(corpus), "--passes", "2", "--output", str(output), *more]


@pytest.mark.parametrize("family", ["word2vec", "fasttext", "glove"])
def test_a_class_trains_on_its_own_text_and_opens_the_model(corpus, tmp_path, capsys, family):
    assert main(command(family, corpus, tmp_path / "model", "--json")) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["words"] > 5
    assert (tmp_path / "model/CARD.md").exists()
    occurrence = Occurrence.from_bracketed("[배]가 온다", "배")
    assert open_encoder(str(tmp_path / "model")).encode([occurrence]).vectors.shape == (1, 1, result["dim"])

    assert main(command(family, corpus, tmp_path / "model")) == 2  # nothing is overwritten
    assert len(capsys.readouterr().err.splitlines()) >= 1


def test_an_elmo_is_trained_by_the_clock(corpus, tmp_path, capsys):
    arguments = [
        "train",
        "elmo",
        "--corpus",
        str(corpus),
        "--minutes",
        "0.03",
        "--output",
        str(tmp_path / "elmo"),
        "--json",
    ]
    assert main(arguments) == 0
    assert json.loads(capsys.readouterr().out)["steps"] >= 1
    vectors = open_encoder(str(tmp_path / "elmo")).encode([Occurrence.from_bracketed("[배]가 온다", "배")]).vectors
    assert vectors.shape[0] == 3


def failure(capsys, arguments):
    assert main(arguments) == 2
    lines = [
        line for line in capsys.readouterr().err.split("\r")[-1].splitlines() if "it/s" not in line and line.strip()
    ]
    assert "Traceback" not in "".join(lines)
    return lines[-1]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "no sentence"),
        ("배가 온다.\n".encode(), "too small"),
        (b"no Hangul here\n", "no Hangul"),
        (b"\xff\x00\x80", "not text"),
    ],
)
def test_a_bad_corpus_is_one_sentence(tmp_path, monkeypatch, capsys, content, sentence):
    monkeypatch.setenv("EXPLORER_CACHE", str(tmp_path / "cache"))
    (tmp_path / "bad.txt").write_bytes(content)
    assert sentence in failure(capsys, command("word2vec", tmp_path / "bad.txt", tmp_path / "model"))


@pytest.mark.parametrize("family", ["glove", "fasttext", "elmo", "bert"])
@pytest.mark.parametrize(
    "content",
    [("가" * 3000).encode(), "가\n".encode() * 300, "배가 온다 ".encode() * 200, "😀 배 🎉\n".encode() * 80],
    ids=["one character", "one syllable a line", "one line", "emoji"],
)
def test_how_it_is_cut_into_lines_and_words_never_ends_in_a_traceback(tmp_path, monkeypatch, capsys, family, content):
    """Trained or refused with one sentence, and never half a model that opens."""
    monkeypatch.setenv("EXPLORER_CACHE", str(tmp_path / "cache"))
    (tmp_path / "own.txt").write_bytes(content)
    arguments = ["train", family, "--corpus", str(tmp_path / "own.txt"), "--output", str(tmp_path / "model"), "--json"]
    code = main([*arguments, *(["--minutes", "0.01"] if family in ("elmo", "bert") else ["--passes", "1"])])
    out, err = capsys.readouterr()
    assert "did not foresee" not in err and "Traceback" not in err
    if code == 0:
        assert json.loads(out) and open_encoder(str(tmp_path / "model")).dim > 0
    else:
        assert code == 2 and out == ""
        with pytest.raises(ExplorerError):
            open_encoder(str(tmp_path / "model"))


@pytest.mark.parametrize("more", [("--passes", "9" * 400), ("--minutes", "inf"), ("--minutes", "1e300")])
def test_an_endless_training_is_refused(corpus, tmp_path, capsys, more):
    assert "10000" in failure(capsys, command("word2vec", corpus, tmp_path / "model", *more))


@pytest.mark.parametrize("more", [("--minutes", "0"), ("--minutes", "nan"), ("--passes", "0"), ("--seed", "-1")])
def test_a_time_or_seed_that_is_none_is_one_sentence(corpus, tmp_path, capsys, more):
    assert failure(capsys, command("glove", corpus, tmp_path / "model", *more))
    assert not (tmp_path / "model").exists()


def test_a_bert_is_trained_and_opens_as_an_encoder(corpus, tmp_path, capsys):
    assert main([*command("bert", corpus, tmp_path / "model", "--minutes", "0.05"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tokens"] > 0
    assert open_encoder(str(tmp_path / "model")).layers == ("0", "1", "2", "3", "4")


def test_where_nothing_was_trained_no_folder_is_left(corpus, tmp_path, capsys):
    (tmp_path / "empty.txt").write_text("")
    assert main(command("word2vec", tmp_path / "empty.txt", tmp_path / "model")) == 2
    assert "no sentence" in capsys.readouterr().err and not (tmp_path / "model").exists()
