"""Not run: it would fail."""

raise SystemExit
