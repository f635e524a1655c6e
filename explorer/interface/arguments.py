"""What a person at a prompt hands over, looked at by its name before it is used: a wrong one is one sentence, at once.

Without this, a misspelt choice would be taken for another one in silence, and a generator would be empty when it is
read for the second time.
"""

import inspect
import math
import operator
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, wraps
from numbers import Real
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, get_args

import numpy as np

from explorer.analysis.spaces import Centring, Grouping
from explorer.encoders.base import Encoder, LayerStack, Pooling
from explorer.errors import ExplorerError, wrong
from explorer.export.formats import SIZES
from explorer.figures.style import Theme
from explorer.language import LANGUAGES
from explorer.lexicon.rows import UNIVERSAL_TAGS
from explorer.occurrences import Occurrence

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

_MOST = 100_000


def asked(function: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """The function behind a door: every argument of a known name is looked at, one left at its default is not.

    Raises ExplorerError `argument` for one that cannot be meant.
    """
    signature = inspect.signature(function)

    @wraps(function)
    def door(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        given = signature.bind(*args, **kwargs)
        for name, value in given.arguments.items():
            if name in _TAKEN and value is not signature.parameters[name].default:
                given.arguments[name] = _TAKEN[name](name, value)
        return function(*given.args, **given.kwargs)

    return door


def whole(name: str, value: Any, least: int = 0, most: int = _MOST) -> int:  # noqa: ANN401
    """A whole number between bounds; NumPy's count too."""
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        raise wrong(name, value, ExplorerError("expect_whole", least=least, most=most))
    return number


def one_of(choices: tuple[object, ...], name: str, value: object) -> object:
    """One of a few names."""
    if not isinstance(value, (str, int)) or value not in choices:
        raise wrong(name, value, ExplorerError("expect_choice", choices=", ".join(map(str, choices))))
    return value


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise wrong(name, value, ExplorerError("expect_text"))
    return value


def _texts(name: str, value: object) -> str | tuple[str, ...]:
    if isinstance(value, str):
        return value
    if isinstance(value, (bytes, Mapping)) or not isinstance(value, Iterable):
        raise wrong(name, value, ExplorerError("expect_texts"))
    texts = tuple(value)
    for each in texts:
        if not isinstance(each, str):
            raise wrong(name, each, ExplorerError("expect_texts"))
    return texts


def uses_of(name: str, value: object) -> Sequence[Occurrence]:
    """Uses of words, counted: what was no tuple and no list is one now."""
    items: Any = value
    if not isinstance(value, (tuple, list)):
        items = tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else None
    if items is None or not all(isinstance(item, Occurrence) for item in items):
        raise wrong(name, value, ExplorerError("expect_uses"))
    found: Sequence[Occurrence] = items
    return found


def _encoder(name: str, value: Any) -> str | Encoder:  # noqa: ANN401
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if not isinstance(value, str) and not (hasattr(value, "identity") and hasattr(value, "encode")):
        raise wrong(name, value, ExplorerError("expect_encoder"))
    encoder: str | Encoder = value
    return encoder


def _encoders(name: str, value: Any) -> tuple[str | Encoder, ...]:  # noqa: ANN401
    listed = isinstance(value, Iterable) and not isinstance(value, (str, bytes, os.PathLike))
    several = tuple(_encoder(name, each) for each in (value if listed else [value]))
    if not several:
        raise wrong(name, value, ExplorerError("expect_encoders"))
    return several


def _path(name: str, value: object) -> Path:
    if not isinstance(value, (str, os.PathLike)) or "\0" in str(value) or not str(value).strip():
        raise wrong(name, value, ExplorerError("expect_path"))
    try:
        os.fsencode(value)
    except UnicodeEncodeError as error:  # half of a surrogate pair
        raise wrong(name, value, ExplorerError("expect_path")) from error
    return Path(value)


def _stack(name: str, value: object) -> LayerStack:
    if not isinstance(value, LayerStack):
        raise wrong(name, value, ExplorerError("expect_stack"))
    return value


def _finite(name: str, value: object) -> float:
    if not isinstance(value, Real) or not math.isfinite(value):
        raise wrong(name, value, ExplorerError("expect_number"))
    return float(value)


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise wrong(name, value, ExplorerError("expect_flag"))
    return bool(value)


def _called(name: str, value: object) -> object:
    if not callable(value) or isinstance(value, type):
        raise wrong(name, value, ExplorerError("expect_function"))
    return value


_TAKEN: Mapping[str, Callable[[str, Any], object]] = {
    **dict.fromkeys(("word", "sense"), _text),
    **dict.fromkeys(("text", "sentences"), _texts),
    **dict.fromkeys(("path", "pairs", "tune"), _path),
    **dict.fromkeys(("normalise", "relative", "caption", "replace"), _flag),
    "progress": _called,
    "upos": partial(one_of, tuple(sorted(UNIVERSAL_TAGS))),
    "occurrences": uses_of,
    "encoder": _encoder,
    "encoders": _encoders,
    "stack": _stack,
    "gamma": _finite,
    "layer": partial(whole, least=-_MOST),
    "item": partial(whole, least=-_MOST),
    "count": partial(whole, least=1),
    "permutations": whole,
    "seed": partial(whole, most=2**32 - 1),
    "scale": partial(whole, least=1, most=4),
    "by": partial(one_of, get_args(Grouping)),
    "centring": partial(one_of, get_args(Centring)),
    "pooling": partial(one_of, get_args(Pooling)),
    "language": partial(one_of, LANGUAGES),
    "theme": partial(one_of, get_args(Theme)),
    "size": partial(one_of, SIZES),
}
