"""What a layer is called: its number and, where it is more than one of many alike, what it is."""

from collections.abc import Sequence

from explorer.screens.session import say

_KNOWN = {"cnn": "cnn", "lstm 1": "lstm_1", "lstm 2": "lstm_2"}
"""Names that ELMo's layers have in a stack."""


def layer_name(names: Sequence[str], layer: int) -> str:
    """Layer `layer` of a stack whose layers have these names (`LayerStack.layers`), in the language of the page."""
    words = say()
    if part := _KNOWN.get(names[layer]):
        return words("common.layer_named", k=layer, name=words(f"common.layer_{part}"))
    return words("common.layer_numbered", k=layer)
