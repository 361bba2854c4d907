"""SVG files of the declared profile -> pictures."""
