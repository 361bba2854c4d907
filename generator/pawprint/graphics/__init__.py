"""Drawings: the operations that they consist of, passes that change them, and SVG files that become pictures.

What other packages use:

- `ops`: The few things a press can do: a closed list of operations, flat, comparable and printable
- `passes.guides`: Drawing -> the drawing with lines along its trim, bleed and safe area, or cut to its outline
- `passes.presentation`: Drawing -> the drawing as it is printed or shown: the passes, in the one order that they have
- `passes.separation`: Drawing -> the drawing in printing inks, by the rules of prepress for blacks, greys and
  declared colours
- `standee`: Face and back of a piece that stands -> the strip that is cut out, folded at its top, and set on its feet
- `svg.convert`: An SVG file -> `Picture`: plain paths whose colours are still names
- `svg.drawing_fonts`: The fonts for texts in drawings: families of the layouts, by the names that drawing programs
  give them
- `svg.grammar`: The small grammars inside SVG attributes: numbers, transformations, path data -> absolute cubic paths
- `svg.svg_report`: Findings about one drawing: knows where in the file an attribute of an element is
- `svg.xml_elements`: The elements of an SVG file with all values read; or findings, each at its place in the file
- `svg.xml_tree`: An SVG file's bytes -> its elements as they are written, without what belongs to other namespaces
- `traverse`: Operations -> all the operations inside them; the one loop for passes that treat each operation by
  itself
"""
