import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from explorer.encoders.base import TargetError
from explorer.encoders.hub import folder_encoder, hub_encoder
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence
from tests.encoders.tiny import DIM, LAYERS, put_in_hub_cache, save_bert, save_gpt2

ROOT = Path(__file__).parents[2]
PLACED = tuple(
    Occurrence.from_bracketed(sentence)
    for sentence in ("[배]가 고파서 밥을 먹었다", "강에 [배]가 떠 있다", "[길]이가 길다", "[은행]에서 돈을 찾았다")
)


@pytest.fixture(scope="module")
def bert(tmp_path_factory):
    return save_bert(tmp_path_factory.mktemp("model") / "bert")


@pytest.fixture
def hub_cache(tmp_path, monkeypatch):
    """An empty hub cache and no network, as HF_HUB_CACHE and HF_HUB_OFFLINE make them for a new process."""
    import huggingface_hub.constants as constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    return tmp_path


def test_hidden_states_are_transformers_own(bert):
    import torch
    from transformers import AutoModel, AutoTokenizer

    stack = folder_encoder(bert).encode(PLACED)
    assert stack.vectors.shape == (LAYERS, len(PLACED), DIM)
    inputs = AutoTokenizer.from_pretrained(bert)(PLACED[1].text, return_tensors="pt")
    with torch.inference_mode():
        states = AutoModel.from_pretrained(bert)(**inputs, output_hidden_states=True).hidden_states
    assert stack.vectors[:, 1] == pytest.approx(torch.stack(states)[:, 0, 3].numpy(), abs=1e-5)  # [CLS] 강 ##에 배


def test_layer_0_is_the_embedding_layer(bert):
    """The same form at the same place has the same vector at layer 0 and not above, whatever its sentence."""
    stack = folder_encoder(bert).encode([PLACED[0], Occurrence.from_bracketed("[배]를 깎아 먹었다")])
    assert np.allclose(stack.vectors[0, 0], stack.vectors[0, 1], atol=1e-6)
    assert not np.allclose(stack.vectors[1, 0], stack.vectors[1, 1], atol=1e-2)


def test_a_vector_does_not_depend_on_its_company(bert):
    encoder = folder_encoder(bert)
    together = encoder.encode([*PLACED, *reversed(PLACED)])
    for i, occurrence in enumerate(PLACED):
        assert encoder.encode([occurrence]).vectors[:, 0] == pytest.approx(together.vectors[:, i], abs=1e-5)
        assert np.array_equal(together.vectors[:, i], together.vectors[:, -1 - i])


def test_spill_names_what_the_piece_swallowed(bert):
    assert folder_encoder(bert).encode(PLACED).spill == ("", "", "이", "")


def test_a_long_sentence_is_cut_around_its_target(bert):
    text = "밥을 먹었다 " * 30 + "강에 배가 떠 있다" + " 밥을 먹었다" * 30
    place = text.index("배")
    stack = folder_encoder(bert).encode([PLACED[0], Occurrence(text, place, place + 1, "배")])
    assert stack.cut_rows == (1,)
    assert stack.take([1]).cut == 1
    assert stack.take([0]).cut == 0


def test_what_has_no_piece_or_too_many_is_said_with_its_position(bert):
    odd = Occurrence("배\u200b가", 1, 2, "?")
    long = Occurrence("배" * 100, 0, 100, "배")
    with pytest.raises(TargetError) as caught:
        folder_encoder(bert).encode([PLACED[0], odd, PLACED[1], long])
    assert set(caught.value.failures) == {1, 3}
    assert caught.value.key == "target_without_piece"
    assert caught.value.failures[3].key == "target_longer_than_window"


def test_a_decoder_with_bytes_for_pieces(tmp_path):
    """It reads from the left: what follows the target changes nothing, and no padding is needed."""
    encoder = folder_encoder(save_gpt2(tmp_path / "gpt2"))
    stack = encoder.encode(
        [Occurrence.from_bracketed("강에 [배]가 떠 있다"), Occurrence.from_bracketed("강에 [배]를 찾았다")]
    )
    assert stack.vectors.shape == (LAYERS, 2, DIM)
    assert np.allclose(stack.vectors[:, 0], stack.vectors[:, 1], atol=1e-5)
    assert stack.spill == ("", "")


def test_the_fingerprint_goes_by_content(bert, tmp_path):
    copy = put_in_hub_cache(bert, tmp_path, "org/name")
    same = folder_encoder(copy).identity.fingerprint
    assert same == folder_encoder(bert).identity.fingerprint
    assert same != folder_encoder(save_bert(tmp_path / "other", seed=1)).identity.fingerprint


def test_a_cached_hub_model_serves_without_network(bert, hub_cache):
    put_in_hub_cache(bert, hub_cache, "klue/tiny")
    encoder = hub_encoder("klue/tiny")
    assert encoder.identity.id == "klue/tiny"
    assert np.array_equal(encoder.encode(PLACED).vectors, folder_encoder(bert).encode(PLACED).vectors)


@pytest.mark.parametrize("model", ["klue/absent", "absent"])
def test_an_absent_hub_model_without_network_is_one_sentence(model, hub_cache):
    with pytest.raises(ExplorerError) as caught:
        hub_encoder(model)
    assert caught.value.key == "model_not_fetched"
    assert model in str(caught.value)


@pytest.mark.parametrize("model", ["a/b/c", "../up", "", "한 낱말", "배", "a--b", "x;y"])
def test_what_is_no_hub_id_is_never_asked_for(model, hub_cache):
    with pytest.raises(ExplorerError) as caught:
        hub_encoder(model)
    assert caught.value.key == "encoder_unknown"


class Mine:
    """Unpickling it would make a folder."""

    def __init__(self, folder):
        self.folder = folder

    def __reduce__(self):
        return os.mkdir, (str(self.folder),)


def test_a_pickle_that_would_run_code_is_refused_unrun(bert, tmp_path):
    import torch

    folder = Path(put_in_hub_cache(bert, tmp_path, "org/bad"))
    (folder / "model.safetensors").unlink()
    torch.save({"embeddings.word_embeddings.weight": Mine(tmp_path / "ran")}, folder / "pytorch_model.bin")
    with pytest.raises(ExplorerError) as caught:
        folder_encoder(folder).encode(PLACED)
    assert caught.value.key == "weights_unsafe"
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Mine(tmp_path / "ran")))
    with pytest.raises(ExplorerError):
        folder_encoder(folder).encode(PLACED)
    assert not (tmp_path / "ran").exists()


def test_plain_tensors_in_a_bin_file_are_read(bert, tmp_path):
    import torch
    from safetensors.torch import load_file

    folder = Path(put_in_hub_cache(bert, tmp_path, "org/old"))
    torch.save(load_file(folder / "model.safetensors"), folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()
    assert np.array_equal(folder_encoder(folder).encode(PLACED).vectors, folder_encoder(bert).encode(PLACED).vectors)


def broken(folder, name):
    config = json.loads((folder / "config.json").read_text())
    if name == "own code":
        config |= {"model_type": "mine", "auto_map": {"AutoModel": "mine.Model", "AutoConfig": "mine.Config"}}
        (folder / "mine.py").write_text("open('ran', 'w')")
    elif name == "another shape":
        config["intermediate_size"] = 48
    elif name == "more layers":
        config["num_hidden_layers"] = 4
    elif name == "no config":
        (folder / "config.json").unlink()
        return
    elif name == "no weights":
        (folder / "model.safetensors").unlink()
    elif name == "cut short":
        whole = (folder / "model.safetensors").read_bytes()
        (folder / "model.safetensors").write_bytes(whole[: len(whole) // 2])
    elif name == "no tokenizer":
        for file in ("tokenizer.json", "tokenizer_config.json", "vocab.txt"):
            (folder / file).unlink(missing_ok=True)
    elif name == "no json":
        (folder / "config.json").write_text("{")
        return
    (folder / "config.json").write_text(json.dumps(config))


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("own code", "model_own_code"),
        ("another shape", "model_not_loaded"),
        ("more layers", "model_incomplete"),
        ("no config", "model_without_config"),
        ("no json", "model_without_config"),
        ("no weights", "model_without_weights"),
        ("cut short", "model_not_loaded"),
        ("no tokenizer", "tokenizer_absent"),
    ],
)
def test_a_folder_that_is_no_whole_model_is_one_sentence(bert, tmp_path, name, key, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = Path(put_in_hub_cache(bert, tmp_path, "org/broken"))
    broken(folder, name)
    with pytest.raises(ExplorerError) as caught:
        folder_encoder(folder).encode(PLACED)
    assert caught.value.key == key, caught.value
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "ran").exists()


def test_opening_needs_no_torch(bert):
    code = (
        "import sys; from explorer.encoders.catalog import open_encoder\n"
        f"encoder = open_encoder({str(bert)!r})\n"
        "print(encoder.dim, len(encoder.layers), encoder.identity.fingerprint)\n"
        "assert not {'torch', 'transformers'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(DIM), str(LAYERS), folder_encoder(bert).identity.fingerprint]


def test_progress_ends_at_the_end(bert):
    seen = []
    folder_encoder(bert).encode(PLACED, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (len(PLACED), len(PLACED))
    assert seen == sorted(seen)
