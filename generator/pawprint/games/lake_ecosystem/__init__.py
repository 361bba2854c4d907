"""The lake ecosystem game; `rules` says what is where."""
