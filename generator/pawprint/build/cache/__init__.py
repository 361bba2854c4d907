"""What was made before, kept for the next time: every entry can be deleted, and is then made anew."""
