"""Food Chain; `rules` says what is where."""
