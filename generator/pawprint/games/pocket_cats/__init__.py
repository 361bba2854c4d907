"""Pocket Cats; `rules` says what is where."""
