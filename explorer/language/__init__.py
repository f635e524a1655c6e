"""Every word that a person reads, in Korean and English.

Texts live in `<language>/<room>.toml`, one file a room of the program; a key is
`room.section.name`. Both languages hold the same keys with the same placeholders (a test
holds them to it).
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from string import Formatter
from typing import Literal

from explorer.josa import fitted

Language = Literal["ko", "en"]
LANGUAGES: tuple[Language, ...] = ("ko", "en")
Say = Callable[..., str]

_FOLDER = Path(__file__).parent
_FORMS = r"(?P<forms>이\(가\)|을\(를\)|은\(는\)|과\(와\)|\(으\)로|\(이\))"
_GAP = re.compile(r"\}[^\w\s({]*" + _FORMS)
_GAP_FIRST = re.compile(r"(?P<closing>[^\w\s({]*)" + _FORMS)
"""A particle right behind a value and what closes it, such as a quotation mark."""


@cache
def catalogue(language: Language) -> dict[str, str]:
    """All texts of a language: dotted key to text."""
    texts: dict[str, str] = {}
    for path in sorted((_FOLDER / language).glob("*.toml")):
        _flatten(path.stem, tomllib.loads(path.read_text(encoding="utf-8")), texts)
    return texts


def _flatten(prefix: str, table: dict[str, object], into: dict[str, str]) -> None:
    for name, value in table.items():
        if isinstance(value, dict):
            _flatten(f"{prefix}.{name}", value, into)
        else:
            into[f"{prefix}.{name}"] = str(value)


def text(key: str, language: Language = "en", /, **values: object) -> str:
    """The text under `key`, with its placeholders filled in. A missing key is a KeyError, found by the tests."""
    template = catalogue(language)[key]
    if not values:
        return template.replace("{{", "{").replace("}}", "}")
    return _with_particles(template, values) if _GAP.search(template) else template.format(**values)


def _with_particles(template: str, values: Mapping[str, object]) -> str:
    """A text in which `{word}을(를)` takes the particle that goes with the word; only what we wrote is changed."""
    written = ""
    for literal, name, spec, conversion in Formatter().parse(template):
        if written and (gap := _GAP_FIRST.match(literal)):
            written += gap["closing"]
            written += fitted(written, gap["forms"]) + literal[gap.end() :]
        else:
            written += literal
        if name is not None:
            field = f"{{{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}}}"
            written += field.format(**values)
    return written


def speaker(language: Language) -> Say:
    """`text` bound to one language: `say("compare.title")`."""
    return partial(_say, language)


def _say(language: Language, key: str, /, **values: object) -> str:
    return text(key, language, **values)
