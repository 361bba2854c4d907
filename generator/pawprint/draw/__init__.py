"""Faces -> drawings: flat lists of operations; `passes` change them."""
