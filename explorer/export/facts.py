"""What a figure must carry when it leaves the program: enough to make it again and to read it right."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer import __version__
from explorer.language import Say

if TYPE_CHECKING:
    import plotly.graph_objects as go


@dataclass(frozen=True, slots=True)
class FigureFacts:
    """The settings behind a figure; what is empty or None does not apply and is not shown.

    `encoders` holds pairs of (id, fingerprint); `data` says what was drawn, such as a word or a file's name, and `n`
    from how many occurrences or pairs; `metric` is a measure with what was subtracted, as a reader sees it.
    """

    title: str = ""
    encoders: tuple[tuple[str, str], ...] = ()
    layer: str = ""
    metric: str = ""
    projection: str = ""
    seed: int | None = None
    data: str = ""
    n: int | None = None
    version: str = __version__

    def settings(self) -> dict[str, str]:
        """All settings by English name, as metadata holds them: `encoder` is `id@fingerprint`, several with commas."""
        encoders = ", ".join(f"{id}@{fingerprint}" if fingerprint else id for id, fingerprint in self.encoders)
        values = {
            "encoder": encoders,
            "layer": self.layer,
            "metric": self.metric,
            "projection": self.projection,
            "seed": "" if self.seed is None else str(self.seed),
            "data": self.data,
            "n": "" if self.n is None else str(self.n),
            "version": self.version,
        }
        return {name: value for name, value in values.items() if value}

    def caption(self, say: Say) -> str:
        """The settings in one line for a reader, with the first letters of each fingerprint."""
        return " · ".join(self._parts(say))

    def _parts(self, say: Say) -> Iterator[str]:
        if self.encoders:
            yield ", ".join(f"{id} ({_short(mark)})" if mark else id for id, mark in self.encoders)
        if self.layer:
            yield say("export.caption_layer", layer=self.layer) if self.layer.isdecimal() else self.layer
        yield from filter(None, (self.metric, self.projection, self.data))
        if self.n is not None:
            yield f"n = {self.n}"
        if self.seed is not None:
            yield say("export.caption_seed", seed=self.seed)
        yield f"Polysemy Explorer {self.version}"


def facts_of(figure: "go.Figure") -> FigureFacts:
    """The settings that a figure carries in its `layout.meta`; of any other figure its title alone."""
    meta = figure.layout.meta
    if isinstance(meta, dict) and meta.keys() == FigureFacts.__dataclass_fields__.keys():
        return FigureFacts(**{**meta, "encoders": tuple((id, mark) for id, mark in meta["encoders"])})
    return FigureFacts(title=figure.layout.title.text or "")


def _short(fingerprint: str) -> str:
    """The first eight signs of the hash in a fingerprint."""
    found = re.search("[0-9a-f]{8}", fingerprint)
    return found[0] if found else fingerprint[:8]
