"""Tables with a column `sentence` whose target is in [brackets], and optional `word`, `sense`, `upos` and `id`.

The bundled files are of this kind. Where a sentence has no bracket but its row has a word, the word is looked for.
"""

import re

from explorer.errors import ExplorerError
from explorer.finding import find
from explorer.lexicon.bundled import senses
from explorer.lexicon.rows import Row, TableKind, each_row, universal_tag
from explorer.occurrences import Occurrence

BRACKET = re.compile(r"\[[^\[\]]*\]")


def _occurrence(row: Row) -> list[Occurrence]:
    sentence, word, label = row.get("sentence"), row.get("word"), row.get("sense")
    sense = senses("ko").get(label) or senses("en").get(label)
    upos = universal_tag(row.get("upos")) or (sense.upos if sense else None)
    word = word or (sense.word if sense else "")
    identifier = row.get("id") or str(row.number)
    if not sentence:
        raise ExplorerError("empty_sentence")
    if word and not BRACKET.search(sentence):
        found = find(sentence, word, upos) or find(sentence, word)
        if len(found) != 1:
            raise ExplorerError("target_unclear" if found else "word_not_in_sentence", word=word, sentence=sentence)
        sentence, upos = found[0].bracketed, upos or found[0].upos
    return [
        Occurrence.from_bracketed(sentence, word or None, sense=label or None, upos=upos, source="table", id=identifier)
    ]


BRACKETED = TableKind("bracketed", frozenset({"sentence"}), each_row(_occurrence))
