"""What `import explorer` offers: open an encoder, find uses of a word, encode, mix, measure, project, draw, probe.

Everything takes uses and an encoder (its id, or an opened one) and returns tuples, NumPy arrays, data frames or Plotly
figures. What was encoded once in a process is not encoded again. Errors are `ExplorerError`, one sentence each.
"""

from explorer.encoders.base import Encoder, LayerStack
from explorer.errors import ExplorerError
from explorer.interface.concordance import Uses, bracketed, encoder_table, find, read, sense_table, uses, word_table
from explorer.interface.figures import draw, draw_layers, save
from explorer.interface.measures import measure, probe, wic
from explorer.interface.spaces import encode, mix, nearest, nearest_words, open_encoder, project, similarity
from explorer.mixing import ScalarMix
from explorer.occurrences import Occurrence

__all__ = [
    "Encoder", "ExplorerError", "LayerStack", "Occurrence", "ScalarMix", "Uses", "bracketed", "draw", "draw_layers",
    "encode", "encoder_table", "find", "measure", "mix", "nearest", "nearest_words", "open_encoder", "probe", "project",
    "read", "save", "sense_table", "similarity", "uses", "wic", "word_table",
]  # fmt: skip
