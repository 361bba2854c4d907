"""Pieces of a game -> a table with piles and boards -> files of virtual tables."""
