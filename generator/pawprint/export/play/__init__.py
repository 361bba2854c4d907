"""A game as one HTML file on which people play."""
