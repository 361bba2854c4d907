"""A component's records as a spreadsheet, and edits of a spreadsheet back into the catalog."""
