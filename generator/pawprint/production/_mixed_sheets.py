"""Batches that would each fill a part of a sheet -> one file, in which they share sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from pawprint.graphics.ops import Op
from pawprint.pieces.cover import sheet_label
from pawprint.pieces.slug_line import slug_line
from pawprint.press.manifest import Print
from pawprint.production.sheets import Batch, BatchContents, Imposed, PrintRun, standing
from pawprint.sheets.imposition import Piece
from pawprint.sheets.mixed import StockBand, band, mixed
from pawprint.sheets.plan import Duplex, SheetPlan
from pawprint.sheets.sheet import arrange

#: The kind of the file, and the word in its name.
MIXED = "mixed"


class _Part(NamedTuple):
    """A batch that shares sheets with others."""

    batch: Batch
    contents: BatchContents
    pieces: list[Piece]
    plan: SheetPlan

    def band(self, duplex: Duplex) -> StockBand | None:
        stock = self.batch.stock
        return band(replace(self.plan, duplex=duplex), stock.cut, stock.outline, self.pieces)


def print_mixed(printing: PrintRun, batches: Sequence[Batch]) -> Iterator[Print]:
    """The files of *batches*; those that fill less than a sheet are in one file if there are several of them."""
    parts = [part for batch in batches if (part := _part(printing, batch)) is not None]
    shared = {part.batch.name for part in parts} if len(parts) > 1 else set()
    for batch in batches:
        if batch.name not in shared and (made := printing.print(batch)) is not None:
            yield made
    if shared and (made := _print(printing, parts)) is not None:
        yield made


def _part(printing: PrintRun, batch: Batch) -> _Part | None:
    """*batch* as a part of the file; None if it fills a sheet, or cannot be in a band, or after a finding."""
    stock, plan = batch.stock, printing.plan(batch.stock)
    copies = sum(record.copies_in(printing.game.edition) for _, record in batch.pieces)
    whole = arrange(plan, stock.cut, stock.outline)
    if whole is None or copies >= whole.slots:
        return None
    contents = printing.contents(batch)
    pieces = contents and printing.piece_list(contents, stock)
    if not contents or not pieces:
        return None
    part = _Part(batch, contents, standing(pieces, stock) if stock.stand else pieces, plan)
    has_backs = any(piece.back for piece in part.pieces)
    return part if part.band(plan.duplex if has_backs else Duplex.OFF) else None


def _print(printing: PrintRun, parts: Sequence[_Part]) -> Print | None:
    """The file of all *parts*; None after an error."""
    game, language = printing.game, printing.language
    for part in parts:
        printing.check_correction(part.batch, any(piece.back for piece in part.pieces))
    has_backs = any(piece.back for part in parts for piece in part.pieces)
    duplex = parts[0].plan.duplex if has_backs else Duplex.OFF
    bands = [one for part in parts if (one := part.band(duplex)) is not None]

    def slug(number: int, total: int, side: str) -> tuple[Op, ...]:
        return printing.lowered(slug_line(printing.composer.setter, game, MIXED, language, number, total, side))

    sides = list(mixed(bands, slug, partial(sheet_label, language)))
    widest = max(parts, key=lambda part: part.plan.bleed).batch.stock
    batch = Batch(MIXED, MIXED, widest, tuple(piece for part in parts for piece in part.batch.pieces))
    contents = BatchContents([], {}, {}, {})
    for part in parts:
        contents.faces.update(part.contents.faces)
        contents.values.update(part.contents.values)
        contents.counts.update(part.contents.counts)
    made = Imposed(sides, bands[0].plan, 0, ())
    pages = printing.with_cover(batch, made, stands=any(part.batch.stock.stand for part in parts))
    return printing.file(batch, contents, pages)
