"""What plug-ins build on: the bases of elements, field types, checks and exporters, and what these are given.

The names in `__all__` keep their meaning within a major version; docs/plugins.md shows each kind of plug-in.
"""

from pawprint.catalog.fields import Field, SchemaContext
from pawprint.catalog.model import Game, Record
from pawprint.catalog.plain_values import plain_fields as fields_of
from pawprint.catalog.texts import ReadContext
from pawprint.check.check_kind import COMPONENTS, FIELDS, Check, CheckKind, Fault, Target, Word, number, text, texts
from pawprint.check.scope import CheckScope
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box
from pawprint.core.length import Length
from pawprint.core.paths import ellipse
from pawprint.core.picture import Path
from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import Exporter, OptionError, option
from pawprint.graphics.ops import Drawing
from pawprint.pieces.context import Out as Items
from pawprint.pieces.context import PlacingContext
from pawprint.pieces.element_base import Element, ElementReader
from pawprint.pieces.placed import path_shape
from pawprint.play.language.python_calls import GameView
from pawprint.press.svg_writer import SvgPress
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import Node

__all__ = [
    "BLACK", "COMPONENTS", "FIELDS", "WHITE", "Box", "Check", "CheckKind", "CheckScope", "Colour", "Drawing", "Element",
    "ElementReader", "ExportSource", "Exporter", "Fault", "Field", "FieldReader", "Game", "GameView", "Items", "Length",
    "Node", "OptionError", "Outline", "Path", "PlacingContext", "ReadContext", "Record", "SchemaContext", "Target",
    "Word", "circle", "fields_of", "number", "option", "scalars", "svg", "text",
    "texts",
]  # fmt: skip

#: A line or polygon that an element draws; see its docstring.
Outline = path_shape


def circle(x: float, y: float, radius: float) -> Path:
    """A circle about (x, y) as a path; all in points."""
    return tuple(ellipse(x, y, radius, radius))


def svg(drawing: Drawing) -> bytes:
    """An SVG file of the face or back of a piece, with its texts as outlines."""
    return SvgPress().write(drawing)
