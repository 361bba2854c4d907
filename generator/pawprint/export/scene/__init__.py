"""Chosen pieces -> a picture of them on a table, for the page of a campaign or a shop."""
