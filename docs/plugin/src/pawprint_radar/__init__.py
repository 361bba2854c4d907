"""Radar charts on cards, and a Markdown note for each card."""
