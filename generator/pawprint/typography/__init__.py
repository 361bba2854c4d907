"""Words -> lines of glyphs: markup, languages, shaping, breaking, fitting."""
