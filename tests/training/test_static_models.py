"""Word2Vec, FastText and GloVe learn what a tiny text holds, and learn it again with the same seed."""

import random
import time
from dataclasses import replace

import numpy as np
import pytest
from safetensors.numpy import load_file

from explorer.encoders.fasttext import NgramVectors, letters, load_fasttext
from explorer.encoders.static import read_table
from explorer.encoders.word_vectors import VectorTable
from explorer.errors import ExplorerError
from explorer.training.fasttext import FastTextSettings, train_fasttext
from explorer.training.glove import GloveSettings, cooccurrences, indexed, train_glove
from explorer.training.static import StaticModel, TokenFile, passes_within, save_static
from explorer.training.word2vec import Word2VecSettings, train_word2vec

FRUIT = ["배", "사과", "감", "달다", "익다", "먹다", "나무", "열매"]
SEA = ["돛", "항구", "선장", "바다", "파도", "타다", "닻", "섬"]
SMALL = {"dim": 16, "min_count": 2, "max_words": 100}
TRAINERS = {
    "word2vec": (train_word2vec, Word2VecSettings(**SMALL, sample=0.0, passes=40)),
    "fasttext": (train_fasttext, FastTextSettings(**SMALL, sample=0.0, buckets=500, passes=40)),
    "glove": (train_glove, GloveSettings(**SMALL, x_max=100, passes=15)),
}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    dice = random.Random(0)
    lines = [" ".join(dice.sample(topic, 6)) for _ in range(600) for topic in (FRUIT, SEA)]
    path = tmp_path_factory.mktemp("static") / "lines.txt"
    path.write_text("\n".join(lines) + "\n")
    return TokenFile(path, len(lines), 6 * len(lines))


@pytest.fixture(scope="module", params=TRAINERS)
def trained(request, corpus):
    train, settings = TRAINERS[request.param]
    passes = []
    model = train(corpus, settings, quiet=True, after_pass=lambda _, done: passes.append(done))
    return train, settings, model, passes


def test_the_same_seed_gives_the_same_numbers_and_another_does_not(trained, corpus):
    train, settings, model, _ = trained
    again = train(corpus, settings, quiet=True)
    assert again.words == model.words
    assert np.array_equal(again.vectors, model.vectors)
    assert not np.array_equal(train(corpus, replace(settings, seed=2), quiet=True).vectors, model.vectors)


def test_words_of_one_topic_are_each_others_neighbours(trained):
    _, settings, model, passes = trained
    assert passes == list(range(1, settings.passes + 1))
    nearest = [word for word, _ in VectorTable(model.words, model.vectors).nearest("항구", 5)]
    assert set(nearest) <= set(SEA)


def test_a_saved_model_is_read_back(trained, tmp_path):
    model = trained[2]
    ngrams = {"shortest": 3, "longest": 5, "units": "letters"}
    save_static(model, tmp_path, {"family": "static", "ngrams": ngrams})
    read = load_fasttext(tmp_path) if model.buckets is not None else read_table(tmp_path)
    assert tuple(read.keys) == model.words
    assert np.allclose(read.vector("배"), model.vectors[model.words.index("배")], atol=1e-2)
    assert load_file(tmp_path / "model.safetensors")["vectors"].dtype == np.float16


def test_a_word_never_seen_gets_a_vector_near_its_kin(corpus):
    train, settings = TRAINERS["fasttext"]
    model = train(corpus, settings, quiet=True)
    vectors = NgramVectors(model.words, model.vectors, model.buckets, settings.shortest, settings.longest, "letters")
    assert "항구구" in vectors
    assert not vectors.seen("항구구")
    assert vectors.nearest("항구구", 1)[0][0] == "항구"
    with pytest.raises(ExplorerError):
        vectors.vector("")


def test_letters_keep_what_a_misspelling_keeps():
    assert letters("배고픔") == "ㅂㅐㄱㅗㅍㅡㅁ"
    assert letters("배곺음") == "ㅂㅐㄱㅗㅍㅇㅡㅁ"
    assert letters("값a😀") == "ㄱㅏㅄa😀"


def test_cooccurrence_counts_are_those_of_the_text_within_sentences(tmp_path):
    (tmp_path / "c.txt").write_text("a b a\na x b\n")
    words, tokens = indexed(TokenFile(tmp_path / "c.txt", 2, 6), GloveSettings(min_count=2))
    counts = cooccurrences(tokens, len(words), window=2).toarray()
    assert words == ("a", "b")
    assert np.allclose(counts, [[2 * 0.5, 2 + 0.5], [2 + 0.5, 0]])  # x is rare, and keeps its place


def test_glove_fits_the_logarithm_of_its_counts(corpus):
    settings = GloveSettings(**SMALL, x_max=10, passes=60, learning_rate=0.1)
    words, tokens = indexed(corpus, settings)
    counts = cooccurrences(tokens, len(words), settings.window).toarray()
    model = train_glove(corpus, settings, quiet=True)
    pairs = np.triu_indices(len(words), 1)
    products = (model.vectors @ model.vectors.T)[pairs]
    assert np.corrcoef(products, np.log(counts[pairs] + 1))[0, 1] > 0.8


@pytest.mark.parametrize("family", TRAINERS)
def test_text_in_which_nothing_recurs_is_one_sentence(tmp_path, family):
    train, settings = TRAINERS[family]
    (tmp_path / "one.txt").write_text("배 가 고프다\n")
    with pytest.raises(ExplorerError) as error:
        train(TokenFile(tmp_path / "one.txt", 1, 3), settings, quiet=True)
    assert error.value.key == "corpus_too_small"


def test_numbers_that_are_not_finite_are_never_saved(tmp_path):
    good = StaticModel(("배",), np.ones((1, 2), dtype=np.float32))
    save_static(good, tmp_path, {"family": "static"})
    with pytest.raises(ExplorerError):
        save_static(StaticModel(("배",), np.full((1, 2), np.nan, dtype=np.float32)), tmp_path, {})
    assert np.array_equal(read_table(tmp_path).vector("배"), [1, 1])


def test_a_budget_of_time_is_kept_by_passes_or_by_a_part(corpus):
    def slow(part, passes):
        time.sleep(part.tokens * 1e-4)

    seconds = corpus.tokens * 1e-4
    assert passes_within(3.5 * seconds / 60 / 0.9, corpus, slow) == (corpus, 3)
    part, passes = passes_within(0.5 * seconds / 60 / 0.9, corpus, slow)
    assert passes == 1
    assert 0.4 < part.tokens / corpus.tokens < 0.6
