"""Pure geometry on paper: x to the right, y downwards."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pawprint.core.affine import IDENTITY, Matrix
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

    @classmethod
    def parse(cls, text: str) -> "Insets":
        """Read `5mm`, or the top, right, bottom and left as in `3mm, 3mm, 14mm, 3mm`.

        Raises:
            ValueError: neither one nor four lengths.
        """
        lengths = [Length.parse("0 mm" if part.strip() == "0" else part) for part in text.split(",")]
        if len(lengths) == 1:
            return cls.even(lengths[0])
        if len(lengths) != 4:
            raise ValueError(f"'{text}' has {len(lengths)} lengths; write one, or those of top, right, bottom and left")
        return cls(*lengths)

    def __str__(self) -> str:
        return str(self.top) if len(set(self)) == 1 else ", ".join(map(str, self))


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

    @classmethod
    def of_points(cls, numbers: Sequence[float]) -> "Box | None":
        """The smallest rectangle around the points x0 y0 x1 y1 ...; None if there are none."""
        if not numbers:
            return None
        xs, ys = numbers[::2], numbers[1::2]
        left, top = min(xs), min(ys)
        return cls(left, top, max(xs) - left, max(ys) - top)

    @classmethod
    def around(cls, boxes: Iterable["Box"]) -> "Box | None":
        """The smallest rectangle around *boxes*; None if there are none."""
        parts = [*boxes]
        if not parts:
            return None
        left, top = min(box.x for box in parts), min(box.y for box in parts)
        return cls(left, top, max(box.right for box in parts) - left, max(box.bottom for box in parts) - top)

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners."""
        x, y, right, bottom = self.x, self.y, self.right, self.bottom
        return ((x, y), (x, bottom), (right, y), (right, bottom))

    def mapped(self, matrix: Matrix) -> "Box":
        """The smallest rectangle around this one under *matrix*."""
        if matrix is IDENTITY:
            return self
        a, b, c, d, e, f = matrix
        if b == c == 0.0 and a > 0.0 < d:  # only scaled and moved, as most are
            left, top = a * self.x + e, d * self.y + f
            return Box(left, top, a * (self.x + self.width) + e - left, d * (self.y + self.height) + f - top)
        corners = self.corners
        xs, ys = [a * x + c * y + e for x, y in corners], [b * x + d * y + f for x, y in corners]
        left, top = min(xs), min(ys)
        return Box(left, top, max(xs) - left, max(ys) - top)

    def union(self, other: "Box") -> "Box":
        """The smallest rectangle around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def intersection(self, other: "Box") -> "Box | None":
        """The part that both rectangles cover, perhaps a line or a point; None where they do not touch."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, right - left, bottom - top) if left <= right and top <= bottom else None

    def within(self, other: "Box") -> bool:
        """True if no part of it is outside of *other*."""
        return other.x <= self.x and other.y <= self.y and self.right <= other.right and self.bottom <= other.bottom

    def contains(self, x: float, y: float) -> bool:
        """True if the point lies inside or on a side."""
        return self.x <= x <= self.right and self.y <= y <= self.bottom
