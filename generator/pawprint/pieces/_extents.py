"""Places and sizes of elements: `at: [5 mm, 50%]`, `size: ["{{ power * 4 }} mm", auto]` -> pairs of dimensions."""

import math
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.length import Length
from pawprint.pieces._properties import Fixed, InvalidValue, Property, PropertyReader
from pawprint.source import scalars
from pawprint.source.reader import Node, SequenceNode
from pawprint.source.value_schemas import Schema

if TYPE_CHECKING:
    from pawprint.pieces.context import PlacingContext


class Dimension(NamedTuple):
    """A length along one axis: points, plus a share of what contains it; or `auto` (as large as its content),
    or `fill` (what is left)."""

    points: float = 0.0
    share: float = 0.0
    word: str = ""

    def of(self, whole: float) -> float:
        """In points, inside something *whole* points long."""
        return self.points + self.share * whole


FILL = Dimension(word="fill")
AUTO = Dimension(word="auto")

#: What an editor takes for two dimensions.
_EXTENTS: Schema = {"type": "array", "items": {"type": ["string", "number", "object"]}, "minItems": 2, "maxItems": 2}

#: Along and down.
Extents = tuple[Dimension, Dimension]


class _Pair(Property[Extents]):
    """Two dimensions, at least one of which depends on the piece; *otherwise* stands for one that has a finding."""

    def __init__(self, across: Property[Dimension], down: Property[Dimension], otherwise: Dimension) -> None:
        self.constant = across.constant and down.constant
        self._across, self._down, self._otherwise = across, down, otherwise

    def get(self, scene: "PlacingContext") -> Extents:
        return self._across.get(scene) or self._otherwise, self._down.get(scene) or self._otherwise

    @property
    def parts(self) -> tuple[Property[Dimension], ...]:
        return self._across, self._down


def read_extents(take: PropertyReader, key: str, missing: Dimension) -> Property[Extents]:
    """Two dimensions, such as *key* `at` or `size`; *missing* where there are none, or after a finding."""
    take.describe_property(key, _EXTENTS)
    node = take.node_of(key)
    if node is None:
        return Fixed((missing, missing))
    what = f"'{key}' of {take.what}"
    computed_from = -math.inf if key == "at" else 0.0

    def parse(one: Node, what: str, findings: Findings) -> Dimension | None:
        text = scalars.text(one, what, findings)
        if text is None:
            return None
        try:
            return _dimension(text)
        except InvalidValue as error:
            findings.add(error.code, f"{what}: {error}", one.span, error.help)
            return None

    def convert(text: str) -> Dimension:
        dimension = _dimension(text.strip())
        if min(dimension.points, dimension.share) < computed_from:
            raise InvalidValue("bad-length", f"'{text}' is less than nothing", "leave the element out with when:")
        return dimension

    def pair(one: Node) -> Property[Extents]:
        if not isinstance(one, SequenceNode) or len(one.items) != 2:
            take.findings.add("bad-length", f"{what} takes two lengths", one.span, "[10 mm, 5 mm]")
            return Fixed((missing, missing))
        across, down = (take.varying(item, lambda it: take.one(it, parse, convert, what), what) for item in one.items)
        if isinstance(across, Fixed) and isinstance(down, Fixed):
            return Fixed((across.value or Dimension(), down.value or Dimension()))
        return _Pair(across, down, Dimension())

    return take.varying(node, pair, what)


def _dimension(text: str) -> Dimension:
    """The dimension that *text* describes.

    Raises:
        InvalidValue: it describes none.
    """
    if text in ("fill", "auto"):
        return FILL if text == "fill" else AUTO
    if text.endswith("%"):
        try:
            share = float(text[:-1]) / 100
        except ValueError:
            share = math.nan
        if not -10 <= share <= 10:
            help = "write a number from -1000 to 1000 before the %"
            raise InvalidValue("bad-length", f"'{text}' is not a percentage", help)
        return Dimension(share=share)
    return Dimension(points=points_of(text, "write 3 mm, 0.25 in, 8 pt, 50%, fill or auto"))


def points_of(text: str, help: str) -> float:
    """A length as it is written, in points; 0 needs no unit.

    Raises:
        InvalidValue: it is no length.
    """
    if text == "0":
        return 0.0
    try:
        return Length.parse(text).pt
    except ValueError as error:
        raise InvalidValue("bad-length", str(error), help) from None
