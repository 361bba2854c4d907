"""The lines of a sheet -> a DXF file (R2010) for the program of a cutting machine, in millimetres."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pawprint.core.arcs import StrokedPath, with_arcs
from pawprint.press.cut_svg import MM, CutColours

if TYPE_CHECKING:
    from pawprint.core.colour import Colour
    from pawprint.sheets.cut_sheet import CutSheet

#: Layers with the colours that programs without true colours show: white or black, blue, red.
_LAYERS = {"MARKS": 7, "FOLD": 5, "SLIT": 1, "CUT": 1}


def cut_dxf(sheet: CutSheet, colours: CutColours) -> bytes:
    """A DXF file of *sheet*: the layers of the SVG file; arcs as bulges, free curves as lines within 0.01 mm."""
    from ezdxf.filemanagement import new

    with _fixed_times():
        document = new("R2010", units=4)
        document.header["$MEASUREMENT"] = 1
        for name, colour in _LAYERS.items():
            if name != "SLIT" or sheet.slits:
                document.layers.add(name, color=colour)
        height, space = sheet.paper.height.mm, document.modelspace()
        for layer, paths, ink in (
            ("MARKS", sheet.marks, colours.marks),
            ("FOLD", sheet.folds, colours.fold),
            ("SLIT", sheet.slits, colours.inside),
            ("CUT", sheet.inside, colours.inside),
            ("CUT", sheet.outlines, colours.cut),
        ):
            for path in paths:
                for subpath in with_arcs(path):
                    attributes = {"layer": layer, "true_color": _number_of(ink)}
                    space.add_lwpolyline(
                        _points(subpath, height), format="xyb", close=subpath.closed, dxfattribs=attributes
                    )
        document.header["$EXTMIN"] = (0.0, 0.0, 0.0)
        document.header["$EXTMAX"] = (sheet.paper.width.mm, height, 0.0)
        document.classes.add_required_classes(document.dxfversion)
        for key in sorted(document.classes.classes):  # those of a set come in any order
            document.classes.classes[key] = document.classes.classes.pop(key)
        out = io.StringIO()
        document.write(out)
    return document.encode(out.getvalue())


def _points(path: StrokedPath, height: float) -> Iterator[tuple[float, float, float]]:
    """x, y and bulge; DXF counts y upwards, and arcs anticlockwise."""
    for x, y, bulge in path.vertices():
        yield round(x * MM, 3), round(height - y * MM, 3), round(-bulge, 6)


def _number_of(colour: Colour) -> int:
    red, green, blue = colour
    return red << 16 | green << 8 | blue


@contextmanager
def _fixed_times() -> Iterator[None]:
    """Have ezdxf write no clock and no random numbers, so that the same sheet is the same bytes."""
    from ezdxf._options import options

    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = before
