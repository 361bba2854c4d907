"""Pieces of one size -> sheets of pictures: a grid of cells without gaps, as virtual tables cut it up themselves."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO
from pawprint.core.piece_outline import RECTANGLE as SHARP
from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportSource
from pawprint.export.tabletop._virtual_table import TablePiece, hashed
from pawprint.graphics.ops import Drawing, Group, Layer, Op, UseDrawing

#: Suffixes of the forms of raster pictures.
_SUFFIXES = {"png": ".png", "jpeg": ".jpg"}


class PictureFile(NamedTuple):
    """A picture that was made.

    Attributes:
        digest: of its content, 64 hexadecimal digits.
        suffix: `.jpg` or `.png`.
    """

    data: bytes
    digest: str
    suffix: str

    @property
    def name(self) -> str:
        """A file name that says nothing about the picture, and is another one for every other picture."""
        return f"{self.digest[:20]}{self.suffix}"


@dataclass(frozen=True, slots=True, eq=False)
class PictureSheet:
    """Some pieces of one size and outline, cell by cell, row by row.

    Attributes:
        pieces: not more than there are cells; the last cells may be empty.
        cell_width, cell_height: in pixels.
        faces: the sheet itself.
        backs: a sheet with the same cells if the backs differ, or else the one back; None without backs.
    """

    pieces: tuple[TablePiece, ...]
    columns: int
    rows: int
    cell_width: int
    cell_height: int
    faces: RasterRequest
    backs: RasterRequest | None

    @property
    def has_unique_backs(self) -> bool:
        """True if *backs* is a sheet."""
        return self.backs is not None and len({piece.back for piece in self.pieces}) > 1

    @property
    def requests(self) -> Iterator[RasterRequest]:
        yield self.faces
        if self.backs is not None:
            yield self.backs


def made(source: ExportSource, requests: Iterable[RasterRequest]) -> dict[RasterRequest, PictureFile]:
    """The pictures of *requests*, each made once."""
    wanted = list(dict.fromkeys(requests))
    pictures = source.rasters(wanted)
    return {
        request: PictureFile(data, hashed(request.form, data.hex()), _SUFFIXES[request.form])
        for request, data in zip(wanted, pictures, strict=True)
    }


def picture(drawing: Drawing, dpi: int, side: int) -> RasterRequest:
    """One side of a piece on a picture of its own: a rectangle with square corners, or with nothing around its outline.

    Args:
        side: the longest that the sides of a picture may be, in pixels; longer ones get fewer dots per inch.
    """
    width, height = cell_size(drawing, dpi, side)
    return _request(drawing, width, height, [drawing])


def cell_size(drawing: Drawing, dpi: int, side: int) -> tuple[int, int]:
    """Width and height of a side of a piece in pixels; not more than *side*."""
    trim = drawing.trim
    scale = min(dpi / 72, side / max(trim.width.pt, trim.height.pt))
    return max(1, round(trim.width.pt * scale)), max(1, round(trim.height.pt * scale))


def sheets(
    pieces: Sequence[TablePiece], dpi: int, side: int, most_columns: int = 10, most_rows: int = 7
) -> list[PictureSheet]:
    """*pieces*, which have one size and outline, on as few sheets as hold them.

    Args:
        side: the longest that the sides of a sheet may be, in pixels.
    """
    width, height = cell_size(pieces[0].face, dpi, side)
    fit = min(most_columns, side // width), min(most_rows, side // height)
    per_sheet = fit[0] * fit[1]
    return [
        _sheet(tuple(pieces[start : start + per_sheet]), (width, height), fit)
        for start in range(0, len(pieces), per_sheet)
    ]


def _sheet(pieces: tuple[TablePiece, ...], cell: tuple[int, int], fit: tuple[int, int]) -> PictureSheet:
    columns, rows = _grid(len(pieces), cell, fit)
    unique = len({piece.back for piece in pieces}) > 1
    first = pieces[0].back
    backs = [piece.back for piece in pieces] if unique else [first]
    return PictureSheet(
        pieces=pieces,
        columns=columns,
        rows=rows,
        cell_width=cell[0],
        cell_height=cell[1],
        faces=_grid_picture([piece.face for piece in pieces], columns, rows, cell),
        backs=None
        if first is None and not unique
        else _grid_picture(backs, columns, rows, cell)
        if unique
        else _grid_picture([first], 1, 1, cell),
    )


def _grid(count: int, cell: tuple[int, int], fit: tuple[int, int]) -> tuple[int, int]:
    """Columns and rows for *count* cells: with few empty ones, and not far from a square."""
    grids = [(columns, math.ceil(count / columns)) for columns in range(1, min(fit[0], count) + 1)]
    return min(
        (grid for grid in grids if grid[1] <= fit[1]),
        key=lambda grid: (grid[0] * grid[1], abs(grid[0] * cell[0] - grid[1] * cell[1])),
    )


def _grid_picture(drawings: Sequence[Drawing | None], columns: int, rows: int, cell: tuple[int, int]) -> RasterRequest:
    """The drawings in cells of their size; a cell without a drawing is empty."""
    shown = [drawing for drawing in drawings if drawing is not None]
    trim = shown[0].trim
    ops: list[Op] = []
    for index, drawing in enumerate(drawings):
        if drawing is not None:
            row, column = divmod(index, columns)
            matrix = (1.0, 0.0, 0.0, 1.0, column * trim.width.pt, row * trim.height.pt)
            clip = SHARP.around(trim)
            ops.append(Group((UseDrawing(drawing),), matrix, clip))
    size = Size(trim.width * columns, trim.height * rows)
    sheet = Drawing(shown[0].name, size, Insets.even(ZERO), Layer(tuple(ops)))
    return _request(sheet, columns * cell[0], rows * cell[1], shown)


def _request(drawing: Drawing, width: int, height: int, shown: Sequence[Drawing]) -> RasterRequest:
    """A picture on which *shown* are; with transparent parts only if one of them is no rectangle."""
    shaped = any(not piece.outline.is_rectangle(piece.trim) for piece in shown)
    return RasterRequest(drawing, width, height, form="png" if shaped else "jpeg", transparent=shaped)
