"""What scripts and notebooks use: projects, games, records, pictures, findings and games between bots.

`pawprint` itself has these names, and imports them when they are used; docs/python.md shows them.

What other packages use:

- `findings`: Findings as a list that notebooks show as a table
- `project`: A project: its games, their findings, and the files made from them
"""
