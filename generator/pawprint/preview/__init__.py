"""The catalog in a browser: pieces, sheets and documents as they are now, and again after each save."""
