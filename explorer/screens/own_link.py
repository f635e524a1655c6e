"""The sentences that a person added to words, in the address: a link and a reload show them too, on every page."""

from dataclasses import replace

import streamlit as st

from explorer.errors import ExplorerError
from explorer.occurrences import Occurrence
from explorer.screens.links import remember
from explorer.screens.session import keep_own_sentences, own_sentences, say, senses_of, uses, word_of
from explorer.screens.word_options import split_option

IN_LINK = 1_500
"""Characters that a link holds; of more sentences none, since some of them would be another picture."""

_MOST = 40


def keep_in_link() -> None:
    """Take the sentences of a link that was just opened, and name those of this session in the address."""
    if "own-arrived" not in st.session_state:
        st.session_state["own-arrived"] = True
        for line in str(st.query_params.get("own", ""))[: 2 * IN_LINK].split("\n")[:_MOST]:
            _take(line)
    written = _written()
    remember("own", written if len(written) <= IN_LINK else None, "")


def too_long() -> str:
    """What a person must know where the address cannot hold their sentences; "" where it does."""
    return say()("sentences.too_long_for_link") if len(_written()) > IN_LINK else ""


def _written() -> str:
    """A line a sentence: its word as the pages offer it, the target in brackets, the sense."""
    own: dict[str, tuple[Occurrence, ...]] = st.session_state.get("own", {})
    return "\n".join(
        f"{o.language}.{word_id}\t{o.bracketed}\t{o.sense or ''}" for word_id, of in own.items() for o in of
    )


def _take(line: str) -> None:
    """One line of a link; what is none, or what the word has already, is left out."""
    option, _, rest = line.partition("\t")
    sentence, _, sense = rest.partition("\t")
    try:
        language, word_id = split_option(option)
        word, senses = word_of(language, word_id), {each.id for each in senses_of(language, word_id)}
        use = Occurrence.from_bracketed(sentence, word, sense=sense if sense in senses else None, source="own")
    except (ExplorerError, ValueError):
        return
    if (use.text, use.start) in {(o.text, o.start) for o in uses(language, word_id)}:
        return
    mine = own_sentences(word_id)
    keep_own_sentences(word_id, (*mine, replace(use, id=f"own.{len(mine) + 1:03d}")))
