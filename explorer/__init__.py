"""Explore how language models place the uses of an ambiguous word, layer by layer.

    import explorer

    uses = explorer.uses("배")                        # bundled sentences, each with its sense
    explorer.measure(uses, "e5-small")               # a data frame: how far the senses come apart, by layer
    explorer.draw(uses, "e5-small", layer=12)        # a Plotly figure
    explorer.encode(uses, "e5-small").vectors        # float32 [layer, occurrence, dim]

`help(explorer.interface)` lists everything. Nothing is loaded before it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from explorer.interface import (
        Encoder,
        ExplorerError,
        LayerStack,
        Occurrence,
        ScalarMix,
        Uses,
        bracketed,
        draw,
        draw_layers,
        encode,
        encoder_table,
        find,
        measure,
        mix,
        nearest,
        nearest_words,
        open_encoder,
        probe,
        project,
        read,
        save,
        sense_table,
        similarity,
        uses,
        wic,
        word_table,
    )

__all__ = [
    "Encoder", "ExplorerError", "LayerStack", "Occurrence", "ScalarMix", "Uses", "bracketed", "draw", "draw_layers",
    "encode", "encoder_table", "find", "measure", "mix", "nearest", "nearest_words", "open_encoder", "probe", "project",
    "read", "save", "sense_table", "similarity", "uses", "wic", "word_table",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """The interface and its names, loaded when first asked for (PEP 562)."""
    if name == "interface":
        return import_module("explorer.interface")
    if name not in __all__:
        raise AttributeError(f"module 'explorer' has no attribute {name!r}")
    value = getattr(import_module("explorer.interface"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
