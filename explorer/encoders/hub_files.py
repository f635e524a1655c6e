"""Where a Hugging Face model's files lie: a local folder, the hub's cache, or fetched into it. Imports no torch."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explorer.encoders.fingerprints import fingerprint
from explorer.encoders.pooling import PROCESSING
from explorer.errors import ExplorerError

_TOKENIZER = (
    "tokenizer.json",
    "tokenizer_config.json",
    "vocab.txt",
    "vocab.json",
    "merges.txt",
    "special_tokens_map.json",
)
_SAFE = ("model.safetensors", "model.safetensors.index.json")
_PICKLED = ("pytorch_model.bin", "pytorch_model.bin.index.json")
_LAYERS = ("num_hidden_layers", "n_layer", "n_layers", "encoder_layers", "num_layers")
_WIDTH = ("hidden_size", "n_embd", "d_model", "dim", "emb_dim")
_HUB_ID = re.compile(r"[\w.-]+(/[\w.-]+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A folder that holds a whole model. `pickled` where its weights are not safetensors."""

    folder: Path
    weights: tuple[Path, ...]
    pickled: bool

    def config(self) -> dict[str, Any]:
        """The model's config.json. Raises ExplorerError where it cannot be read."""
        return read_config(self.folder)

    @property
    def has_tokenizer(self) -> bool:
        """Whether a file is here that a tokenizer is made of: the cache also holds models of images and sound."""
        named = any((self.folder / name).is_file() for name in ("tokenizer.json", "vocab.txt", "vocab.json"))
        return named or any(self.folder.glob("*.model"))

    def fingerprint(self) -> str:
        """A digest over config, weights and tokenizer; a renamed or moved folder keeps it."""
        small = [self.folder / name for name in ("config.json", *_TOKENIZER)]
        models = self.folder.glob("*.model")  # SentencePiece
        return fingerprint([path for path in (*small, *models, *self.weights) if path.is_file()], PROCESSING)


def read_config(folder: Path) -> dict[str, Any]:
    """A folder's config.json. Raises ExplorerError where it is absent or no JSON object."""
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ExplorerError("model_without_config", model=str(folder)) from error
    if not isinstance(config, dict):
        raise ExplorerError("model_without_config", model=str(folder))
    return config


def shape(config: dict[str, Any]) -> tuple[int, int] | None:
    """Layers, the embedding layer counted, and width, where a config.json names them as most do."""
    layers = next((config[name] for name in _LAYERS if isinstance(config.get(name), int)), None)
    width = next((config[name] for name in _WIDTH if isinstance(config.get(name), int)), None)
    return (layers + 1, width) if layers is not None and width is not None else None


def files_in(folder: Path) -> ModelFiles:
    """The model in a folder. Raises ExplorerError where config or weights are missing."""
    read_config(folder)
    for names, pickled in ((_SAFE, False), (_PICKLED, True)):
        if weights := _weights(folder, *names):
            return ModelFiles(folder, weights, pickled)
    raise ExplorerError("model_without_weights", model=str(folder))


def _weights(folder: Path, single: str, index: str) -> tuple[Path, ...]:
    if (folder / single).is_file():
        return (folder / single,)
    if not (folder / index).is_file():
        return ()
    try:
        names = set(json.loads((folder / index).read_text(encoding="utf-8"))["weight_map"].values())
        shards = tuple(folder / Path(name).name for name in sorted(names))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return ()
    return (folder / index, *shards) if all(shard.is_file() for shard in shards) else ()


def files_of(model: str) -> ModelFiles:
    """The files of a hub model: from the hub's cache, else fetched from the hub.

    Raises ExplorerError where it is neither there nor to be had.
    """
    if not _is_hub_id(model):
        raise ExplorerError("encoder_unknown", encoder=model)
    return cached_files(model) or _fetch(model)


def _is_hub_id(model: str) -> bool:
    from huggingface_hub.errors import HFValidationError
    from huggingface_hub.utils import validate_repo_id

    try:
        validate_repo_id(model)
    except HFValidationError:
        return False
    return bool(_HUB_ID.fullmatch(model))  # the hub's own rule lets letters of any script pass


def cached_files(model: str) -> ModelFiles | None:
    """The files of a hub model where the hub's cache holds it whole."""
    from huggingface_hub import try_to_load_from_cache

    config = try_to_load_from_cache(model, "config.json") if _is_hub_id(model) else None
    if not isinstance(config, str):
        return None
    try:
        return files_in(Path(config).parent)
    except ExplorerError:
        return None


def cached_models() -> tuple[str, ...]:
    """Ids of the models that the hub's cache holds, whole or not."""
    from huggingface_hub.constants import HF_HUB_CACHE

    folders = sorted(Path(HF_HUB_CACHE).glob("models--*"))
    return tuple(folder.name.removeprefix("models--").replace("--", "/", 1) for folder in folders)


def _fetch(model: str) -> ModelFiles:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import GatedRepoError, RepositoryNotFoundError

    try:
        folder = Path(
            snapshot_download(
                model, allow_patterns=["*.json", "*.txt", "*.model", "*.safetensors"], ignore_patterns=["*/*"]
            )
        )
        if not _weights(folder, *_SAFE):
            snapshot_download(model, allow_patterns=["pytorch_model*.bin"], ignore_patterns=["*/*"])
    except GatedRepoError as error:
        raise ExplorerError("model_gated", model=model) from error
    except RepositoryNotFoundError as error:
        raise ExplorerError("encoder_unknown", encoder=model) from error
    except Exception as error:  # no connection, offline mode, a full disk: the hub's library raises all kinds
        raise ExplorerError("model_not_fetched", model=model) from error
    return files_in(folder)
