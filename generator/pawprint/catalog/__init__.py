"""Nodes -> games and records: field types, references, editions, declared checks."""
