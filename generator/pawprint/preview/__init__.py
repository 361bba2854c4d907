"""The catalog in a browser: pieces, sheets and documents, repainted at each save."""
