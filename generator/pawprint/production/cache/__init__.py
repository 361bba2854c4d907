"""Files and faces of earlier builds. Every entry can be deleted; the next build makes it again."""
