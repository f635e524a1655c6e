"""The pretraining of BERT: a plan in minutes or in pieces, checkpoints and moments on the way.

The learning rate warms up, stays, and falls to zero over the last part of the plan (WSD, Hu et al. 2024), so a later
run can begin where the shipped weights stand. Time is counted as `explorer.training.elmo.loop` counts it.
"""

import csv
import json
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from torch import Tensor

from explorer.errors import ExplorerError
from explorer.training.bert.masking import RATE, mask
from explorer.training.bert.step import Loss, Optimiser, losses
from explorer.training.bert.text import Batch, Text, batches, draw_examples
from explorer.training.elmo.checkpoint import write_tensors
from explorer.training.elmo.loop import MOMENTS, Clock, require_plan

if TYPE_CHECKING:
    from transformers import BertForPreTraining

CHECKPOINT = "checkpoint.safetensors"
_LOG_EVERY = 50
_HEADER = (
    "step", "epoch", "tokens", "seconds", "progress", "learning_rate", "masked_loss", "masked_accuracy",
    "next_sentence_loss", "next_sentence_accuracy",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """How far training is: `batch` batches of epoch `epoch` are done, with pairs of segments in it or without.

    `tokens` counts the pieces read since the beginning, `seconds` the time that steps took.
    """

    epoch: int = 0
    batch: int = 0
    pairs: bool = False
    tokens: int = 0
    seconds: float = 0.0
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """Until when to train (`minutes` of steps or `tokens`, pieces read; the first that comes) and how.

    `batch` counts pieces. Next sentences are foretold from `pairs_from` of the plan on; before `pairs_from` the share
    of masked pieces is `early_rate`, then 15%. Raises ExplorerError for a number with which nothing can be trained.
    """

    minutes: float = math.inf
    tokens: float = math.inf
    batch: int = 8192
    learning_rate: float = 3e-3
    warm_up: float = 0.02
    decay_from: float = 0.55
    pairs_from: float = 0.3
    early_rate: float = 0.20
    clip: float = 1.0
    seed: int = 0
    bfloat16: bool = False
    muon: bool = True
    checkpoint_minutes: float = 3.0
    moments: tuple[int, ...] = MOMENTS

    def __post_init__(self) -> None:
        require_plan(
            self.seed, minutes=self.minutes, tokens=self.tokens, batch=self.batch, learning_rate=self.learning_rate
        )

    def progress(self, place: Place) -> float:
        """0 at the beginning, 1 when the plan is done."""
        return min(1.0, max(place.seconds / (60 * self.minutes), place.tokens / self.tokens))

    def mask_rate(self, progress: float) -> float:
        """The share of pieces to be foretold."""
        return self.early_rate if progress < self.pairs_from else RATE

    def rate(self, progress: float) -> float:
        """The learning rate."""
        rise = (progress + 1e-4) / (self.warm_up + 1e-4)
        fall = (1 - progress) / (1 - self.decay_from)
        return self.learning_rate * min(rise, 1.0, max(fall, 0.0))


def run(
    model: "BertForPreTraining",
    text: Text,
    plan: Plan,
    folder: Path,
    progress: Callable[[float], None] | None = None,
    begins: NDArray[np.int64] | None = None,
) -> Place:
    """Train `model` in place to the end of the plan; goes on from `folder/checkpoint.safetensors` where there is one.

    `folder` gets `checkpoint.safetensors`, `loss.csv` and `moments/NNN.safetensors` (per cent of the plan, float16).
    `begins` goes to `mask`. Raises ExplorerError where the text gives no example, the loss is no longer finite, the
    checkpoint is damaged or the disk is full.
    """
    path = folder / CHECKPOINT
    folder.mkdir(parents=True, exist_ok=True)
    optimiser = Optimiser(model, muon=plan.muon)
    place = load(path, model, optimiser) if path.exists() else Place()
    model.train()
    _keep_moments(folder, model, plan, place)
    last_saved = time.monotonic()
    clock = Clock()
    with _Log(folder / "loss.csv", place.steps) as log:
        while plan.progress(place) < 1:
            place = _phase(plan, place)
            begun = time.monotonic()
            for number, batch, rng in _batches(text, plan, place):
                done = plan.progress(place)
                hidden = mask(batch.pieces, model.config.vocab_size, rng, plan.mask_rate(done), begins)
                loss, parts = losses(model, batch, hidden, bfloat16=plan.bfloat16)
                loss.backward()
                optimiser.step(plan.rate(done), plan.clip)
                ended = time.monotonic()
                place, begun = _moved(place, number, batch, clock.counted(ended - begun)), ended
                log.add(parts, place, plan.progress(place), plan.rate(done))
                _keep_moments(folder, model, plan, place)
                if progress:
                    progress(plan.progress(place))
                if plan.progress(place) >= 1 or _phase(plan, place) != place:
                    break
                if time.monotonic() - last_saved > 60 * plan.checkpoint_minutes:
                    save(path, model, optimiser, place)
                    last_saved = time.monotonic()
            else:
                if not place.batch:  # a whole epoch without an example: the next one would have none either
                    raise ExplorerError("corpus_too_small", tokens=round(text.tokens))
                place = replace(place, epoch=place.epoch + 1, batch=0)
    save(path, model, optimiser, place)
    model.eval()
    return place


def _phase(plan: Plan, place: Place) -> Place:
    """Where pairs begin, a new epoch begins with them."""
    if place.pairs or plan.progress(place) < plan.pairs_from:
        return place
    return replace(place, epoch=place.epoch + 1, batch=0, pairs=True)


def _moved(place: Place, number: int, batch: Batch, seconds: float) -> Place:
    return replace(
        place,
        batch=number + 1,
        tokens=place.tokens + batch.pieces.size,
        seconds=place.seconds + seconds,
        steps=place.steps + 1,
    )


def _batches(text: Text, plan: Plan, place: Place) -> Iterator[tuple[int, Batch, np.random.Generator]]:
    """One epoch's batches from `place` on, each with its number and the generator of its masks."""
    rng = np.random.default_rng((plan.seed, place.epoch))
    examples = draw_examples(text, rng, pairs=place.pairs)
    for number, batch in enumerate(batches(text, examples, plan.batch, rng, place.batch), start=place.batch):
        yield number, batch, np.random.default_rng((plan.seed, place.epoch, number))


def _keep_moments(folder: Path, model: "BertForPreTraining", plan: Plan, place: Place) -> None:
    for percent in plan.moments:
        path = folder / "moments" / f"{percent:03d}.safetensors"
        if plan.progress(place) * 100 >= percent and not path.exists():
            save_weights(path, model, {"percent": percent, "tokens": place.tokens, "seconds": round(place.seconds)})


def save_weights(path: Path, model: "BertForPreTraining", about: Mapping[str, object]) -> None:
    """Write the weights alone as `half` gives them, with `about` as JSON in the header."""
    write_tensors(path, half(model), about)


def half(model: "BertForPreTraining") -> dict[str, Tensor]:
    """The weights in float16, as they are shipped; what is tied stands once."""
    return {name: value.to(torch.float16).contiguous() for name, value in _untied(model).items()}


def _untied(model: "BertForPreTraining") -> dict[str, Tensor]:
    """The softmax reads the embeddings themselves, and its bias under one name."""
    parameters = {name: value.detach() for name, value in model.named_parameters()}
    return {name: value for name, value in parameters.items() if name != "cls.predictions.decoder.weight"}


def save(path: Path, model: "BertForPreTraining", optimiser: Optimiser, place: Place) -> None:
    """Write all that a resumed training needs, whole or not at all."""
    tensors = {f"model:{name}": value.contiguous() for name, value in _untied(model).items()}
    tensors |= {f"optimiser:{key}": value.detach().clone().contiguous() for key, value in optimiser.tensors()}
    write_tensors(path, tensors, {"place": asdict(place)})


def load(path: Path, model: "BertForPreTraining", optimiser: Optimiser) -> Place:
    """Read a checkpoint into a model and its optimisers. Raises ExplorerError where it is not whole."""
    try:
        with safe_open(path, framework="pt") as file:
            place = Place(**json.loads(file.metadata()["place"]))
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 – no dictionary
        weights = {n.removeprefix("model:"): t for n, t in tensors.items() if n.startswith("model:")}
        model.load_state_dict(weights, strict=False)
        model.tie_weights()
        optimiser.restore({n.removeprefix("optimiser:"): t for n, t in tensors.items() if n.startswith("optimiser:")})
    except (OSError, SafetensorError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise ExplorerError("checkpoint_damaged", path=str(path)) from error
    return place


class _Log:
    """Means over every fifty steps, a line of CSV each."""

    def __init__(self, path: Path, steps: int) -> None:
        """Lines of steps that a kill took back are dropped."""
        new = not path.exists()
        if not new:
            head, *rows = path.read_text(encoding="utf-8").splitlines(keepends=True) or [""]
            path.write_text(head + "".join(row for row in rows if int(row.split(",")[0]) <= steps), encoding="utf-8")
        self.file = path.open("a", encoding="utf-8", newline="")
        self.writer = csv.writer(self.file)
        self.waiting: list[Loss] = []
        if new:
            self.writer.writerow(_HEADER)

    def __enter__(self) -> "_Log":
        return self

    def __exit__(self, *exception: object) -> None:
        self.file.close()

    def add(self, loss: Loss, place: Place, progress: float, rate: float) -> None:
        self.waiting.append(loss)
        if place.steps % _LOG_EVERY == 0 or progress >= 1:
            where = (place.steps, place.epoch, place.tokens, f"{place.seconds:.1f}", f"{progress:.5f}", f"{rate:.6f}")
            self.writer.writerow([*where, *_means(self.waiting)])
            self.file.flush()
            self.waiting = []


def _means(parts: Sequence[Loss]) -> list[str]:
    masked, pairs = sum(p.masked for p in parts), sum(p.pairs for p in parts)
    sums = (
        (sum(p.masked_nats for p in parts), masked),
        (sum(p.masked_hits for p in parts), masked),
        (sum(p.pair_nats for p in parts), pairs),
        (sum(p.pair_hits for p in parts), pairs),
    )
    return [f"{value / n:.4f}" if n else "" for value, n in sums]
