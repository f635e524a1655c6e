"""Uses of any word in the bundled sentences, so that a word without sentences of its own can stand beside others."""

from explorer.finding import find
from explorer.language import Language
from explorer.lexicon import bundled
from explorer.occurrences import Occurrence

MOST = 24


def uses_in_bundled(language: Language, word: str, most: int = MOST) -> tuple[Occurrence, ...]:
    """The first `most` uses of `word` in the bundled sentences of all words, in their order.

    The word itself is their label: nobody has said which sense is meant. Their source is `found`.
    """
    texts = dict.fromkeys(occurrence.text for occurrence in bundled.occurrences(language))
    found: list[Occurrence] = []
    for text in texts:
        if len(found) >= most:
            break
        if word in text or word.endswith("다"):
            found.extend(find(text, word))
    return tuple(
        Occurrence(use.text, use.start, use.end, word, word, use.upos, "found", f"found.{k:02d}")
        for k, use in enumerate(found[:most], start=1)
    )
