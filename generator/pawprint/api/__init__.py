"""What scripts and notebooks use: projects, games, records, pictures, findings and games between bots.

`pawprint` itself has these names, and imports them when they are used; docs/python.md shows them.

What other packages use:

- `findings`: Findings as a list that notebooks show as a table
- `plugins`: What plug-ins build on: the bases of elements, field types, checks and exporters, and what these are given
- `project`: A project: its games, their findings, and the files made from them
"""
