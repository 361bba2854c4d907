"""Blocks of documents -> pages."""
