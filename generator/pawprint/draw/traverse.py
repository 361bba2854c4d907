"""Operations -> all the operations inside them; the one loop for passes that treat each operation by itself."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from pawprint.draw.ops import (
    DrawBox,
    DrawImage,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    Marked,
    Op,
    Symbol,
    UseDrawing,
    UseSymbol,
    with_operations,
)

#: An operation that draws something itself.
DrawOp = DrawBox | DrawPath | DrawText | DrawImage


def flat_ops(ops: Iterable[Op]) -> Iterator[DrawOp]:
    """All operations that draw, in drawing order, inside groups, symbols and drawings as well."""
    for op in ops:
        match op:
            case DrawBox() | DrawPath() | DrawText() | DrawImage():
                yield op
            case Group() | Marked():
                yield from flat_ops(op.ops)
            case UseSymbol():
                yield from flat_ops(op.symbol.ops)
            case UseDrawing():
                yield from flat_ops(with_operations(op.drawing).ops)
            case _:
                assert_never(op)


def map_ops(ops: Iterable[Op], change: Callable[[DrawOp], Op], symbols: dict[Symbol, Symbol]) -> tuple[Op, ...]:
    """*ops* with each operation that draws replaced by what *change* makes of it.

    Args:
        symbols: those that were changed before, so that a symbol stays one symbol.
    """

    def changed(op: Op) -> Op:
        match op:
            case DrawBox() | DrawPath() | DrawText() | DrawImage():
                return change(op)
            case Group() | Marked():
                return op._replace(ops=map_ops(op.ops, change, symbols))
            case UseSymbol():
                symbol = op.symbol
                if symbol not in symbols:
                    symbols[symbol] = replace(symbol, ops=map_ops(symbol.ops, change, symbols))
                return op._replace(symbol=symbols[symbol])
            case UseDrawing():
                return UseDrawing(map_drawing(with_operations(op.drawing), change, symbols))
            case _:
                assert_never(op)

    return tuple(changed(op) for op in ops)


def map_drawing(drawing: Drawing, change: Callable[[DrawOp], Op], symbols: dict[Symbol, Symbol]) -> Drawing:
    """*drawing* with its operations changed; see `map_ops`."""
    art, common = (Layer(map_ops(layer.ops, change, symbols)) for layer in (drawing.art, drawing.common))
    return replace(drawing, art=art, common=common)
