"""What differs between two states of a game, and the sheets that bring a box of printed pieces up to date."""
