from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.assets import asset
from explorer.encoders.base import TargetError
from explorer.encoders.elmo import LAYERS, LIMIT, ElmoEncoder, elmo_encoder, untrained_encoder, weights_encoder
from explorer.encoders.elmo_model import ElmoConfig, new_model
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence, normalise
from explorer.training.elmo.checkpoint import save_weights

SMALL = ElmoConfig(words=20, character_dim=8, filters=((1, 8), (3, 8)), width=16, cell=24, cutoffs=(5, 9))


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("elmo")
    save_weights(path / "model.safetensors", new_model(SMALL, 7), {"training": {"seed": 7}})
    return path


@pytest.fixture(scope="module")
def encoder(folder) -> ElmoEncoder:
    return elmo_encoder(folder)


def at(sentence: str) -> Occurrence:
    return Occurrence.from_bracketed(sentence)


def test_three_layers_of_two_halves_that_are_one_vector_in_the_cnn(encoder):
    stack = encoder.encode([at("[배]가 고파서 잠이 오지 않는다."), at("밥을 [먹]고 갔다.")])
    assert stack.layers == LAYERS
    assert stack.vectors.shape == (3, 2, 32)
    forwards, backwards = encoder.halves["forward"], encoder.halves["backward"]
    assert np.array_equal(stack.vectors[0][:, forwards], stack.vectors[0][:, backwards])
    assert not np.allclose(stack.vectors[1][:, forwards], stack.vectors[1][:, backwards])


def test_each_half_sees_its_side_of_the_sentence_only(encoder):
    one, other_end, other_begin = encoder.encode(
        [at("나는 [배] 하나를 샀다."), at("나는 [배] 위에서 잤다."), at("우리 [배] 하나를 샀다.")]
    ).vectors.transpose(1, 0, 2)
    forwards, backwards = encoder.halves["forward"], encoder.halves["backward"]
    assert np.allclose(one[:, forwards], other_end[:, forwards], atol=1e-6)
    assert not np.allclose(one[1:, backwards], other_end[1:, backwards], atol=1e-4)
    assert np.allclose(one[:, backwards], other_begin[:, backwards], atol=1e-6)
    assert not np.allclose(one[1:, forwards], other_begin[1:, forwards], atol=1e-4)
    assert np.allclose(one[0], other_end[0], atol=1e-6)


def test_company_does_not_change_a_vector(encoder):
    sentences = [
        at("[배]가 고프다."),
        at("[배]를 타고 갔다."),
        at("달고 시원한 [배] 한 개를 깎아 먹었다."),
        at("[눈] 온다"),
    ]
    together = encoder.encode(sentences).vectors
    alone = np.concatenate([encoder.encode([o]).vectors for o in sentences], axis=1)
    assert np.allclose(together, alone, atol=1e-5)


def test_contraction_keeps_its_characters_together_and_says_so(encoder):
    stack = encoder.encode([at("글을 [썼]다."), at("글을 [쓰]ㄴ다."), at("[배]가")])
    assert stack.spill[0] == stack.spill[2] == ""
    assert encoder.encode([Occurrence("학교에 갔다", 0, 1, "학")]).spill == ("교",)


def test_a_long_sentence_is_cut_around_its_target(encoder):
    text = "아주 긴 이야기 " * 200 + "배가 고프다."
    start = text.index("배가")
    stack = encoder.encode([Occurrence(text, start, start + 1, "배"), at("[배]가 고프다.")])
    assert stack.cut_rows == (0,)
    assert np.allclose(stack.vectors[0, 0], stack.vectors[0, 1], atol=1e-5)
    with pytest.raises(TargetError, match=str(LIMIT)):
        encoder.encode([Occurrence(text, 0, len(text), "긴")])


@settings(max_examples=30, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40).map(normalise).filter(bool))
def test_any_text_has_finite_vectors(encoder, text):
    stack = encoder.encode([Occurrence(text, 0, len(text), text)])
    assert np.isfinite(stack.vectors).all()
    assert stack.spill == ("",)


def test_a_word_of_any_length_and_script(encoder):
    words = ["ㅋ" * 300, "a" * 5000, "漢字", "🍐", "뷁쀍", "\u0301", "<s>"]
    stack = encoder.encode([Occurrence(normalise(w), 0, len(normalise(w)), w) for w in words])
    assert len(np.unique(stack.vectors[0].round(5), axis=0)) == len(words)


def test_the_untrained_twin_is_where_training_began(folder, encoder):
    sentence = [at("[배]가 고프다.")]
    twin = untrained_encoder(folder)
    assert twin.identity.fingerprint != encoder.identity.fingerprint
    assert np.allclose(twin.encode(sentence).vectors, encoder.encode(sentence).vectors, atol=2e-3)  # float16
    assert not np.allclose(untrained_encoder(folder, seed=8).encode(sentence).vectors, twin.encode(sentence).vectors)


def test_damaged_weights_are_one_sentence(folder, tmp_path):
    whole = (folder / "model.safetensors").read_bytes()
    path = tmp_path / "model.safetensors"
    for content in (b"", b"no weights", whole[: len(whole) // 2]):
        path.write_bytes(content)
        with pytest.raises(ExplorerError, match="damaged"):
            weights_encoder(path, "x").encode([at("[배]가")])
    with pytest.raises(ExplorerError, match="damaged"):
        elmo_encoder(tmp_path / "absent")


def test_the_shipped_model_reads_a_word_by_its_context():
    encoder = elmo_encoder(asset("models", "elmo-ko"))
    eaten, eaten_too, sailed = encoder.encode(
        [
            at("달고 시원한 [배]를 깎아 먹었다."),
            at("사과와 [배]를 씻어 먹었다."),
            at("항구에서 [배]를 타고 섬으로 떠났다."),
        ]
    ).vectors[2]

    def cosine(a, b):
        return a @ b / np.linalg.norm(a) / np.linalg.norm(b)

    assert encoder.dim == 512
    assert cosine(eaten, eaten_too) > cosine(eaten, sailed)
