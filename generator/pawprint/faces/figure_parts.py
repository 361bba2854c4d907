"""An SVG file -> `FigurePart`: a drawing with joints, which say where other parts join, which way and how large.

An arrow is a `line` without stroke, so it is never seen. `root` is the part's own; `at-wing` is one that a wing may
stand on, `at-leg.1` and `at-leg.2` are two for legs. A shape called `silhouette` says where patterns may lie.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pawprint.core.affine import Matrix, matrix_product
from pawprint.core.diagnostics import Findings
from pawprint.core.paths import RawPath, place_path, transformed
from pawprint.core.picture import Path, Picture
from pawprint.core.whole_numbers import whole_number
from pawprint.svg.convert import draw_document
from pawprint.svg.drawing_fonts import DrawingFonts
from pawprint.svg.svg_report import Refused, SvgReport
from pawprint.svg.xml_elements import SvgDocument, SvgElement, read_document

_ANCHOR = re.compile(r"at-([A-Za-z][\w-]*)(?:\.(\d{1,15}))?")


class Joint(NamedTuple):
    """From a joint (x, y) to where the thing that is joined there ends, in user units."""

    x: float
    y: float
    to_x: float
    to_y: float

    @property
    def length(self) -> float:
        """How large the thing is."""
        return math.hypot(self.to_x - self.x, self.to_y - self.y)

    def under(self, matrix: Matrix) -> "Joint":
        """The arrow, moved by *matrix*."""
        a, b, c, d, e, f = matrix
        x, y, to_x, to_y = self
        return Joint(a * x + c * y + e, b * x + d * y + f, a * to_x + c * to_y + e, b * to_x + d * to_y + f)


@dataclass(frozen=True, slots=True, eq=False)
class FigurePart:
    """A drawing with joints; compared by identity, since each file is parsed once.

    Attributes:
        root: is laid upon the arrow that the part stands on.
        anchors: arrows of other parts to stand on, by name; several of a name in the order of their numbers.
        silhouette: what patterns are clipped to; None where the file has none.
    """

    picture: Picture
    root: Joint
    anchors: Mapping[str, tuple[Joint, ...]]
    silhouette: Path | None

    def arrows(self, name: str) -> tuple[Joint, ...]:
        """The arrows that `wing`, or `leg.2` alone, or `root`, names; none if the part has no such arrow."""
        found = (self.root,) if name == "root" else self.anchors.get(name)
        if found is None and "." in name:
            name, _, number = name.partition(".")
            several = self.anchors.get(name, ())
            place = whole_number(number)
            found = several[place - 1 : place] if place else ()
        return found or ()


def read_part(
    data: bytes, name: str, findings: Findings, display_name: str, fonts: DrawingFonts | None = None
) -> FigurePart | None:
    """Read one part; see `pawprint.svg.convert.read_svg` for the arguments.

    Returns:
        The part; None when anything is wrong with the file, which has been reported as `bad-svg`.
    """
    report = SvgReport(findings, display_name)
    try:
        document = read_document(data, report)
        picture = draw_document(document, report, name, fonts)
        root = _arrow(document, report, "root")
        if root is None and "root" not in document.ids:
            report.add(document.root.at, "the part has no root", '<line id="root" x1="50" y1="92" x2="50" y2="12"/>')
        anchors = _anchors(document, report)
        silhouette = document.ids.get("silhouette")
        if silhouette is not None and not silhouette.outline:
            report.add(silhouette.at, "the silhouette is no shape", "give the id to a path that goes round the part")
    except Refused:
        return None
    if picture is None or root is None or report.failed:
        return None
    clip = None if silhouette is None else place_path(silhouette.outline, _matrix_of(silhouette))
    return FigurePart(picture, root, anchors, clip)


def _anchors(document: SvgDocument, report: SvgReport) -> dict[str, tuple[Joint, ...]]:
    numbered: dict[str, list[tuple[int, Joint]]] = {}
    for id in document.ids:
        match = _ANCHOR.fullmatch(id)
        arrow = _arrow(document, report, id) if match else None
        if match and arrow is not None:
            numbered.setdefault(match[1], []).append((int(match[2] or 0), arrow))
    return {name: tuple(arrow for _, arrow in sorted(arrows)) for name, arrows in numbered.items()}


def _arrow(document: SvgDocument, report: SvgReport, id: str) -> Joint | None:
    node = document.ids.get(id)
    if node is None:
        return None
    if node.tag != "line":
        report.add(node.at, f"'{id}' is a {node.tag}, not a line", "an arrow is a line from the joint outwards", "id")
        return None
    outline: RawPath = transformed(node.outline, _matrix_of(node))
    arrow = Joint(*outline[0][1:], *outline[-1][1:]) if len(outline) > 1 else None
    if arrow is None or arrow.length < 1e-3:
        report.add(node.at, f"the arrow '{id}' has no length", "its length is the size of what stands on it", "id")
        return None
    return arrow


def _matrix_of(node: SvgElement | None) -> Matrix:
    """From the units of *node* to those of the file."""
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    while node is not None:
        matrix = matrix_product(node.matrix, matrix)
        node = node.parent
    return matrix
