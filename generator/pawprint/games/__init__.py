"""What the bundled games add to their `rules.yaml`: readers of cards, notations, figures, and tables for people.

What other packages use:

- `engines`: The bundled engines. Importing this module registers them, their notations and the builders of their
  diagrams
- `play_tables`: The tables of the bundled games for people who play. Importing this module registers them, and the
  engines
"""
