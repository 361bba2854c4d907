"""Pieces larger than the paper and plan -> sides of sheets: one tile on each, all of the same drawing."""

from collections.abc import Callable, Iterator, Sequence

from pawprint.draw.ops import AnyDrawing, Group, Op
from pawprint.impose.imposition import BACK, FACE, Piece
from pawprint.impose.plan import Duplex, Flip, SheetPlan
from pawprint.impose.poster_grid import PosterGrid, PosterTile, name_of
from pawprint.impose.poster_marks import Caption, clip, cuts, seams, slug_place, small_map
from pawprint.impose.sheet import Placement, Side

#: (number of the sheet from 1, of how many, name of the side, the piece, its tile) -> operations as for a slug.
TileSlug = Callable[[int, int, str, Piece, PosterTile], tuple[Op, ...]]

#: (number of the sheet, name of the side, the piece, its tile) -> the side's bookmark.
TileLabel = Callable[[int, str, Piece, PosterTile], str]


def tiled(
    pieces: Sequence[Piece], plan: SheetPlan, tiling: PosterGrid, slug: TileSlug, caption: Caption, label: TileLabel
) -> tuple[Side, ...]:
    """All tiles of all copies of *pieces*, piece by piece and row by row.

    A duplex plan gives every sheet a back, even an empty one; what is on it lies behind its face, so that it is behind
    it on the whole piece, too. A plan with a fold, which a part of a piece has no use for, prints the back as a piece
    of its own: both are joined, and then glued back to back.

    Returns:
        Face, back, face, back, ... on two-sided paper; else all faces of a copy, and then its back's tiles.
    """
    sheets = sheet_count(pieces, plan, tiling)
    sides: list[Side] = []
    number = 0
    for piece in pieces:
        turns = [(piece.face, FACE)]
        if plan.duplex is Duplex.GUTTERFOLD and piece.back is not None:
            turns.append((piece.back, BACK))
        for drawing, name in turns * piece.copies:
            for tile in tiling.tiles():
                number += 1
                words = slug(number, sheets, name, piece, tile)
                front = (*_front(plan, tiling, tile, caption), *_slug(plan, tiling, tile, tile, words))
                sides.append(_side(plan, tiling, tile, drawing, front, label(number, name, piece, tile), None))
                if plan.flip is not None:
                    words = slug(number, sheets, BACK, piece, tile)
                    sides.append(_behind(plan, tiling, tile, piece, words, label(number, BACK, piece, tile), plan.flip))
    return tuple(sides)


def sheet_count(pieces: Sequence[Piece], plan: SheetPlan, tiling: PosterGrid) -> int:
    """How many sheets all copies of *pieces* take."""
    folded = plan.duplex is Duplex.GUTTERFOLD
    return tiling.sheets * sum(piece.copies * (2 if folded and piece.back else 1) for piece in pieces)


def _front(plan: SheetPlan, tiling: PosterGrid, tile: PosterTile, caption: Caption) -> Iterator[Op]:
    right = name_of(tile.column + 1, tile.row) if tile.across.seam is not None else ""
    below = name_of(tile.column, tile.row + 1) if tile.down.seam is not None else ""
    yield from seams(tile, caption, right, below)
    yield from cuts(plan, tiling, tile)


def _behind(
    plan: SheetPlan, tiling: PosterGrid, tile: PosterTile, piece: Piece, words: tuple[Op, ...], label: str, flip: Flip
) -> Side:
    """The other side of the sheet with *tile*."""
    if piece.back is None:
        return Side(plan.paper, (), (), label)
    behind = tiling.behind(tile)
    ops = (*cuts(plan, tiling, behind, is_face=False), *_slug(plan, tiling, behind, tile, words))
    return _side(plan, tiling, behind, piece.back, ops, label, flip)


def _slug(
    plan: SheetPlan, tiling: PosterGrid, at: PosterTile, tile: PosterTile, words: tuple[Op, ...]
) -> tuple[Op, ...]:
    """The slug of *tile*, and a map in front of it, in the margin of *at*."""
    place = slug_place(plan, tiling, at)
    if place is None or not words:
        return ()
    drawn, width = small_map(tiling, tile, place.height)
    moved = Group(words, (1.0, 0.0, 0.0, 1.0, width + place.height / 2, 0.0))
    return (Group((*drawn, moved), place.matrix, clip(place)),)


def _side(
    plan: SheetPlan,
    tiling: PosterGrid,
    tile: PosterTile,
    drawing: AnyDrawing,
    ops: tuple[Op, ...],
    label: str,
    flip: Flip | None,
) -> Side:
    matrix = tiling.matrix(tile, flip)
    placement = Placement(drawing, matrix, tiling.box(tile, flip))
    return Side(plan.paper, (placement,), (Group(ops, matrix),) if ops else (), label)
