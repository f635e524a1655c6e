"""Train an ELMo on a prepared corpus and write its folder.

    OUTPUT/model.safetensors   float16 weights          OUTPUT/vocabulary.txt   classes of the softmax, one a line
    OUTPUT/config.json         shape and training       OUTPUT/training/        checkpoint, loss.csv, moments

A training that was killed goes on where its last checkpoint stands; one that a person stops leaves a model made of it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import torch

from explorer.encoders.elmo_model import ElmoConfig, ElmoModel, count_parameters, new_model
from explorer.errors import ExplorerError
from explorer.training import corpus as prepared
from explorer.training.atomic import write_text
from explorer.training.bar import progress_bar
from explorer.training.elmo.checkpoint import Place, load, save_weights
from explorer.training.elmo.loop import CHECKPOINT, Plan, run
from explorer.training.elmo.stream import Stream, Vocabulary, build_stream, count_words

SHARES = {
    "krdict_examples_homograph": 2.0,
    "court_decisions": 0.7,
    "bible_krv1961": 0.7,
    "bible_okb": 0.7,
    "3i4k": 0.7,
    "parakqc": 0.5,
    "stylekqc": 0.5,
}
"""How often an epoch reads a source of the shipped models, where not once: uses of ambiguous words twice, formulaic
text less often (reviews and court decisions are capped before; `explorer.training.sources`)."""

WORDS = 20_000
CARD = """\
# {name}

ELMo for Korean (Peters et al. 2018), trained with `python -m explorer train elmo`.

{lines}
"""
_FEWEST_TOKENS = 50


def train_elmo(
    corpus: Path,
    names: Sequence[str],
    output: Path,
    *,
    minutes: float,
    seed: int = 1,
    words: int = WORDS,
    plan: Plan | None = None,
    quiet: bool = False,
) -> Mapping[str, object]:
    """Train on the surface tokens of the sources `names` of the folder `corpus`; what it came to, ready for JSON.

    `plan` overrules `minutes` and `seed`. Raises ExplorerError where the text is too small, the loss is no longer
    finite, or the disk is full.
    """
    plan = plan or Plan(minutes=minutes, seed=seed, bfloat16=fast_bfloat16())
    vocabulary = _vocabulary(output / "vocabulary.txt", corpus, names, words)
    stream = build_stream(
        {name: prepared.sentences(corpus, "surface", [name]) for name in names}, vocabulary, "syllable", SHARES
    )
    config = ElmoConfig(words=len(vocabulary.words), cutoffs=(1000, 6000))
    try:
        model, place = _run(new_model(config, plan.seed), stream, plan, output / "training", quiet)
    except KeyboardInterrupt as stop:
        path = output / "training" / CHECKPOINT
        if not path.exists():
            raise
        saved = load(path)
        write_model(output, saved.model, about(stream, names, plan, saved.place, saved.model))
        percent = round(100 * plan.progress(saved.place))
        raise ExplorerError("elmo_stopped", percent=percent, folder=str(output), corpus=str(corpus)) from stop
    return write_model(output, model, about(stream, names, plan, place, model))


def _run(model: ElmoModel, stream: Stream, plan: Plan, folder: Path, quiet: bool) -> tuple[ElmoModel, Place]:
    with progress_bar(quiet=quiet) as show:
        return run(model, stream, plan, folder, show)


def about(stream: Stream, names: Sequence[str], plan: Plan, place: Place, model: ElmoModel) -> dict[str, object]:
    """What a model's config says of its training."""
    return {
        "sources": list(names),
        "epoch_tokens": round(stream.tokens),
        "tokens": place.tokens,
        "steps": place.steps,
        "minutes": round(place.seconds / 60, 1),
        "batch": plan.batch,
        "learning_rate": plan.learning_rate,
        "warm_up": plan.warm_up,
        "clip": plan.clip,
        "bfloat16": plan.bfloat16,
        "seed": plan.seed,
        "parameters": count_parameters(model),
    }


def write_model(output: Path, model: ElmoModel, training: Mapping[str, object]) -> dict[str, object]:
    """Write weights and config; what stands in them and where."""
    save_weights(output / "model.safetensors", model, {"training": training})
    config = {"family": "elmo", **model.config.to_dict(), "training": dict(training)}
    write_text(output / "config.json", json.dumps(config, ensure_ascii=False, indent=1) + "\n")
    lines = "\n".join(f"- {key}: {value}" for key, value in training.items())
    write_text(output / "CARD.md", CARD.format(name=output.name, lines=lines))
    return {**training, "output": str(output)}


def fast_bfloat16() -> bool:
    """Whether this processor multiplies in bfloat16 faster than in float32."""
    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())


def _vocabulary(path: Path, corpus: Path, names: Sequence[str], size: int) -> Vocabulary:
    """The classes of a training that has begun, or those of the corpus."""
    if path.exists():
        return read_vocabulary(path)
    counts = count_words(_sentences(corpus, names))
    if counts.total() < _FEWEST_TOKENS:
        raise ExplorerError("corpus_too_small", tokens=counts.total())
    vocabulary = Vocabulary.from_counts(counts, size)
    write_text(path, "\n".join(vocabulary.words) + "\n")
    return vocabulary


def read_vocabulary(path: Path) -> Vocabulary:
    """The classes of the softmax, in their order. Raises ExplorerError where the file is not what it should be."""
    try:
        return Vocabulary(tuple(path.read_text(encoding="utf-8").removesuffix("\n").split("\n")))
    except (OSError, ValueError) as error:
        raise ExplorerError("model_damaged", folder=str(path.parent)) from error


def _sentences(corpus: Path, names: Sequence[str]) -> Iterator[list[str]]:
    return prepared.sentences(corpus, "surface", names)
