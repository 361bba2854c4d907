"""YAML text -> nodes that know their place in the file, and typed reading of their fields."""
