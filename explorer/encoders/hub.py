"""Any Hugging Face model with a fast tokenizer, from a local folder or the hub, through AutoModel.

Code that comes with a model is never run. Weights are safetensors, or a `pytorch_model.bin` that
torch reads with weights_only=True, which refuses everything but tensors. Of an encoder–decoder the
encoder serves.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.encoders.base import EncoderIdentity
from explorer.encoders.hub_files import ModelFiles, files_in, files_of, shape
from explorer.encoders.transformer import Backbone, HiddenStates, TransformerEncoder
from explorer.errors import ExplorerError

if TYPE_CHECKING:
    from torch import nn
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

_Loaded = TypeVar("_Loaded")

_LONGEST = 1024
"""Pieces that a model reads at once at most, however long its own window is."""

_MOST_LAYERS, _WIDEST = 1000, 100_000

_FREE_TO_MISS = ("pooler", "position_ids")
"""Parts of a model that hidden states do not need; a checkpoint may lack them."""


def hub_encoder(model: str) -> TransformerEncoder:
    """A hub id as an encoder: from the hub's cache, else fetched now. Weights are loaded on the first `encode`."""
    return _encoder(model, files_of(model))


def folder_encoder(folder: Path, id: str | None = None) -> TransformerEncoder:
    """A folder with config.json, weights and a fast tokenizer, as `save_pretrained` writes it, as an encoder."""
    return _encoder(id or str(folder), files_in(folder))


def _encoder(id: str, files: ModelFiles) -> TransformerEncoder:
    if not files.has_tokenizer:  # transformers would make one up that knows no word
        raise ExplorerError("tokenizer_absent", model=id)
    layers, dim = shape(files.config()) or _careful_shape(id, files)
    if not (1 <= layers <= _MOST_LAYERS and 1 <= dim <= _WIDEST):  # to build such a model would fill the memory
        raise ExplorerError("model_not_loaded", model=id, why=f"config.json: {layers - 1} layers, {dim} wide")
    return TransformerEncoder(EncoderIdentity(id, "bert", files.fingerprint()), layers, dim, partial(_load, id, files))


def _careful_shape(id: str, files: ModelFiles) -> tuple[int, int]:
    from transformers import AutoConfig  # seconds: only for a config.json that names its sizes unlike all others

    config = guarded(id, files, lambda: AutoConfig.from_pretrained(files.folder, trust_remote_code=False))
    layers, dim = getattr(config, "num_hidden_layers", None), getattr(config, "hidden_size", None)
    if not isinstance(layers, int) or not isinstance(dim, int):
        raise ExplorerError("model_not_loaded", model=id, why="config.json")
    return layers + 1, dim


def _load(id: str, files: ModelFiles) -> Backbone:
    tokenizer = guarded(id, files, lambda: fast_tokenizer(files.folder))
    if not getattr(tokenizer, "is_fast", False):
        raise ExplorerError("tokenizer_slow", model=id)
    model = guarded(id, files, lambda: _model(id, files))
    backend: Any = tokenizer.backend_tokenizer
    backend.no_truncation()
    backend.no_padding()
    return Backbone(backend, forward(id, model, tokenizer), window_of(model, tokenizer))


def fast_tokenizer(folder: Path) -> "PreTrainedTokenizerBase":
    """The tokenizer in a folder, without code of its own; whether it is a fast one is for the caller to see."""
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(folder, use_fast=True, trust_remote_code=False, local_files_only=True)


def _model(id: str, files: ModelFiles) -> "PreTrainedModel":
    import torch
    from transformers import AutoModel

    model, loading = AutoModel.from_pretrained(
        files.folder,
        dtype=torch.float32,
        use_safetensors=not files.pickled,
        weights_only=True,
        trust_remote_code=False,
        local_files_only=True,
        output_loading_info=True,
    )
    missing = [name for name in loading["missing_keys"] if not any(part in name for part in _FREE_TO_MISS)]
    if missing:  # transformers would fill them with random numbers
        raise ExplorerError("model_incomplete", model=id, missing=len(missing), example=sorted(missing)[0])
    if model.config.is_encoder_decoder:
        model = model.get_encoder()
    return model.eval()


def guarded(id: str, files: ModelFiles, load: Callable[[], _Loaded]) -> _Loaded:
    """`load()`, with whatever transformers and torch raise on a folder that they cannot read turned into a sentence."""
    try:
        with quietly():
            return load()
    except ExplorerError:
        raise
    except UnpicklingError as error:
        raise ExplorerError("weights_unsafe", model=id) from error
    except Exception as error:
        if "auto_map" in files.config():
            raise ExplorerError("model_own_code", model=id) from error
        raise ExplorerError("model_not_loaded", model=id, why=first_line(error)) from error


@contextmanager
def quietly() -> Iterator[None]:
    """Without the bars and reports that transformers writes to stderr: what goes wrong is said in our own sentence."""
    from transformers.utils import logging

    verbosity, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        if bars:
            logging.enable_progress_bar()


def forward(id: str, model: "PreTrainedModel", tokenizer: "PreTrainedTokenizerBase") -> HiddenStates:
    """The forward pass of a loaded model as what `TransformerEncoder` reads with."""
    import torch

    typed = "token_type_ids" in tokenizer.model_input_names

    def hidden_states(ids: NDArray[np.int64], types: NDArray[np.int64]) -> NDArray[np.float32]:
        inputs = {"input_ids": torch.from_numpy(ids), "attention_mask": torch.ones(ids.shape, dtype=torch.long)}
        if typed:
            inputs["token_type_ids"] = torch.from_numpy(types)
        try:
            with torch.inference_mode():
                states = model(**inputs, output_hidden_states=True).hidden_states
                return torch.stack(states).numpy()  # (layer, sentence, position, dim)
        except Exception as error:  # a tokenizer with more pieces than the model has rows, layers of several widths …
            raise ExplorerError("model_failed", encoder=id, why=first_line(error)) from error

    return hidden_states


def window_of(model: "PreTrainedModel", tokenizer: "PreTrainedTokenizerBase") -> int:
    """How many pieces the model reads at once: what its tokenizer, its config and its position table allow."""
    sizes = [_LONGEST, tokenizer.model_max_length, getattr(model.config, "max_position_embeddings", None)]
    sizes += [_positions(module) for name, module in model.named_modules() if name.endswith("position_embeddings")]
    return min(size for size in sizes if isinstance(size, int) and size > 0)


def _positions(table: "nn.Module") -> int | None:
    rows, padding = getattr(table, "num_embeddings", None), getattr(table, "padding_idx", None)
    return rows if rows is None or padding is None else rows - padding - 1  # RoBERTa counts from behind its padding


def first_line(error: Exception) -> str:
    """What an error says, in one line that a sentence can hold."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
