"""What a BERT's heads know of text that it never learnt from: hidden pieces, next sentences, blanks of our own."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray

from explorer.geometry.centroids import wilson
from explorer.training.bert.masking import mask
from explorer.training.bert.text import (
    Examples,
    Text,
    batches,
    draw_examples,
    read_text,
    set_aside,
    source_lines,
)
from explorer.training.bert.vocabulary import MASK, SPECIAL

if TYPE_CHECKING:
    from transformers import BertForPreTraining, BertTokenizer

BLANKS = (
    "나는 오늘 [MASK]를 먹었다.",
    "나는 오늘 [MASK]를 먹었다",
    "아이가 [MASK]을 마신다.",
    "어제는 하늘에서 [MASK]이 내렸다.",
    "나는 [MASK]에서 책을 빌렸다.",
    "그는 바다에서 [MASK]를 탔다.",
    "오늘은 날씨가 너무 [MASK].",
)
"""Sentences of our own, for the card."""

_BATCH = 4096
_SEED = 7


@dataclass(frozen=True, slots=True)
class MaskedAccuracy:
    """Shares of `n` chosen pieces that stood first, or among the first five; `loss` in nats a piece.

    Pieces are chosen and hidden as in training: 15%, of those 80% `[MASK]`, 10% another piece, 10% left.
    """

    source: str
    at_1: float
    at_5: float
    loss: float
    n: int


@dataclass(frozen=True, slots=True)
class NextSentence:
    """The share of `n` pairs of segments told right, half of which follow; the interval is Wilson's, 95%."""

    accuracy: float
    low: float
    high: float
    n: int


def held_out(corpus: Path, name: str, tokenizer: "BertTokenizer") -> Text | None:
    """The held-out lines of a source, each alone; None where there are none."""
    lines = [line for line in source_lines(corpus, name, heldout=True) if line.strip()]
    return read_text({name: lines}, tokenizer, running=()) if lines else None


def masked_accuracy(
    model: "BertForPreTraining", tokenizer: "BertTokenizer", corpus: Path, names: Sequence[str], most: int | None = None
) -> tuple[MaskedAccuracy, ...]:
    """On the held-out lines of each source (the first `most`), and of all together as the last, named `all`."""
    results = []
    total = np.zeros(4)
    for name in names:
        text = held_out(corpus, name, tokenizer)
        if text is None:
            continue
        if most is not None:
            text = Text(text.pieces, text.starts[: most + 1], text.run[:most], text.weights[:most])
        sums = _masked_sums(model, text)
        if sums[3]:
            results.append(_accuracy(name, sums))
        total += sums
    return (*results, _accuracy("all", total)) if total[3] else ()


def _accuracy(name: str, sums: NDArray[np.float64]) -> MaskedAccuracy:
    first, five, nats, n = (float(value) for value in sums)
    return MaskedAccuracy(name, round(first / n, 4), round(five / n, 4), round(nats / n, 4), int(n))


def _masked_sums(model: "BertForPreTraining", text: Text) -> NDArray[np.float64]:
    """Hits at 1, hits within 5, nats and pieces."""
    rng = np.random.default_rng(_SEED)
    sums = np.zeros(4)
    with torch.inference_mode():
        for batch in batches(text, draw_examples(text, rng, pairs=False), _BATCH, rng):
            hidden = mask(batch.pieces, model.config.vocab_size, rng)
            if not hidden.chosen.any():
                continue
            chosen = torch.from_numpy(hidden.chosen)
            states = model.bert(torch.from_numpy(hidden.pieces), token_type_ids=torch.from_numpy(batch.segments))
            scores = model.cls.predictions(states.last_hidden_state[chosen])
            targets = torch.from_numpy(batch.pieces)[chosen]
            best = scores.topk(5).indices == targets[:, None]
            nats = torch.nn.functional.cross_entropy(scores, targets, reduction="sum")
            sums += (float(best[:, 0].sum()), float(best.sum()), float(nats), len(targets))
    return sums


def next_sentence(
    model: "BertForPreTraining", tokenizer: "BertTokenizer", corpus: Path, running: Sequence[str]
) -> NextSentence | None:
    """On the runs that were set aside of each source of running text; None where they make no pairs."""
    text = read_text(
        {name: set_aside(source_lines(corpus, name), kept=True) for name in running}, tokenizer, running=running
    )
    rng = np.random.default_rng(_SEED)
    drawn = draw_examples(text, rng, pairs=True)
    paired = drawn.follows >= 0
    if not paired.any():
        return None
    examples = Examples(drawn.first[paired], drawn.second[paired], drawn.follows[paired])
    hits = n = 0
    with torch.inference_mode():
        for batch in batches(text, examples, _BATCH, rng):
            answer = model(torch.from_numpy(batch.pieces), token_type_ids=torch.from_numpy(batch.segments))
            said = answer.seq_relationship_logits.argmax(1).numpy()  # 0: the second segment follows
            hits += int((said == 1 - batch.follows).sum())
            n += len(batch.follows)
    low, high = wilson(hits, n)
    return NextSentence(round(hits / n, 4), round(low, 4), round(high, 4), n)


def fill(model: "BertForPreTraining", tokenizer: "BertTokenizer", sentence: str, count: int = 5) -> list[str]:
    """The likeliest pieces for the first `[MASK]` of a sentence."""
    encoded = tokenizer(sentence, return_tensors="pt")
    place = int((encoded["input_ids"][0] == MASK).nonzero()[0, 0])
    with torch.inference_mode():
        scores = model(**encoded).prediction_logits[0, place, len(SPECIAL) :]
    best = (scores.topk(count).indices + len(SPECIAL)).tolist()
    return [str(piece) for piece in tokenizer.convert_ids_to_tokens(best)]
