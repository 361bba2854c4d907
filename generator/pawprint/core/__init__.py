"""Lengths, geometry, colours, pictures, findings, files and processes: what every stage uses.

What other packages use:

- `affine`: Affine transformations as six numbers: products, inverses and what they preserve
- `arcs`: Curves that are arcs of circles: round corners as machines that cut take them
- `colour`: Colours as a press sees them, and the contrast between two
- `diagnostics`: Findings as data: code, severity, message, place, help. The command line formats them
- `document_kinds`: The kinds of documents, by the words of `--only`
- `file_journal`: Several files of a folder, written together: all are the new ones or all the old ones, also after a
  killed run
- `files`: Atomic file writes: a killed run leaves the old file, never half of the new one
- `geometry`: Pure geometry on paper: x to the right, y downwards
- `image_reader`: Raster image in any of several formats -> a PNG or JPEG file of what is printed
- `language_tags`: Names of languages, such as `fr` and `fr-CA`
- `length`: Lengths that add up exactly
- `links`: Links that lead out of the folder that a user has named; their targets are not read
- `numbers`: Facts of a game such as its players and minutes: a number, a range, or a text, as `game.yaml` has them
- `page_policy`: What a web page needs -> its content security policy; texts as strings of CSS
- `paths`: Paths: the basic shapes, transforming, bounds and winding. No grammar, no paint
- `picture`: A vector drawing whose colours are still names: what an SVG file becomes, whatever its palette
- `piece_outline`: The outline of a piece: where it is cut. One value for rectangles, discs and all other shapes
- `plugins`: Plug-ins: what installed packages add to Pawprint, found by the names of their entry points
- `png_chunks`: The chunks of a PNG file, and its rows in strips, for pictures that would be too large for memory as a
  whole
- `polygon`: Polygons: curves as short lines, crossings, offsets, distances. Points are (x, y), y downwards
- `programs`: Programs that Pawprint starts. None comes from the current folder, which may be a stranger's
- `raster`: Raster images by their path: an absolute file name, or a `data:` URI, which is an image inside of another
  file
- `registry`: A registry of named things that rejects duplicates, and suggestions for unknown names
- `source`: The text of a file, and places in it
- `user_folders`: The folders in which the user's configuration and the cache are kept
- `workers`: Processes that share work, end with the process that started them, and import nothing from the current
  folder
"""
