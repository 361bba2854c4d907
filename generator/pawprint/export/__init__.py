"""Pieces of a game -> files for other programs: one exporter for each target of `pawprint export`."""
