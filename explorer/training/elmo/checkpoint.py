"""Where a training of ELMo stands, as one safetensors file: weights, Adam's moments, random state, place in the text.

Written beside its place, synced and renamed (`explorer.training.atomic`), so a kill leaves the last good one.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor

from explorer.encoders.elmo_model import ElmoConfig, ElmoModel, new_model
from explorer.errors import ExplorerError
from explorer.training import atomic


@dataclass(frozen=True, slots=True)
class Place:
    """How far training is: `batch` batches of epoch `epoch` of the text `text` (a fingerprint) are done.

    `tokens` counts the predictions in each direction since the beginning, `seconds` the time that steps took.
    """

    epoch: int = 0
    batch: int = 0
    tokens: int = 0
    seconds: float = 0.0
    steps: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What is read back."""

    model: ElmoModel
    optimiser: dict[str, Tensor]
    generator: Tensor
    place: Place


def save(
    path: Path, model: ElmoModel, optimiser: torch.optim.Optimizer, generator: torch.Generator, place: Place
) -> None:
    """Write all that a resumed training needs. Raises ExplorerError where the disk is full."""
    tensors = {f"model.{name}": value.detach() for name, value in model.state_dict().items()}
    for name, parameter in model.named_parameters():
        for moment, value in optimiser.state.get(parameter, {}).items():
            tensors[f"optimiser.{name}.{moment}"] = value.detach().clone()
    tensors["generator"] = generator.get_state()
    write_tensors(path, tensors, {"config": model.config.to_dict(), "place": asdict(place)})


def load(path: Path) -> Checkpoint:
    """Read a checkpoint. Raises ExplorerError where it is not whole."""
    try:
        with safe_open(path, framework="pt") as file:
            metadata = file.metadata()
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 – no dictionary
        model = new_model(ElmoConfig.from_dict(json.loads(metadata["config"])), seed=0)
        model.load_state_dict({n.removeprefix("model."): t for n, t in tensors.items() if n.startswith("model.")})
        optimiser = {n.removeprefix("optimiser."): t for n, t in tensors.items() if n.startswith("optimiser.")}
        return Checkpoint(model, optimiser, tensors["generator"], Place(**json.loads(metadata["place"])))
    except (OSError, SafetensorError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise ExplorerError("checkpoint_damaged", path=str(path)) from error


def restore_optimiser(optimiser: torch.optim.Optimizer, model: ElmoModel, saved: Mapping[str, Tensor]) -> None:
    """Give an optimiser its moments back."""
    for name, parameter in model.named_parameters():
        state = {n.rpartition(".")[2]: t for n, t in saved.items() if n.rpartition(".")[0] == name}
        if state:
            optimiser.state[parameter] = state


def save_weights(path: Path, model: ElmoModel, about: Mapping[str, Any]) -> None:
    """Write the weights alone, in float16, as they are shipped."""
    tensors = {name: value.detach().to(torch.float16).contiguous() for name, value in model.state_dict().items()}
    write_tensors(path, tensors, {"config": model.config.to_dict(), **about})


def write_tensors(path: Path, tensors: Mapping[str, Tensor], about: Mapping[str, Any]) -> None:
    """Write a safetensors file atomically; `about` goes into its header as JSON."""
    metadata = {key: json.dumps(value, ensure_ascii=False) for key, value in about.items()}
    atomic.write(path, lambda temporary: save_file(dict(tensors), temporary, metadata=metadata))
