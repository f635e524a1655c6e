"""The button that makes a report on the uses that a page shows."""

from collections.abc import Sequence

import streamlit as st

from explorer.encoders.base import Encoder
from explorer.export.files import file_stem
from explorer.occurrences import Occurrence
from explorer.screens import session


def report_button(occurrences: Sequence[Occurrence], encoders: Sequence[Encoder] = ()) -> None:
    """A report on these uses as one page, made when a person asks for it; without encoders, by the usual ones."""
    words = session.say()
    code, store, name = session.language(), session.store(), occurrences[0].word

    def make() -> bytes:
        from explorer.commands.report import usual_encoders
        from explorer.export.word_report import word_report

        chosen = encoders or usual_encoders(occurrences[0].language)
        own = any(occurrence.source != "bundled" for occurrence in occurrences)
        again = "" if own else f"--word {name}"
        return word_report(occurrences, chosen, name=name, language=code, again=again, store=store).html()

    st.download_button(
        words("export.report.button"), make, f"{file_stem(name)}.html", "text/html", key=f"report-{name}",
        icon=":material/article:", on_click="ignore", help=words("export.report.button_help"),
    )  # fmt: skip
