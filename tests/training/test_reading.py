"""Text files as people have them."""

import gzip
import lzma

import pytest

from explorer.errors import ExplorerError
from explorer.training.reading import read_lines

LINES = ["배가 고프다", "", "눈이 온다, 정말로."]
TEXT = "배가  고프다\r\n\r\n눈이 온다, 정말로.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("ending", [".txt", ".gz", ".xz"])
def test_any_encoding_and_compression_gives_the_same_lines(tmp_path, encoding, ending):
    path = tmp_path / f"text{ending}"
    opened = {".gz": gzip.open, ".xz": lzma.open}.get(ending, open)
    with opened(path, "wb") as file:
        file.write(TEXT.encode(encoding))
    assert list(read_lines(path)) == LINES


def test_decomposed_text_is_composed(tmp_path):
    (tmp_path / "mac.txt").write_text("\u1107\u1162\u1100\u1161 온다")
    assert list(read_lines(tmp_path / "mac.txt")) == ["배가 온다"]


def test_a_long_file_cut_within_a_character_of_the_sample_is_still_utf8(tmp_path):
    (tmp_path / "long.txt").write_text("a" + "배" * 400_000)  # the first MiB ends inside a character
    assert len(next(read_lines(tmp_path / "long.txt"))) == 400_001


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("noise.txt", bytes(range(255, 127, -1)) * 9),
        ("image.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0\x01\xff" * 99),
        ("broken.xz", lzma.compress(TEXT.encode() * 99)[:-20]),
        ("renamed.gz", TEXT.encode()),
        ("mixed.txt", "배가 고프다\n".encode() * 100_000 + "눈이 온다".encode("cp949")),
    ],
)
def test_what_is_not_text_is_one_sentence_that_names_the_file(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ExplorerError) as error:
        list(read_lines(tmp_path / name))
    assert name in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(ExplorerError):
        list(read_lines(tmp_path / "nowhere.txt"))
