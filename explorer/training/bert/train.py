"""Pretrain a BERT on a prepared corpus and write its folder, which `transformers` reads as it is.

    OUTPUT/model.safetensors   float16 weights with both heads   OUTPUT/vocab.txt, tokenizer.json, …   word pieces
    OUTPUT/config.json         BertForPreTraining                OUTPUT/training/   checkpoint, loss.csv, moments
    OUTPUT/training.json       what it was trained on

A training that was killed goes on where its last checkpoint stands.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import torch
from safetensors.torch import save_file

from explorer.encoders.hub import quietly
from explorer.errors import ExplorerError
from explorer.training import atomic
from explorer.training.atomic import write_text
from explorer.training.bar import progress_bar
from explorer.training.bert.loop import CHECKPOINT, Place, Plan, half, load, run
from explorer.training.bert.masking import beginnings
from explorer.training.bert.step import Optimiser, parameters_of
from explorer.training.bert.text import LONGEST, read_text, require_examples, set_aside, source_lines
from explorer.training.bert.vocabulary import PIECES, RAREST, SPECIAL, learn_pieces, new_tokenizer
from explorer.training.elmo.train import SHARES as FORMULAIC_LESS
from explorer.training.elmo.train import fast_bfloat16

if TYPE_CHECKING:
    from transformers import BertForPreTraining, BertTokenizer

RUNNING = (
    "koconovel",
    "boddari_book_review",
    "boddari_fairytale",
    "boddari_unesco",
    "boddari_wikinews",
    "petitions",
    "bible_krv1961",
    "bible_okb",
    "court_decisions",
    "ud_kaist",
    "kobest",
)
"""The shipped models' sources whose lines follow on each other."""

SHARES = FORMULAIC_LESS | {
    "koconovel": 2.0,
    "boddari_book_review": 2.0,
    "boddari_fairytale": 2.0,
    "boddari_unesco": 2.0,
    "boddari_wikinews": 2.0,
    "ud_kaist": 2.0,
    "kobest": 2.0,
    "petitions": 1.5,
}
"""How often an epoch reads a source of the shipped models, where not once: as ELMo's, and edited running text, which
alone teaches what follows on what, twice."""

LAYERS, HIDDEN, HEADS = 4, 256, 4
_FEWEST_TOKENS = 50
_SMALL = 5_000_000  # characters; below, rare ones have pieces too


def train_bert(
    corpus: Path,
    names: Sequence[str],
    output: Path,
    *,
    minutes: float,
    seed: int = 1,
    running: Sequence[str] | None = None,
    begin: Path | None = None,
    plan: Plan | None = None,
    quiet: bool = False,
) -> Mapping[str, object]:
    """Pretrain on the surface tokens of the sources `names` of the folder `corpus`; what it came to, ready for JSON.

    `running` names the sources whose lines follow on each other (all, unless it says otherwise); `begin` is the folder
    of a model to go on from, with a fresh optimiser; `plan` overrules `minutes` and `seed`. Raises ExplorerError where
    the text is too small, `begin` is no such model, the loss is no longer finite, or the disk is full.
    """
    plan = plan or Plan(minutes=minutes, seed=seed, bfloat16=fast_bfloat16())
    torch.manual_seed(plan.seed)
    model = None if begin is None else open_model(begin)
    pieces = _pieces(output, corpus, names, begin)
    if model is not None and begin is not None:
        require_fit(begin, model, pieces)
    tokenizer = new_tokenizer(pieces, LONGEST)
    running = names if running is None else running
    text = read_text(
        {name: learnt_lines(corpus, name, name in running) for name in names},
        tokenizer,
        running=running,
        weights=SHARES,
    )
    require_examples(text)
    write_text(output / "vocab.txt", "\n".join(pieces) + "\n")
    model = model or new_model(len(pieces), plan.seed)
    about = {"sources": list(names), "epoch_tokens": round(text.tokens), "parameters": parameters_of(model)}
    model.set_attn_implementation("eager")  # a third faster than the fused kernel on batches of short sentences
    try:
        with progress_bar(quiet=quiet) as show:
            place = run(model, text, plan, output / "training", show, beginnings(pieces))
    except KeyboardInterrupt as stop:
        path = output / "training" / CHECKPOINT
        if not path.exists():
            raise
        place = load(path, model, Optimiser(model, muon=plan.muon))
        write_model(output, model, tokenizer, about | told(plan, place))
        percent = round(100 * plan.progress(place))
        raise ExplorerError("bert_stopped", percent=percent, folder=str(output), corpus=str(corpus)) from stop
    return write_model(output, model, tokenizer, about | told(plan, place))


def learnt_lines(corpus: Path, name: str, running: bool) -> Iterator[str]:
    """The lines that are learnt from: of running text, one run in a hundred is set aside."""
    lines = source_lines(corpus, name)
    return set_aside(lines, kept=False) if running else lines


def new_model(
    pieces: int, seed: int, *, layers: int = LAYERS, hidden: int = HIDDEN, heads: int = HEADS
) -> "BertForPreTraining":
    """A network with random weights; the same seed, the same weights."""
    from transformers import BertConfig, BertForPreTraining

    torch.manual_seed(seed)
    return BertForPreTraining(
        BertConfig(
            vocab_size=pieces,
            hidden_size=hidden,
            num_hidden_layers=layers,
            num_attention_heads=heads,
            intermediate_size=4 * hidden,
            max_position_embeddings=LONGEST,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            pad_token_id=SPECIAL.index("[PAD]"),
        )
    )


def open_model(folder: Path) -> "BertForPreTraining":
    """A model that was written before, in float32. Raises ExplorerError where it cannot be read or is no whole one."""
    from transformers import BertForPreTraining

    try:
        with quietly():
            loaded: Any = BertForPreTraining.from_pretrained(
                folder, local_files_only=True, use_safetensors=True, dtype=torch.float32, output_loading_info=True
            )
    except Exception as error:  # what transformers raises for a folder that is none is no closed list
        raise ExplorerError("model_damaged", folder=str(folder)) from error
    model, loading = loaded
    if loading["missing_keys"] or loading["mismatched_keys"]:
        raise ExplorerError("model_damaged", folder=str(folder))
    return cast("BertForPreTraining", model)


def require_fit(begin: Path, model: "BertForPreTraining", pieces: Sequence[str]) -> None:
    """Raise ExplorerError where a model cannot go on with these pieces: another vocabulary's, or too few positions."""
    config = model.config
    own = tuple(pieces[: len(SPECIAL)]) == SPECIAL and len(pieces) == config.vocab_size
    if not own or config.max_position_embeddings < LONGEST or config.type_vocab_size < 2:
        raise ExplorerError("begin_does_not_fit", folder=str(begin))


def told(plan: Plan, place: Place) -> dict[str, object]:
    """What a model's `training.json` says of its training."""
    return {
        "tokens": place.tokens,
        "steps": place.steps,
        "minutes": round(place.seconds / 60, 1),
        "batch": plan.batch,
        "learning_rate": plan.learning_rate,
        "warm_up": plan.warm_up,
        "decay_from": plan.decay_from,
        "pairs_from": plan.pairs_from,
        "early_rate": plan.early_rate,
        "clip": plan.clip,
        "muon": plan.muon,
        "bfloat16": plan.bfloat16,
        "seed": plan.seed,
    }


def write_model(
    output: Path, model: "BertForPreTraining", tokenizer: "BertTokenizer", training: Mapping[str, object]
) -> dict[str, object]:
    """Write weights, config, word pieces and what stands in them; the last is returned, with where it is."""
    model.config.architectures = ["BertForPreTraining"]
    model.config.dtype = "float16"
    atomic.write(output / "model.safetensors", lambda path: save_file(half(model), path, metadata={"format": "pt"}))
    model.config.save_pretrained(output)
    tokenizer.save_pretrained(output)
    write_text(output / "vocab.txt", "\n".join(tokenizer.convert_ids_to_tokens(list(range(len(tokenizer))))) + "\n")
    write_text(output / "training.json", json.dumps(training, ensure_ascii=False, indent=1) + "\n")
    return {**training, "output": str(output)}


def _pieces(output: Path, corpus: Path, names: Sequence[str], begin: Path | None) -> tuple[str, ...]:
    """The pieces of a training or model that has begun, or those of the corpus."""
    begun = output if (output / "vocab.txt").exists() else begin
    if begun is not None:
        return _read_pieces(begun)
    lines = [line for name in names for line in source_lines(corpus, name)]
    tokens = sum(line.count(" ") + 1 for line in lines)
    if tokens < _FEWEST_TOKENS:
        raise ExplorerError("corpus_too_small", tokens=tokens)
    return learn_pieces(lines, PIECES, RAREST if sum(map(len, lines)) > _SMALL else 1)


def _read_pieces(folder: Path) -> tuple[str, ...]:
    try:
        return tuple((folder / "vocab.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n"))
    except (OSError, ValueError) as error:
        raise ExplorerError("model_damaged", folder=str(folder)) from error
