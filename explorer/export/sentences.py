"""Labelled sentences in the formats of other tools: CoNLL-U, and word-in-context pairs as KoBEST has them."""

import random
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from explorer.errors import ExplorerError
from explorer.morphology import Morpheme, morphemes, universal_pos
from explorer.occurrences import Occurrence

PAIRS = 2000
"""Pairs at most, unless a person asks for more."""

_COLUMNS = ("ID", "Target", "SENTENCE1", "Dictionary 1", "Link 1", "SENTENCE2", "Dictionary 2", "Link2", "ANSWER")


def conllu(occurrences: Sequence[Occurrence]) -> str:
    """Every sentence once, a token a run of letters or a sign, in CoNLL-U; heads are not annotated.

    Korean tokens have Kiwi's Sejong tags in XPOS, joined with +, and the Universal POS of their leading morpheme. A
    token that holds a target has the occurrence's own part of speech, and `Target`, `Sense` and `OccId` in MISC.
    """
    by_text: dict[str, list[Occurrence]] = defaultdict(list)
    for occurrence in occurrences:
        by_text[occurrence.text].append(occurrence)
    return "".join(_sentence(number, text, uses) for number, (text, uses) in enumerate(by_text.items(), start=1))


def _sentence(number: int, text: str, uses: Sequence[Occurrence]) -> str:
    korean = any(occurrence.language == "ko" for occurrence in uses)
    parts = morphemes(text) if korean else ()
    lines = [f"# sent_id = {_cell(uses[0].id) if uses[0].id else number}", f"# text = {text}"]
    spans = [found.span() for found in re.finditer(r"\w+|[^\w\s]", text)]
    starts = [m.start for m in parts]
    for index, (start, end) in enumerate(spans, start=1):
        inside = parts[bisect_left(starts, start) : bisect_left(starts, end)]
        targets = [o for o in uses if o.start < end and start < o.end]
        misc = [] if end == len(text) or text[end] == " " else ["SpaceAfter=No"]
        for o in targets:
            misc.append(f"Target={_cell(o.word)}|OccId={_cell(o.id or str(number))}")
            misc += [f"Sense={_cell(o.sense)}"] if o.sense else []
        tag = next((o.upos for o in targets if o.upos), None) or _upos(inside, text[start:end])
        xpos = "+".join(m.tag for m in inside) or "_"
        lemma = "+".join(m.form for m in inside) or text[start:end].lower()
        cells = (str(index), text[start:end], _cell(lemma), tag, xpos, "_", "_", "_", "_", "|".join(misc) or "_")
        lines.append("\t".join(cells))
    return "\n".join(lines) + "\n\n"


def _upos(inside: Sequence[Morpheme], form: str) -> str:
    if inside:
        return universal_pos(inside[0].tag)
    return "_" if form.isalnum() else "PUNCT"


def _cell(text: str) -> str:
    """A value inside a column: no space, no bar."""
    return re.sub(r"[\s|=]+", "_", text) or "_"


def wic_pairs(occurrences: Sequence[Occurrence], *, limit: int = PAIRS, seed: int = 0) -> str:
    """Pairs of uses of a word in KoBEST's columns, as many with one sense as with two, drawn at random under a seed.

    Raises ExplorerError where no word has both kinds of pairs.
    """
    chosen: list[tuple[Occurrence, Occurrence]] = []
    draw = random.Random(seed)
    for same, different in _by_word(occurrences):
        count = min(len(same), len(different))
        chosen += draw.sample(same, count) + draw.sample(different, count)
    if not chosen:
        raise ExplorerError("no_pairs")
    draw.shuffle(chosen)
    chosen = _balanced(chosen, limit)
    lines = ["\t".join(_COLUMNS)]
    for number, (first, second) in enumerate(chosen, start=1):
        sides = (cell for o in (first, second) for cell in (o.bracketed, o.sense or "", ""))
        lines.append("\t".join([str(number), first.word, *sides, str(first.sense == second.sense)]))
    return "\n".join(lines) + "\n"


_Pairs = list[tuple[Occurrence, Occurrence]]


def _by_word(occurrences: Sequence[Occurrence]) -> Iterator[tuple[_Pairs, _Pairs]]:
    """Of each word, the pairs of one sense and those of two; a sentence is no pair with itself."""
    words: dict[str, dict[str, list[Occurrence]]] = defaultdict(lambda: defaultdict(list))
    for occurrence in occurrences:
        if occurrence.sense:
            words[occurrence.word][occurrence.sense].append(occurrence)
    for senses in words.values():
        same = [pair for uses in senses.values() for pair in combinations(uses, 2)]
        different = [pair for a, b in combinations(senses.values(), 2) for pair in product(a, b)]
        yield [p for p in same if p[0].text != p[1].text], [p for p in different if p[0].text != p[1].text]


def _balanced(pairs: _Pairs, limit: int) -> _Pairs:
    """At most `limit` pairs, half of each kind, in their order."""
    left = {True: limit // 2, False: limit // 2}
    kept = []
    for pair in pairs:
        same = pair[0].sense == pair[1].sense
        if left[same]:
            left[same] -= 1
            kept.append(pair)
    return kept
