"""One step of BERT's pretraining: the loss of masked pieces and of next sentences, and both optimisers."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from explorer.errors import ExplorerError
from explorer.training.bert.masking import Masked
from explorer.training.bert.text import Batch

if TYPE_CHECKING:
    from transformers import BertForPreTraining


_PAIR_HEAD = ("bert.pooler.", "cls.seq_relationship.")
_PAIR_HEAD_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Loss:
    """Sums over a batch: nats and hits over `masked` pieces, and over `pairs` of segments."""

    masked_nats: float
    masked_hits: int
    masked: int
    pair_nats: float
    pair_hits: int
    pairs: int


def losses(model: "BertForPreTraining", batch: Batch, hidden: Masked, *, bfloat16: bool) -> tuple[Tensor, Loss]:
    """The mean loss to descend, and what it is made of.

    The softmax over the vocabulary is taken at the chosen pieces alone; `next sentence` counts where an example has two
    segments, and label 0 says that the second follows, as in `transformers`.
    """
    chosen = torch.from_numpy(hidden.chosen)
    targets = torch.from_numpy(batch.pieces)[chosen]
    follows = torch.from_numpy(batch.follows)
    paired = follows >= 0
    with torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
        output = model.bert(input_ids=torch.from_numpy(hidden.pieces), token_type_ids=torch.from_numpy(batch.segments))
        scores = model.cls.predictions(output.last_hidden_state[chosen]).float()
        said = model.cls.seq_relationship(output.pooler_output[paired]).float() if paired.any() else None
    masked = functional.cross_entropy(scores, targets, reduction="sum")
    loss = masked / max(1, len(targets))
    pair_nats, pair_hits = 0.0, 0
    if said is not None:
        answer = 1 - follows[paired]
        pair = functional.cross_entropy(said, answer, reduction="sum")
        loss = loss + pair / len(answer)
        pair_nats, pair_hits = float(pair.detach()), int((said.detach().argmax(1) == answer).sum())
    hits = int((scores.detach().argmax(1) == targets).sum())
    return loss, Loss(float(masked.detach()), hits, len(targets), pair_nats, pair_hits, int(paired.sum()))


class Optimiser:
    """Muon for the matrices inside the layers (Jordan et al. 2024), Adam for embeddings, heads, biases and norms.

    Muon's step is scaled to the size of Adam's, so both share one learning rate; the head for the next sentence takes a
    tenth of it, since its tanh saturates at the full rate and it then learns nothing. Measured: see the model card.
    """

    def __init__(self, model: "BertForPreTraining", *, muon: bool = True, decay: float = 0.01) -> None:
        inner = {
            name: p for name, p in model.named_parameters() if muon and p.ndim == 2 and name.startswith("bert.encoder.")
        }
        rest = {name: p for name, p in model.named_parameters() if name not in inner}
        judges = [p for name, p in rest.items() if name.startswith(_PAIR_HEAD)]
        others = [p for name, p in rest.items() if not name.startswith(_PAIR_HEAD)]
        groups = [
            {"params": [p for p in others if p.ndim > 1], "weight_decay": decay},
            {"params": [p for p in others if p.ndim <= 1], "weight_decay": 0.0},
            {"params": judges, "weight_decay": 0.0, "share": _PAIR_HEAD_SHARE},
        ]
        self.model = model
        self.parts: dict[str, torch.optim.Optimizer] = {
            "adam": torch.optim.AdamW(groups, betas=(0.9, 0.98), eps=1e-8, fused=True)
        }
        if inner:
            self.parts["muon"] = torch.optim.Muon(
                list(inner.values()), weight_decay=decay, adjust_lr_fn="match_rms_adamw"
            )

    def step(self, rate: float, clip: float) -> None:
        """Descend with a learning rate, gradients clipped at a norm. Raises ExplorerError where they are not finite."""
        norm = float(torch.nn.utils.clip_grad_norm_(self.model.parameters(), clip))
        if not math.isfinite(norm):
            raise ExplorerError("training_diverged")
        for part in self.parts.values():
            for group in part.param_groups:
                group["lr"] = rate * group.get("share", 1.0)
            part.step()
            part.zero_grad()

    def tensors(self) -> Iterator[tuple[str, Tensor]]:
        """All moments by `part.parameter.moment`."""
        names: dict[Tensor, str] = {parameter: name for name, parameter in self.model.named_parameters()}
        for part, optimiser in self.parts.items():
            for parameter, state in optimiser.state.items():
                for moment, value in state.items():
                    yield f"{part}:{names[parameter]}:{moment}", torch.as_tensor(value)

    def restore(self, tensors: dict[str, Tensor]) -> None:
        """Give the moments back."""
        parameters = dict(self.model.named_parameters())
        for key, value in tensors.items():
            part, name, moment = key.split(":")
            state: dict[str, Any] = self.parts[part].state[parameters[name]]
            state[moment] = value.clone()


def parameters_of(model: nn.Module) -> int:
    """How many weights there are; the softmax shares the embeddings."""
    return sum(p.numel() for p in model.parameters())
