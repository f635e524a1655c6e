"""Every word that a person reads, in Korean and English.

Texts live in `<language>/<room>.toml`, one file a room of the program; a key is
`room.section.name`. Both languages hold the same keys with the same placeholders (a test
holds them to it).
"""

import tomllib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Literal

Language = Literal["ko", "en"]
LANGUAGES: tuple[Language, ...] = ("ko", "en")
Say = Callable[..., str]

_FOLDER = Path(__file__).parent


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
    return template.format(**values) if values else template.replace("{{", "{").replace("}}", "}")


def speaker(language: Language) -> Say:
    """`text` bound to one language: `say("compare.title")`."""
    return partial(_say, language)


def _say(language: Language, key: str, /, **values: object) -> str:
    return text(key, language, **values)
