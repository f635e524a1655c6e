"""Encoders made of a BERT trained here at other moments than its last: a file of weights, or none at all."""

import json
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.encoders.base import EncoderIdentity
from explorer.encoders.hub import fast_tokenizer, forward, window_of
from explorer.encoders.hub_files import read_config
from explorer.encoders.pooling import PROCESSING
from explorer.encoders.transformer import Backbone, TransformerEncoder
from explorer.errors import ExplorerError

if TYPE_CHECKING:
    from transformers import BertForPreTraining

UNTRAINED = "bert-ko-untrained"


def weights_encoder(folder: Path, path: Path, id: str) -> TransformerEncoder:
    """The model of `folder` with the weights of another file, as a training keeps them."""
    digest = blake2b(path.read_bytes(), digest_size=8).hexdigest()
    return _encoder(folder, f"{id}-{digest}-{PROCESSING}", id, lambda: load_weights(folder, path))


def untrained_encoder(folder: Path, id: str = UNTRAINED, seed: int | None = None) -> TransformerEncoder:
    """The network of `folder` before it saw any text: with the very weights its training began with, or of a seed."""
    if seed is None:
        seed = _seed(folder)
    return _encoder(folder, f"{id}-{seed}-{PROCESSING}", id, lambda: untrained_model(folder, seed))


def load_weights(folder: Path, path: Path) -> "BertForPreTraining":
    """A model with the config of `folder` and the weights of `path`. Raises ExplorerError where they do not fit."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file
    from transformers import BertConfig, BertForPreTraining

    try:
        model = BertForPreTraining(BertConfig.from_pretrained(folder, local_files_only=True))
        missing = model.load_state_dict({n: t.float() for n, t in load_file(path).items()}, strict=False)
        if missing.unexpected_keys or set(missing.missing_keys) - {"cls.predictions.decoder.weight"} - _BIAS:
            raise ValueError(missing)
    except (OSError, SafetensorError, ValueError, RuntimeError) as error:
        raise ExplorerError("model_damaged", folder=str(path.parent)) from error
    model.tie_weights()
    return model.eval()


_BIAS = {"cls.predictions.decoder.bias"}  # the same tensor as cls.predictions.bias


def untrained_model(folder: Path, seed: int) -> "BertForPreTraining":
    """BERT's initialiser (Devlin et al. 2018), drawn from `seed` as the training draws it."""
    import torch
    from transformers import BertConfig, BertForPreTraining

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return BertForPreTraining(BertConfig.from_pretrained(folder, local_files_only=True)).float().eval()


def _encoder(folder: Path, fingerprint: str, id: str, load: Callable[[], "BertForPreTraining"]) -> TransformerEncoder:
    def backbone() -> Backbone:
        tokenizer = fast_tokenizer(folder)
        model = load()
        return Backbone(tokenizer.backend_tokenizer, forward(id, model.bert, tokenizer), window_of(model, tokenizer))

    config = read_config(folder)
    identity = EncoderIdentity(id, "bert", fingerprint)
    return TransformerEncoder(identity, int(config["num_hidden_layers"]) + 1, int(config["hidden_size"]), backbone)


def _seed(folder: Path) -> int:
    try:
        return int(json.loads((folder / "training.json").read_text(encoding="utf-8"))["seed"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ExplorerError("model_damaged", folder=str(folder)) from error
