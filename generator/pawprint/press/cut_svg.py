"""The lines of a sheet -> an SVG file for the program of a cutting machine, in millimetres: a layer for each kind."""

from collections.abc import Iterable
from typing import NamedTuple

from pawprint.core.arcs import StrokedPath, with_arcs
from pawprint.core.colour import BLACK, Colour
from pawprint.core.picture import Path
from pawprint.core.polygon import Point
from pawprint.sheets.cut_sheet import CutSheet

#: Millimetres in a point.
MM = 25.4 / 72

_HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' width="{0}mm" height="{1}mm" viewBox="0 0 {0} {1}">\n'
)
#: Layers have their name as id, and as Inkscape shows it; inkscape-silhouette does not cut the one that is called
#: Regmarks.
_LAYER = '<g id="{}" inkscape:groupmode="layer" inkscape:label="{}" fill="none" stroke="{}" stroke-width="0.1">\n'


class CutColours(NamedTuple):
    """The colours by which the programs of machines tell lines from each other."""

    cut: Colour
    inside: Colour
    fold: Colour
    marks: Colour


_RED = Colour(255, 0, 0)
#: Of machines that do not say otherwise.
USUAL_COLOURS = CutColours(_RED, _RED, Colour(0, 0, 255), BLACK)


def cut_svg(sheet: CutSheet, colours: CutColours) -> bytes:
    """An SVG file of *sheet*: the layers `marks`, `fold`, `slit` if there is one, and `cut`, in the order in which they
    are drawn and cut."""
    width, height = _number(sheet.paper.width.mm), _number(sheet.paper.height.mm)
    text = _HEAD.format(width, height)
    for name, label, parts in (
        ("marks", "Regmarks", [(sheet.marks, colours.marks)]),
        ("fold", "Fold", [(sheet.folds, colours.fold)]),
        *([("slit", "Slit", [(sheet.slits, colours.inside)])] if sheet.slits else []),
        ("cut", "Cut", [(sheet.inside, colours.inside), (sheet.outlines, colours.cut)]),
    ):
        own = parts[-1][1]
        text += _LAYER.format(name, label, own)
        for paths, colour in parts:
            text += "".join(_element(path, "" if colour == own else f' stroke="{colour}"') for path in paths)
        text += "</g>\n"
    return f"{text}</svg>\n".encode()


def _element(path: Path, attributes: str) -> str:
    return f'<path{attributes} d="{"".join(map(_data, with_arcs(path)))}"/>\n'


def _data(path: StrokedPath) -> str:
    """The data of a subpath; the line that closes it is left to `Z`."""
    data, at = [f"M{_point(path.start)}"], path.start
    strokes = path.strokes
    last = strokes[-1]
    if path.closed and not (last.bulge or last.handles):
        strokes = strokes[:-1]
    for stroke in strokes:
        if stroke.handles:
            data.append("C" + _points((*stroke.handles, stroke.end)))
        elif stroke.bulge:
            radius = _number(stroke.radius(at) * MM)
            large, sweep = abs(stroke.bulge) > 1, stroke.bulge > 0
            data.append(f"A{radius} {radius} 0 {large:d} {sweep:d} {_point(stroke.end)}")
        else:
            data.append(f"L{_point(stroke.end)}")
        at = stroke.end
    return "".join(data) + ("Z" if path.closed else "")


def _points(points: Iterable[Point]) -> str:
    return " ".join(map(_point, points))


def _point(point: Point) -> str:
    return f"{_number(point[0] * MM)} {_number(point[1] * MM)}"


def _number(value: float) -> str:
    """Thousandths of a millimetre."""
    return f"{value:.3f}".rstrip("0").rstrip(".") if abs(value) >= 5e-4 else "0"
