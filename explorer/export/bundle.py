"""All figures and tables of a view in one bundle, with a manifest from which the same files are made again.

The manifest holds the figures themselves, as Plotly's JSON, so that neither models nor sentences are needed to make the
files again; the hash of each file tells whether they came out the same.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from explorer import __version__
from explorer.errors import ExplorerError
from explorer.export.facts import FigureFacts
from explorer.export.files import distinct_stems
from explorer.export.formats import FORMATS, MANIFEST, SCALES, SIZES, Format
from explorer.export.pages import Picture
from explorer.export.render import render_all
from explorer.export.tables import csv_bytes
from explorer.language import LANGUAGES
from explorer.lexicon.files import read_text

KIND = "polysemy-explorer figures 1"

_DAMAGE = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What JSON of another shape than ours leads to, when it is read or when it is drawn."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Figures in some formats and tables by name; `address` is the link that reopens the view, "" where none does.

    `manifest` is the name of the file that it was read from, "" where it was made here, and `hashes` those of that
    file: file name to SHA-256.
    """

    pictures: tuple[Picture, ...]
    formats: tuple[Format, ...]
    scale: int = 2
    tables: tuple[tuple[str, pd.DataFrame], ...] = ()
    address: str = ""
    hashes: Mapping[str, str] = field(default_factory=dict)
    manifest: str = ""

    def names(self) -> list[str]:
        """Names of the files that the bundle makes, the manifest last."""
        stems = self._stems()
        figures = [f"{stem}.{format}" for stem in stems[: len(self.pictures)] for format in self.formats]
        return [*figures, *(f"{stem}.csv" for stem in stems[len(self.pictures) :]), MANIFEST]

    def files(self) -> dict[str, bytes]:
        """All files by name.

        Raises ExplorerError where Chrome is needed and absent, there is nothing to save, or what a manifest holds looks
        like figures and cannot be drawn.
        """
        if not self.pictures and not self.tables:
            raise ExplorerError("nothing_to_save")
        try:
            return self._drawn(self._stems())
        except _DAMAGE as error:
            if not self.manifest:
                raise
            raise ExplorerError("manifest_unreadable", path=self.manifest) from error

    def _drawn(self, stems: list[str]) -> dict[str, bytes]:
        named = [replace(picture, name=stem) for picture, stem in zip(self.pictures, stems, strict=False)]
        rendered = render_all(named, self.formats, self.scale)
        made = [content[format] for content in rendered for format in self.formats]
        made += [csv_bytes(table) for _, table in self.tables]
        files = dict(zip(self.names(), made, strict=False))
        return {**files, MANIFEST: self._manifest(stems, files)}

    def _stems(self) -> list[str]:
        return distinct_stems([*(picture.name for picture in self.pictures), *(name for name, _ in self.tables)])

    def _manifest(self, stems: list[str], files: Mapping[str, bytes]) -> bytes:
        about = {
            "kind": KIND,
            "version": __version__,
            "address": self.address,
            "formats": self.formats,
            "scale": self.scale,
            "figures": [_packed(p, stem) for p, stem in zip(self.pictures, stems, strict=False)],
            "tables": [
                {"name": stem, "columns": list(map(str, table.columns)), "rows": _rows(table)}
                for stem, (_, table) in zip(stems[len(self.pictures) :], self.tables, strict=True)
            ],
            "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
        }
        return json.dumps(about, ensure_ascii=False, indent=1, sort_keys=True).encode("utf-8", "replace")


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip archive whose bytes do not depend on the clock."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, content)
    return buffer.getvalue()


def read_manifest(path: Path) -> Bundle:
    """The bundle that a manifest describes. Raises ExplorerError where the file is none, or is damaged."""
    text, name = read_text(path)
    try:
        about = json.loads(text)
        if about["kind"] != KIND:
            raise ExplorerError("manifest_version", path=name, kind=str(about["kind"]))
        return Bundle(
            tuple(map(_unpacked, about["figures"])),
            tuple(_one_of(FORMATS, format) for format in about["formats"]),
            _one_of(SCALES, about["scale"]),
            tuple((str(t["name"]), pd.DataFrame(t["rows"], columns=t["columns"])) for t in about["tables"]),
            str(about["address"]),
            {str(file): str(mark) for file, mark in about["files"].items()},
            name,
        )
    except _DAMAGE as error:
        raise ExplorerError("manifest_unreadable", path=name) from error


def _packed(picture: Picture, stem: str) -> dict[str, Any]:
    return {
        "name": stem,
        "facts": asdict(picture.facts),
        "size": picture.size,
        "caption": picture.caption,
        "language": picture.language,
        "figure": json.loads(picture.figure.to_json()),
    }


def _unpacked(about: Mapping[str, Any]) -> Picture:
    facts = {**about["facts"], "encoders": tuple((str(id), str(mark)) for id, mark in about["facts"]["encoders"])}
    if not all(isinstance(facts[name], str) for name in _TEXTS if name in facts):
        raise ValueError(facts)
    if not all(isinstance(facts.get(name), int | None) for name in ("seed", "n")):
        raise ValueError(facts)
    return Picture(
        go.Figure(about["figure"]),
        FigureFacts(**facts),
        str(about["name"]),
        _one_of(SIZES, about["size"]),
        bool(about["caption"]),
        _one_of(LANGUAGES, about["language"]),
    )


_TEXTS = ("title", "layer", "metric", "projection", "data", "version")


def _rows(table: pd.DataFrame) -> list[list[Any]]:
    """Cells as JSON holds them to the last digit; one that is empty is null."""
    cells = table.astype(object)
    return cells.where(table.notna(), None).to_numpy().tolist()


def _one_of(choices: tuple[Any, ...], value: object) -> Any:  # noqa: ANN401
    if value not in choices:
        raise ValueError(value)
    return value
