"""Spreadsheets: the records of a component as a table, and what was changed in it back into the catalog."""
