"""Text files to token files, once: the corpus that every model trained here learns from.

    FOLDER/lemma/SOURCE.txt      FOLDER/lemma/heldout/SOURCE.txt
    FOLDER/surface/SOURCE.txt    FOLDER/surface/heldout/SOURCE.txt
    FOLDER/finished/SOURCE.json  counts, written last: a source that has it is never done again
    FOLDER/DONE                  every source is finished

One sentence a line, tokens separated by one space, in the order of the source. A blank line says that the next
sentence does not follow on the one before (end of a document, a sentence held out, a part left out by a cap).
"""

import hashlib
import json
import multiprocessing
import os
import secrets
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import TextIO

from tqdm import tqdm

from explorer.errors import ExplorerError
from explorer.training.atomic import write_text
from explorer.training.reading import read_lines
from explorer.training.tokens import TokenLine, token_lines

KINDS = ("lemma", "surface")
_FORMAT = 1
_CHUNK = 500
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Source:
    """A file of sentences. `share` of it is used, in blocks of `block` successive lines chosen by hash."""

    name: str
    path: Path
    share: float = 1.0
    block: int = 1


@dataclass(frozen=True, slots=True)
class SourceCounts:
    """What a finished source holds, held-out sentences not counted but in `heldout`."""

    sentences: int
    eojeols: int
    lemmas: int
    surface: int
    heldout: int
    recipe: str


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    heldout: bool = False


def held_out(sentence: str) -> bool:
    """Whether a sentence is in the held-out 1%: decided by its own text, so the same in every run and source."""
    return _hash(sentence) % 100 == 0


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def prepare(
    sources: Sequence[Source], folder: Path, *, workers: int = 2, quiet: bool = False
) -> dict[str, SourceCounts]:
    """Write the token files of all sources into `folder`; may be interrupted and run again.

    Raises ExplorerError where a source cannot be read or nothing in it is Korean.
    """
    names = [source.name for source in sources]
    if len(set(names)) < len(names):
        raise ExplorerError("corpus_same_name", names=", ".join(sorted({n for n in names if names.count(n) > 1})))
    for kind in KINDS:
        (folder / kind / "heldout").mkdir(parents=True, exist_ok=True)
    (folder / "finished").mkdir(exist_ok=True)
    counts = {source.name: done for source in sources if (done := _finished(source, folder))}
    waiting = [source for source in sources if source.name not in counts]
    total = sum(len(line.text.split()) for source in waiting for line in _lines(source))
    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(workers, mp_context=context) as pool,
        tqdm(total=total, unit=" eojeols", unit_scale=True, disable=quiet or None, mininterval=5) as bar,
    ):
        for source in waiting:
            bar.set_description(source.name)
            counts[source.name] = _prepare_source(source, folder, pool, bar)
    _require_korean(sources, folder, counts)
    write_text(folder / "DONE", json.dumps({name: asdict(counts[name]) for name in names}, indent=1))
    return {name: counts[name] for name in names}


def _recipe(source: Source) -> str:
    size = source.path.stat().st_size if source.path.exists() else 0
    return f"{_FORMAT}:{size}:{source.share}:{source.block}"


def _finished(source: Source, folder: Path) -> SourceCounts | None:
    try:
        counts = SourceCounts(**json.loads((folder / "finished" / f"{source.name}.json").read_text()))
    except (OSError, ValueError, TypeError):
        return None
    return counts if counts.recipe == _recipe(source) else None


def _lines(source: Source) -> Iterator[_Line]:
    """The sentences used, with one blank line where successive ones do not follow on each other."""
    blank = True
    for number, text in _numbered(source.path):
        chosen = bool(text) and _hash(f"{source.name} {number // source.block}") < source.share * 2**64
        heldout = chosen and held_out(text)
        if not (chosen and not heldout):
            if not blank:
                yield _Line("")
            blank = True
        else:
            blank = False
        if chosen:
            yield _Line(text, heldout)


def _numbered(path: Path) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; what is longer than any sentence comes in parts, cut at a space where there is one.

    The time of an analysis grows with the square of a line's length.
    """
    for number, text in enumerate(read_lines(path)):
        while len(text) > _LONGEST:
            cut = text.rfind(" ", 0, _LONGEST) + 1 or _LONGEST
            yield number, text[:cut].rstrip()
            text = text[cut:]
        yield number, text


def _prepare_source(source: Source, folder: Path, pool: ProcessPoolExecutor, bar: tqdm) -> SourceCounts:
    sentences = eojeols = lemmas = surface = heldout = 0
    paths = [folder / kind / part / f"{source.name}.txt" for part in ("", "heldout") for kind in KINDS]
    mark = secrets.token_hex(4)  # two that prepare the same text at once do not meet
    partial = [path.with_suffix(f".{mark}.partial") for path in paths]
    with ExitStack() as stack:
        for path in partial:
            stack.callback(path.unlink, missing_ok=True)  # after the files are closed
        files = [stack.enter_context(path.open("w", encoding="utf-8")) for path in partial]
        for lines, tokens in _tokenised(_lines(source), pool):
            for line, pair in zip(lines, tokens, strict=True):
                _write(pair, files[2:] if line.heldout else files[:2])
                if line.heldout:
                    heldout += 1
                elif line.text:
                    sentences += 1
                    eojeols += line.text.count(" ") + 1
                    lemmas += len(pair.lemmas.split())
                    surface += pair.surface.count(" ") + 1
            bar.update(sum(len(line.text.split()) for line in lines))
        for file in files:
            file.flush()
            os.fsync(file.fileno())
            file.close()
        for temporary, path in zip(partial, paths, strict=True):
            temporary.replace(path)
    counts = SourceCounts(sentences, eojeols, lemmas, surface, heldout, _recipe(source))
    write_text(folder / "finished" / f"{source.name}.json", json.dumps(asdict(counts)))
    return counts


def _write(pair: TokenLine, files: Sequence[TextIO]) -> None:
    for text, file in zip(pair, files, strict=True):
        file.write(text + "\n")


def _tokenised(lines: Iterator[_Line], pool: ProcessPoolExecutor) -> Iterator[tuple[list[_Line], list[TokenLine]]]:
    """Chunks in order, a bounded number of them on their way at once."""
    waiting: deque[tuple[list[_Line], Future[list[TokenLine]]]] = deque()
    while chunk := list(islice(lines, _CHUNK)):
        waiting.append((chunk, pool.submit(token_lines, [line.text for line in chunk])))
        if len(waiting) > 8:
            first, tokens = waiting.popleft()
            yield first, tokens.result()
    for first, tokens in waiting:
        yield first, tokens.result()


def _require_korean(sources: Sequence[Source], folder: Path, counts: dict[str, SourceCounts]) -> None:
    files = ", ".join(source.path.name for source in sources)
    if not sum(c.sentences for c in counts.values()):
        raise ExplorerError("corpus_empty", files=files)
    texts = ((folder / "surface" / f"{name}.txt").open(encoding="utf-8") for name in counts)
    if not any("가" <= character <= "힣" for text in texts for line in text for character in line):
        raise ExplorerError("corpus_no_hangul", files=files)


def prepared_names(folder: Path) -> tuple[str, ...]:
    """Names of the sources of a finished corpus folder. Raises ExplorerError where it is none, or not finished."""
    try:
        return tuple(json.loads((folder / "DONE").read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise ExplorerError("corpus_not_prepared", folder=str(folder)) from error


def sentences(folder: Path, kind: str, names: Sequence[str], *, heldout: bool = False) -> Iterator[list[str]]:
    """The token lists of a prepared corpus, blank lines left out. `kind` is `lemma` or `surface`."""
    for name in names:
        with (folder / kind / ("heldout" if heldout else "") / f"{name}.txt").open(encoding="utf-8") as file:
            for line in file:
                if line != "\n":
                    yield line.rstrip("\n").split(" ")
