"""The training of ELMo: Adam over batches, a plan in minutes or in tokens, checkpoints and moments on the way.

A plan in minutes counts the time that steps take, each at most a few times the usual, so that a pause is no progress
and the learning rate has always come down to zero when the time is over. A plan in tokens gives the same numbers on
every run.
"""

import csv
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from explorer.encoders.elmo_model import ElmoModel
from explorer.errors import ExplorerError, wrong
from explorer.training.elmo.checkpoint import Place, load, restore_optimiser, save, save_weights
from explorer.training.elmo.step import Directions, Loss
from explorer.training.elmo.stream import Batch, Stream, batches

MOMENTS = (0, 1, 2, 5, 10, 25, 50, 100)
"""Per cent of the plan at which the weights are kept."""

CHECKPOINT = "checkpoint.safetensors"
_LOG_EVERY = 100
_HEADER = ("step", "epoch", "tokens", "seconds", "progress", "learning_rate", "forwards", "backwards")


@dataclass(frozen=True, slots=True)
class Plan:
    """Until when to train (`minutes` of steps or `tokens` to predict in each direction; the first that comes) and how.

    The learning rate rises over `warm_up` of the plan and falls to zero along a half cosine. `batch` counts
    predictions. Raises ExplorerError for a number with which nothing can be trained.
    """

    minutes: float = math.inf
    tokens: float = math.inf
    batch: int = 2048
    learning_rate: float = 3e-3
    warm_up: float = 0.01
    clip: float = 1.0
    seed: int = 0
    bfloat16: bool = False
    checkpoint_minutes: float = 3.0

    def __post_init__(self) -> None:
        require_plan(
            self.seed, minutes=self.minutes, tokens=self.tokens, batch=self.batch, learning_rate=self.learning_rate
        )

    def progress(self, place: Place) -> float:
        """0 at the beginning, 1 when the plan is done."""
        return min(1.0, max(place.seconds / (60 * self.minutes), place.tokens / self.tokens))

    def rate(self, progress: float) -> float:
        """The learning rate."""
        if progress < self.warm_up:
            return self.learning_rate * (progress + 1e-4) / (self.warm_up + 1e-4)
        return self.learning_rate * 0.5 * (1 + math.cos(math.pi * (progress - self.warm_up) / (1 - self.warm_up)))


def require_plan(seed: int, **numbers: float) -> None:
    """Raise ExplorerError for a number with which nothing can be trained; a plan without an end is infinite."""
    for name, value in numbers.items():
        if not value > 0 or (math.isinf(value) and name not in ("minutes", "tokens")):
            raise wrong(name, value, ExplorerError("expect_above", least=0))
    if not 0 <= seed < 2**32:
        raise ExplorerError("train_seed", seed=seed)


def run(
    model: ElmoModel, stream: Stream, plan: Plan, folder: Path, progress: Callable[[float], None] | None = None
) -> tuple[ElmoModel, Place]:
    """Train to the end of the plan; goes on from `folder/checkpoint.safetensors` where there is one.

    `folder` gets `checkpoint.safetensors`, `loss.csv` and `moments/NNN.safetensors` (per cent of the plan). Where the
    text has changed since the checkpoint, a new epoch of it begins. Returns the trained model and how far it came.
    Raises ExplorerError where the loss is no longer finite or the disk is full.
    """
    path = folder / CHECKPOINT
    generator = torch.Generator().manual_seed(plan.seed)
    place = Place(text=fingerprint(stream))
    saved = load(path) if path.exists() else None
    if saved:
        model, place = saved.model, _resumed(saved.place, place.text)
        generator.set_state(saved.generator)
    optimiser = torch.optim.Adam(model.parameters(), betas=(0.9, 0.99), eps=1e-8, fused=True)
    if saved:
        restore_optimiser(optimiser, model, saved.optimiser)
    model.train()
    _keep_moments(folder, model, plan.progress(place), place)
    last_saved = begun = time.monotonic()
    clock = Clock()
    with Directions(model, bfloat16=plan.bfloat16) as directions, _Log(folder / "loss.csv") as log:
        for epoch, batch in _batches(stream, plan, place):
            rate = plan.rate(plan.progress(place))
            loss = _step(directions, batch, optimiser, generator, rate, plan.clip)
            ended = time.monotonic()
            place, begun = _moved(place, epoch, batch, clock.counted(ended - begun)), ended
            done = plan.progress(place)
            log.add(loss, place, done, rate)
            _keep_moments(folder, model, done, place)
            if progress:
                progress(done)
            if done >= 1:
                break
            if time.monotonic() - last_saved > 60 * plan.checkpoint_minutes:
                save(path, model, optimiser, generator, place)
                last_saved = time.monotonic()
    save(path, model, optimiser, generator, place)
    return model.eval(), place


def fingerprint(stream: Stream) -> str:
    """Tells one text from another."""
    return f"{len(stream.ids)}:{len(stream.starts)}:{len(stream.characters)}:{stream.tokens:.0f}"


def _resumed(place: Place, text: str) -> Place:
    return place if place.text == text else replace(place, epoch=place.epoch + 1, batch=0, text=text)


def _batches(stream: Stream, plan: Plan, place: Place) -> Iterator[tuple[int, Batch]]:
    epoch, skip = place.epoch, place.batch
    while True:
        for batch in batches(stream, plan.batch, plan.seed, epoch, skip):
            yield epoch, batch
        epoch, skip = epoch + 1, 0


def _moved(place: Place, epoch: int, batch: Batch, seconds: float) -> Place:
    return replace(
        place,
        epoch=epoch,
        batch=place.batch + 1 if epoch == place.epoch else 1,
        tokens=place.tokens + batch.predictions,
        seconds=place.seconds + seconds,
        steps=place.steps + 1,
    )


def _step(
    directions: Directions,
    batch: Batch,
    optimiser: torch.optim.Optimizer,
    generator: torch.Generator,
    rate: float,
    clip: float,
) -> Loss:
    loss = directions.loss(batch, generator)
    if not math.isfinite(loss.forwards + loss.backwards):
        raise ExplorerError("training_diverged")
    torch.nn.utils.clip_grad_norm_(directions.model.parameters(), clip)
    for group in optimiser.param_groups:
        group["lr"] = rate
    optimiser.step()
    optimiser.zero_grad()
    return loss


def _keep_moments(folder: Path, model: ElmoModel, progress: float, place: Place) -> None:
    for percent in MOMENTS:
        path = folder / "moments" / f"{percent:03d}.safetensors"
        if progress * 100 >= percent and not path.exists():
            save_weights(path, model, {"percent": percent, "tokens": place.tokens, "seconds": round(place.seconds)})


class Clock:
    """How many of a step's seconds count: all of them, unless it is so much longer than usual that it was a pause."""

    def __init__(self) -> None:
        self.usual: float | None = None

    def counted(self, seconds: float) -> float:
        """The seconds that count of a step that took `seconds`; the first step counts in full."""
        if self.usual is None:
            self.usual = seconds
        counts = min(seconds, 3.0 + 4 * self.usual)
        self.usual += 0.1 * (counts - self.usual)
        return counts


class _Log:
    """Mean losses over every hundred steps, a line of CSV each."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = not path.exists()
        self.file = path.open("a", encoding="utf-8", newline="")
        self.writer = csv.writer(self.file)
        self.sums = [0.0, 0.0]
        self.predictions = 0
        if new:
            self.writer.writerow(_HEADER)

    def __enter__(self) -> "_Log":
        return self

    def __exit__(self, *exception: object) -> None:
        self.file.close()

    def add(self, loss: Loss, place: Place, progress: float, rate: float) -> None:
        self.sums[0] += loss.forwards * loss.predictions
        self.sums[1] += loss.backwards * loss.predictions
        self.predictions += loss.predictions
        if place.steps % _LOG_EVERY == 0 or progress >= 1:
            means = [f"{value / self.predictions:.4f}" for value in self.sums]
            where = (place.steps, place.epoch, place.tokens, f"{place.seconds:.1f}", f"{progress:.5f}", f"{rate:.6f}")
            self.writer.writerow([*where, *means])
            self.file.flush()
            self.sums, self.predictions = [0.0, 0.0], 0
