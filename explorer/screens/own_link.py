"""The sentences that a person added to a word, in the address: a link and a reload show them too."""

from dataclasses import replace

import streamlit as st

from explorer.errors import ExplorerError
from explorer.language import Language
from explorer.occurrences import Occurrence
from explorer.screens.links import remember
from explorer.screens.session import keep_own_sentences, own_sentences, senses_of, word_of

IN_LINK = 1_500
"""Characters that a link holds; of more sentences none, since some of them would be another picture."""

_MOST = 40


def keep_in_link(word_language: Language, word_id: str) -> None:
    """Take the sentences of a link that was just opened, and name those of the word in the address."""
    if "own-arrived" not in st.session_state:
        st.session_state["own-arrived"] = True
        arrived = _read(str(st.query_params.get("own", ""))[: 2 * IN_LINK], word_language, word_id)
        if arrived:
            keep_own_sentences(word_id, arrived)
    written = "\n".join(f"{o.bracketed}\t{o.sense or ''}" for o in own_sentences(word_id))
    remember("own", written if len(written) <= IN_LINK else None, "")


def _read(text: str, word_language: Language, word_id: str) -> list[Occurrence]:
    """One sentence a line, its target in brackets, then its sense; a line that is none is left out."""
    word, senses = word_of(word_language, word_id), {sense.id for sense in senses_of(word_language, word_id)}
    found: list[Occurrence] = []
    for line in text.split("\n")[:_MOST]:
        sentence, _, sense = line.partition("\t")
        try:
            use = Occurrence.from_bracketed(sentence, word, sense=sense if sense in senses else None, source="own")
        except ExplorerError:
            continue
        found.append(replace(use, id=f"own.{len(found) + 1:03d}"))
    return found
