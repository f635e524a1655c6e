"""Explore how language models place the uses of an ambiguous word, layer by layer."""

__version__ = "0.1.0"
