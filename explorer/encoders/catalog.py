"""Which encoders there are, which can be used here and why not, and how each is opened.

A new family is one line in `BUNDLED` or one branch of `open_folder`; nobody else needs to know. Whatever
loads torch is imported when an encoder is opened that needs it, and weights are read when it first encodes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from explorer.assets import asset
from explorer.encoders.base import Encoder, Family
from explorer.errors import ExplorerError

Origin = Literal["trained here", "packaged", "baseline", "hub cache", "folder"]


@dataclass(frozen=True, slots=True)
class EncoderEntry:
    """An encoder as the catalogue lists it.

    `layers` counts the embedding layer; it and `dim` are None where the encoder is absent. `why_not` says why it
    cannot be used; `readymade` that vectors of the bundled sentences are here all the same.
    """

    id: str
    family: Family
    layers: int | None
    dim: int | None
    origin: Origin
    usable: bool
    why_not: ExplorerError | None = None
    readymade: bool = False


@dataclass(frozen=True, slots=True)
class _Source:
    """One encoder that the program knows by name.

    `check` raises ExplorerError where it cannot encode anything new; `rests_on` is the folder of assets/models whose
    files it reads, where it reads any.
    """

    id: str
    family: Family
    origin: Origin
    open: Callable[[], Encoder]
    check: Callable[[], object] = lambda: None
    rests_on: str | None = None


def _trained(id: str, family: Family) -> _Source:
    return _Source(id, family, "trained here", lambda: open_folder(_model_folder(id), id), rests_on=id)


def _packaged() -> Encoder:
    from explorer.encoders.packaged import packaged_encoder

    return packaged_encoder()


def _untrained() -> Encoder:
    from explorer.encoders.untrained import untrained_encoder

    return untrained_encoder()


def _package_is_here() -> object:
    from explorer.encoders.packaged import packaged_file

    return packaged_file()


def _bag_of_context() -> Encoder:
    from explorer.encoders.static import BagOfContext, StaticEncoder

    static = open_encoder("word2vec-ko")
    if not isinstance(static, StaticEncoder):
        raise ExplorerError("model_damaged", folder=str(_model_folder("word2vec-ko")))
    return BagOfContext(static)


def _untrained_elmo() -> Encoder:
    from explorer.encoders.elmo import untrained_encoder

    return untrained_encoder(_model_folder("elmo-ko"))


def _untrained_bert() -> Encoder:
    from explorer.encoders.bert import untrained_encoder

    return untrained_encoder(_model_folder("bert-ko"))


BUNDLED = (
    _trained("word2vec-ko", "static"),
    _trained("fasttext-ko", "static"),
    _trained("glove-ko", "static"),
    _trained("elmo-ko", "elmo"),
    _trained("bert-ko", "bert"),
    _Source("e5-small", "bert", "packaged", _packaged, _package_is_here),
    _Source("bag-of-context", "static", "baseline", _bag_of_context, rests_on="word2vec-ko"),
    _Source("e5-small-untrained", "bert", "baseline", _untrained, _package_is_here),
    _Source("elmo-ko-untrained", "elmo", "baseline", _untrained_elmo, rests_on="elmo-ko"),
    _Source("bert-ko-untrained", "bert", "baseline", _untrained_bert, rests_on="bert-ko"),
)


def entries() -> tuple[EncoderEntry, ...]:
    """The bundled encoders and baselines, then the models that the hub's cache holds. Loads no weights."""
    return (*(_entry(source) for source in BUNDLED), *_cached())


def open_encoder(id: str) -> Encoder:
    """The encoder of an id from the list, any hub id, a local folder, or a file of word vectors.

    Cheap but for a hub model that has to be fetched: weights are read at the first `encode`. Opened again, it is the
    same encoder, loaded or not, unless its files changed. Raises ExplorerError where there is no such encoder.
    """
    source = _known().get(id)
    place = asset("models", source.rests_on) if source and source.rests_on else _place(id)
    return _opened(id, _stamp(place) if place else ())


def open_folder(folder: Path, id: str) -> Encoder:
    """The encoder whose model lies in a folder, told by its config.json: one trained here, or a Hugging Face model."""
    from explorer.encoders.hub_files import read_config

    config = read_config(folder)
    match config.get("family"), config.get("method"):
        case "static", "fasttext":
            from explorer.encoders.fasttext import load_fasttext
            from explorer.encoders.static import static_encoder

            return static_encoder(folder, id, load_fasttext)
        case "static", _:
            from explorer.encoders.static import read_table, static_encoder

            return static_encoder(folder, id, read_table)
        case "elmo", _:
            from explorer.encoders.elmo import elmo_encoder

            return elmo_encoder(folder, id)
        case _:
            from explorer.encoders.hub import folder_encoder

            return folder_encoder(folder, id)


@lru_cache(maxsize=6)
def _opened(id: str, _stamp: tuple[tuple[str, int, int], ...]) -> Encoder:
    if source := _known().get(id):
        return source.open()
    if (place := _place(id)) and place.is_file():
        from explorer.encoders.static import file_encoder

        return file_encoder(place, id)
    if place:
        return open_folder(place, id)
    from explorer.encoders.hub import hub_encoder

    return hub_encoder(id)


def _place(id: str) -> Path | None:
    """The folder or file that a person means by an id; None where there is none."""
    try:
        place = Path(id).expanduser()
        return place if place.is_dir() or place.is_file() else None
    except (OSError, RuntimeError, ValueError):  # a name too long, no such user's home, a zero character
        return None


def _stamp(place: Path) -> tuple[tuple[str, int, int], ...]:
    """What changes when a model in a folder, or a file of vectors, does."""
    try:
        files = [place] if place.is_file() else sorted(place.iterdir())
        states = [(path.name, path.stat()) for path in files if path.is_file()]
    except OSError:  # absent, or not to be entered: reading its config.json will say so
        return ()
    return tuple((name, state.st_mtime_ns, state.st_size) for name, state in states)


def _known() -> dict[str, _Source]:
    return {source.id: source for source in BUNDLED}


def _model_folder(id: str) -> Path:
    folder = asset("models", id)
    if not (folder / "config.json").is_file():
        raise ExplorerError("model_absent", encoder=id, folder=str(folder))
    return folder


def _entry(source: _Source) -> EncoderEntry:
    from explorer.readymade import file_name

    readymade = asset("vectors", file_name(source.id)).is_file()
    layers, dim, why_not = None, None, None
    try:
        encoder = open_encoder(source.id)
        layers, dim = len(encoder.layers), encoder.dim
        source.check()
    except ExplorerError as error:
        why_not = error
    return EncoderEntry(source.id, source.family, layers, dim, source.origin, why_not is None, why_not, readymade)


def _cached() -> Iterator[EncoderEntry]:
    from explorer.encoders.hub_files import cached_files, cached_models, shape

    for id in cached_models():
        files = cached_files(id)
        if files and files.has_tokenizer and (sizes := shape(files.config())):
            yield EncoderEntry(id, "bert", *sizes, "hub cache", usable=True)
