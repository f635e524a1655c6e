"""The one error that a person sees: a sentence in the reader's language that says what to do.

It carries a key of `explorer/language` and the values to fill in, not a text, so that the
edge (a screen, the command line) renders it in Korean or English.
"""

import unicodedata
from collections.abc import Callable
from functools import partial

from explorer.language import Say, text

LONGEST_VALUE = 300
"""Characters of a value that a sentence shows; the middle of a longer one is left out."""

_LONGEST_ARGUMENT = 60


class ExplorerError(Exception):
    """Something a person can act on.

    `key` names a sentence in the section `errors` of `explorer/language`; `values` fill its
    placeholders. `str(error)` is the English sentence.
    """

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def __reduce__(self) -> tuple[Callable[[], "ExplorerError"], tuple[()]]:
        return partial(type(self), self.key, **self.values), ()  # an exception is else made again from `args` alone

    def __str__(self) -> str:
        return self.say(text)

    def say(self, say: Say) -> str:
        """Render with a function `say(key, **values)`, as `explorer.language.text` or one bound to a language."""
        values = {name: v.say(say) if isinstance(v, ExplorerError) else shown(v) for name, v in self.values.items()}
        return say(f"errors.{self.key}", **values)


def wrong(name: str, value: object, expected: ExplorerError) -> ExplorerError:
    """The error that says what an argument was and what it must be."""
    said = f"<{type(value).__name__} {value.shape}>" if getattr(value, "shape", ()) else repr(value)  # type: ignore[attr-defined]
    said = said if len(said) <= _LONGEST_ARGUMENT else said[:_LONGEST_ARGUMENT] + "…"
    return ExplorerError("argument", name=name, value=said, expected=expected)


def shown(value: object) -> object:
    """A value as a sentence may hold it: a text in one line, of bounded length, without what steers a terminal.

    A file's name or a cell may hold line ends, control characters, or characters that turn the direction of writing.
    """
    if not isinstance(value, str):
        return value
    if len(value) > LONGEST_VALUE:
        half = LONGEST_VALUE // 2
        value = f"{value[:half]}…{value[-half:]}"
    return "".join(map(_visible, value))


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    return "\ufffd" if unicodedata.category(character) in ("Cc", "Cs") or character in _TURNING else character


_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
