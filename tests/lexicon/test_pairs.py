"""Word-in-context files as they are published, quirks and all."""

from pathlib import Path

import pytest

from explorer.errors import ExplorerError
from explorer.lexicon.tables import read_occurrences
from explorer.lexicon.wic import read_wic

KOBEST = Path(__file__).parents[3] / "shared" / "data" / "kobest_wic"
HEADER = "ID\tTarget\tSENTENCE1\tDictionary 1\tLink 1\tSENTENCE2\tDictionary 2\tLink2\tANSWER\r\n"


def read(*rows, header=HEADER):
    return read_wic((header + "".join("\t".join(row) + "\r\n" for row in rows)).encode(), "pairs.tsv")


def row(target="눈", first="[눈]이 왔다.", second="[눈]이 아프다.", answer="False", number="1"):
    return (number, target, first, "1", "x?word_no=10&a", second, "2", "x?word_no=20&a", answer)


def fault(**cells):
    found = read(row(), row(**cells))
    assert len(found.pairs) == 1
    ((number, why),) = found.skipped
    assert number == 2
    return why.key


def test_both_spellings_of_the_answer_and_windows_line_ends():
    found = read(row(answer="TRUE"), row(answer="True"), row(answer="FALSE"), row(answer="False"), row(answer="1"))
    assert [pair.same for pair in found.pairs] == [True, True, False, False, True]
    assert found.pairs[0].second.form == "눈" and not found.skipped


def test_the_first_of_two_brackets_is_the_target_and_that_is_noted():
    found = read(row(first="이 [눈]은 먼저 온 [눈]과 다르다."))
    assert found.pairs[0].first.start == 2 and "[" not in found.pairs[0].first.text
    assert [(number, why.key) for number, why in found.notes] == [(1, "wic_two_brackets")]


@pytest.mark.parametrize(
    ("cells", "key"),
    [
        ({"second": "눈이 아프다."}, "wic_no_bracket"),
        ({"second": "눈이 [아프다."}, "wic_no_bracket"),
        ({"second": "[눈이] 아프다."}, "wic_bracket_more"),
        ({"second": "[코]가 아프다."}, "wic_bracket_other"),
        ({"second": "[]눈이 아프다."}, "empty_bracket"),
        ({"second": ""}, "wic_no_sentence"),
        ({"answer": ""}, "wic_no_answer"),
        ({"answer": "maybe"}, "wic_answer_unreadable"),
        ({"target": ""}, "wic_no_target"),
    ],
)
def test_a_flawed_row_is_named_for_what_it_is(cells, key):
    assert fault(**cells) == key


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("쓰다", "모자를 [썼]다."),
        ("쓰다", "모자를 [썼다]."),
        ("쓰다", "[쓴] 약을 먹었다."),
        ("돈줄", "[돈 줄]이 끊겼다."),
        ("전셋집", "[전세집]에 살았다."),
        ("합격률", "[합격율]이 높다."),
        ("run", "He [ran] home."),
    ],
)
def test_inflected_verbs_and_other_spellings_are_the_target(target, sentence):
    found = read(row(target=target, first=sentence, second=sentence))
    assert found.pairs and not found.skipped


def test_columns_may_be_named_as_on_the_hub():
    found = read(("눈", "[눈]이 왔다.", "[눈]이 아프다.", "0"), header="word\tcontext_1\tcontext_2\tlabel\n")
    assert found.pairs[0].same is False


def test_other_tables_are_refused():
    with pytest.raises(ExplorerError, match="ANSWER"):
        read_wic("sentence\n[배]가\n".encode(), "x.tsv")
    with pytest.raises(ExplorerError, match="No row"):
        read(row(answer=""))


def test_the_senses_are_those_of_the_dictionary():
    pair = read(row()).pairs[0]
    assert (pair.first.sense, pair.second.sense) == ("눈.10.1", "눈.20.2")


@pytest.mark.skipif(not KOBEST.is_dir(), reason="the published files are not here")
@pytest.mark.parametrize(
    ("name", "pairs", "faults", "noted"),
    [
        ("train.tsv", 3316, {97: "wic_no_bracket", 1349: "wic_bracket_more"}, [596, 1028, 3047, 3166]),
        ("dev.tsv", 609, {570: "wic_bracket_other"}, []),
    ],
)
def test_the_published_files(name, pairs, faults, noted):
    found = read_wic(KOBEST / name)
    assert len(found.pairs) == pairs
    assert {number: why.key for number, why in found.skipped} == faults
    assert [number for number, _ in found.notes] == noted
    assert len(read_occurrences(KOBEST / name).occurrences) == 2 * pairs
