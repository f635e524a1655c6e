"""FastText (Bojanowski et al. 2017) by gensim: skip-gram over words that are sums of their character n-grams.

gensim cuts n-grams from the strings it is given, so it is given words spelled in letters; the vocabulary is turned
back afterwards.
"""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from explorer.encoders.fasttext import Units, spell
from explorer.training.static import AfterPass, StaticModel, TokenFile
from explorer.training.word2vec import train_gensim

if TYPE_CHECKING:
    from gensim.models import FastText


@dataclass(frozen=True, slots=True)
class FastTextSettings:
    """As gensim names them; n-grams of `shortest` to `longest` units share `buckets` rows."""

    dim: int = 92
    window: int = 5
    negative: int = 5
    sample: float = 1e-4
    min_count: int = 5
    max_words: int = 18_000
    buckets: int = 44_000
    shortest: int = 2
    longest: int = 5
    units: Units = "letters"
    passes: int = 2
    seed: int = 1


def train_fasttext(
    corpus: TokenFile, settings: FastTextSettings, *, quiet: bool = False, after_pass: AfterPass | None = None
) -> StaticModel:
    """Train and return word and bucket vectors. Raises ExplorerError where no word is frequent enough."""
    from gensim.models import FastText

    spelled, words = _spelled(corpus, settings.units)
    model = FastText(
        vector_size=settings.dim,
        window=settings.window,
        negative=settings.negative,
        sample=settings.sample,
        min_count=settings.min_count,
        max_final_vocab=settings.max_words,
        bucket=settings.buckets,
        min_n=settings.shortest,
        max_n=settings.longest,
        seed=settings.seed,
        sg=1,
        workers=1,
    )

    def read(model: "FastText") -> StaticModel:
        model.wv.adjust_vectors()
        return StaticModel(
            tuple(words[key] for key in model.wv.index_to_key),
            np.array(model.wv.vectors, dtype=np.float32),
            np.array(model.wv.vectors_ngrams, dtype=np.float32),
        )

    return train_gensim(model, spelled, settings.passes, read=read, quiet=quiet, after_pass=after_pass)


def _spelled(corpus: TokenFile, units: Units) -> tuple[TokenFile, dict[str, str]]:
    """The corpus with its words in n-gram units, and the most frequent word of each spelling."""
    path = corpus.path.with_suffix(f".{units}")
    counts: Counter[str] = Counter()
    spellings: dict[str, str] = {}
    with corpus.path.open(encoding="utf-8") as file, path.open("w", encoding="utf-8") as out:
        for line in file:
            words = line.split()
            counts.update(words)
            spellings.update((word, spell(word, units)) for word in words if word not in spellings)
            out.write(" ".join(spellings[word] for word in words) + "\n")
    words_of = {spellings[word]: word for word, _ in sorted(counts.items(), key=lambda item: (item[1], item[0]))}
    return TokenFile(path, corpus.lines, corpus.tokens), words_of
