"""Rulebooks and reference sheets: catalog and rules, a Markdown source -> blocks -> pages."""
