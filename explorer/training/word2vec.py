"""Word2Vec: skip-gram with negative sampling (Mikolov et al. 2013), by gensim, one vector a lemma.

One worker, so that the same seed gives the same numbers; the corpus is read by compiled code, so that little is
lost by it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from tqdm import tqdm

from explorer.errors import ExplorerError
from explorer.training.static import AfterPass, StaticModel, TokenFile

if TYPE_CHECKING:
    from gensim.models import Word2Vec


@dataclass(frozen=True, slots=True)
class Word2VecSettings:
    """Width, window and sampling as gensim names them; `max_words` keeps the most frequent."""

    dim: int = 160
    window: int = 5
    negative: int = 5
    sample: float = 1e-4
    min_count: int = 5
    max_words: int = 35_000
    passes: int = 5
    seed: int = 1


def train_word2vec(
    corpus: TokenFile, settings: Word2VecSettings, *, quiet: bool = False, after_pass: AfterPass | None = None
) -> StaticModel:
    """Train and return the vectors. Raises ExplorerError where no word is frequent enough."""
    from gensim.models import Word2Vec

    model = Word2Vec(
        vector_size=settings.dim,
        window=settings.window,
        negative=settings.negative,
        sample=settings.sample,
        min_count=settings.min_count,
        max_final_vocab=settings.max_words,
        seed=settings.seed,
        sg=1,
        workers=1,
    )
    return train_gensim(model, corpus, settings.passes, read=_read, quiet=quiet, after_pass=after_pass)


def train_gensim(
    model: "Word2Vec",
    corpus: TokenFile,
    passes: int,
    *,
    read: Callable[["Word2Vec"], StaticModel],
    quiet: bool,
    after_pass: AfterPass | None,
) -> StaticModel:
    """Build the vocabulary of a gensim model and train it, with a bar of passes done and time left.

    `read` takes the vectors out of the model as it stands.
    """
    from gensim.models.callbacks import CallbackAny2Vec

    model.build_vocab(corpus_file=str(corpus.path))
    if len(model.wv) < 2:
        raise ExplorerError("corpus_too_small", tokens=corpus.tokens)

    with tqdm(total=passes, unit=" passes", disable=quiet or None) as bar:

        class EveryPass(CallbackAny2Vec):
            done = 0

            def on_epoch_end(self, model: "Word2Vec") -> None:
                bar.update()
                if after_pass:
                    self.done += 1
                    after_pass(read(model), self.done)

        model.train(
            corpus_file=str(corpus.path),
            total_examples=corpus.lines,
            total_words=corpus.tokens,
            epochs=passes,
            callbacks=[EveryPass()],
        )
    return read(model)


def _read(model: "Word2Vec") -> StaticModel:
    """The vectors of a gensim model as they stand, most frequent word first."""
    return StaticModel(tuple(model.wv.index_to_key), np.array(model.wv.vectors, dtype=np.float32))
