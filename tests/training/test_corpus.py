"""A corpus is tagged once, in order, and the same hundredth is always held out."""

from itertools import pairwise

import pytest

from explorer.errors import ExplorerError
from explorer.training import corpus
from explorer.training.corpus import Source, held_out, prepare, sentences

LINES = [f"배 {n}척이 항구에 들어왔다." for n in range(400)]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    root = tmp_path_factory.mktemp("corpus")
    (root / "ships.txt").write_text("\n".join(LINES))
    (root / "half.txt").write_text("\n".join(LINES))
    sources = [Source("ships", root / "ships.txt"), Source("half", root / "half.txt", share=0.5, block=16)]
    return root, sources, prepare(sources, root / "out", workers=1, quiet=True)


def test_held_out_sentences_are_about_a_hundredth_and_nowhere_in_training(prepared):
    root, _, counts = prepared
    held = [line for line in LINES if held_out(line)]
    assert (
        counts["ships"].heldout == len(held) == len(list(sentences(root / "out", "surface", ["ships"], heldout=True)))
    )
    assert 0 < len(held) < 20
    numbers = {line.split()[1][:-2] for line in held}
    trained = {tokens[1].strip("▁") for tokens in sentences(root / "out", "surface", ["ships"])}
    assert not numbers & trained


def test_order_is_kept_and_a_gap_is_a_blank_line(prepared):
    root, _, _ = prepared
    written = (root / "out/surface/ships.txt").read_text().split("\n")
    numbers = [int(line.split()[1].strip("▁")) if line else None for line in written]
    follows = [(a, b) for a, b in pairwise(numbers) if a is not None and b is not None]
    assert follows
    assert all(b == a + 1 for a, b in follows)


def test_a_cap_keeps_runs_of_successive_sentences(prepared):
    root, _, counts = prepared
    assert 100 < counts["half"].sentences < 300
    text = (root / "out/surface/half.txt").read_text()
    assert max(len(run.splitlines()) for run in text.split("\n\n")) >= 8


def test_both_kinds_of_tokens_are_what_they_say(prepared):
    root, _, _ = prepared
    index = next(i for i, line in enumerate(LINES) if not held_out(line))
    surface = next(sentences(root / "out", "surface", ["ships"]))
    lemmas = next(sentences(root / "out", "lemma", ["ships"]))
    assert "".join(surface).replace("▁", " ").strip() == LINES[index]
    assert "들어오다" in lemmas
    assert "." not in lemmas


def test_a_finished_source_is_not_tagged_again_and_an_interrupted_one_is(prepared, monkeypatch):
    root, sources, counts = prepared
    (root / "out/finished/half.json").unlink()  # as a kill within it leaves things
    done = []
    original = corpus._prepare_source
    monkeypatch.setattr(
        corpus, "_prepare_source", lambda source, *rest: done.append(source.name) or original(source, *rest)
    )
    assert prepare(sources, root / "out", workers=1, quiet=True) == counts
    assert done == ["half"]


@pytest.mark.parametrize(
    ("content", "key"), [("", "corpus_empty"), (" \n\n", "corpus_empty"), ("only English here\n", "corpus_no_hangul")]
)
def test_nothing_to_learn_from_is_one_sentence(tmp_path, content, key):
    (tmp_path / "a.txt").write_text(content)
    with pytest.raises(ExplorerError) as error:
        prepare([Source("a", tmp_path / "a.txt")], tmp_path / "out", workers=1, quiet=True)
    assert error.value.key == key
    assert not (tmp_path / "out/DONE").exists()


@pytest.mark.parametrize("unit", ["배가 온다 ", "배가온다"], ids=["with spaces", "without"])
def test_a_line_as_long_as_a_book_is_learnt_in_parts(tmp_path, unit):
    (tmp_path / "book.txt").write_text(unit * 12_000, encoding="utf-8")
    prepare([Source("book", tmp_path / "book.txt")], tmp_path / "corpus", workers=1, quiet=True)
    lines = (tmp_path / "corpus" / "surface" / "book.txt").read_text(encoding="utf-8").split("\n")
    assert len([line for line in lines if line]) > 1
    written = "".join(lines).replace(" ", "").replace("▁", "")
    heldout = (tmp_path / "corpus" / "surface" / "heldout" / "book.txt").read_text(encoding="utf-8")
    assert len(written) + len(heldout.replace(" ", "").replace("▁", "").replace("\n", "")) == 4 * 12_000
    assert not list(tmp_path.rglob("*.partial"))
