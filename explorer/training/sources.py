"""The Korean text that the shipped models learn from: order, caps and licences of its 28 sources.

The text itself is no part of the project. Dictionary and edited text comes first, so that a model may start while
the rest is still being tagged; the two skewed sources come last and are capped: film reviews (colloquial, with
profanity) to a quarter of the eojeols and court decisions (formulaic) to a twentieth.
"""

from pathlib import Path

from explorer.training.corpus import Source

ORDER = (
    "krdict_definitions",
    "krdict_examples_homograph",
    "krdict_examples",
    "kobest",
    "kornlu",
    "klue_dev",
    "ud_kaist",
    "ud_gsd",
    "ud_ksl",
    "tatoeba_kor",
    "koconovel",
    "boddari_wikinews",
    "boddari_book_review",
    "boddari_fairytale",
    "boddari_unesco",
    "folktales",
    "kpc_parallel",
    "bareun_ambiguity",
    "square_questions",
    "chatbot_qa",
    "parakqc",
    "stylekqc",
    "3i4k",
    "bible_krv1961",
    "bible_okb",
    "petitions",
    "court_decisions",
    "nsmc_raw",
)
"""Small and edited sources first."""

CAPS = {"nsmc_raw": (0.54, 1), "court_decisions": (0.30, 64)}
"""Share kept and lines a block: reviews are independent lines, decisions are kept in runs that follow on.

The other 26 sources have 8.05 million eojeols, so 0.54 of the reviews' 5.29 and 0.30 of the decisions' 1.91
million make 25% and 5% of 11.5 million.
"""


def korean_sources(folder: Path) -> tuple[Source, ...]:
    """The sources of a folder that holds `NAME.txt.xz` for each name, in order and with their caps."""
    return tuple(Source(name, folder / f"{name}.txt.xz", *CAPS.get(name, (1.0, 1))) for name in ORDER)
