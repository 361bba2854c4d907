"""Lengths, geometry, colour, findings and files: what every stage needs. Imports nothing else of Pawprint."""
