"""What a probe can measure here: an upload, sentences that the person added, their data sets, the bundled sentences."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path

import streamlit as st

from explorer.analysis.probing import BundledSource, FileSource, Source
from explorer.language import Language
from explorer.lexicon.dataset import line_of
from explorer.occurrences import Occurrence
from explorer.screens import datasets
from explorer.screens.session import plain, say
from explorer.screens.uploader import words_of_the_uploader


def upload() -> None:
    """What was uploaded is kept as bytes, since a widget forgets it when the page changes."""
    file = st.file_uploader(say()("probes.run.upload"), key="data-file-probe")
    words_of_the_uploader()
    if file is not None:
        st.session_state["probe-file"] = (file.name, file.getvalue())
    elif "probe-file" in st.session_state:
        st.caption(say()("probes.run.uploaded", name=plain(st.session_state["probe-file"][0])))


def sources() -> dict[str, str]:
    """What can be measured, by id, with the name that a reader sees."""
    words = say()
    own = _own_sentences()
    sets = {f"set-{token}": data_set.name for token, data_set in datasets.data_sets().items()}
    mine = {"own": words("probes.run.data_own", n=len(own))} if own else {}
    return {"upload": words("probes.run.data_upload"), **mine, **sets, "bundled": words("probes.run.data_bundled")}


def source_of(kind: str, language: str) -> tuple[Source | None, str]:
    """The data of an id of `sources`, and their name for a reader; None where nothing was uploaded."""
    words = say()
    if kind == "bundled":
        code: Language = "en" if language == "en" else "ko"
        return BundledSource(code), f"{words('probes.run.data_bundled')} ({words(f'layers.words_{code}')})"
    if kind == "upload":
        name, data = st.session_state.get("probe-file", ("", b""))
        return (FileSource(Path(name), data), name) if name else (None, "")
    if kind == "own":
        name, uses = words("probes.run.data_own", n=len(_own_sentences())), _own_sentences()
    else:
        data_set = datasets.data_sets()[kind.removeprefix("set-")]
        name, uses = data_set.name, data_set.uses
    return FileSource(Path("sentences.tsv"), _table(uses)), name


def _own_sentences() -> tuple[Occurrence, ...]:
    """All sentences that this person added to words."""
    return tuple(o for uses in st.session_state.get("own", {}).values() for o in uses)


def _table(uses: Iterable[Occurrence]) -> bytes:
    written = io.StringIO()
    table = csv.writer(written, delimiter="\t")
    table.writerow(("sentence", "word", "sense", "upos"))
    table.writerows(line_of(use).cells for use in uses)
    return written.getvalue().encode()
