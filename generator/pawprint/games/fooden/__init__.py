"""FOODEN; `rules` says what is where."""
