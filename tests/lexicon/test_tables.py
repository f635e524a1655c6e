"""Tables as people have them: encodings, packing, spreadsheets, and what is wrong with them."""

import gzip
import io
import lzma
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.assets import asset
from explorer.errors import ExplorerError
from explorer.lexicon import files
from explorer.lexicon.dictionary import homograph_of
from explorer.lexicon.table import read_table
from explorer.lexicon.tables import read_occurrences

DATA = Path(__file__).parents[3] / "shared" / "data"
TABLE = "sentence\tword\tsense\tupos\tid\n[배]가 고프다.\t배\tbelly\tnoun\ta\n큰 [배]를 탔다.\t배\tship\t\tb\n"


def bracketed(data, name="table.tsv"):
    return [o.bracketed for o in read_occurrences(data, name).occurrences]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_any_usual_encoding_packed_or_not(encoding, pack):
    read = read_occurrences(pack(TABLE.encode(encoding)), "table.tsv")
    first, second = read.occurrences
    assert (first.text, first.form, first.word, first.sense) == ("배가 고프다.", "배", "배", "belly")
    assert (first.upos, first.id, second.upos, read.format) == ("NOUN", "a", None, "bracketed")


def test_commas_semicolons_and_quotes():
    assert bracketed('word,sentence\n배,"[배]가, 그 ""배""가 떴다."\n'.encode(), "a.csv") == ['[배]가, 그 "배"가 떴다.']
    assert bracketed("word;sentence\r\n배;[배]가 떴다.\r\n".encode(), "a.csv") == ["[배]가 떴다."]
    assert bracketed('sentence\tword\n"그가 ""[배]""라고 했다."\t배\n'.encode()) == ['그가 "[배]"라고 했다.']
    assert bracketed('sentence\tword\n"[배]"가 떴다.\t배\n'.encode()) == ['"[배]"가 떴다.']  # no quoting: as it stands
    with pytest.raises(ExplorerError, match="quotation mark"):
        read_occurrences(('sentence\n"[배]' + "가" * 1_100_000).encode(), "a.csv")


def test_a_quotation_mark_that_never_closes_is_said_and_swallows_nothing():
    with pytest.raises(ExplorerError, match="quotation mark"):
        read_occurrences('sentence,word\n"[배]가 온다,배\n[배]를 탄다,배\n'.encode(), "a.csv")
    assert bracketed('sentence,word\n"[배]가\n온다",배\n"[배]"가,배'.encode(), "a.csv") == ["[배]가 온다", "[배]가"]


def test_a_treebank_is_known_by_its_lines_whatever_its_name():
    treebank = "# text = 배가\n1\t배가\t배\tNOUN\tNNG+JKS\t_\t0\troot\t_\t_\n\n"
    for name in ("a.conllu", "A.CONLLU", "a.txt", "a.tsv"):
        assert read_occurrences(treebank.encode(), name).format == "conllu"
    with pytest.raises(ExplorerError, match="CoNLL-U"):
        read_occurrences(f"1-{'9' * 5000}\ta{chr(9)}{'_' * 3}\n".encode(), "a.conllu")


def workbook(rows, empty_first=False):
    book = openpyxl.Workbook()
    if empty_first:
        book.active = book.create_sheet()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_spreadsheets():
    data = workbook(
        [["Sentence", "Word", "Sense", None], ["[배]가 떴다.", "배", 1], [], ["[배]가 곯았다.", "배", True]]
    )
    read = read_occurrences(data, "a.xlsx")
    assert [(o.bracketed, o.sense, o.id) for o in read.occurrences] == [
        ("[배]가 떴다.", "1", "1"),
        ("[배]가 곯았다.", "True", "3"),
    ]
    assert bracketed(workbook([["sentence"], ["[배]가"]], empty_first=True), "a.xlsx") == ["[배]가"]
    assert bracketed(data, "misnamed.csv") == ["[배]가 떴다.", "[배]가 곯았다."]


def test_a_word_without_a_bracket_is_looked_for():
    read = read_occurrences(
        "word\tsentence\n배\t배가 떴다.\n배\t담배를\n배\t배가 배를\n쓰다\t모자를 썼다.\n".encode(), "a.tsv"
    )
    assert [o.bracketed for o in read.occurrences] == ["[배]가 떴다.", "모자를 [썼]다."]
    assert [(row, why.key) for row, why in read.skipped] == [(2, "word_not_in_sentence"), (3, "target_unclear")]


def test_each_faulty_row_is_named():
    rows = [
        "[배]가 떴다.\tNOUN",
        "배가 떴다.\tNOUN",
        "[배]가\tnoun\t남음",
        "[배]\0가\tNOUN",
        "\tNOUN",
        "",
        "[배]가\tNN",
        "[]가\t",
    ]
    read = read_occurrences(("sentence\tupos\n" + "\n".join(rows)).encode(), "a.tsv")
    assert len(read.occurrences) == 1
    assert [(row, why.key) for row, why in read.skipped] == [
        (2, "no_bracket"), (3, "row_ragged"), (4, "row_not_text"), (5, "empty_sentence"), (7, "unknown_upos"),
        (8, "empty_bracket"),
    ]  # fmt: skip


def test_repeated_ids_are_told_apart():
    read = read_occurrences("id\tsentence\na\t[배]가\na\t[배]를\n".encode(), "a.tsv")
    assert [o.id for o in read.occurrences] == ["a", "a#2"]


def zip_of(**parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name.replace("__", "/"), data)
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "table_empty"),
        (b"\n\n", "table_empty"),
        (b"sentence\tword\n", "table_empty"),
        ("문장\t낱말\n배가\t배\n".encode(), "table_columns"),
        (b"sentence\nno bracket\n", "table_nothing_usable"),
        (bytes(range(256)) * 20, "file_not_text"),
        (gzip.compress(TABLE.encode() * 50)[:-20], "file_broken"),
        (lzma.compress(TABLE.encode())[:40], "file_broken"),
        (b"PK\x03\x04 and no more", "file_broken"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "workbook_old"),
        (zip_of(readme="x"), "file_not_table"),
        (zip_of(xl__workbook__x="x"), "file_not_table"),
        (b"sentence" + b"\t" * 300, "table_too_wide"),
    ],
)
def test_what_is_no_table_gets_a_sentence(data, key):
    with pytest.raises(ExplorerError) as raised:
        read_occurrences(data, "table.tsv")
    assert raised.value.key == key


def test_bombs_are_bounded(monkeypatch):
    monkeypatch.setattr(files, "LARGEST", 2**20)
    big = b"sentence\n" + b"[a] b\n" * 2**20
    for data in (gzip.compress(big), lzma.compress(big), big):
        with pytest.raises(ExplorerError) as raised:
            read_table(data, "a.tsv")
        assert raised.value.key == "file_too_large"
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"0" * 2**21)
    with pytest.raises(ExplorerError) as raised:
        read_table(book.getvalue(), "a.xlsx")
    assert raised.value.key == "file_too_large"


def test_a_missing_file_is_said():
    with pytest.raises(ExplorerError, match="cannot be read"):
        read_occurrences("nowhere.tsv")


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=300))
def test_any_bytes_give_rows_or_one_clear_sentence(data):
    try:
        read_table(data, "x.tsv")
    except ExplorerError as error:
        assert str(error)


def test_a_dictionary_of_examples():
    header = (
        "headword\thomograph_no\titem_id\tpos\torigin\tlevel\tsense_id\tdefinition\texample_type\texample\tstart\tend\n"
    )
    rows = [
        "배\t1\t7\t명사\t\t초급\t2\t탈것\t구\t배를 타다.\t0\t1",
        "배\t2\t8\t명사\t\t초급\t1\t열매\t구\t배를 사다.\t0\t1",
        "배\t1\t7\t명사\t\t초급\t1\t탈것\t구\t배를 사다.\t0\t1",
        "배\t1\t7\t명사\t\t초급\t2\t탈것\t구\t배가 뜨다.\tx\t1",
        "배\t1\t7\t명사\t\t초급\t2\t탈것\t구\t배가 뜨다.\t0\t99",
    ]
    read = read_occurrences((header + "\n".join(rows)).encode(), "d.tsv")
    (use,) = read.occurrences
    assert (use.form, use.sense, use.upos, homograph_of(use.sense)) == ("배", "배1.2", "NOUN", "배1")
    assert [why.key for _, why in read.skipped] == ["two_labels", "two_labels", "place_not_number", "target_outside"]


def test_ambiguous_eojeols():
    rows = [
        ("간", "가/VV+ㄴ/ETM", "얘는 특기로 간 거야", "간"),
        ("가ㄴ", "가/VV+ㄴ/ETM", "얘는 특기로 간 거야", "간"),
        ("거기ㄴ", "거기/NP+ㄴ/JX", "거긴 이미 많다", "거긴"),
        ("보이었다", "보이/VV+었/EP+다/EF", "멀리 보였다.", "보였다"),
        ("여", "여/MMD", "여 시기가", "여"),
    ]
    table = "surface\tanswer\tsentence\n" + "\n".join("\t".join(row[:3]) for row in rows)
    read = read_occurrences((table + "\n가\t가/JKS\t배가\n아냐\t아냐/IC\t아냐 아냐\n가\t가\t가").encode(), "e.tsv")
    assert [o.form for o in read.occurrences] == [row[3] for row in rows]
    assert [o.upos for o in read.occurrences] == ["VERB", "VERB", "PRON", "VERB", "DET"]
    assert [why.key for _, why in read.skipped] == ["eojeol_absent", "eojeol_unclear", "analysis_unreadable"]


def test_the_bundled_files_are_tables():
    read = read_occurrences(asset("senses", "ko", "bae.tsv"))
    assert len(read.occurrences) == 80 and not read.skipped
    assert {o.upos for o in read.occurrences} == {"NOUN"} and {o.word for o in read.occurrences} == {"배"}


@pytest.mark.skipif(not DATA.is_dir(), reason="the data are not here")
def test_the_published_dictionary_reads_within_bounds():
    read = read_occurrences(DATA / "krdict_senses.tsv.xz")
    assert read.format == "dictionary" and len(read.occurrences) + len(read.skipped) == 57_731
    assert {why.key for _, why in read.skipped} == {"two_labels"}


def test_a_cell_as_long_as_a_book_costs_its_own_row_alone():
    book = "[배]" + "가나다라 " * 10_000
    read = read_occurrences(f"sentence\tsense\n{book}\ta\n[배]가 온다\tb\n".encode(), "table.tsv")
    assert [use.text for use in read.occurrences] == ["배가 온다"]
    assert [(row, why.key) for row, why in read.skipped] == [(1, "sentence_too_long")]
