"""Pure geometry on paper: x to the right, y downwards."""

from typing import NamedTuple

from pawprint.core.length import ZERO, Length


class Size(NamedTuple):
    """Width and height, both > 0 unless said otherwise."""

    width: Length
    height: Length

    def turned(self) -> "Size":
        """The same rectangle lying on its other side."""
        return Size(self.height, self.width)

    @classmethod
    def parse(cls, text: str) -> "Size":
        """Read `63.5 mm x 88.9 mm`, `210x297mm` (a unit once serves both).

        Raises:
            ValueError: not two lengths joined by an x, or one of them is not positive.
        """
        parts = [part.strip() for part in text.replace("×", "x").split("x")]
        if len(parts) != 2 or not all(parts):
            raise ValueError(f"'{text}' is not a size; write width x height, as in 63.5 mm x 88.9 mm")
        height = Length.parse(parts[1])
        unit = "" if parts[0][-1].isalpha() else "".join(letter for letter in parts[1] if letter.isalpha())
        width = Length.parse(f"{parts[0]} {unit}".strip())
        if width.grains <= 0 or height.grains <= 0:
            raise ValueError(f"'{text}': both sides must be greater than 0")
        return cls(width, height)

    def __str__(self) -> str:
        return f"{self.width} x {self.height}"


class Insets(NamedTuple):
    """Distances inwards from the four sides of a rectangle; outwards where used as bleed."""

    top: Length = ZERO
    right: Length = ZERO
    bottom: Length = ZERO
    left: Length = ZERO

    @classmethod
    def even(cls, length: Length) -> "Insets":
        """The same distance on all four sides."""
        return cls(length, length, length, length)


class Box(NamedTuple):
    """A rectangle in points (floats), for the drawing loops: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """x of the right-hand side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """y of the lower side."""
        return self.y + self.height

    def inset(self, by: float) -> "Box":
        """The rectangle shrunk by *by* points on every side; grown if negative."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)
