"""Treebanks: words at their places, whatever the file leaves out."""

from pathlib import Path

import pytest

from explorer.errors import ExplorerError
from explorer.lexicon.conllu import read_treebank
from explorer.lexicon.tables import read_occurrences

UD = Path(__file__).parents[3] / "shared" / "data" / "ud"


def line(id, form, upos="NOUN", xpos="NNG", misc="_"):
    return "\t".join([id, form, form, upos, xpos, "_", "0", "root", "_", misc])


def read(*lines):
    return read_treebank("\n".join(lines).encode(), "x.conllu")


def test_places_follow_the_text():
    (sentence,), _ = read(
        "# text = 배가 떴다.",
        line("1", "배가", xpos="NNG+JKS"),
        line("2", "떴다", misc="SpaceAfter=No"),
        line("3", "."),
    )
    assert [sentence.text[t.start : t.end] for t in sentence.tokens] == ["배가", "떴다", "."]
    assert sentence.tokens[0].leading == "NNG"


def test_text_is_put_together_where_it_is_missing_or_wrong():
    lines = [line("1", "배가"), line("2", "떴다", misc="SpaceAfter=No"), line("3", ".")]
    for comments in ([], ["# text = 다른 글"]):
        (sentence,), _ = read(*comments, *lines)
        assert sentence.text == "배가 떴다." and sentence.tokens[2].start == 5


def test_ranges_lend_their_place_and_empty_nodes_are_left_out():
    rows = ["1-2 vámonos", "1 vamos", "2 nos", "2.1 x", "3-4 al", "3 a", "4 el", "5 mar"]
    (sentence,), _ = read("# text = vámonos al mar", *(line(*row.split()) for row in rows))
    assert [(t.form, sentence.text[t.start : t.end]) for t in sentence.tokens] == [
        ("vamos", "vámonos"), ("nos", "vámonos"), ("a", "al"), ("el", "al"), ("mar", "mar"),
    ]  # fmt: skip


def test_a_broken_sentence_is_left_out_and_named():
    sentences, skipped = read(line("1", "배가"), "", "# text = x", "1\t두 칸", "", line("1", "떴다"))
    assert [s.text for s in sentences] == ["배가", "떴다"]
    assert [(number, why.key) for number, why in skipped] == [(3, "conllu_line")]
    with pytest.raises(ExplorerError):
        read_occurrences(b"no treebank", "x.conllu")


def test_occurrences_have_the_leading_tag():
    data = "\n".join(
        [line("1", "배에서", "ADV", "NNG+JKB"), line("2", "ship", "NOUN", "NN"), line("3", ".", "PUNCT", "SF")]
    )
    found = read_occurrences(data.encode(), "x.conllu").occurrences
    assert [(o.form, o.upos) for o in found] == [("배에서", "NOUN"), ("ship", "NOUN")]


@pytest.mark.skipif(not UD.is_dir(), reason="the treebanks are not here")
def test_published_treebanks_align_with_their_text():
    sentences, skipped = read_treebank(UD / "ko_gsd-ud-dev.conllu")
    assert not skipped and len(sentences) > 900
    assert all(s.text[t.start : t.end] == t.form for s in sentences for t in s.tokens)
