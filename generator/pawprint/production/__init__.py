"""Folders and options -> files: sheets, documents, images; the cache; what changed since the last print.

What other packages use:

- `box_sheets`: The boxes that a game declares, in one language: one file for each, all the way from its pieces to
  bytes
- `cache.print_cache`: Printed files by what stands on their pages: a file whose pages are the same is not made again
- `cache.source_digests`: What a build is made from -> digests: the program with its libraries, and whole folders,
  file by file
- `cache.store`: A folder of entries, by key -> bytes. Whatever is wrong with it, an entry is at worst not there
- `calibration`: The file of a calibration sheet: its words, set in the fonts of the layouts, and its two pages
- `changes.earlier_game`: A game and an earlier state of it -> the game with the values that its pieces had then, in
  memory; no file changes
- `changes.reprint`: What changed in one deck -> one file: a cover, the list of what to print and to pull, and the
  fewest sheets
- `changes.summary`: What differs between a game now and another state of it, edition by edition; as people and as
  programs read it
- `changes.updates`: Builds of what has changed, and comparisons of a game with an earlier state of itself
- `run`: What all files that are printed of one game in one language have in common: its faces, its covers, the cache
- `images`: Pieces -> drawings and pictures of single pieces, or of all pieces of a component on one sheet
- `options`: The options of a build, in a module of their own, so that reading them imports nothing of what makes the
  files
- `papers`: Finding papers: by name or size, and the half of a paper
- `pipeline`: The stages in their order: load, check, build, write
- `printed_file`: Pages or sides of sheets -> a printed file: its name, its bytes, and what the manifest says of it
- `sheets`: One file of sheets: the pieces of one kind, in one language, all the way from records to bytes
- `snapshot`: What was printed, or built last: each piece with its fingerprints, its copies and its values
"""
