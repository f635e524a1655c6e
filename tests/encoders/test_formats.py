"""Word vectors in the formats people have: read rightly, or refused in one sentence."""

import pickle
import struct

import numpy as np
import pytest

from explorer.encoders.fasttext import NgramVectors
from explorer.encoders.formats import load_word_vectors
from explorer.errors import ExplorerError

WORDS = ("배", "눈", "쓰다")
MATRIX = np.array([[1.0, 2.0, 3.0], [0.5, -0.25, 8.0], [-1.0, 0.0, 1e-3]], dtype=np.float32)


def text(header=True, rows=MATRIX):
    lines = [f"{len(WORDS)} {rows.shape[1]}"] if header else []
    return "\n".join(lines + [f"{w} {' '.join(map(str, row))}" for w, row in zip(WORDS, rows, strict=True)]) + "\n"


def binary(newline=b"\n"):
    rows = (w.encode() + b" " + row.tobytes() + newline for w, row in zip(WORDS, MATRIX, strict=True))
    return f"{len(WORDS)} 3\n".encode() + b"".join(rows)


@pytest.mark.parametrize(
    "content",
    [text().encode(), text(header=False).encode(), binary(), binary(b""), text().replace(" ", "  ").encode()],
    ids=["word2vec text, fastText .vec", "GloVe", "binary of word2vec", "binary of gensim", "double spaces"],
)
def test_every_format_gives_the_same_words_and_numbers(tmp_path, content):
    (tmp_path / "vectors.any").write_bytes(content)
    vectors = load_word_vectors(tmp_path / "vectors.any")
    assert vectors.keys == WORDS
    assert np.array_equal(np.stack([vectors.vector(word) for word in WORDS]), MATRIX)


def test_gensim_writes_what_is_read(tmp_path):
    from gensim.models import KeyedVectors

    table = KeyedVectors(3)
    table.add_vectors(list(WORDS), MATRIX)
    for is_binary in (False, True):
        table.save_word2vec_format(str(tmp_path / "v"), binary=is_binary)
        assert np.array_equal(load_word_vectors(tmp_path / "v").vector("눈"), MATRIX[1])


def test_a_glove_word_may_hold_spaces(tmp_path):
    (tmp_path / "glove.txt").write_text("배 1 2 3\n. . . 4 5 6\n")
    assert np.array_equal(load_word_vectors(tmp_path / "glove.txt").vector(". . ."), [4, 5, 6])


def test_decomposed_words_are_found_composed(tmp_path):
    (tmp_path / "mac.vec").write_text("\u1107\u1162 1 2\n눈 3 4\n")  # 배, as macOS spells it
    assert "배" in load_word_vectors(tmp_path / "mac.vec")


@pytest.fixture(scope="module")
def fasttext_bin(tmp_path_factory):
    from gensim.models import FastText
    from gensim.models.fasttext import save_facebook_model

    path = tmp_path_factory.mktemp("fasttext") / "cc.bin"
    model = FastText([["배고픔", "나무", "바다"]] * 30, vector_size=8, bucket=200, min_n=1, max_n=3, workers=1, seed=1)
    save_facebook_model(model, str(path))
    return path, model.wv


def test_fasttext_binary_answers_for_unseen_words_as_gensim_does(fasttext_bin):
    path, expected = fasttext_bin
    vectors = load_word_vectors(path)
    assert isinstance(vectors, NgramVectors)
    for word in ("나무", "나무꾼", "바닷가"):
        assert np.allclose(vectors.vector(word), expected.get_vector(word), atol=1e-6)


def test_a_fasttext_binary_cut_anywhere_is_one_sentence(fasttext_bin, tmp_path):
    whole = fasttext_bin[0].read_bytes()
    for length in (6, 70, 100, 150, len(whole) // 3):
        (tmp_path / "cut.bin").write_bytes(whole[:length])
        with pytest.raises(ExplorerError):
            load_word_vectors(tmp_path / "cut.bin")


def raised(tmp_path, content):
    path = tmp_path / "vectors.bin"
    path.write_bytes(content)
    with pytest.raises(ExplorerError) as error:
        load_word_vectors(path)
    sentence = str(error.value)
    assert "\n" not in sentence
    return error.value.key


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "vectors_empty"),
        (b" \n\n", "vectors_empty"),
        (pickle.dumps({"vectors": [1.0]}), "vectors_pickle"),
        (pickle.dumps([1], protocol=2), "vectors_pickle"),
        (text().replace("8.0", "8.0 9.0").encode(), "vectors_dimension"),
        (b"root:x:0:0:root:/root:/bin/bash\n", "vectors_not_vectors"),
        (text(header=False).replace("8.0", "").encode(), "vectors_dimension"),
        (text().replace("8.0", "nan").encode(), "vector_file_not_finite"),
        (text().replace("8.0", "inf").encode(), "vector_file_not_finite"),
        (text(header=False).replace("8.0", "팔").encode(), "vectors_not_number"),
        (text().replace("1.0", "일").encode(), "vectors_not_number"),
        (text().replace("3 3", "9 3").encode(), "vectors_count"),
        (binary()[:-6], "vectors_cut_short"),
        (b"1000000000 300\nabc \x00\x01", "vectors_cut_short"),
        (bytes(range(128, 256)) * 40, "vectors_not_vectors"),
        (text(header=False).encode("cp949"), "vectors_not_vectors"),
        ("오늘은 배가 고프다\n".encode(), "vectors_not_number"),
        (struct.pack("<2i", 793712314, 99) + b"\0" * 100, "vectors_not_vectors"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_sentence(tmp_path, content, key):
    assert raised(tmp_path, content) == key


def test_a_missing_file_is_one_sentence(tmp_path):
    with pytest.raises(ExplorerError):
        load_word_vectors(tmp_path / "nowhere.vec")
