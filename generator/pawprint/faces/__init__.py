"""Records and layouts -> faces: elements in their place."""
