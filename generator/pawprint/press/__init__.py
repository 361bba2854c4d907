"""Sides of sheets -> PDF, PNG and SVG bytes; fingerprints."""
