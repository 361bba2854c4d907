"""New games: from a template, or from a list of cards."""
