"""Face -> Drawing: placed items become the operations that a press knows."""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never
from weakref import WeakKeyDictionary

from pawprint.core.affine import IDENTITY
from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Insets
from pawprint.core.picture import Bitmap, Cluster, Gradient, Item, Path, Picture, Shape
from pawprint.graphics.ops import (
    AnyDrawing,
    DrawBox,
    DrawImage,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    LowInkRule,
    Op,
    Paint,
    Shading,
    StoredDrawing,
    StoredLayer,
    Symbol,
    UseDrawing,
    UseSymbol,
    outline,
)
from pawprint.graphics.traverse import DrawOp, map_ops
from pawprint.pieces.placed import (
    AnyFace,
    Face,
    LowInkItems,
    Placed,
    PlacedFace,
    PlacedPicture,
    PlacedText,
    SharedItems,
    StoredFace,
    TextEffects,
    Turned,
)
from pawprint.typography.textbox import Fragment, TextBlock

# --- Texts with an outline, a shadow, or words of another look -> operations ------------------------------------------

# Outlines and shadows are paths, not letters: a reader that extracts the text finds it once.


#: Where the line of each kind is below the baseline, its width, and its dashes; ems.
_LINES: dict[str, tuple[float, float, tuple[float, ...]]] = {"underline": (0.13, 0.06, ())}

#: A line join with round corners, as PDF numbers it.
_ROUND = 1


def effect_ops(block: TextBlock, effects: TextEffects) -> Iterator[Op]:
    """Shadows and then outlines, which are below the letters of *block*."""
    paths = [path for y, fragments in block.lines for fragment in fragments for path in _word_paths(block, fragment, y)]
    if effects.shadow is not None:
        across, down = effects.across, effects.down
        for path in paths:
            yield DrawPath(_moved(path, 1.0, across, down), Paint(effects.shadow))
    if effects.stroke is not None and effects.width > 0:
        paint = Paint(None, effects.stroke, 2 * effects.width, cap=_ROUND, join=_ROUND)
        for path in paths:
            yield DrawPath(path, paint)


def _line_below(block: TextBlock, part: Fragment, y: float, ink: Colour) -> DrawPath:
    depth, width, dash = _LINES[part.style.line]
    y += depth * block.size
    path = (("M", part.x, y), ("L", part.x + _width(block, part), y))
    return DrawPath(path, Paint(None, ink, width * block.size, tuple(length * block.size for length in dash)))


def _width(block: TextBlock, fragment: Fragment) -> float:
    words = sum(word.width * block.size + block.tracking * len(word.glyphs) for word in fragment.words)
    return words + (len(fragment.words) - 1) * (fragment.gap + block.tracking) - block.tracking


def _word_paths(block: TextBlock, fragment: Fragment, y: float) -> Iterator[Path]:
    x = fragment.x
    for word in fragment.words:
        path = fragment.typeface.outline(word, block.tracking / block.size)
        if path:
            yield _moved(path, block.size, x, y)
        x += word.width * block.size + block.tracking * (len(word.glyphs) + 1) + fragment.gap


def _moved(path: Path, scale: float, x: float, y: float) -> Path:
    """*path*, scaled and then moved."""
    return tuple(
        (kind, *(value * scale + (y if at % 2 else x) for at, value in enumerate(numbers)))  # type: ignore[operator]
        for kind, *numbers in path
    )


# --- lower ------------------------------------------------------------------------------------------------------------


_Colours = tuple[tuple[str, Colour], ...]


class Lowering:
    """Breaks faces down; a picture in the same colours becomes the same `Symbol` every time."""

    def __init__(self) -> None:
        self._symbols: dict[tuple[Picture, _Colours], Symbol] = {}
        self._shared: WeakKeyDictionary[SharedItems, Layer] = WeakKeyDictionary()
        self._shown: WeakKeyDictionary[AnyFace, AnyDrawing] = WeakKeyDictionary()

    def drawing(self, face: Face) -> Drawing:
        """The operations that draw *face*."""
        art = Layer(tuple(self._ops(face.items)), face.key)
        return Drawing(face.name, face.trim, face.bleed, art, face.outline, self._common(face))

    def _common(self, face: Face) -> Layer:
        layer = self._shared.get(face.shared)
        if layer is None:
            layer = self._shared[face.shared] = Layer(tuple(self._ops(face.shared.items)), face.shared_key)
        return layer

    def _within(self, face: AnyFace) -> AnyDrawing:
        """*face* as it is shown in something else, without bleed; the same object every time."""
        drawing = self._shown.get(face)
        if drawing is None:
            whole = stored_drawing(face) if isinstance(face, StoredFace) else self.drawing(face)
            drawing = self._shown[face] = replace(whole, bleed=Insets())
        return drawing

    def ops(self, items: tuple[Placed, ...]) -> tuple[Op, ...]:
        """The operations of placed items that belong to no face: slugs, labels."""
        return tuple(self._ops(items))

    def _ops(self, items: tuple[Placed, ...]) -> list[Op]:
        ops: list[Op] = []
        for item in items:
            match item:
                case PlacedText():
                    self._text(item, ops)
                case PlacedPicture():
                    self._picture(item, ops)
                case DrawBox() | DrawPath() | DrawImage():
                    ops.append(item)
                case Turned():
                    ops.append(Group(tuple(self._ops(item.items)), item.matrix, item.clip, item.opacity, item.keep))
                case LowInkItems():
                    ops.append(LowInkRule(tuple(self._ops(item.items)), item.rule))
                case PlacedFace():
                    ops.append(UseDrawing(self._within(item.face)))
                case _:
                    assert_never(item)
        return ops

    def _text(self, item: PlacedText, ops: list[Op]) -> None:
        block = item.block
        size, ink, tracking = block.size, block.ink, block.tracking
        if item.effects is not None:
            ops += effect_ops(block, item.effects)
        inks = dict(item.inks)
        for y, fragments in block.lines:
            for part in fragments:
                x, face, words, gap, style = part
                own = inks.get(style.colour, ink) if inks else ink
                if style.line:
                    ops.append(_line_below(block, part, y, own))
                ops.append(DrawText(x, y, face, size, own, words, gap, tracking))
        for icon in block.icons:
            picture = icon.picture
            scale = icon.height / picture.height
            matrix = (scale, 0.0, 0.0, scale, icon.x - picture.x * scale, icon.y - picture.y * scale)
            tints = dict(item.tints)
            colours = tuple((name, tints.get(name, ink)) for name in picture.colours)
            ops.append(UseSymbol(self.symbol(picture, colours), matrix))

    def _picture(self, item: PlacedPicture, ops: list[Op]) -> None:
        use = UseSymbol(self.symbol(item.picture, item.colours), item.matrix)
        if item.clip is None and item.opacity >= 1.0:
            ops.append(use)
            return
        clip = None if item.clip is None else outline(item.clip)
        ops.append(Group((use,), IDENTITY, clip, item.opacity))

    def symbol(self, picture: Picture, colours: _Colours) -> Symbol:
        """*picture* in real colours; the same object for the same colours."""
        key = (picture, colours)
        symbol = self._symbols.get(key)
        if symbol is None:
            ops = tuple(_picture_ops(picture.items, dict(colours)))
            symbol = Symbol(picture.name, picture.x, picture.y, picture.width, picture.height, ops)
            self._symbols[key] = symbol
        return symbol


def stored_drawing(face: StoredFace) -> StoredDrawing:
    """The drawing of a face that need not be composed."""
    art, common = StoredLayer(face.key), StoredLayer(face.shared_key)
    return StoredDrawing(face.name, face.trim, face.bleed, art, face.outline, common)


def _picture_ops(items: tuple[Item, ...], colours: dict[str, Colour]) -> list[Op]:
    ops: list[Op] = []
    for item in items:
        match item:
            case Shape():
                ops.append(DrawPath(item.path, _shape_paint(item, colours)))
            case Cluster():
                inside = tuple(_picture_ops(item.items, colours))
                mask = _mask_ops(item.mask, colours) if item.mask else ()
                ops.append(Group(inside, item.matrix, item.clip, item.opacity, mask=mask))
            case Bitmap():
                ops.append(DrawImage(*item))
            case _:
                assert_never(item)
    return ops


def _mask_ops(items: tuple[Item, ...], colours: dict[str, Colour]) -> tuple[Op, ...]:
    """The operations of a mask, in greys that are as light as the colours are to SVG."""
    return map_ops(_picture_ops(items, colours), _in_greys, {})


def _in_greys(op: DrawOp) -> Op:
    if not isinstance(op, DrawPath | DrawBox):
        return op
    paint, fill = op.paint, op.paint.fill
    if isinstance(fill, Shading):
        fill = fill._replace(stops=tuple((offset, _grey(colour)) for offset, colour in fill.stops))
    elif fill is not None:
        fill = _grey(fill)
    return op._replace(paint=paint._replace(fill=fill, stroke=None if paint.stroke is None else _grey(paint.stroke)))


def _grey(colour: Colour) -> Colour:
    # the coefficients of feColorMatrix luminanceToAlpha, by which SVG 1.1 (14.4) makes masks
    light = round(0.2125 * colour.red + 0.7154 * colour.green + 0.0721 * colour.blue)
    return Colour(light, light, light)


def _shape_paint(shape: Shape, colours: dict[str, Colour]) -> Paint:
    fill: Colour | Shading | None = None
    if isinstance(shape.fill, Gradient):
        gradient = shape.fill
        stops = tuple((offset, _colour(name, colours)) for offset, name in gradient.stops)
        fill = Shading(gradient.x1, gradient.y1, gradient.x2, gradient.y2, stops, gradient.radius, gradient.focus)
    elif shape.fill is not None:
        fill = _colour(shape.fill, colours)
    return Paint(
        fill,
        None if shape.stroke is None else _colour(shape.stroke, colours),
        shape.width if shape.stroke is not None else 0.0,
        shape.dash,
        shape.cap,
        shape.join,
        shape.even_odd,
        shape.fill_opacity,
        shape.stroke_opacity,
        shape.phase,
        shape.miter,
    )


def _colour(name: str, colours: dict[str, Colour]) -> Colour:
    if name.startswith("#"):
        return Colour.parse(name)
    return colours.get(name, BLACK)
