"""One step of ELMo's training: both language models on one batch, each direction in a thread of its own.

The character CNN runs once over the distinct tokens of the batch, half of them in each thread. Its output is cut from
the graph, each direction carries its loss back to there, and their sum goes on through the CNN. So two cores work side
by side without waiting for each other inside every operation, which costs most where other work shares them.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from explorer.encoders.elmo_model import DirectedLSTM, ElmoModel
from explorer.training.elmo.stream import Batch

Masks = tuple[Tensor, Tensor, Tensor]


@dataclass(frozen=True, slots=True)
class Loss:
    """Mean negative log likelihood in nats of a batch, forwards and backwards, over `predictions` in each direction."""

    forwards: float
    backwards: float
    predictions: int


class Directions:
    """Runs both directions; `with` it, since it holds two threads.

    `bfloat16` multiplies matrices in bfloat16 (weights and gradients stay float32): twice as fast on processors that
    have it.
    """

    def __init__(self, model: ElmoModel, *, bfloat16: bool) -> None:
        self.model = model
        self.bfloat16 = bfloat16
        self.pool = ThreadPoolExecutor(2, initializer=torch.set_num_threads, initargs=(1,))

    def __enter__(self) -> Self:
        list(self.pool.map(lambda _: None, range(2)))
        torch.set_num_threads(1)
        return self

    def __exit__(self, *exception: object) -> None:
        self.pool.shutdown()

    def loss(self, batch: Batch, generator: torch.Generator | None = None) -> Loss:
        """The loss of a batch; its gradients too, added to the model's, where a generator is given for dropout's masks.

        Same model, batch and generator, same numbers.
        """
        training = generator is not None
        index, classes = torch.from_numpy(batch.index), torch.from_numpy(batch.classes)
        characters = torch.from_numpy(np.ascontiguousarray(batch.characters)).long()
        masks = [self._masks(index.shape[1], generator) for _ in range(2)] if generator else [None, None]
        parts = list(self.pool.map(self._read, characters.chunk(2), (training, training)))
        tokens = torch.cat([part.detach() for part in parts])
        leaves = [tokens.detach().requires_grad_(training) for _ in range(2)]
        running = [
            self.pool.submit(self._direct, lstm, leaf, position, target, mask)
            for lstm, leaf, position, target, mask in (
                (self.model.forwards, leaves[0], index[:-1], classes[1:], masks[0]),
                (self.model.backwards, leaves[1], index[1:].flip(0), classes[:-1].flip(0), masks[1]),
            )
        ]
        losses = [future.result() for future in running]
        if training:
            gradient = sum(leaf.grad for leaf in leaves if leaf.grad is not None)
            gradients = torch.as_tensor(gradient).split([len(part) for part in parts])
            list(self.pool.map(torch.autograd.backward, parts, gradients))
        return Loss(losses[0], losses[1], batch.predictions)

    def _read(self, characters: Tensor, training: bool) -> Tensor:
        with torch.set_grad_enabled(training), self._precision():
            return self.model.cnn(characters).float()

    def _direct(self, lstm: DirectedLSTM, tokens: Tensor, index: Tensor, target: Tensor, masks: Masks | None) -> float:
        """One direction on `[time, batch]` tokens in its reading order: reads `index`, foretells `target`."""
        with torch.set_grad_enabled(masks is not None), self._precision():
            inputs = functional.embedding(index, tokens)
            states = lstm(inputs.bfloat16() if self.bfloat16 else inputs, masks)[1]
            loss = negative_log_likelihood(self.model.softmax, states.flatten(0, 1), target.flatten()) / target.numel()
        if masks is not None:
            loss.backward()
        return float(loss.detach())

    def _masks(self, sentences: int, generator: torch.Generator) -> Masks:
        keep = 1 - self.model.config.dropout
        drawn = torch.rand((3, sentences, self.model.config.width), generator=generator) < keep
        first, second, third = drawn.to(torch.bfloat16 if self.bfloat16 else torch.float32) / keep
        return first, second, third

    def _precision(self) -> torch.autocast:
        return torch.autocast("cpu", torch.bfloat16, enabled=self.bfloat16, cache_enabled=False)


def negative_log_likelihood(softmax: nn.AdaptiveLogSoftmaxWithLoss, states: Tensor, target: Tensor) -> Tensor:
    """Sum over `[n, width]` states of −log p(target), in float32 whatever the states are (Grave et al. 2017).

    The same as the module's own forward pass, which keeps the logarithms in the states' precision.
    """
    in_head = target.clone()
    total = torch.zeros((), dtype=torch.float32)
    for cluster, (low, high) in enumerate(pairwise(softmax.cutoffs)):
        rows = torch.nonzero((target >= low) & (target < high)).squeeze(1)
        in_head[rows] = softmax.shortlist_size + cluster
        if len(rows):
            scores = softmax.tail[cluster](states[rows]).float()
            total = total + functional.cross_entropy(scores, target[rows] - low, reduction="sum")
    return total + functional.cross_entropy(softmax.head(states).float(), in_head, reduction="sum")
