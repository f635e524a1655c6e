import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import save_file

from explorer.encoders.base import EncoderIdentity, TargetError
from explorer.encoders.catalog import open_encoder
from explorer.encoders.static import BagOfContext, StaticEncoder, static_encoder
from explorer.encoders.word_vectors import VectorTable
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence

KEYS = ("배", "타다", "바다", "먹다", "깎다")
MATRIX = np.array([[1, 0, 0], [0, 2, 0], [0, 4, 0], [0, 0, 1], [0.5, 0, 0.5]], dtype=np.float32)
TABLE = VectorTable(KEYS, MATRIX)


def encoder(table=TABLE):
    return StaticEncoder(EncoderIdentity("test", "static", "1"), table.dim, lambda: table)


def at(sentence, word=None):
    return Occurrence.from_bracketed(sentence, word)


def by_space(text):
    """One key an eojeol: the sentences here are written so."""
    keys, place = [], 0
    for word in text.split():
        start = text.index(word, place)
        keys.append((word, start, place := start + len(word)))
    return keys


def test_every_use_of_a_word_is_the_same_vector():
    stack = encoder().encode([at("[배]를 타다"), at("바다에 [배]가 떴다"), at("[썼]다", "먹다")])
    assert stack.vectors.shape == (1, 3, 3)
    assert np.array_equal(stack.vectors[0], MATRIX[[0, 0, 3]])
    assert stack.layers == ("static",)
    assert stack.clean.all()


def test_unknown_words_are_named_with_their_sentence_and_position():
    with pytest.raises(TargetError) as caught:
        encoder().encode([at("[배]를 타다"), at("[꿀]을 먹다")])
    assert set(caught.value.failures) == {1}
    assert "꿀을 먹다" in str(caught.value)


def test_neighbours_are_by_cosine_and_never_the_word_itself():
    assert TABLE.nearest("타다", 2) == [("바다", pytest.approx(1)), ("배", pytest.approx(0))]
    assert [key for key, _ in encoder().nearest("깎다", 99)] == ["배", "먹다", "타다", "바다"]
    with pytest.raises(ExplorerError):
        TABLE.nearest("꿀")


@given(st.integers(0, 12), st.integers(2, 8), st.integers(0, 10**6))
def test_nearest_is_what_sorting_all_gives(n, words, seed):
    matrix = np.random.default_rng(seed).normal(size=(words, 4)).astype(np.float32)
    table = VectorTable(tuple(map(str, range(words))), matrix)
    unit = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
    order = [str(i) for i in np.argsort(-(unit @ unit[0]), kind="stable") if i][:n]
    assert [key for key, _ in table.nearest("0", n)] == order


def test_where_a_key_stands_twice_its_first_row_counts():
    assert VectorTable(("a", "a"), MATRIX[:2]).vector("a").tolist() == [1, 0, 0]


def test_a_zero_vector_has_no_neighbour_before_others():
    table = VectorTable(("a", "b", "0"), np.array([[1, 0], [1, 1], [0, 0]], np.float32))
    assert table.nearest("a")[-1] == ("0", 0)


def test_the_bag_is_the_mean_of_the_other_known_words():
    stack = BagOfContext(encoder(), by_space).encode([at("바다 [배] 타다 꿀"), at("[배] 바다")])
    assert stack.vectors[0].tolist() == [[0, 3, 0], [0, 4, 0]]
    assert stack.encoder.fingerprint != encoder().identity.fingerprint


def test_the_target_itself_is_never_in_its_bag():
    with pytest.raises(TargetError) as caught:
        BagOfContext(encoder(), by_space).encode([at("바다 [배]"), at("[배]"), at("[먹다] 꿀")])
    assert set(caught.value.failures) == {1, 2}
    assert caught.value.key == "no_context"


@pytest.fixture
def folder(tmp_path):
    save_file({"vectors": MATRIX.astype(np.float16)}, tmp_path / "model.safetensors")
    (tmp_path / "vocabulary.txt").write_text("".join(f"{key}\n" for key in KEYS), encoding="utf-8")
    return tmp_path


def test_a_folder_is_read_as_it_was_written(folder):
    read = static_encoder(folder, "word2vec-ko")
    assert (read.dim, read.identity.id) == (3, "word2vec-ko")
    assert read.words.keys == KEYS
    assert np.array_equal(read.encode([at("[배]를 타다")]).vectors[0, 0], MATRIX[0])


def test_the_fingerprint_follows_weights_and_words(folder):
    before = static_encoder(folder, "a").identity.fingerprint
    assert static_encoder(folder, "b").identity.fingerprint == before
    (folder / "vocabulary.txt").write_text("\n".join(reversed(KEYS)), encoding="utf-8")
    assert static_encoder(folder, "a").identity.fingerprint != before


@pytest.mark.parametrize("damage", ["missing", "cut", "words"])
def test_a_damaged_folder_is_one_sentence(folder, damage):
    if damage == "missing":
        (folder / "vocabulary.txt").unlink()
    elif damage == "cut":
        (folder / "model.safetensors").write_bytes((folder / "model.safetensors").read_bytes()[:60])
    else:
        (folder / "vocabulary.txt").write_text("배\n", encoding="utf-8")
    with pytest.raises(ExplorerError) as caught:
        static_encoder(folder, "a").encode([at("[배]를 타다")])
    assert caught.value.key == "model_damaged"


def test_a_file_of_word_vectors_is_an_encoder(tmp_path):
    path = tmp_path / "vectors.txt"
    path.write_text("배 1 0 0.5\n은행 0 1 0\n", encoding="utf-8")
    encoder = open_encoder(str(path))
    stack = encoder.encode([Occurrence.from_bracketed("[배]가 온다")])
    assert encoder.identity.family == "static" and encoder.dim == 3
    assert stack.vectors[0, 0].tolist() == [1, 0, 0.5]
    path.write_text("no vectors here", encoding="utf-8")
    with pytest.raises(ExplorerError):
        open_encoder(str(path))
