"""English word forms: regular inflection and a small table of irregular forms. No analysis of the sentence.

So `saw` finds the tool and the past of `see` alike, and a part of speech only says which endings are looked for.
"""

import re
from functools import cache

_IRREGULAR_VERBS = """
be am is are was were been being|bear bore born borne|beat beaten|become became|begin began begun|bend bent|bet|bind
bound|bite bit bitten|blow blew blown|break broke broken|bring brought|build built|burn burnt|buy bought|cast|catch
caught|choose chose chosen|come came|cost|cut|deal dealt|dig dug|do does did done|draw drew drawn|drink drank drunk|
drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|fly flew flown|forget
forgot forgotten|get got gotten|give gave given|go goes went gone|grind ground|grow grew grown|hang hung|have has had|
hear heard|hide hid hidden|hit|hold held|keep kept|know knew known|lay laid|lead led|lean leant|leave left|lend lent|
let|lie lay lain lying|light lit|lose lost|make made|mean meant|meet met|pay paid|put|read|ride rode ridden|ring rang
rung|rise rose risen|run ran|saw sawn|say said|see saw seen|seek sought|sell sold|send sent|set|shake shook shaken|
shine shone|shoot shot|show shown|shut|sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke
spoken|spend spent|spin spun|split|spread|spring sprang sprung|stand stood|steal stole stolen|stick stuck|strike
struck|swear swore sworn|sweep swept|swim swam swum|swing swung|take took taken|teach taught|tear tore torn|tell
told|think thought|throw threw thrown|understand understood|wake woke woken|wear wore worn|win won|wind wound|write
wrote written
"""
_IRREGULAR_NOUNS = """
child children|foot feet|goose geese|leaf leaves|life lives|man men|mouse mice|ox oxen|person people|tooth teeth|
wife wives|wolf wolves|woman women|knife knives|half halves|shelf shelves|calf calves|scarf scarves
"""
_VOWELS = "aeiou"


def _table(listed: str) -> dict[str, frozenset[str]]:
    rows = (row.split() for row in listed.replace("\n", " ").split("|"))
    return {row[0]: frozenset(row[1:]) for row in rows if row}


_VERBS, _NOUNS = _table(_IRREGULAR_VERBS), _table(_IRREGULAR_NOUNS)


@cache
def forms_of(word: str, upos: str | None = None) -> frozenset[str]:
    """The inflected forms of an English word, lower-case, itself among them.

    `upos` leaves only the forms of that part of speech; a word of several words or with a hyphen inflects at its end.
    """
    word = word.lower()
    forms = {word}
    if upos in (None, "NOUN", "PROPN", "VERB", "AUX"):
        forms.add(_with_s(word))
    if upos in (None, "NOUN", "PROPN"):
        forms |= _NOUNS.get(word, frozenset())
    if upos in (None, "VERB", "AUX"):
        forms |= _VERBS.get(word, frozenset()) | {_with_vowel(word, "ed"), _with_vowel(word, "ing")}
    if upos == "ADJ":
        forms |= {_with_vowel(word, "er"), _with_vowel(word, "est")}
    return frozenset(forms)


def _with_s(word: str) -> str:
    if re.search(r"(s|x|z|ch|sh)$", word):
        return f"{word}es"
    return f"{word[:-1]}ies" if re.search(rf"[^{_VOWELS}]y$", word) else f"{word}s"


def _with_vowel(word: str, ending: str) -> str:
    """The word with -ed, -ing, -er or -est: batted, barking, lighter."""
    if ending == "ing" and word.endswith("ie"):
        return f"{word[:-2]}ying"
    if word.endswith("e") and not (ending == "ing" and word.endswith(("ee", "oe", "ye"))):
        return f"{word[:-1]}{ending}"
    if re.search(rf"[^{_VOWELS}]y$", word) and ending != "ing":
        return f"{word[:-1]}i{ending}"
    if re.fullmatch(rf"[^{_VOWELS}]*[{_VOWELS}][^{_VOWELS}wxy]", word):  # one short syllable doubles: bat, run
        return f"{word}{word[-1]}{ending}"
    return f"{word}{ending}"


def find_forms(text: str, word: str, upos: str | None = None) -> list[tuple[int, int]]:
    """`(start, end)` of the uses of a word in any of its forms, whatever the case, never inside another Latin word."""
    forms = sorted(forms_of(word, upos), key=len, reverse=True)
    pattern = rf"(?<![A-Za-zÀ-ɏ0-9])(?:{'|'.join(map(re.escape, forms))})(?![A-Za-zÀ-ɏ0-9])"
    return [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]
