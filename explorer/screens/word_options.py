"""The words that every page offers: those of a person's own data sets, and the bundled ones."""

from explorer.language import LANGUAGES, Language
from explorer.lexicon import bundled
from explorer.screens import datasets
from explorer.screens.parts import gloss
from explorer.screens.session import say


def word_options() -> list[str]:
    """Every word on offer as `<language>.<id>`: those of the person's own data sets first, then the bundled ones."""
    return datasets.word_options() + [f"{code}.{word_id}" for code in LANGUAGES for word_id in bundled.word_ids(code)]


def split_option(option: str) -> tuple[Language, str]:
    """The language and the id of a word on offer."""
    code, word_id = option.split(".", 1)
    return ("en" if code == "en" else "ko"), word_id


def word_name(option: str) -> str:
    """A word on offer as a list shows it: the word with its senses, or with the data set that it is from."""
    word_language, word_id = split_option(option)
    if own := datasets.own_word(word_id):
        return say()("my_data.option", word=own[1], name=own[0].name, n=len(own[0].words.get(own[1], ())))
    senses = bundled.senses_of(word_language, word_id)
    return f"{senses[0].word} — " + " · ".join(gloss(sense) for sense in senses if sense.scored)
