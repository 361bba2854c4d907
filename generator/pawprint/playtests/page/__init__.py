"""A game in play for people, as data, and the page on which they play it."""
