"""The card of a shipped static model: what it is, what it was measured to be worth, and whose text it rests on.

    python -m explorer.training.card MODEL_FOLDER CORPUS_FOLDER DATA_FOLDER

DATA_FOLDER holds `kobest_wic/train.tsv`, `kobest_wic/dev.tsv` and `krdict_senses.tsv.xz`. `text_section` serves every
family trained here.
"""

import argparse
import csv
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from explorer.assets import asset
from explorer.encoders.fasttext import NgramVectors, load_fasttext
from explorer.encoders.static import read_table
from explorer.encoders.word_vectors import VectorTable, WordVectors
from explorer.lexicon.tables import read_occurrences
from explorer.lexicon.wic import read_wic
from explorer.training.atomic import write_text
from explorer.training.misspellings import reached
from explorer.training.quality import Score, contexts, homographs, one_part_of_speech, word_in_context

NAMES = {"word2vec": "Word2Vec", "fasttext": "FastText", "glove": "GloVe"}
METHODS = {
    "word2vec": "Skip-gram with negative sampling (Mikolov et al. 2013), by gensim.",
    "fasttext": """\
Skip-gram over words as sums of their character n-grams (Bojanowski et al. 2017), by gensim. The n-grams run over
letters (ㅂㅐㄱㅗㅍㅡㅁ), so that a word never seen gets a vector from its spelling.""",
    "glove": """\
Weighted least squares on the logarithm of co-occurrences (Pennington et al. 2014), by AdaGrad, cell by cell.""",
}
TEXT = """\
## The text, and what its licences ask for

{eojeols:,} eojeols in {sentences:,} sentences of {sources} sources. Another {heldout:,} sentences (1%, by a hash of the
sentence) are held out. Reviews are capped to a quarter of the eojeols and court decisions to a twentieth
(`explorer/training/sources.py`). KoBEST's word-in-context pairs, the UD test sets and a fifth of the dictionary's
examples of homographs are not in it.

The text itself is no part of this project. Several sources are share-alike (CC BY-SA). Whether weights are an
adaptation of the text they were learnt from is not settled; so that nobody has to settle it, **the weights are offered
under CC BY-SA 4.0**: name this project and the sources below, say what was changed, and pass on what you make of the
weights under the same licence. The program around them is Apache-2.0.

| source | eojeols used | what | from | licence |
| --- | ---: | --- | --- | --- |
"""
NEIGHBOURS = """\
## Nearest neighbours

One vector a word: 배 (pear, ship, belly) lies among the neighbours of several senses, or of the most frequent alone.

| word | neighbours, nearest first |
| --- | --- |
"""
MEASURES = """\
## What it is worth

The model's own vectors score 0.5 on word in context by construction: a word has one vector. What can be measured is the
*bag of context*, the mean of the vectors of the sentence's other words, centred. The untrained twin has random vectors
for the same words: what it scores is owed to words that two contexts share.

| bag of context | score | untrained twin | without knowledge | n |
| --- | ---: | ---: | ---: | ---: |
"""
MADE = """\
{words:,} words × {dim} dimensions, float16, {size:.1f} MB. Learnt from {tokens:,} lemmas in {sentences:,} shuffled
sentences, {passes} passes, {minutes} minutes on about one core of a shared two-core machine. Settings: {settings}.

Keys are untagged lemmas as Kiwi gives them (썼다 → 쓰다 었 다), without punctuation, so 새 'bird' and 새 'new' share
one vector. The same command gives the same numbers on the same machine and library versions:

```
python -m explorer.training CORPORA corpus
python -m explorer train {method} --corpus corpus --passes {passes} --output {name}
```"""
LIMITS = """\
## Limits

A quarter of the text is film reviews, with slang and some profanity, and the vectors carry the prejudices of what
people wrote. Words that are not among the {words:,} of the vocabulary, the most frequent ones, have no vector"""
SHOWN = (
    *("배", "눈", "말", "밤", "다리", "사과", "차", "은행", "길", "손", "신", "의사", "전기", "바람", "머리"),
    *("쓰다", "타다", "달다", "차다", "크다", "밝다", "먹다", "아름답다", "고프다"),
    *("학교", "사랑", "영화", "어머니", "돈", "한국"),
)
"""Thirty words: fifteen nouns and six verbs of several senses, and nine of one."""

UNSEEN = ("배곺음", "찌게", "학꾜", "재미업다", "갠찮다", "어의없다", "컴퓨타", "떡볶기", "설겆이", "초콜렛")
SPELLING = """\
### From spelling alone

Of {score.n} misspellings that were never seen (`explorer/training/misspellings.py`), the word that was meant has a mean
reciprocal rank of {score.value:.2f} among the neighbours ({score.baseline:.4f} in random order). The settings were
chosen on nearly the same list, so this is no test on fresh words. Trial runs over a fifth of the text: n-grams of 2–5
letters in 42,000 buckets × 92 dimensions 0.25, in 24,000 × 128 0.15, of 3–5 letters in the latter 0.12. Over a
sixteenth of it, 24,000 × 128: 2–5 letters 0.09, 3–5 letters 0.04, 1–3 whole syllables 0.01.

| never seen | neighbours |
| --- | --- |
"""


def text_section(corpus: Path) -> str:
    """What a prepared corpus is made of: name, eojeols used, what it is, where it is from, its licence."""
    counts = json.loads((corpus / "DONE").read_text(encoding="utf-8"))
    with asset("models", "sources.tsv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row["name"] in counts]
    lines = [
        f"| {row['name']} | {counts[row['name']]['eojeols']:,} | {row['what']} | {row['repository']} @ {row['commit']} "
        f"| {row['licence']} |"
        for row in rows
    ]
    total = {key: sum(count[key] for count in counts.values()) for key in ("eojeols", "sentences", "heldout")}
    return TEXT.format(sources=len(counts), **total) + "\n".join(lines)


def neighbours_section(words: WordVectors) -> str:
    """The ten nearest neighbours of thirty words, by raw cosine."""
    rows = (f"| {word} | {' '.join(key for key, _ in words.nearest(word))} |" for word in SHOWN if word in words)
    section = NEIGHBOURS + "\n".join(rows)
    if not isinstance(words, NgramVectors):
        return section
    unseen = (f"| {word} | {' '.join(key for key, _ in words.nearest(word, 8))} |" for word in UNSEEN)
    return section + "\n\n" + SPELLING.format(score=reached(words)) + "\n".join(unseen)


def measured(words: WordVectors, data: Path) -> dict[str, Score]:
    """Word in context (train and development pairs) and 1-NN of dictionary homographs of one part of speech."""
    pairs = [pair for part in ("train", "dev") for pair in read_wic(data / f"kobest_wic/{part}.tsv").pairs]
    uses = one_part_of_speech(read_occurrences(data / "krdict_senses.tsv.xz").occurrences)
    both = [use for pair in pairs for use in (pair.first, pair.second)]
    return {
        "word in context, AUC (KoBEST, train and dev)": word_in_context(
            contexts(words, both), np.array([pair.same for pair in pairs])
        ),
        "dictionary homographs of one part of speech, 1-NN": homographs(contexts(words, uses), uses),
    }


def measures_section(scores: Mapping[str, Score], untrained: Mapping[str, Score]) -> str:
    """The scores beside the untrained twin's and what they are without knowledge."""
    rows = (
        f"| {name} | {score.value:.3f} | {untrained[name].value:.3f} | {score.baseline:.3f} | {score.n:,} |"
        for name, score in scores.items()
    )
    return MEASURES + "\n".join(rows)


def untrained_twin(words: WordVectors, seed: int = 0) -> VectorTable:
    """Random vectors for the same words, in the same width."""
    shape = (len(words.keys), words.dim)
    return VectorTable(tuple(words.keys), np.random.default_rng(seed).standard_normal(shape, dtype=np.float32))


def card(folder: Path, corpus: Path, data: Path) -> str:
    """The whole card of a static model folder."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    words: WordVectors = load_fasttext(folder) if config["method"] == "fasttext" else read_table(folder)
    size = (folder / "model.safetensors").stat().st_size / 1e6
    hidden = {"family", "method", "sources", "ngrams", "words", "dim", "tokens", "sentences", "passes", "minutes"}
    settings = ", ".join(f"{key} {value}" for key, value in config.items() if key not in hidden)
    made = MADE.format(**config, size=size, settings=settings, name=folder.name)
    limits = LIMITS.format(**config) + (" of their own." if config["method"] == "fasttext" else ".")
    title = f"# {folder.name}\n\n{NAMES[config['method']]} vectors of Korean lemmas. {METHODS[config['method']]}"
    sections = (
        title,
        made,
        measures_section(measured(words, data), measured(untrained_twin(words), data)),
        neighbours_section(words),
        limits,
        text_section(corpus),
    )
    return "\n\n".join(sections) + "\n"


def main() -> None:
    """Write CARD.md into the model's folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("folder", "corpus", "data"):
        parser.add_argument(name, type=Path)
    arguments = parser.parse_args()
    write_text(arguments.folder / "CARD.md", card(arguments.folder, arguments.corpus, arguments.data))


if __name__ == "__main__":
    main()
