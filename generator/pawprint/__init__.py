"""Pawprint turns a YAML catalog of cards, tiles and tokens into print-ready sheets."""

__version__ = "0.1.0"
