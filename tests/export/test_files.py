import io
import json
import zipfile
from functools import reduce
from operator import getitem

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.errors import ExplorerError
from explorer.export.bundle import Bundle, read_manifest, zipped
from explorer.export.files import distinct_stems, file_stem, free, write_files
from explorer.export.pages import Picture
from explorer.export.tables import csv_bytes
from tests.export.test_render import picture


@given(st.text(max_size=300))
def test_any_name_becomes_one_part_that_a_file_may_have(name):
    stem = file_stem(name)
    assert stem and not set('/\\:*?"<>|\n\0') & set(stem)
    assert len(stem.encode()) <= 151 and stem not in (".", "..")


def test_hangul_stays_and_a_slash_does_not_make_a_folder():
    assert file_stem("klue/bert-base 배") == "klue-bert-base_배"
    assert file_stem("../../etc/passwd") == "etc-passwd"
    assert file_stem("가" * 200) == "가" * 50
    assert file_stem("con") == "con_"
    assert distinct_stems(["a/b", "a-b", "A-B"]) == ["a-b", "a-b-2", "A-B-3"]
    assert distinct_stems(["a", "a", "a-2", "A"]) == ["a", "a-2", "a-2-2", "A-3"]


def test_a_file_that_is_there_is_kept_and_nothing_else_is_written(tmp_path):
    (tmp_path / "b.csv").write_text("mine")
    with pytest.raises(ExplorerError, match=r"b\.csv.*--force"):
        write_files(tmp_path, {"a.csv": b"1", "b.csv": b"2"}, force=False)
    assert [path.name for path in tmp_path.iterdir()] == ["b.csv"] and (tmp_path / "b.csv").read_text() == "mine"
    write_files(tmp_path, {"a.csv": b"1", "b.csv": b"2"}, force=True)
    assert (tmp_path / "b.csv").read_bytes() == b"2"


def test_the_file_that_is_read_is_never_overwritten(tmp_path):
    (tmp_path / "mine.tsv").write_text("mine")
    (tmp_path / "link.tsv").symlink_to(tmp_path / "mine.tsv")
    with pytest.raises(ExplorerError) as caught:
        free([tmp_path / "link.tsv"], force=True, read=tmp_path / "mine.tsv")
    assert caught.value.key == "output_is_input"


@pytest.mark.parametrize("folder", ["file/in/a/file", "가" * 200])
def test_a_folder_that_cannot_be_is_said_in_a_sentence(tmp_path, folder):
    (tmp_path / "file").write_text("")
    with pytest.raises(ExplorerError) as caught:
        write_files(tmp_path / folder, {"a.csv": b""}, force=False)
    assert caught.value.key == "cannot_write"


def test_cells_cannot_run():
    frame = pd.DataFrame({"=a": ["=1+1", "+cmd", "@SUM(A1)", " =2", "-배", "배"], "n": [-1.5, 2, 3, 4, 5, 6]})
    read = pd.read_csv(io.BytesIO(csv_bytes(frame)))
    assert list(read) == ["'=a", "n"]
    assert list(read["'=a"]) == ["'=1+1", "'+cmd", "'@SUM(A1)", "' =2", "'-배", "배"]
    assert read["n"][0] == -1.5


def test_a_manifest_makes_the_same_files_again(tmp_path):
    table = pd.DataFrame({"층": ["0", "1"], "값": [0.1, 1 / 3], "빈칸": [None, 2.0]})
    bundle = Bundle(
        (picture(), picture(caption=False)), ("html", "csv"), tables=(("층마다", table),), address="/?word=ko.bae"
    )
    files = bundle.files()
    assert (
        list(files) == bundle.names() == ["배.html", "배.csv", "배-2.html", "배-2.csv", "층마다.csv", "manifest.json"]
    )
    write_files(tmp_path, files, force=False)
    again = read_manifest(tmp_path / "manifest.json")
    assert again.files() == files
    assert again.address == "/?word=ko.bae"
    assert zipped(files) == zipped(again.files())
    assert zipfile.ZipFile(io.BytesIO(zipped(files))).testzip() is None


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"kind": "x"}', '{"kind": "polysemy-explorer figures 1", "figures": [{}]}']
)
def test_a_broken_manifest_is_said_in_a_sentence(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(ExplorerError) as caught:
        read_manifest(tmp_path / "manifest.json")
    assert caught.value.key in ("manifest_unreadable", "manifest_version")


def test_an_empty_selection_is_nothing_to_save():
    with pytest.raises(ExplorerError) as caught:
        Bundle((), ("csv",)).files()
    assert caught.value.key == "nothing_to_save"


def test_a_bundle_of_pictures_has_names_that_do_not_clash():
    figure = picture()
    names = Bundle(
        (Picture(figure.figure, figure.facts, "a/b"), Picture(figure.figure, figure.facts, "a:b")), ("csv",)
    ).names()
    assert names == ["a-b.csv", "a-b-2.csv", "manifest.json"]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("facts", "title"), 5), (("facts", "title"), "\ud800"), (("facts", "metric"), ["x"]),
        (("facts", "data"), None), (("facts", "seed"), "x"), (("facts", "n"), [1]), (("facts", "encoders"), [["a"]]),
        (("figure",), {"data": [{"type": "scatter", "x": {"dtype": "object", "bdata": "AAAA"}, "y": [1]}]}),
        (("figure",), {"data": [{"type": "scatter", "x": {"dtype": "f8", "bdata": "!"}, "y": [1]}]}),
        (("figure",), {"data": [{"type": "heatmap", "z": [[1], [2, 3]]}]}), (("figure",), {"data": [{"type": "x"}]}),
        (("size",), ["page"]), (("language",), "xx"),
    ],
)  # fmt: skip
def test_a_manifest_that_someone_else_wrote_is_drawn_or_said(tmp_path, place, value):
    about = json.loads(Bundle((picture(),), ("html", "csv")).files()["manifest.json"])
    *path, last = place
    reduce(getitem, path, about["figures"][0])[last] = value
    (tmp_path / "manifest.json").write_text(json.dumps(about))
    try:
        files = read_manifest(tmp_path / "manifest.json").files()
    except ExplorerError as error:
        assert error.key == "manifest_unreadable"
    else:
        assert {"배.html", "배.csv", "manifest.json"} == set(files)


def test_names_in_a_manifest_stay_in_the_folder_and_scripts_stay_text(tmp_path):
    about = json.loads(Bundle((picture(),), ("html",)).files()["manifest.json"])
    evil = "</title></script><script>alert(1)</script>"
    about["figures"][0]["name"] = "../../evil"
    about["figures"][0]["facts"] |= {"title": evil, "data": evil, "metric": evil}
    about["figures"][0]["figure"]["layout"]["title"] = {"text": evil}
    about["tables"] = [{"name": "/etc/t", "columns": ["=a"], "rows": [["=1+1"]]}]
    (tmp_path / "manifest.json").write_text(json.dumps(about))
    files = read_manifest(tmp_path / "manifest.json").files()
    assert list(files) == ["evil.html", "etc-t.csv", "manifest.json"]
    page = files["evil.html"].decode()
    assert "<script>alert" not in page and "default-src 'none'" in page
    assert files["etc-t.csv"].decode("utf-8-sig").split() == ["'=a", "'=1+1"]
