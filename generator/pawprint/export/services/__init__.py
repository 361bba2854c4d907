"""Print services: presets of their products, and the files that a person uploads there."""
