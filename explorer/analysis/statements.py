"""Statements about a probe's report: a sentence of `explorer/language` with values, and how values are written."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from explorer.language import Say
from probes.report import Interval


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence: `key` under `probes.reading`; `beside` are baselines, by name, with their accuracies."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    beside: tuple[tuple[str, float], ...] = ()

    def say(self, say: Say, **more: object) -> str:
        """The sentence in the language of `say`; `more` are names that only the caller knows (encoder, task)."""
        values = {**self.values, **more}
        if self.beside:
            values["beside"] = ", ".join(f"{baseline_name(name, say)} {value:.2f}" for name, value in self.beside)
        return say(f"probes.reading.{self.key}", **values)


def baseline_name(name: str, say: Say) -> str:
    """A baseline's name for a reader, the layer of an untrained twin left out; one without a text is its own name."""
    try:
        return say(f"probes.baseline.{baseline_kind(name)}")
    except KeyError:
        return name


def baseline_kind(name: str) -> str:
    """A baseline's name without the layer of an untrained twin: `untrained` for `untrained.3`."""
    kind, dot, layer = name.rpartition(".")
    return kind if dot and layer.isdigit() else name


def spans(layers: Iterable[int]) -> str:
    """Layers as a reader writes them: 0, 2–4."""
    runs: list[list[int]] = []
    for layer in sorted(layers):
        if runs and layer == runs[-1][-1] + 1:
            runs[-1].append(layer)
        else:
            runs.append([layer])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def figure(value: float, interval: Interval | None) -> str:
    """A value with its interval: 0.87 (0.85–0.89)."""
    return f"{value:.2f} ({interval[0]:.2f}–{interval[1]:.2f})" if interval else f"{value:.2f}"
