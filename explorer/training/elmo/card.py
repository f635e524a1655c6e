"""The card of an ELMo: how it was trained, what it was measured to be worth, and whose text it rests on.

    python -m explorer.training.elmo.card MODEL_FOLDER TRAINING_FOLDER CORPUS_FOLDER DATA_FOLDER

Also writes `measures.json`, `moments.json` and `loss.csv` beside the weights. TRAINING_FOLDER holds what the training
kept (`loss.csv`, `moments/`), DATA_FOLDER `kobest_wic/{train,dev}.tsv` and `krdict_senses.tsv.xz`.
"""

import argparse
import csv
import json
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from explorer.encoders.base import Encoder
from explorer.encoders.elmo import WEIGHTS, elmo_encoder, load_weights, untrained_encoder, weights_encoder
from explorer.training.atomic import write_text
from explorer.training.card import text_section
from explorer.training.corpus import prepared_names
from explorer.training.elmo import moments
from explorer.training.elmo.evaluate import Perplexity, perplexity
from explorer.training.elmo.measures import Measures, measured, remembered
from explorer.training.elmo.moments import Moments
from explorer.training.elmo.train import SHARES, read_vocabulary
from explorer.training.moment_probes import probes_section

MEASURES = "measures.json"
MADE = """\
# {name}

ELMo for Korean (Peters et al. 2018): a character CNN and two LSTM layers in each direction, forward and backward
language models trained jointly. Three layers of 512 numbers: the CNN (layer 0), and the states of both LSTM layers,
the forward half first. {parameters:,} weights with the softmax, float16, {size:.1f} MB.

- **Input**: a token is read as its characters: Hangul syllables, compatibility letters, the mark `▁` of an eojeol's
  first token; any other character as its UTF-8 bytes. So any word has a vector. Beyond 18 characters a token keeps its
  first 12 and last 6. Tokens are the pieces of the surface at Kiwi's morphemes (썼다 → 썼 | 다): no tag, no lemma.
- **Network**: characters of {character_dim} numbers; filters (width × number) {filters}; maximum, one highway layer,
  projection to {width}; LSTMs of {cell} cells a direction with a residual connection around the second; an adaptive
  softmax over {words:,} words, shared by both directions (clusters begin at {cutoffs}).
- **Not as in the original**: 256 cells instead of 4,096 projected to 512, one highway layer instead of two, sentences
  read alone and from a zero state instead of in a running stream, and far less text.

## Training

{tokens:,} tokens foretold in each direction ({epochs:.2f} passes over {epoch_tokens:,}, sentences of all sources mixed;
a pass reads {weights}) in {minutes} minutes on two cores of an AMD EPYC (AVX-512,
bfloat16), which other work shared. {steps:,} steps of sentences of one length, about
{batch:,} tokens each; Adam, learning rate {learning_rate} after {warm_up:.0%} of warm-up, then half a cosine down to
zero; gradients clipped at {clip}; dropout {dropout} (one mask a sentence); seed {seed}. Matrices are multiplied in
bfloat16, everything else is float32. Syllables were chosen over letters (jamo) by measuring: in 75 seconds each,
syllables read 29% more tokens and came to a loss of 6.0 against 6.4. The plan is in minutes, so another run comes to
other numbers; a plan in tokens gives the same numbers each time.

```
python -m explorer.training CORPORA corpus
{command}
python -m explorer.training.elmo.card OUTPUT OUTPUT/training corpus DATA --command "the line above"
```
"""
CURVE = """\
## Loss

Negative log likelihood in nats a token on the training text (with dropout), means over 100 steps; all of it is in
`loss.csv`.

| % of the plan | million tokens | forward | backward |
| ---: | ---: | ---: | ---: |
"""
PERPLEXITY = """\
## Held-out perplexity

On the held-out 1% of each source, by surface token, the mark of the sentence's end (or begin) counted. Words outside
the {words:,} of the softmax are one class; their share stands beside, since it makes a perplexity look lower.

| source | tokens | forward | backward | unknown |
| --- | ---: | ---: | ---: | ---: |
"""
PAIRS = """\
## Meaning by layer

**Word in context** (KoBEST, {pairs:,} pairs of train and dev together): AUC of the cosine of the targets' vectors,
centred on the mean of the data set, and raw; accuracy on dev with the threshold that is best on train (majority
{dev_majority:.3f}). An AUC over these pairs is good to about ±0.018. **Homographs** of one part of speech in the
dictionary's examples: leave-one-out 1-NN over {n:,} uses, centred likewise; the most frequent homograph's share is
{baseline:.3f}. Four fifths of these examples were in the training text, without labels.

| | layer | AUC | AUC, raw | accuracy on dev | homographs, 1-NN |
| --- | --- | ---: | ---: | ---: | ---: |
"""
MOMENTS = """\
## Moments of training

Mean 1-NN accuracy of the bundled sentences' senses over {count} words (by word in `moments.json`), and AUC on word in
context, both centred. The bundled sentences come in sets, one sentence of each sense with the same particle, place and
ending, so the nearest neighbour that follows the form has *another* sense, and plain 1-NN lies below a random neighbour
({chance:.3f}). "Unmatched" leaves those partners out (a random neighbour: {unmatched_chance:.3f}): read it against
its first line, the untrained network.

| % of the plan | million tokens | {layers} |
| ---: | ---: | {columns} |
"""
LIMITS = """\
## Limits

A small model that saw little text: good for looking at how context shapes a vector, not for a product. A quarter of the
text is film reviews, with slang and some profanity, and the vectors carry the prejudices of what people wrote.
"""


def made_section(name: str, config: dict[str, Any], size: float, command: str) -> str:
    """What it is and how it was trained."""
    training = config["training"]
    shape = {key: value for key, value in config.items() if key != "training"}
    shape["filters"] = ", ".join(f"{width} × {number}" for width, number in config["filters"])
    shape["cutoffs"] = " and ".join(f"{c:,}" for c in config["cutoffs"])
    weights = ", ".join(f"{name} {weight:g} times" for name, weight in SHARES.items() if name in training["sources"])
    epochs = training["tokens"] / training["epoch_tokens"]
    return MADE.format(**{**shape, **training}, name=name, size=size, epochs=epochs, weights=weights, command=command)


def curve_section(path: Path) -> str:
    """About twenty lines of the loss."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    wanted = [0.005, 0.01, 0.02, 0.03, *(k / 20 for k in range(1, 21))]
    chosen = {min(range(len(rows)), key=lambda i: abs(float(rows[i]["progress"]) - w)) for w in wanted}
    lines = (
        f"| {100 * float(row['progress']):.1f} | {int(row['tokens']) / 1e6:.2f} "
        f"| {row['forwards']} | {row['backwards']} |"
        for row in (rows[i] for i in sorted(chosen))
    )
    return CURVE + "\n".join(lines) + "\n"


def perplexity_section(results: Sequence[Perplexity], words: int) -> str:
    """A line a source."""
    lines = (f"| {r.source} | {r.tokens:,} | {r.forwards:.1f} | {r.backwards:.1f} | {r.unknown:.1%} |" for r in results)
    return PERPLEXITY.format(words=words) + "\n".join(lines) + "\n"


def measures_section(trained: Measures, twin: Measures) -> str:
    """The trained model's layers beside the untrained twin's."""
    best = max(range(len(trained.layers)), key=lambda k: trained.word_in_context[k].auc)
    lines = [
        f"| {'trained' if each is trained else 'untrained'} | {layer} | {pair.auc:.3f} | {pair.auc_raw:.3f} | "
        f"{pair.accuracy:.3f} | {homograph.value:.3f} |"
        for each in (trained, twin)
        for layer, pair, homograph in zip(each.layers, each.word_in_context, each.homographs, strict=True)
    ]
    gain = trained.word_in_context[best].auc - twin.word_in_context[best].auc
    said = (
        f"\n\nThe best layer is {trained.layers[best]} with an AUC of {trained.word_in_context[best].auc:.3f}: "
        f"{gain:+.3f} over the untrained twin's, "
        f"{trained.word_in_context[best].auc - trained.word_in_context[0].auc:+.3f} over layer 0. The twin is the "
        "network with the very weights from which this one was trained; it is not at 0.5, since even random weights "
        "mix the neighbouring words into a state.\n"
    )
    head = PAIRS.format(
        pairs=trained.pairs,
        dev_majority=trained.dev_majority,
        n=trained.homographs[0].n,
        baseline=trained.homographs[0].baseline,
    )
    return head + "\n".join(lines) + said


def moments_section(found: Moments, pairs: Sequence[Measures]) -> str:
    """A line a moment; `pairs` holds the word-in-context scores of each."""
    lines = (
        f"| {percent} | {tokens / 1e6:.2f} | "
        + " | ".join(f"{value:.3f}" for value in (*means, *fair, *(score.auc for score in each.word_in_context)))
        + " |"
        for percent, tokens, means, fair, each in zip(
            found.percent, found.tokens, found.mean, found.unmatched_mean, pairs, strict=True
        )
    )
    head = MOMENTS.format(
        count=len(found.one_nn),
        chance=found.chance,
        unmatched_chance=found.unmatched_chance,
        layers=" | ".join(f"{kind}, {each}" for kind in ("1-NN", "unmatched", "AUC") for each in found.layers),
        columns=" | ".join("---:" for _ in range(3 * len(found.layers))),
    )
    return head + "\n".join(lines) + "\n"


def measured_once(encoder: Encoder, data: Path, folder: Path, *, dictionary: bool = True) -> Measures:
    """Measured now, or read from `measures.json` where these weights were measured before."""
    path = folder / MEASURES
    known = json.loads(path.read_text(encoding="utf-8"))["encoders"] if path.exists() else []
    if found := remembered(known, encoder):
        return found
    new = measured(encoder, data, dictionary=dictionary)
    write_text(path, json.dumps({"encoders": [*known, asdict(new)]}, ensure_ascii=False, indent=1) + "\n")
    return new


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("folder", "training", "corpus", "data"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--command", required=True, help="the command that trained it, for the card")
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    vocabulary = read_vocabulary(folder / "vocabulary.txt")
    found = moments.measure(arguments.training / "moments")
    write_text(folder / moments.FILE, moments.as_json(found))
    shutil.copyfile(arguments.training / "loss.csv", folder / "loss.csv")
    held_out = perplexity(
        load_weights(folder / WEIGHTS), vocabulary, arguments.corpus, prepared_names(arguments.corpus)
    )
    trained, twin = (
        measured_once(each, arguments.data, folder) for each in (elmo_encoder(folder), untrained_encoder(folder))
    )
    pairs = [
        measured_once(weights_encoder(path, path.stem), arguments.data, folder, dictionary=False)
        for path in sorted((arguments.training / "moments").glob("*.safetensors"))
    ]
    figures = {
        "encoders": [asdict(each) for each in (trained, twin, *pairs)],
        "perplexity": [asdict(each) for each in held_out],
    }
    write_text(folder / MEASURES, json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    sections = (
        made_section(folder.name, config, (folder / WEIGHTS).stat().st_size / 1e6, arguments.command),
        measures_section(trained, twin),
        perplexity_section(held_out, len(vocabulary.words)),
        moments_section(found, pairs),
        probes_section(found.layers, found.percent, found.probes),
        curve_section(arguments.training / "loss.csv"),
        LIMITS,
        text_section(arguments.corpus),
    )
    write_text(folder / "CARD.md", "\n".join(sections) + "\n")


if __name__ == "__main__":
    main()
