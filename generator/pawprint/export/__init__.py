"""Pieces -> files for virtual tables, print services, cutters and presses.

What other packages use:

- `cut_files`: The target `cut`: sheets with the registration marks of a cutting machine, and the lines along which it
  cuts them
- `export_folder`: A folder for exported files, with a record of which export wrote each, so that none replaces the
  file of another
- `export_source`: What an exporter works with: the pieces of a game in one language and edition, and their raster
  pictures
- `exporter`: The targets of `pawprint export`: each is a class in a registry, whose fields are its options
- `offset`: The target `offset`: PDF/X files for a print shop, one side of a piece to a page, in inks
- `piece_files`: The targets `png`, `webp`, `jpg`, `svg` and `pdf`: files of each piece, and a manifest that lists
  them
- `play.play_file`: The target `play`: a game as one HTML file on which people play, from disk and without a network
- `play.single_file`: A page, its style, its scripts and its data -> one HTML file, which cannot load anything else
- `scene.scene_files`: The target `scene`: chosen pieces on a table, in the sizes that the pages of campaigns ask for
- `services.service_targets`: The targets for print services: pictures of exact pixels in folders, what the service
  wants beside them, and a check of all of it before anything is uploaded
- `tabletop.pcio_room`: The target `pcio`: a game for playingcards.io
- `tabletop.playground_package`: The target `playground`: a package for Tabletop Playground, whose templates are piles
  with all their pieces
- `tabletop.saved_object`: The target `tts`: a game for Tabletop Simulator, as a save with its notebook and as a saved
  object
- `tabletop.sprite_sheets`: The target `atlas`: sheets of pictures and a list of their cells, for tables that read no
  files
- `tabletop.vtt_room`: The target `vtt`: a game for virtualtabletop.io
"""
