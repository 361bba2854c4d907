"""A game, and games played with it -> findings."""
