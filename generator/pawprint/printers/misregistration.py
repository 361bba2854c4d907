"""How far the second side of a sheet lies from where it should be, and the matrix that corrects it.

Points are in millimetres from the centre of the sheet as one sees its front: x to the right, y upwards. The back that
is meant for the point p lands at q = A p + d.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from pawprint.core.affine import IDENTITY, Matrix, inverse, matrix_product
from pawprint.core.length import mm
from pawprint.impose.plan import Flip

if TYPE_CHECKING:
    from pawprint.core.geometry import Size

#: Larger ones are no misregistration, but a wrong setting of the printer.
MOST_SHIFT, MOST_ROTATION, MOST_SCALE = 10.0, 2.0, 0.02

#: How a back, seen from behind, lies on the front.
_MIRRORS: dict[Flip, Matrix] = {Flip.TURN: (-1, 0, 0, 1, 0, 0), Flip.TUMBLE: (1, 0, 0, -1, 0, 0)}


@dataclass(frozen=True, slots=True)
class Misregistration:
    """Where backs land.

    Attributes:
        dx, dy: millimetres to the right and upwards, seen from the front.
        rotation: degrees, counterclockwise as seen from the front.
        scale_x, scale_y: of the back, 1 for that of the front.
    """

    dx: float = 0.0
    dy: float = 0.0
    rotation: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    @property
    def matrix(self) -> Matrix:
        """Maps where a back is meant to be to where it lands."""
        turn = math.radians(self.rotation)
        return (self.scale_x, turn, -turn, self.scale_y, self.dx, self.dy)

    def landing(self, x: float, y: float) -> tuple[float, float]:
        """Where the back lands that is meant for a point."""
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f

    def after(self, first: Misregistration) -> Misregistration:
        """The whole of it, where this one was read from a sheet on which *first* had been corrected.

        The product of two such matrices is almost one; the rest, less than the product of two small angles, is dropped.
        """
        a, b, c, d, e, f = matrix_product(self.matrix, first.matrix)
        return Misregistration(e, f, math.degrees((b - c) / 2), a, d)

    def correction(self, flip: Flip, paper: Size) -> Matrix:
        """What a back is drawn with so that it lands behind its front.

        It maps points of the page, as a press has them: from the top left of the back as one reads it, y downwards.

        Args:
            paper: the page, as it lies in the printer dialog.
        """
        mirror = _MIRRORS[flip]
        a, b, c, d, e, f = matrix_product(mirror, matrix_product(inverse(self.matrix), mirror))
        unit, x, y = mm(1).pt, paper.width.pt / 2, paper.height.pt / 2
        turned: Matrix = (a, -b, -c, d, e * unit, -f * unit)  # y downwards
        around = matrix_product((1, 0, 0, 1, x, y), matrix_product(turned, (1, 0, 0, 1, -x, -y)))
        return around if self != Misregistration() else IDENTITY

    def largest_move(self, paper: Size) -> float:
        """How far the correction moves the corner that it moves most, in millimetres."""
        x, y = paper.width.mm / 2, paper.height.mm / 2
        back = inverse(self.matrix)
        return max(
            math.hypot(back[0] * px + back[2] * py + back[4] - px, back[1] * px + back[3] * py + back[5] - py)
            for px, py in product((-x, x), (-y, y))
        )

    def faults(self) -> list[str]:
        """What of it is more than any printer gets wrong by itself, in words."""
        found = []
        if max(abs(self.dx), abs(self.dy)) > MOST_SHIFT:
            found.append(f"a shift of {math.hypot(self.dx, self.dy):.1f} mm")
        if abs(self.rotation) > MOST_ROTATION:
            found.append(f"a rotation of {self.rotation:.1f}°")
        if max(abs(self.scale_x - 1), abs(self.scale_y - 1)) > MOST_SCALE:
            worst = max(self.scale_x, self.scale_y, key=lambda scale: abs(scale - 1))
            found.append(f"a scale of {worst * 100:.1f} %")
        return found

    def __str__(self) -> str:
        return (
            f"x {self.dx:+.2f} mm, y {self.dy:+.2f} mm, {round(self.rotation, 3) + 0.0:+.3f}°,"
            f" {self.scale_x * 100:.2f} % × {self.scale_y * 100:.2f} %"
        )
