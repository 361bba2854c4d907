"""Schemas for editors: made by reading a sample project, and observing which fields the readers ask for."""
