"""Rules as data: `rules.yaml` of a game -> an engine."""
