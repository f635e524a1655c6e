"""The network of ELMo (Peters et al. 2018): a character CNN and two forward and two backward LSTM layers.

It knows ids and tensors only; tokens, sentences and files are `elmo.py`'s, the training loss
`explorer.training.elmo`'s. Importing this module imports torch.
"""

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

import torch
from torch import Tensor, nn
from torch.nn import functional

from explorer.encoders.elmo_characters import PAD, Unit, inventory_size

_SHORT = 7
"""Most tokens have at most this many characters, marks included."""

LAYERS = ("cnn", "lstm 1", "lstm 2")


@dataclass(frozen=True, slots=True)
class ElmoConfig:
    """The shape of the network: `filters` are (width in characters, number), `words` the classes of the softmax."""

    words: int
    unit: Unit = "syllable"
    character_dim: int = 64
    filters: tuple[tuple[int, int], ...] = ((1, 64), (2, 128), (3, 192), (4, 128))
    width: int = 256
    cell: int = 256
    cutoffs: tuple[int, ...] = (1500, 7000)
    dropout: float = 0.1

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Read what `to_dict` wrote; other keys are left alone. Raises KeyError, TypeError or ValueError."""
        known = {f.name: values[f.name] for f in fields(cls) if f.name in values}
        known["filters"] = tuple((int(w), int(n)) for w, n in known["filters"])
        known["cutoffs"] = tuple(int(c) for c in known["cutoffs"])
        return cls(**known)

    def to_dict(self) -> dict[str, Any]:
        """JSON-serialisable values."""
        return asdict(self)


class CharacterCNN(nn.Module):
    """Characters of a token to its layer-0 vector: convolutions of several widths, maximum, highway, projection."""

    def __init__(self, config: ElmoConfig) -> None:
        super().__init__()
        self.embedding = nn.Embedding(inventory_size(config.unit), config.character_dim, padding_idx=PAD)
        self.convolutions = nn.ModuleList(
            nn.Linear(width * config.character_dim, number) for width, number in config.filters
        )
        channels = sum(number for _, number in config.filters)
        self.highway = nn.Linear(channels, 2 * channels)
        self.projection = nn.Linear(channels, config.width)
        self.widths = tuple(width for width, _ in config.filters)
        self.widest = max(self.widths)
        with torch.no_grad():
            self.embedding.weight.mul_(0.5)
            self.highway.bias[channels:] = -2.0  # the gate begins by carrying its input (Srivastava et al. 2015)

    def forward(self, characters: Tensor) -> Tensor:
        """`[token, character]` ids to `[token, width]`. A token's vector does not depend on its neighbours' padding."""
        lengths = (characters != PAD).sum(dim=1)
        order = torch.argsort(lengths, stable=True)
        n_short = int((lengths <= _SHORT).sum())
        parts = [
            self._read(characters[rows, : int(lengths[rows].max())], lengths[rows])
            for rows in (order[:n_short], order[n_short:])  # apart, since one long token would pad all the others
            if len(rows)
        ]
        return torch.cat(parts)[torch.argsort(order)]

    def _read(self, characters: Tensor, lengths: Tensor) -> Tensor:
        embedded = self.embedding(functional.pad(characters, (0, self.widest - 1), value=PAD))
        pooled = [
            self._pool(convolution, width, embedded, lengths)
            for convolution, width in zip(self.convolutions, self.widths, strict=True)
        ]
        features = torch.cat(pooled, dim=1)
        transformed, gate = self.highway(features).chunk(2, dim=1)
        gate = torch.sigmoid(gate)
        features = gate * functional.relu(transformed) + (1 - gate) * features
        return self.projection(features)

    def _pool(self, convolution: nn.Module, width: int, embedded: Tensor, lengths: Tensor) -> Tensor:
        """Maximum over the windows that lie inside a token, of which a short token has at least one."""
        positions = embedded.shape[1] - self.widest + 1
        windows = torch.cat([embedded[:, i : i + positions] for i in range(width)], dim=2)
        found = convolution(windows)  # (token, position, filter)
        last = (lengths - width).clamp(min=0)
        outside = torch.arange(positions)[None, :] > last[:, None]
        return functional.relu(found.masked_fill(outside[:, :, None], -torch.inf).amax(dim=1))


class DirectedLSTM(nn.Module):
    """Two LSTM layers that read in one direction, with a residual connection around the second."""

    def __init__(self, config: ElmoConfig) -> None:
        super().__init__()
        self.first = nn.LSTM(config.width, config.cell)
        self.second = nn.LSTM(config.width, config.cell)
        same = config.cell == config.width
        self.project_first: nn.Module = nn.Identity() if same else nn.Linear(config.cell, config.width)
        self.project_second: nn.Module = nn.Identity() if same else nn.Linear(config.cell, config.width)
        with torch.no_grad():
            for lstm in (self.first, self.second):
                bias = lstm.get_parameter("bias_hh_l0")  # of the input, forget, cell and output gates
                bias[config.cell : 2 * config.cell] = 1.0  # forget gates begin open (Jozefowicz et al. 2015)

    def forward(self, inputs: Tensor, masks: tuple[Tensor, Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """`[time, batch, width]` in reading order to the states of both layers.

        `masks` are dropout's, `[batch, width]`, the same at each time step (Gal & Ghahramani 2016):
        on the input, between the layers, on the output.
        """
        first = self.project_first(self.first(inputs * masks[0] if masks else inputs)[0])
        second = self.project_second(self.second(first * masks[1] if masks else first)[0]) + first
        return first, second * masks[2] if masks else second


class ElmoModel(nn.Module):
    """Both directions over one character CNN and one softmax, as in the original."""

    def __init__(self, config: ElmoConfig) -> None:
        super().__init__()
        self.config = config
        self.cnn = CharacterCNN(config)
        self.forwards = DirectedLSTM(config)
        self.backwards = DirectedLSTM(config)
        cutoffs = [c for c in config.cutoffs if c < config.words - 1] or [config.words - 1]
        self.softmax = nn.AdaptiveLogSoftmaxWithLoss(config.width, config.words, cutoffs, div_value=4.0)

    def states(self, characters: Tensor, index: Tensor) -> Tensor:
        """Every layer's states of sentences of one length, `[3, time, batch, 2 × width]`.

        `characters` are `[type, character]` ids of the distinct tokens, `index` `[time, batch]` says which stands
        where, sentence marks included. The forward half of a vector comes first; layer 0 is the CNN's vector, twice.
        """
        tokens = self.cnn(characters)[index]  # (time, batch, width)
        forwards = self.forwards(tokens)
        backwards = self.backwards(tokens.flip(0))
        layers = [torch.cat([tokens, tokens], dim=-1)]
        layers += [torch.cat([f, b.flip(0)], dim=-1) for f, b in zip(forwards, backwards, strict=True)]
        return torch.stack(layers)


def new_model(config: ElmoConfig, seed: int) -> ElmoModel:
    """A model with weights drawn from a seed: where training begins, and the untrained twin of a trained one."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return ElmoModel(config)


def count_parameters(module: nn.Module) -> int:
    """Number of weights."""
    return sum(p.numel() for p in module.parameters())
