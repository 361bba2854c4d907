"""Rules that can be played: one module per game; see `pawprint.rules.engine` for what an engine is."""
