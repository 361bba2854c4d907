"""Rulebooks and reference sheets: Markdown sources and catalog -> blocks."""
