"""Texts of a game <-> PO files for translators."""
