"""Train one family on a prepared corpus and write its folder: what `train` on the command line does."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from explorer.errors import ExplorerError
from explorer.training.atomic import writable, write_text, writing
from explorer.training.corpus import Source, prepare, prepared_names
from explorer.training.places import corpus_folder
from explorer.training.static import AfterPass, StaticModel, TokenFile, passes_within, save_static, shuffled_lemmas

if TYPE_CHECKING:
    from explorer.training.fasttext import FastTextSettings
    from explorer.training.glove import GloveSettings
    from explorer.training.word2vec import Word2VecSettings

Family = Literal["word2vec", "fasttext", "glove", "elmo", "bert"]
FAMILIES: tuple[Family, ...] = get_args(Family)

_MOST_PASSES = 25

_Train = Callable[[TokenFile, int, AfterPass | None], StaticModel]


def new_folder(output: Path, family: Family) -> Path:
    """The folder to write to. Raises ExplorerError where it holds something already or is a file.

    An ELMo or a BERT that was interrupted has its checkpoint in `training`, and goes on from there.
    """
    try:
        begun = (output / "training").is_dir() and not (output / "model.safetensors").exists()
        if begun and family in ("elmo", "bert"):
            return output
        if output.is_file() or (output.is_dir() and any(output.iterdir())):
            raise ExplorerError("output_not_empty", folder=str(output))
        output.mkdir(parents=True, exist_ok=True)
        writable(output / "config.json")
    except OSError as error:
        raise ExplorerError("cannot_write", path=str(output), why=error.strerror or str(error)) from error
    return output


def tagged(files: Sequence[Path], *, workers: int = 2, quiet: bool = False) -> tuple[Path, tuple[str, ...]]:
    """The folder of token files of some text files and the names in it; tagged on the first call, read on the next.

    One folder that was prepared before (`python -m explorer.training`) is taken as it is.
    """
    if len(files) == 1 and files[0].is_dir():
        return files[0], prepared_names(files[0])
    sources = [Source(name, file) for name, file in zip(_source_names(files), files, strict=True)]
    names = "\n".join(str(file.resolve()) for file in files)
    folder = corpus_folder() / f"own-{blake2b(names.encode(), digest_size=6).hexdigest()}"
    with writing(folder):
        prepare(sources, folder, workers=workers, quiet=quiet)
    return folder, tuple(source.name for source in sources)


def _source_names(files: Sequence[Path]) -> list[str]:
    """File names without their endings; numbered where folders hold the same name."""
    stems = [file.name.split(".")[0] or file.name for file in files]
    return [stem if stems.count(stem) == 1 else f"{stem}-{i}" for i, stem in enumerate(stems, start=1)]


def train(
    family: Family,
    corpus: Path,
    names: Sequence[str],
    output: Path,
    *,
    minutes: float,
    passes: int | None = None,
    seed: int = 1,
    quiet: bool = False,
) -> dict[str, object]:
    """Train `family` on the sources `names` of the prepared folder `corpus`; what it came to, ready for JSON.

    `passes` over the corpus overrules `minutes`, and repeats a run exactly. Each pass leaves a whole model in
    `output`, so that an interrupted run keeps its last one.
    """
    new_folder(output, family)
    if family == "elmo":
        from explorer.training.elmo.train import train_elmo

        return dict(train_elmo(corpus, names, output, minutes=minutes, seed=seed, quiet=quiet))
    if family == "bert":
        from explorer.training.bert.train import train_bert

        return dict(train_bert(corpus, names, output, minutes=minutes, seed=seed, quiet=quiet))
    with writing(corpus):
        return _train_static(family, corpus, names, output, minutes=minutes, passes=passes, seed=seed, quiet=quiet)


def _train_static(
    family: Family,
    corpus: Path,
    names: Sequence[str],
    output: Path,
    *,
    minutes: float,
    passes: int | None,
    seed: int,
    quiet: bool,
) -> dict[str, object]:
    started = time.monotonic()
    tokens = shuffled_lemmas(corpus, names, corpus / "shuffled" / f"{family}-{seed}.txt", seed)
    if not tokens.tokens:
        raise ExplorerError("corpus_too_small", tokens=0)
    run, settings = _family(family, tokens, seed, minutes if passes is None else None, quiet)
    if passes is None and family == "glove":
        passes = _MOST_PASSES  # its own clock stops it: counting is done once, so a trial would mislead
    if passes is None:
        tokens, passes = passes_within(minutes, tokens, lambda part, n: run(part, n, None))

    config: dict[str, object] = {
        "family": "static",
        "method": family,
        "sources": list(names),
        "tokens": tokens.tokens,
        "sentences": tokens.lines,
        **{key: value for key, value in settings.items() if key not in ("passes", "minutes")},
    }
    if family == "fasttext":
        config["ngrams"] = {key: settings[key] for key in ("shortest", "longest", "units")}

    def keep(model: StaticModel, done: int) -> None:
        minutes_so_far = round((time.monotonic() - started) / 60, 1)
        config["passes"] = done
        save_static(model, output, {**config, "words": len(model.words), "minutes": minutes_so_far})

    try:
        model = run(tokens, passes, keep)
    except KeyboardInterrupt as stop:
        if (output / "config.json").exists():
            kept = json.loads((output / "config.json").read_text(encoding="utf-8"))
            raise ExplorerError("train_stopped", passes=kept["passes"], folder=str(output)) from stop
        raise
    for path in (corpus / "shuffled").glob(f"{family}-{seed}.*"):
        path.unlink()
    minutes_taken = round((time.monotonic() - started) / 60, 1)
    result = {**config, "words": len(model.words), "minutes": minutes_taken, "output": str(output)}
    write_text(output / "CARD.md", short_card(output.name, result))
    return result


def _family(
    family: Family, corpus: TokenFile, seed: int, minutes: float | None, quiet: bool
) -> tuple[_Train, dict[str, object]]:
    """The trainer of a family and its settings.

    In a small corpus words seen twice are learnt, and frequent ones are thinned less.
    """
    small = corpus.tokens < 1_000_000
    min_count, sample = (2, 1e-3) if small else (5, 1e-4)
    match family:
        case "word2vec":
            from explorer.training.word2vec import Word2VecSettings, train_word2vec

            vec = Word2VecSettings(min_count=min_count, sample=sample, seed=seed)
            return partial(_run, train_word2vec, vec, quiet), asdict(vec)
        case "fasttext":
            from explorer.training.fasttext import FastTextSettings, train_fasttext

            fast = FastTextSettings(min_count=min_count, sample=sample, seed=seed)
            return partial(_run, train_fasttext, fast, quiet), asdict(fast)
        case _:
            from explorer.training.glove import GloveSettings, train_glove

            glove = GloveSettings(min_count=min_count, seed=seed, minutes=minutes)
            return partial(_run, train_glove, glove, quiet), asdict(glove)


def _run(
    trainer: Callable[..., StaticModel],
    settings: "Word2VecSettings | FastTextSettings | GloveSettings",
    quiet: bool,
    corpus: TokenFile,
    passes: int,
    after: AfterPass | None,
) -> StaticModel:
    """A trial, of which nothing is kept, shows no bar."""
    return trainer(corpus, replace(settings, passes=passes), quiet=quiet or after is None, after_pass=after)


def short_card(name: str, result: Mapping[str, object]) -> str:
    """A model card that says what was done; what the text is and under which licence is for its owner to add."""
    lines = [f"- {key}: {value}" for key, value in result.items() if key != "output"]
    return (
        f"# {name}\n\nStatic vectors of Korean lemmas, trained with `python -m explorer train`.\n\n"
        + "\n".join(lines)
        + "\n"
    )
