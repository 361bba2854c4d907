"""The kind of element that draws a QR code or a Micro QR code (ISO/IEC 18004) as one path."""

from collections.abc import Sequence
from functools import lru_cache

from pawprint.core.affine import IDENTITY
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box
from pawprint.core.length import Length
from pawprint.core.picture import Path
from pawprint.pieces._properties import AUTO, Templated
from pawprint.pieces.context import Out, PlacingContext
from pawprint.pieces.element_base import ELEMENT_KINDS, Element, ElementReader
from pawprint.pieces.placed import Placed, Turned, panel, path_shape

#: Least width of a module in mm: four dots of a printer with 300 dpi, as recommended by Denso Wave, the inventor.
MIN_MODULE = 0.33
#: Least difference in reflectance (0 to 1) between light and dark modules: grade B of ISO/IEC 15415.
MIN_REFLECTANCE = 0.55
#: Least width of the empty border in modules, from ISO/IEC 18004.
QUIET_ZONE, MICRO_QUIET_ZONE = 4, 2

#: (column, row) of a corner between modules, from the top left; and a step from one to the next.
_Corner = tuple[int, int]
_Direction = tuple[int, int]


@ELEMENT_KINDS("qr")
class QrElement(Element):
    """A QR code, as large as its box allows, in the middle of it; its quiet zone is drawn too."""

    natural = AUTO
    essential = True

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        reader.require("text")
        self.text = reader.text("text")
        self.micro = reader.flag("micro")
        self.level = reader.word("level", ("L", "M", "Q", "H"), "M")
        self.quiet_zone = reader.number("quiet_zone", None, MICRO_QUIET_ZONE, 100)
        self.colour = reader.colour("colour", BLACK)
        self.background = reader.colour("background", WHITE)
        # A finding about a text that is a field's value points at the field.
        self.field = self.text.field if isinstance(self.text, Templated) else None

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        text = self.text.get(scene)
        if not text:
            return
        micro, level = bool(self.micro.get(scene)), self.level.get(scene) or "M"
        least = MICRO_QUIET_ZONE if micro else QUIET_ZONE
        quiet = self.quiet_zone.get(scene) or least
        if micro and level == "H":
            message = f"'level' of {self.what} is 'H', which a Micro QR code does not have"
            scene.report("unknown-choice", message, self.span, "take level Q, or leave micro out")
            return
        if quiet < least:
            message = f"'quiet_zone' of {self.what} is {quiet:g}, less than the {least} modules that readers need"
            scene.report("out-of-range", message, self.span, "leave it out")
            return
        encoded = _encoded(text, level, micro)
        if encoded is None:
            name = "Micro QR code" if micro else "QR code"
            message = f"{self.what}: {len(text)} characters are too many for a {name} of level {level}"
            scene.report("overset", message, self.span, "shorten the text, or take a lower level", self.field)
            return
        path, modules = encoded
        side = min(box.width, box.height)
        module = side / (modules + 2 * quiet)
        x, y = box.x + (box.width - side) / 2, box.y + (box.height - side) / 2
        dark, light = self.colour.get(scene) or BLACK, self.background.get(scene) or WHITE
        self._check(scene, module, dark, light)
        ground = panel(Box(x, y, side, side), light, None, 0.0, 0.0)
        code = path_shape(_scaled(path, module, x + quiet * module, y + quiet * module), dark, None, 0.0)
        items: tuple[Placed, ...] = (ground, code)
        out.append(Turned(items, IDENTITY, keep=True))
        scene.cover(ground.box, None)

    def natural_height(self, scene: PlacingContext, width: float) -> float:
        return width

    def _check(self, scene: PlacingContext, module: float, dark: Colour, light: Colour) -> None:
        """Report what readers of codes cannot read."""
        width = Length.of(module, "pt").mm
        if width < MIN_MODULE - 0.001:
            scene.report(
                "small-module",
                f"{self.what}: the modules are {width:.2f} mm wide; {MIN_MODULE:g} mm is the least that prints well",
                self.span,
                "give it a larger box, a shorter text or a lower level",
            )
        difference = light.luminance - dark.luminance
        if difference < MIN_REFLECTANCE:
            scene.report(
                "low-contrast",
                f"{self.what}: {dark} on {light} differ in luminance by {difference:.0%}; "
                f"{MIN_REFLECTANCE:.0%} is the least, and the background must be the lighter one",
                self.span,
                "take a darker colour or a lighter background",
            )


@lru_cache(maxsize=1024)
def _encoded(text: str, level: str, micro: bool) -> tuple[Path, int] | None:
    """The outline of the dark modules of a code, and its width; both in modules. None for a text that is too long."""
    matrix = code_modules(text, level, micro)
    return None if matrix is None else (_outline(matrix), len(matrix))


def code_modules(text: str, level: str = "M", micro: bool = False) -> list[list[bool]] | None:
    """Which modules of the smallest code of at least *level* are dark, row by row; None for a text that is too long."""
    import segno  # most games have no codes, and importing it takes 20 ms

    encoding = None if text.isascii() else "utf-8"  # what phones expect, though the standard's default is ISO 8859-1
    try:
        code = segno.make(text, error=level, micro=micro, encoding=encoding)
    except segno.DataOverflowError:
        return None
    return [[bool(module) for module in row] for row in code.matrix]


def _outline(matrix: Sequence[Sequence[bool]]) -> Path:
    """The edges of the dark areas: clockwise around each, anticlockwise around holes in it.

    Modules that share a side are one area, so that no renderer shows a gap between them.
    """
    following = _edges(matrix)
    path: list[tuple[str | float, ...]] = []
    while following:
        start = corner = min(following)
        corners: list[_Corner] = []
        heading = (1, 0)
        while True:
            onwards = following[corner]
            # Where two dark modules touch at a corner, turn right: each area keeps to itself.
            ahead = onwards[0] if len(onwards) == 1 else (-heading[1], heading[0])
            onwards.remove(ahead)
            if not onwards:
                del following[corner]
            if not corners or ahead != heading:
                corners.append(corner)
            heading = ahead
            corner = (corner[0] + ahead[0], corner[1] + ahead[1])
            if corner == start:
                break
        path += [("L" if index else "M", *map(float, point)) for index, point in enumerate(corners)]
        path.append(("Z",))
    return tuple(path)


def _edges(matrix: Sequence[Sequence[bool]]) -> dict[_Corner, list[_Direction]]:
    """Corner -> directions of the edges that begin there, the dark side on the right of each."""
    size = len(matrix)

    def dark(column: int, row: int) -> bool:
        return 0 <= column < size and 0 <= row < size and matrix[row][column]

    edges: dict[_Corner, list[_Direction]] = {}
    for row in range(size):
        for column in range(size):
            if not matrix[row][column]:
                continue
            for outside, corner, direction in (
                ((column, row - 1), (column, row), (1, 0)),
                ((column + 1, row), (column + 1, row), (0, 1)),
                ((column, row + 1), (column + 1, row + 1), (-1, 0)),
                ((column - 1, row), (column, row + 1), (0, -1)),
            ):
                if not dark(*outside):
                    edges.setdefault(corner, []).append(direction)
    return edges


def _scaled(path: Path, module: float, x: float, y: float) -> Path:
    """*path* with modules of *module* points, its corner at (x, y)."""
    return tuple(
        (kind, x + numbers[0] * module, y + numbers[1] * module) if numbers else (kind,)  # type: ignore[operator]
        for kind, *numbers in path
    )
