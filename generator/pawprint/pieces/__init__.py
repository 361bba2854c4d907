"""A record and a layout -> a face, its elements in their places, and the drawing of it; boxes, too.

What other packages use:

- `assets`: The folders of drawings -> pictures, parts of figures, figure files, images; each read when first asked
  for
- `boxes.box_kinds`: The kinds of boxes, and of other nets, that a game may declare: what each is made of, and its own
  properties
- `boxes.box_reader`: `boxes:` of a game -> the boxes that it declares
- `boxes.box_room`: The pieces that a box holds -> the room that they take
- `boxes.net`: A net: panels that are cut out as one piece, folded, and glued
- `boxes.net_drawing`: A net and the faces of its panels -> its drawing: art, folds, glue, and cuts within the outline
- `composer`: (record, layout, language) -> Face: the elements of a layout, placed for one piece
- `context`: The context in which an element is placed: the piece, its language, colours and fonts
- `cover`: The fields of the cover page, and the bookmarks of the cover and of sheets
- `element_base`: The base of all kinds of elements: place and size, conditions, rotation, and how properties are read
- `fault_marks`: The marks of faults on a face: text cut off at its box, a missing picture
- `figure`: The kind `figure`: a picture composed from parts, chosen and varied by the piece's own data
- `image_resolution`: Raster images at their printed size -> faults of those with too few pixels
- `kinds`: Registers every kind of element: import this module before you read a face. A new kind is one module,
  listed here
- `layouts`: The `layouts/` folders -> Layouts: stocks, papers, fonts, palettes, styles, faces; and `drawings`, the
  pictures
- `lower`: Face -> Drawing: placed items become the operations that a press knows
- `placed`: The items of a face: drawing operations, and texts, pictures and faces that become operations when it is
  drawn
- `placements`: Elements and items of a face -> where they are on it
- `qr_code`: The kind of element that draws a QR code or a Micro QR code (ISO/IEC 18004) as one path
- `slug_line`: The slug line, which names each sheet in its margin, and the line at the joint of two sheets of a
  larger piece
- `stamp`: The line on a card that tells its printings apart: its id, its language, and a short version of its content
- `shared_layouts`: `layouts.yaml` -> folders of layouts that come from elsewhere: another folder or a ZIP archive, at
  a pinned digest
- `stocks`: An entry of `stocks.yaml` -> the make of a piece: its size, its outline, and how it is put together
"""
