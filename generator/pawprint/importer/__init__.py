"""A game to begin with: a small one that plays, or one made from a list of cards."""
