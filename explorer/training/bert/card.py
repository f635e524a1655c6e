"""The card of a BERT: how it was pretrained, what its heads and its layers were measured to be worth, whose text it is.

    python -m explorer.training.bert.card MODEL_FOLDER TRAINING_FOLDER CORPUS_FOLDER DATA_FOLDER --command "…"

Also writes `measures.json`, `moments.json` and `loss.csv` beside the weights. TRAINING_FOLDER holds what the training
kept (`loss.csv`, `moments/`), DATA_FOLDER `kobest_wic/{train,dev}.tsv` and `krdict_senses.tsv.xz`.
"""

import argparse
import csv
import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from explorer.encoders.bert import load_weights, untrained_encoder, weights_encoder
from explorer.encoders.hub import folder_encoder
from explorer.training.atomic import write_text
from explorer.training.bert.evaluate import (
    BLANKS,
    MaskedAccuracy,
    NextSentence,
    fill,
    masked_accuracy,
    next_sentence,
)
from explorer.training.bert.text import LONGEST
from explorer.training.bert.train import RUNNING, SHARES
from explorer.training.bert.vocabulary import new_tokenizer
from explorer.training.card import text_section
from explorer.training.corpus import prepared_names
from explorer.training.elmo import moments
from explorer.training.elmo.card import LIMITS, MEASURES, measured_once, measures_section, moments_section
from explorer.training.elmo.measures import Measures
from explorer.training.moment_probes import probes_section

WEIGHTS = "model.safetensors"
MOST_A_SOURCE = 400
"""Held-out lines a source at a moment of training."""

MADE = """\
# {name}

BERT for Korean (Devlin et al. 2018), small: {num_hidden_layers} layers × {hidden_size}, {num_attention_heads} heads,
{vocab_size:,} word pieces, {max_position_embeddings} positions, with both heads of its pretraining (hidden pieces and
next sentence). {parameters:,} weights in float16, {size:.1f} MB, as `transformers` reads them (`BertForPreTraining`,
`BertForMaskedLM`, `BertModel`).

- **Pieces** are learnt by byte-pair merges inside the morphemes that Kiwi finds, as KLUE does (Park et al. 2021), so
  that a noun and its particle share none; in use it is plain WordPiece (`##` continues a word), without a tagger.
- **Hidden pieces**: 15% are chosen; 80% of them become `[MASK]`, 10% a random piece, 10% stay. Until
  {pairs_from:.0%} of the training {early_rate:.0%} were chosen.
- **Next sentence**: from {pairs_from:.0%} of the training on, running text is read as two segments; half of the second
  ones come from elsewhere. Lines that stand alone in their source are read alone, in that part less often.
- **Not as in the original**: a hundredth of its size, {max_position_embeddings} positions instead of 512, no dropout
  (the text is read about once), and far less text.

## Training

{tokens:,} pieces read ({epochs:.2f} passes over {epoch_tokens:,}, lines of all sources mixed; a pass reads {weights},
the rest once) in {minutes} minutes on one core of an AMD EPYC (AVX-512, bfloat16), which other work shared.
{steps:,} steps of examples of one length, about {batch:,} pieces each, never padded. Muon (Jordan et al. 2024) for the
matrices inside the layers, AdamW for the rest, one learning rate of {learning_rate} after {warm_up:.0%} of warm-up,
from {decay_from:.0%} of the plan falling straight to zero; gradients clipped at {clip}; seed {seed}. Matrices are
multiplied in bfloat16, everything else is float32. Muon was chosen by measuring: after 0.6 million pieces each (same
seed, a first version of the pieces) the loss stood at 6.82 with it and at 7.09 with AdamW alone. The plan is in
minutes, so another run comes to other numbers; a plan in pieces gives the same numbers each time. {note}

```
python -m explorer.training CORPORA corpus
{command}
python -m explorer.training.bert.card OUTPUT OUTPUT/training corpus DATA --command "the line above"
```
"""
HEADS = """\
## What the heads know

On text that it never learnt from. **Hidden pieces**: the held-out 1% of each source, chosen and hidden as in training;
the share that stands first, among the first five, and the loss in nats a piece. {pairs}

| source | pieces | at 1 | at 5 | loss |
| --- | ---: | ---: | ---: | ---: |
"""
PAIRS = """\
**Next sentence**: {accuracy:.3f} ({low:.3f}–{high:.3f}, Wilson) over {n:,} pairs of runs of lines that were set aside,
half of them true."""
FILLED = """\
## Blanks

Sentences of our own; the five likeliest pieces, likeliest first.

| sentence | pieces |
| --- | --- |
"""
CURVE = """\
## Loss

On the training text, means over 50 steps, in nats; all of it is in `loss.csv`.

| % of the plan | million pieces | hidden pieces | right at 1 | next sentence | right |
| ---: | ---: | ---: | ---: | ---: | ---: |
"""
LEARNING = """\
## Heads at moments of training

The first {most} held-out lines of each source; pairs of the runs set aside.

| % of the plan | at 1 | at 5 | next sentence |
| ---: | ---: | ---: | ---: |
"""


def made_section(name: str, folder: Path, command: str, note: str) -> str:
    """What it is and how it was trained."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    training = json.loads((folder / "training.json").read_text(encoding="utf-8"))
    weights = ", ".join(f"{source} {n:g} times" for source, n in SHARES.items() if source in training["sources"])
    size = (folder / WEIGHTS).stat().st_size / 1e6
    epochs = training["tokens"] / training["epoch_tokens"]
    values = {**config, **training, "name": name, "size": size, "epochs": epochs, "weights": weights}
    return MADE.format(**values, command=command, note=note)


def heads_section(masked: Sequence[MaskedAccuracy], pairs: NextSentence | None) -> str:
    """A line a source."""
    lines = (f"| {r.source} | {r.n:,} | {r.at_1:.3f} | {r.at_5:.3f} | {r.loss:.2f} |" for r in masked)
    return HEADS.format(pairs=PAIRS.format(**asdict(pairs)) if pairs else "") + "\n".join(lines) + "\n"


def blanks_section(filled: Mapping[str, Sequence[str]]) -> str:
    """A line a sentence."""
    return FILLED + "\n".join(f"| {text} | {' · '.join(pieces)} |" for text, pieces in filled.items()) + "\n"


def curve_section(path: Path) -> str:
    """About twenty lines of the loss."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = [0.01, 0.02, 0.03, *(k / 20 for k in range(1, 21))]
    chosen = {min(range(len(rows)), key=lambda i: abs(float(rows[i]["progress"]) - w)) for w in wanted}
    columns = ("masked_loss", "masked_accuracy", "next_sentence_loss", "next_sentence_accuracy")
    lines = (
        f"| {100 * float(row['progress']):.1f} | {int(row['tokens']) / 1e6:.2f} | "
        + " | ".join(row[column] for column in columns)
        + " |"
        for row in (rows[i] for i in sorted(chosen))
    )
    return CURVE + "\n".join(lines) + "\n"


def learning_section(found: Mapping[str, Any]) -> str:
    """A line a moment."""
    rows = zip(
        found["percent"], found["masked_accuracy"], found["masked_accuracy_5"], found["next_sentence"], strict=True
    )
    lines = (f"| {percent} | {one:.3f} | {five:.3f} | {pair:.3f} |" for percent, one, five, pair in rows)
    return LEARNING.format(most=MOST_A_SOURCE) + "\n".join(lines) + "\n"


def heads_by_moment(folder: Path, kept: Path, corpus: Path) -> dict[str, list[float]]:
    """Accuracy of the heads at each `NNN.safetensors` of the folder `kept`."""
    names = prepared_names(corpus)
    tokenizer = new_tokenizer((folder / "vocab.txt").read_text(encoding="utf-8").splitlines(), LONGEST)
    running = [name for name in names if name in RUNNING]
    found: dict[str, list[float]] = {"masked_accuracy": [], "masked_accuracy_5": [], "next_sentence": []}
    for path in sorted(kept.glob("*.safetensors")):
        model = load_weights(folder, path)
        overall = masked_accuracy(model, tokenizer, corpus, names, MOST_A_SOURCE)[-1]
        pairs = next_sentence(model, tokenizer, corpus, running)
        for key, value in zip(found, (overall.at_1, overall.at_5, pairs.accuracy if pairs else 0.0), strict=True):
            found[key].append(value)
    return found


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("folder", "training", "corpus", "data"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--command", required=True, help="the command that trained it, for the card")
    parser.add_argument("--note", default="", help="what else happened in this training, for the card")
    arguments = parser.parse_args()
    folder, kept = arguments.folder, arguments.training / "moments"
    shutil.copyfile(arguments.training / "loss.csv", folder / "loss.csv")
    names = prepared_names(arguments.corpus)
    tokenizer = new_tokenizer((folder / "vocab.txt").read_text(encoding="utf-8").splitlines(), LONGEST)
    model = load_weights(folder, folder / WEIGHTS)
    masked = masked_accuracy(model, tokenizer, arguments.corpus, names)
    pairs = next_sentence(model, tokenizer, arguments.corpus, [name for name in names if name in RUNNING])
    filled = {sentence: fill(model, tokenizer, sentence) for sentence in BLANKS}
    separation = moments.measure_all(kept, lambda path: weights_encoder(folder, path, path.stem))
    heads = heads_by_moment(folder, kept, arguments.corpus)
    together = {**json.loads(moments.as_json(separation)), **heads}
    write_text(folder / moments.FILE, json.dumps(together, ensure_ascii=False, separators=(",", ":")) + "\n")
    trained, twin = (
        measured_once(each, arguments.data, folder)
        for each in (folder_encoder(folder, folder.name), untrained_encoder(folder))
    )
    measured: list[Measures] = [
        measured_once(weights_encoder(folder, path, path.stem), arguments.data, folder, dictionary=False)
        for path in sorted(kept.glob("*.safetensors"))
    ]
    figures = {
        "encoders": [asdict(each) for each in (trained, twin, *measured)],
        "masked": [asdict(each) for each in masked],
        "next_sentence": asdict(pairs) if pairs else None,
        "blanks": filled,
    }
    write_text(folder / MEASURES, json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    sections = (
        made_section(folder.name, folder, arguments.command, arguments.note),
        heads_section(masked, pairs),
        blanks_section(filled),
        measures_section(trained, twin),
        moments_section(separation, measured),
        probes_section(separation.layers, separation.percent, separation.probes),
        learning_section(together),
        curve_section(folder / "loss.csv"),
        LIMITS,
        text_section(arguments.corpus),
    )
    write_text(folder / "CARD.md", "\n".join(sections) + "\n")


if __name__ == "__main__":
    main()
