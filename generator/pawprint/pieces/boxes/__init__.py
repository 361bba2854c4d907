"""Boxes and other nets: what is cut out, folded and glued, and the art on its panels."""
