"""Opening a model with its pretraining heads: the BERT trained here, a folder, or a model of the hub.

Code that comes with a model is never run. Weights are safetensors, or a `pytorch_model.bin` that torch reads with
weights_only=True. Torch and transformers are imported when a model is opened.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.assets import asset
from explorer.encoders.catalog import BUNDLED
from explorer.encoders.headed import HeadedModel
from explorer.encoders.hub_files import ModelFiles, cached_files, cached_models, files_in, files_of
from explorer.errors import ExplorerError

if TYPE_CHECKING:
    from transformers import PreTrainedModel

SHIPPED = "bert-ko"
"""The model trained here that kept both heads."""

_HEADED = ("MaskedLM", "PreTraining")
_SECOND_HEAD = ("cls.seq_relationship", "bert.pooler")
_FREE_TO_MISS = ("position_ids",)


def candidates() -> tuple[str, ...]:
    """Ids of models that should have the heads: the one trained here, then those in the hub's cache."""
    return (SHIPPED, *(id for id in cached_models() if (files := cached_files(id)) and _names_a_head(files)))


def open_heads(id: str) -> HeadedModel:
    """The model of an id, a hub id or a folder, with its heads.

    Raises ExplorerError where it is absent, cannot be loaded, or was saved without the head for hidden words.
    """
    files = _files(id)
    if not files.has_tokenizer:
        raise ExplorerError("tokenizer_absent", model=id)
    from explorer.encoders.hub import fast_tokenizer, guarded

    tokenizer = guarded(id, files, lambda: fast_tokenizer(files.folder))
    if not getattr(tokenizer, "is_fast", False):
        raise ExplorerError("tokenizer_slow", model=id)
    if tokenizer.mask_token_id is None:
        raise ExplorerError("inside_no_heads", encoder=id)
    model, follows = guarded(id, files, lambda: _load(id, files))
    return HeadedModel(id, files.fingerprint(), model, tokenizer, follows)


def _files(id: str) -> ModelFiles:
    known = {source.id: source for source in BUNDLED}
    if source := known.get(id):
        if source.family != "bert" or source.origin != "trained here":
            raise ExplorerError("inside_no_heads", encoder=id)
        folder = asset("models", id)
        if not (folder / "config.json").is_file():
            raise ExplorerError("inside_absent", encoder=id, folder=str(folder))
        return files_in(folder)
    try:
        folder = Path(id).expanduser()
        if folder.is_dir():
            return files_in(folder)
    except (OSError, RuntimeError, ValueError):  # a name too long, no such user's home, a zero character
        pass
    return files_of(id)


def _names_a_head(files: ModelFiles) -> bool:
    try:
        named = files.config().get("architectures")
    except ExplorerError:
        return False
    return isinstance(named, list) and any(str(name).endswith(_HEADED) for name in named)


def _load(id: str, files: ModelFiles) -> tuple["PreTrainedModel", bool]:
    """The model in eager attention, whose weights can be looked at, and whether it foretells the next sentence."""
    import torch
    from transformers import AutoModelForMaskedLM, BertForPreTraining
    from transformers.models.auto.modeling_auto import MODEL_FOR_MASKED_LM_MAPPING_NAMES

    kind = str(files.config().get("model_type"))
    if kind not in MODEL_FOR_MASKED_LM_MAPPING_NAMES:
        raise ExplorerError("inside_no_heads", encoder=id)
    both = kind == "bert"
    kind_of_model: Any = BertForPreTraining if both else AutoModelForMaskedLM
    model, loading = kind_of_model.from_pretrained(
        files.folder,
        dtype=torch.float32,
        attn_implementation="eager",
        use_safetensors=not files.pickled,
        weights_only=True,
        trust_remote_code=False,
        local_files_only=True,
        output_loading_info=True,
    )
    missing = {name for name in loading["missing_keys"] if not any(part in name for part in _FREE_TO_MISS)}
    second = {name for name in missing if name.startswith(_SECOND_HEAD)}
    base = {name for name in missing - second if name.startswith(f"{model.base_model_prefix}.")}
    if base:  # transformers would fill them with random numbers
        raise ExplorerError("model_incomplete", model=id, missing=len(base), example=min(base))
    if missing - second:
        raise ExplorerError("inside_no_heads", encoder=id)
    return model.eval(), both and not second
