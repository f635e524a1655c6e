"""The shipped static models are what their cards say."""

import csv

import pytest

from explorer.assets import asset
from explorer.encoders.fasttext import load_fasttext
from explorer.encoders.static import read_table
from explorer.lexicon.bundled import senses

MODELS = ("word2vec-ko", "fasttext-ko", "glove-ko")


@pytest.fixture(params=MODELS)
def folder(request):
    return asset("models", request.param)


def words_of(folder):
    return load_fasttext(folder) if folder.name == "fasttext-ko" else read_table(folder)


def test_every_bundled_word_has_a_vector_of_its_own(folder):
    assert {sense.word for sense in senses("ko").values()} <= set(words_of(folder).keys)


def test_a_model_is_small_enough_to_ship(folder):
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 12_000_000


def test_the_card_names_every_source_with_its_licence(folder):
    card = (folder / "CARD.md").read_text(encoding="utf-8")
    with asset("models", "sources.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            line = next(line for line in card.splitlines() if line.startswith(f"| {row['name']} |"))
            assert row["licence"] in line
    assert "CC BY-SA 4.0**" in card


@pytest.mark.parametrize(("word", "kin"), [("어머니", "아버지"), ("학교", "대학교 학원 학생"), ("한국", "일본")])
def test_neighbours_make_sense(folder, word, kin):
    assert {key for key, _ in words_of(folder).nearest(word, 10)} & set(kin.split())


@pytest.mark.parametrize(("wrong", "right"), [("배곺음", "배고픔"), ("떡볶기", "떡볶이"), ("갠찮다", "괜찮다")])
def test_a_misspelling_never_seen_lies_beside_the_word(wrong, right):
    words = load_fasttext(asset("models", "fasttext-ko"))
    assert not words.seen(wrong)
    assert words.nearest(wrong, 1)[0][0] == right
