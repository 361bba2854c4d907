"""What differs between two states of a game, and the sheets that bring printed copies up to date."""
