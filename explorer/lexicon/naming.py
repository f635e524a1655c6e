"""What a label is called: a sense by its gloss, a homograph by the glosses of its senses, any other by itself."""

from explorer.language import Language
from explorer.lexicon import bundled


def gloss(sense: bundled.Sense, language: Language) -> str:
    """A sense's short name, in Korean with its Chinese characters where it has some."""
    if language == "en":
        return sense.gloss_en
    return sense.gloss_ko + (f" ({sense.hanja})" if sense.hanja else "")


def label_name(label: str, language: Language) -> str:
    """A label as a reader sees it; see `explorer.analysis.spaces.label_names` for what labels there are."""
    known = bundled.all_senses()
    if label in known:
        return gloss(known[label], language)
    word, _, number = label.rpartition("/")
    group = [
        sense for sense in known.values() if sense.word == word and str(sense.homograph) == number and sense.scored
    ]
    return " · ".join(gloss(sense, language) for sense in group) or label
