"""Drawings -> sides of sheets, booklets and posters."""
