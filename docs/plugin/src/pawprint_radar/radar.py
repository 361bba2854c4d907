"""The element `radar`: numbers of a card as a closed line around a centre."""

from collections.abc import Sequence
from math import cos, pi, sin

from pawprint.api.plugins import BLACK, Box, Element, ElementReader, Items, Outline, Path, PlacingContext

#: Rings of the grid behind the chart.
_RINGS = 4


class Radar(Element):
    """A radar chart: one axis for each value, the first one upwards, the others clockwise."""

    def __init__(self, read: ElementReader) -> None:
        super().__init__(read)
        read.require("values")
        self.values = read.name("values")
        self.most = read.number("most", 10)
        self.fill = read.colour("fill")
        self.stroke = read.colour("stroke", BLACK)
        self.grid = read.colour("grid", BLACK)

    def draw(self, scene: PlacingContext, box: Box, out: Items) -> None:
        """Put the grid and the chart into *out*."""
        text, most = self.values.get(scene) or "", self.most.get(scene) or 1.0
        try:
            values = [min(max(float(value) / most, 0.0), 1.0) for value in text.split(",")]
        except ValueError:
            values = []
        if len(values) < 3:
            help = 'write at least three numbers with commas: "{{ force }}, {{ speed }}, {{ wits }}"'
            scene.report("out-of-range", f"{self.what} has the values '{text}'", self.span, help)
            return
        grid, stroke = self.grid.get(scene), self.stroke.get(scene)
        for ring in range(1, _RINGS + 1):
            out.append(Outline(_around(box, [ring / _RINGS] * len(values)), None, grid, 0.25))
        out.append(Outline(_around(box, values), self.fill.get(scene), stroke, 1.0))


def _around(box: Box, shares: Sequence[float]) -> Path:
    """A closed line through a point on each axis, at these shares of its length."""
    radius = min(box.width, box.height) / 2
    x, y = box.x + box.width / 2, box.y + box.height / 2
    angles = [2 * pi * number / len(shares) for number in range(len(shares))]
    points = [
        (x + radius * share * sin(angle), y - radius * share * cos(angle))
        for share, angle in zip(shares, angles, strict=True)
    ]
    return (*((("L" if number else "M"), *point) for number, point in enumerate(points)), ("Z",))
