"""What a label is called: a sense by its short gloss, a homograph by the glosses of its senses, any other by itself."""

from explorer.language import Language
from explorer.lexicon import bundled


def gloss(sense: bundled.Sense, language: Language) -> str:
    """A sense's short name, in Korean with its Chinese characters where it has some: what a legend has room for."""
    return sense.gloss_en if language == "en" else _with_hanja(sense.short_ko, sense)


def definition(sense: bundled.Sense, language: Language) -> str:
    """What a sense means, in a phrase, for where there is room."""
    return sense.gloss_en if language == "en" else _with_hanja(sense.gloss_ko, sense)


def _with_hanja(text: str, sense: bundled.Sense) -> str:
    return text + (f" ({sense.hanja})" if sense.hanja else "")


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


def label_definition(label: str, language: Language) -> str:
    """A sense's definition; any other label as `label_name` calls it."""
    known = bundled.all_senses()
    return definition(known[label], language) if label in known else label_name(label, language)
