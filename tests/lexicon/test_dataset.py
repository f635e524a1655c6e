"""A person's own data set: whatever is given is either used or kept with the reason, and comes back as it was."""

import io
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.errors import ExplorerError
from explorer.lexicon import dataset
from explorer.lexicon.dataset import DataSet, edited, read_line, with_word
from explorer.lexicon.dataset_files import as_csv, as_workbook
from explorer.lexicon.dataset_reading import Columns, ColumnsUnknownError, read_file, read_paste
from explorer.lexicon.dataset_shelf import Shelf, new_token

TABLE = "문장\t뜻\n[배]가 고프다.\t신체\n큰 [배]를 탔다.\t탈것\n배우가 왔다.\t\n"


def places(lines):
    return [line.occurrence.bracketed if line.occurrence else line.why.key for line in lines]


def test_a_line_that_cannot_be_read_never_stands_in_the_way_of_the_others():
    reading = read_file(TABLE.encode(), "내 표.tsv")
    assert places(reading.lines) == ["[배]가 고프다.", "큰 [배]를 탔다.", "no_bracket"]
    found = DataSet("a", reading.lines)
    assert [(o.word, o.sense) for o in found.uses] == [("배", "신체"), ("배", "탈것")]
    assert found.unread[0][0] == 3 and found.unread[0][1].sentence == "배우가 왔다."


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp949", "utf-16"])
def test_tables_of_any_encoding_and_decomposed_hangul(encoding):
    text = TABLE if encoding == "cp949" else unicodedata.normalize("NFD", TABLE)
    assert places(read_file(text.encode(encoding), "a.csv").lines)[:2] == ["[배]가 고프다.", "큰 [배]를 탔다."]


def test_a_word_without_a_bracket_is_found_and_each_use_is_a_line():
    found = with_word(DataSet("a", read_paste("배가 배를 밀었다.\n배우가 왔다.\n[눈]이 온다.").lines), "배")
    assert places(found.lines) == ["[배]가 배를 밀었다.", "배가 [배]를 밀었다.", "word_not_in_sentence", "[눈]이 온다."]


def test_pasted_cells_without_a_header_are_sentence_and_sense():
    reading = read_paste("과일\t달콤한 [배]를 먹었다.\n탈것\t[배]를 타고 갔다.")
    assert [(line.sentence, line.sense) for line in reading.lines] == [
        ("달콤한 [배]를 먹었다.", "과일"),
        ("[배]를 타고 갔다.", "탈것"),
    ]


def test_a_table_of_unknown_columns_is_read_as_a_person_says():
    data = "내용,분류\n[배]를 먹었다.,과일\n".encode()
    with pytest.raises(ColumnsUnknownError) as caught:
        read_file(data, "a.csv")
    assert caught.value.table.columns == ("내용", "분류")
    assert read_file(data, "a.csv", Columns("내용", sense="분류")).lines[0].sense == "과일"
    headless = read_file(
        "[배]를 먹었다.,과일\n[배]를 탔다.,탈것\n".encode(), "a.csv", Columns("[배]를 먹었다.", header=False)
    )
    assert places(headless.lines) == ["[배]를 먹었다.", "[배]를 탔다."]


def test_pairs_and_treebanks_give_their_uses():
    wic = (
        "ID\tTarget\tSENTENCE1\tSENTENCE2\tANSWER\n1\t배\t[배]를 탔다.\t[배]를 먹었다.\tFalse\n2\t배\t배\t[배]\tTrue\n"
    )
    reading = read_file(wic.encode(), "wic.tsv")
    assert (reading.kind, places(reading.lines)) == ("wic", ["[배]를 탔다.", "[배]를 먹었다.", "wic_no_bracket"])
    treebank = "1\t배가\t배\tNOUN\tNNG+JKS\t_\t0\troot\t_\t_\n2\t[\t[\tPUNCT\tSS\t_\t1\tpunct\t_\t_\n\n"
    assert read_file(treebank.encode(), "a.conllu").kind == "conllu"


def test_a_long_file_is_taken_up_to_the_limit_and_the_rest_is_counted(monkeypatch):
    monkeypatch.setattr(dataset, "MOST_LINES", 100)
    reading = read_file(("sentence\n" + "".join(f"{n} [배]\n" for n in range(1000))).encode(), "a.csv")
    assert (len(reading.lines), reading.left) == (100, 900)


@pytest.mark.parametrize("data", [b"", b"\x00\x01\x02" * 99, b"PK\x03\x04broken", b"\x89PNG\r\n\x1a\n" + bytes(99)])
def test_a_wrong_file_is_said_in_a_sentence(data):
    with pytest.raises(ExplorerError):
        read_file(data, "사진.png")


def test_a_bracket_around_a_sentence_is_no_word():
    assert read_line("[" + "길고 긴 말 " * 20 + "]")[0].why.key == "target_not_word"


def test_what_was_not_edited_keeps_its_use_and_what_was_is_read_again():
    found = DataSet("a", read_file(TABLE.encode(), "a.tsv").lines)
    rows = [(number, line.cells) for number, line in enumerate(found.lines, start=1)]
    rows[2] = (3, ("[배우]가 왔다.", "", "사람", ""))
    after = edited(found, [*rows[1:], (None, ("새 [배]", "", "", "")), (None, ("", "", "", ""))])
    assert after.lines[0] is found.lines[1]
    assert places(after.lines) == ["큰 [배]를 탔다.", "[배우]가 왔다.", "새 [배]"]


cells = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=4))
def test_what_goes_out_comes_back(rows):
    lines = [line for a, b, sense in rows for line in read_line(f"{a}[배]{b}", "배", sense)]
    found = DataSet("a", tuple(lines))
    for data, name in ((as_csv(found), "a.csv"), (as_workbook(found), "a.xlsx")):
        back = read_file(data, name)
        assert [line.cells for line in back.lines] == [line.cells for line in lines]


def test_no_cell_is_a_formula():
    found = DataSet("a", read_line("=cmd|' /C calc'!A0 [배]", "배", "+1") + read_line("@SUM(1) 배", "배"))
    for row in as_csv(found).decode("utf-8-sig").splitlines()[1:]:
        assert row.lstrip('"').startswith("'")
    sheet = openpyxl.load_workbook(io.BytesIO(as_workbook(found))).worksheets[0]
    assert all(cell.data_type != "f" for row in sheet for cell in row)


def test_a_kept_set_comes_back_whole_until_it_expires(tmp_path):
    shelf, token = Shelf(tmp_path), new_token()
    found = DataSet("내 자료", read_file(TABLE.encode(), "a.tsv").lines, 7)
    shelf.keep(token, found)
    back = shelf.read(token)
    assert (back.name, back.left, back.uses) == ("내 자료", 7, found.uses)
    assert str(back.unread[0][1].why) == str(found.unread[0][1].why)
    assert Shelf(tmp_path, days=-1).read(token) is None and shelf.read(token) is None
    assert shelf.read("../../etc/passwd") is None


def test_the_oldest_sets_make_room(tmp_path):
    shelf = Shelf(tmp_path, limit_bytes=2_000)
    tokens = [new_token() for _ in range(8)]
    for token in tokens:
        shelf.keep(token, DataSet("a", read_line("[배]" + "가" * 200)))
    assert shelf.read(tokens[-1]) and sum(p.stat().st_size for p in tmp_path.iterdir()) <= 2_000
    assert any(shelf.read(token) is None for token in tokens[:4])


def test_sets_kept_by_many_at_once_are_all_answered_however_little_room_there_is(tmp_path):
    data_set = DataSet("", read_paste("[배]를 탔다.\n[배]를 먹었다.").lines)

    def visit(_):
        shelf = Shelf(tmp_path, limit_bytes=1500)
        for _ in range(40):
            token = new_token()
            shelf.keep(token, data_set)
            shelf.discard(token)

    with ThreadPoolExecutor(6) as visitors:
        assert len(list(visitors.map(visit, range(6)))) == 6


def test_a_reason_that_a_later_version_has_no_sentence_for_and_half_a_character_break_no_set(tmp_path):
    shelf, token = Shelf(tmp_path), new_token()
    shelf.keep(token, DataSet("", read_paste("배를 \ud83d 탔다.").lines))
    path = tmp_path / f"{token}.json"
    path.write_text(path.read_text().replace('"no_bracket"', '"a_key_that_is_gone"'))
    (line,) = shelf.read(token).lines
    assert line.why.key == "no_bracket" and "배를 ? 탔다" in line.sentence


def test_a_gloss_that_is_longer_than_its_sentence_is_not_taken_for_it():
    text = "[배]를 먹다\t배나무의 열매로 달고 물이 많은 과일\n[배]를 타다\t사람이나 짐을 싣고 물 위를 다니는 탈것\n"
    (first, second) = read_paste(text).lines
    assert first.occurrence.bracketed == "[배]를 먹다" and second.sense == "사람이나 짐을 싣고 물 위를 다니는 탈것"
    assert read_paste("배\t긴 문장에 배가 있다\n눈\t긴 문장에 눈이 있다").lines[0].sentence == "긴 문장에 배가 있다"


@pytest.mark.parametrize("gap", ["\t", "  ", "   ", " | ", "|"])
def test_a_sense_stands_behind_a_tab_two_spaces_or_a_bar(gap):
    lines = read_paste(f"[병]을 땄다.{gap}그릇\n[병]이 나았다.{gap}질병", "병").lines
    assert [line.occurrence.sense for line in lines if line.occurrence] == ["그릇", "질병"]
