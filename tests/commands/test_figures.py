"""`figures`, `report` and `export` as a person calls them."""

import json

import pandas as pd
import pytest

from explorer.__main__ import main
from explorer.export.chrome import chrome_path

STATIC = ["--word", "배", "--encoder", "word2vec-ko"]


def call(capsys, *arguments):
    """Exit code, what `--json` printed, and the sentence on stderr."""
    code = main([*map(str, arguments), "--json"])
    out, err = capsys.readouterr()
    assert len(err.splitlines()) <= 1 and "did not foresee" not in err
    return code, json.loads(out) if out else None, err


def test_figures_of_a_word_and_the_same_from_their_manifest(capsys, tmp_path):
    code, result, _ = call(
        capsys, "figures", "--word", "은행", "--encoder", "word2vec-ko", "e5-small", "--format", "html,csv",
        "--output", tmp_path / "한 번", "--language", "en", "--layer", "9",
    )  # fmt: skip
    assert code == 0
    stems = ("은행-word2vec-ko", "은행-e5-small-layer9", "은행-layers")
    assert result["files"] == [f"{stem}.{ending}" for stem in stems for ending in ("html", "csv")] + ["manifest.json"]
    places = pd.read_csv(tmp_path / "한 번" / "은행-e5-small-layer9.csv", encoding="utf-8-sig")
    assert len(places) == 42 and set(places["layer"]) == {9}
    code, again, _ = call(
        capsys, "figures", "--from", tmp_path / "한 번" / "manifest.json", "--output", tmp_path / "again"
    )
    assert code == 0 and again["changed"] == []
    for name in result["files"]:
        assert (tmp_path / "한 번" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


def test_a_picture_is_drawn_again_byte_for_byte_by_another_chrome(capsys, tmp_path):
    if chrome_path() is None:
        pytest.skip("no Chrome on this machine draws pictures")
    arguments = ["figures", *STATIC, "--format", "svg,png,pdf", "--size", "column", "--scale", 1]
    assert call(capsys, *arguments, "--output", tmp_path / "a")[0] == 0
    code, result, _ = call(capsys, "figures", "--from", tmp_path / "a" / "manifest.json", "--output", tmp_path / "b")
    assert code == 0 and result["changed"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["figures", *STATIC, "--format", "gif", "--output", "{}/x"], "gif"),
        (["figures", *STATIC, "--format", ",", "--output", "{}/x"], "format"),
        (["figures", "--word", "배", "--output", "{}/x"], "--encoder"),
        (["figures", "--word", "뷁", "--encoder", "e5-small", "--output", "{}/x"], "뷁"),
        (["figures", "--word", "배", "--encoder", "e5-small", "--layer", "13", "--output", "{}/x"], "13"),
        (["figures", *STATIC, "--format", "csv", "--output", "{}/file/x"], "file"),
        (["figures", *STATIC, "--format", "csv", "--output", "{}/" + "가" * 200], "가"),
        (["figures", "--from", "{}/file", "--output", "{}/x"], "manifest"),
        (["report", "--word", "배", "--output", "{}/report.doc"], ".html"),
        (["report", "--word", "배", "--output", "{}/there.html"], "--force"),
        (["export", "--to", "wic", "--word", "배", "--output", "{}/there.html"], "--force"),
        (["export", "--to", "wic", "--word", "배", "--pairs", "1", "--output", "{}/x"], "1"),
        (["export", "--to", "parquet", "--word", "배", "--output", "{}/x"], "--encoder"),
        (["export", "--to", "parquet", *STATIC, "--layer", "7", "--output", "{}/x"], "7"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_one_sentence_and_leaves_nothing(capsys, tmp_path, arguments, said):
    (tmp_path / "file").write_text("x")
    (tmp_path / "there.html").write_text("mine")
    code, result, err = call(capsys, *(argument.format(tmp_path) for argument in arguments))
    assert code == 2 and result is None and said in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "there.html"]
    assert (tmp_path / "there.html").read_text() == "mine"


def test_without_chrome_the_command_line_says_what_to_install(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("explorer.export.chrome.chrome_path", lambda: None)
    code, _, err = call(capsys, "figures", *STATIC, "--format", "pdf", "--output", tmp_path / "x")
    assert code == 2 and "choreo_get_chrome" in err and not (tmp_path / "x").exists()


def test_a_report_is_one_small_file_that_fetches_nothing(capsys, tmp_path):
    path = tmp_path / "배 보고서.html"
    encoders = ["--encoder", "word2vec-ko", "e5-small"]
    code, result, _ = call(capsys, "report", "--word", "밤", *encoders, "--output", path)
    assert code == 0 and result["encoders"] == ["word2vec-ko", "e5-small"]
    html = path.read_text(encoding="utf-8")
    assert path.stat().st_size == result["bytes"] < 6_000_000
    for words in ("같은 문장, 다른 자리", "층마다 얼마나 갈라지는가", "어떻게 쟀는가", "arXiv:1802.05365", "시드 0"):
        assert words in html
    assert "**" not in html.partition("<script")[0]
    first = html
    assert call(capsys, "report", "--word", "밤", *encoders, "--output", path, "--force")[0] == 0
    assert path.read_text(encoding="utf-8") == first


def test_a_report_on_a_file_of_ones_own(capsys, tmp_path):
    table = tmp_path / "mine.tsv"
    table.write_text(
        "sentence\tword\tsense\n<b>시원한</b> [배]를 먹었다\t배\t=과일\n[배]가 항구에 닿았다\t배\t탈것\n"
        "달콤한 [배]를 깎았다\t배\t=과일\n[배]를 타고 섬에 갔다\t배\t탈것\n",
        encoding="utf-8",
    )
    path = tmp_path / "mine.html"
    code, result, _ = call(
        capsys, "report", "--input", table, "--encoder", "word2vec-ko", "--language", "en", "--output", path
    )
    assert code == 0 and result["n"] == 4
    html = path.read_text(encoding="utf-8")
    assert "&lt;b&gt;시원한" in html and "<b>시원한" not in html
    assert "Where do the uses of" in html and "--input mine.tsv" in html


def test_vectors_go_out_to_the_projector(capsys, tmp_path):
    code, result, _ = call(capsys, "export", "--to", "projector", *STATIC, "--output", tmp_path / "p")
    assert code == 0 and result["n"] == 80 and result["dim"] == 160
    assert (tmp_path / "p" / "vectors.tsv").read_text().count("\n") == 80
