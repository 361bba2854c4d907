"""Jinja2, cut down to what is safe: expressions of cards and checks, and templates of documents."""
