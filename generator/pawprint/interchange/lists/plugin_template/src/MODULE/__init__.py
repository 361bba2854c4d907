"""The element `pips`: a number from 1 to 6 as on a die."""

from pawprint.api.plugins import BLACK, Box, Element, ElementReader, Items, Outline, PlacingContext, circle

#: Number -> the pips that are seen, as columns and rows of a grid of three by three.
PIPS = {
    1: [(1, 1)],
    2: [(0, 0), (2, 2)],
    3: [(0, 0), (1, 1), (2, 2)],
    4: [(0, 0), (2, 0), (0, 2), (2, 2)],
    5: [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
    6: [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
}


class Pips(Element):
    """The pips of a die, in a square in the middle of the box."""

    def __init__(self, read: ElementReader) -> None:
        super().__init__(read)
        read.require("value")
        self.value = read.number("value", 1)
        self.colour = read.colour("colour", BLACK)

    def draw(self, scene: PlacingContext, box: Box, out: Items) -> None:
        """Put the pips into *out*. Lengths are points, and y points down."""
        value, colour = self.value.get(scene), self.colour.get(scene)
        if value not in PIPS:
            scene.report(
                "out-of-range", f"{self.what} shows {value}, and a die has 1 to 6", self.span, "correct the card"
            )
            return
        side = min(box.width, box.height)
        left, top = box.x + (box.width - side) / 2, box.y + (box.height - side) / 2
        for column, row in PIPS[value]:
            x, y = left + side * (column + 0.5) / 3, top + side * (row + 0.5) / 3
            out.append(Outline(circle(x, y, side / 9), colour, None, 0.0))
