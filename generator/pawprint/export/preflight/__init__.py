"""What a print service would complain about, found before anything is uploaded."""
