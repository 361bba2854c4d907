"""One file of sheets: the pieces of one kind, in one language, all the way from records to bytes."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, NamedTuple

from pawprint.catalog.model import Component, Game, Record
from pawprint.catalog.plain_values import plain_fields
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.geometry import Size
from pawprint.core.piece_outline import PieceOutline
from pawprint.core.source import Span
from pawprint.graphics.ops import Op, with_operations
from pawprint.graphics.standee import strip
from pawprint.pieces.composer import Composer
from pawprint.pieces.cover import cover_fields, sheet_label
from pawprint.pieces.layouts import Paper
from pawprint.pieces.slug_line import seam_line, tile_words
from pawprint.pieces.stocks import Stock
from pawprint.press.manifest import Print
from pawprint.production._piece_drawings import PieceDrawings, PrintedPieces
from pawprint.production.options import BuildOptions
from pawprint.production.printed_file import FileContents
from pawprint.production.run import Run
from pawprint.sheets.imposition import Piece, impose, one_up
from pawprint.sheets.mixed import StockBand, band, mixed
from pawprint.sheets.plan import NORMAL_OVERLAP, Duplex, Marks, SheetPlan
from pawprint.sheets.poster import PosterGrid, PosterTile, slug_place, split, tiled
from pawprint.sheets.sheet import Arrangement, Side, arrange, places_of_machine
from pawprint.typography.languages import printed_word


class Batch(NamedTuple):
    """Pieces that share sheets: those of one kind and one stock."""

    name: str
    kind: str
    stock: Stock
    pieces: tuple[tuple[Component, Record], ...]


class BatchContents(NamedTuple):
    """What a batch contains.

    Attributes:
        drawings: of each piece, with the number of copies and the id.
        faces, values, counts: as `Print` has them.
    """

    drawings: list[tuple[PieceDrawings, int, str]]
    faces: dict[str, tuple[str, str, int]]
    values: dict[str, dict[str, Any]]
    counts: dict[str, tuple[int, int]]


class Imposed(NamedTuple):
    """The sheets of a batch, without a cover.

    Attributes:
        plan: how they are printed; may differ from what was asked for.
        slots: pieces on a sheet that is full; 0 where a piece takes several.
        tiles: the names of the sheets of one piece, row by row; none where it takes but one.
    """

    sides: list[Side]
    plan: SheetPlan
    slots: int
    tiles: tuple[tuple[str, ...], ...]

    @property
    def sheets(self) -> int:
        """Sheets of paper."""
        return len(self.sides) // (2 if self.plan.flip else 1)


class FilePages(NamedTuple):
    """The sides of a file, and how they are printed.

    Attributes:
        sheets: of paper, without the cover; 0 for pages of single pieces.
        duplex: as `BuildOptions.duplex`; may differ from what was asked for.
        print_setting: what print dialogs start with; None leaves it to them.
    """

    sides: list[Side]
    sheets: int = 0
    duplex: str = ""
    print_setting: str | None = None


def covered(game: Game, options: BuildOptions) -> tuple[str, ...]:
    """The components that *options* asks for, in the order of the game."""
    return tuple(
        component.name
        for component in game.components.values()
        if (not options.kinds or component.kind in options.kinds)
        and (not options.components or component.name in options.components)
    )


def batches(game: Game, composer: Composer, options: BuildOptions) -> Iterator[Batch]:
    """The pieces that are asked for, kind by kind; a kind with several stocks makes several batches."""
    groups: dict[tuple[str, Stock], list[tuple[Component, Record]]] = {}
    for component in [game.components[name] for name in covered(game, options)]:
        stock = composer.stock_of(component)
        wanted = [
            record
            for record in game.pieces(component.name)
            if record.copies_in(game.edition)
            and (not options.cards or {record.id, f"{component.name}/{record.id}"} & {*options.cards})
        ]
        if wanted and stock is not None:
            groups.setdefault((component.kind, stock), []).extend((component, record) for record in wanted)
    for (kind, stock), pieces in groups.items():
        alone = sum(other == kind for other, _ in groups) == 1
        yield Batch(kind if alone else f"{kind}-{stock.name}", kind, stock, tuple(pieces))


def _arranged(
    plan: SheetPlan, size: Size, outline: PieceOutline, has_backs: bool, copies: int
) -> tuple[SheetPlan, Arrangement | None, PosterGrid | None]:
    """How pieces of one *size* and *outline* are printed: several on a sheet, or else each on several sheets; with the
    plan for that.

    Where no piece has a back, only one side of the paper is printed.
    """
    one_sided = replace(plan, duplex=Duplex.OFF)
    if not has_backs:
        plan = one_sided
    grid = arrange(plan, size, outline, copies)
    if grid is not None:
        return plan, grid, None
    if plan.die is not None or plan.machine is not None:
        return plan, None, None
    if arrange(one_sided, size, outline) is not None:  # half of the paper is too small, and all of it is not
        return plan, None, None
    return plan, None, split(plan, size)


def report_skipped(findings: Findings, what: str, places: int, at: Span) -> None:
    """A finding about sheets for a machine on which every one of the *places* is to be left empty."""
    all_of_them = "the only place of a sheet is" if places == 1 else f"all {places} places of a sheet are"
    findings.add("places-skipped", f"{what} are left out: {all_of_them} skipped", at, "name fewer places with --skip")


def standing(pieces: Iterable[Piece], stock: Stock) -> list[Piece]:
    """Pieces of a *stock* that stands: strips with both sides."""
    return [
        Piece(strip(with_operations(face), with_operations(back or face), stock.foot), None, copies, name)
        for face, back, copies, name in pieces
    ]


class PrintRun(Run):
    """Prints batches of one game in one language; see `Run`."""

    @cached_property
    def pieces(self) -> PrintedPieces:
        """The pieces of the game, as the options want them."""
        return PrintedPieces(self.faces, self.options)

    def print(self, batch: Batch) -> Print | None:
        """The file of one batch; None after a finding that is an error."""
        contents, options = self.contents(batch), self.options
        if contents is None:
            return None
        if options.printer is not None:
            self.check_correction(batch, any(drawings.back for drawings, _, _ in contents.drawings))
        make = partial(self._print, batch, contents)
        # Only of the usual print do fingerprints say everything that there is to see.
        if self.cache is None or not self.pieces.usual or options.low_ink or options.stamp:
            made = make()
        else:
            key = self.cache.key(self.language, *batch[:3], self.paper, *contents[1:])
            made = self.cache.find_or_make(key, make)
        return made[0] if made else None

    def _print(self, batch: Batch, contents: BatchContents) -> list[Print]:
        """The file of one batch; none after an error."""
        pieces = self.piece_list(contents, batch.stock)
        pages = pieces and (self._one_up(batch, pieces) if self.options.one_up else self._sheets(batch, pieces))
        made = self.file(batch, contents, pages) if pages else None
        self.report(batch.name, len(batch.pieces), len(batch.pieces))
        return [made] if made else []

    def contents(self, batch: Batch) -> BatchContents | None:
        """The pieces of *batch*; None if there is a finding about one."""
        edition, complete = self.game.edition, True
        contents = BatchContents([], {}, {}, {})
        for done, (component, record) in enumerate(batch.pieces):
            number = record.copies_in(edition)
            drawings = self.pieces.drawings(component, record, batch.stock)
            if drawings is None:
                complete = False
                continue
            name = f"{component.name}/{record.id}"
            contents.drawings.append((drawings, number, record.id))
            contents.faces[name] = (*drawings.fingerprints, number)
            contents.values[name] = plain_fields(record, self.language, edition)
            kinds, copies = contents.counts.get(component.name, (0, 0))
            contents.counts[component.name] = (kinds + 1, copies + number)
            if done % 20 == 0:
                self.report(batch.name, done, len(batch.pieces))
        return contents if complete else None

    def piece_list(self, contents: BatchContents, stock: Stock) -> list[Piece] | None:
        """The pieces to impose; None after a finding."""
        pieces = [self.pieces.piece(drawing, stock, copies, name) for drawing, copies, name in contents.drawings]
        return None if None in pieces else [piece for piece in pieces if piece is not None]

    def file(self, batch: Batch, contents: BatchContents, pages: FilePages) -> Print | None:
        game, options = self.game, self.options
        some = "-some" if options.cards or options.components else ""
        listed = not options.low_ink  # pieces with less ink are not recorded as built
        file = FileContents(
            kind=batch.kind,
            name=batch.name + some,
            variants=(*self.low_ink, *(["stamped"] if options.stamp else [])),
            paper="" if options.one_up else self._paper_of(batch.stock).name,
            bleed=self.pieces.bleed(batch.stock),
            pages=pages.sides,
            title=f"{game.full_title(self.language)} - {batch.name} ({self.language})",
            sheets=pages.sheets,
            duplex=pages.duplex,
            print_setting=pages.print_setting,
            pieces=sum(copies for _, copies in contents.counts.values()),
            components=contents.counts,
            faces=contents.faces if listed else {},
            values=contents.values if listed else {},
            covered=covered(game, options) if listed and not options.proof else (),
            whole=listed and not options.cards,
        )
        return self.write(file)

    def _paper_of(self, stock: Stock) -> Paper:
        """What pieces of *stock* are printed on: the paper of the build, or their own sheet."""
        sheet = stock.sheet
        return self.paper if sheet is None else Paper(sheet.name, sheet.paper, self.paper.margin)

    def _one_up(self, batch: Batch, pieces: list[Piece]) -> FilePages:
        crop, bleed = self.options.marks == "crop", self.pieces.bleed(batch.stock)
        return FilePages([side for piece in pieces for side in one_up(piece, bleed, crop)])

    def _sheets(self, batch: Batch, pieces: list[Piece]) -> FilePages | None:
        """All sheets of a batch; None after a finding."""
        made = self.imposed(batch, pieces)
        if made is None:
            return None
        return self.with_cover(batch, made)

    def with_cover(self, batch: Batch, imposed: Imposed, **fields: object) -> FilePages:
        """The pages of a file with the sheets *made*; its cover has the usual fields, but for *fields*."""
        flip, sides = imposed.plan.flip, imposed.sides
        if self.options.cover:
            usual = self.cover_fields(batch.pieces, batch.stock, imposed, imposed.sheets)
            sides = [*self.covers.cover({**usual, **fields}, flip), *sides]
        how = imposed.plan.duplex.value
        return FilePages(sides, imposed.sheets, how, how if flip else "simplex")

    def plan(self, stock: Stock) -> SheetPlan:
        options, paper = self.options, self._paper_of(stock)
        return SheetPlan(
            paper=paper.size,
            margin=paper.margin,
            duplex=Duplex(options.duplex),
            bleed=self.pieces.bleed(stock),
            marks=Marks(options.marks),
            die=stock.sheet,
            machine=options.machine,
            overlap=NORMAL_OVERLAP if stock.overlap is None else stock.overlap,
        )

    def imposed(self, batch: Batch, pieces: list[Piece]) -> Imposed | None:
        """The sheets of a batch, without a cover; None after a finding."""
        stock, paper, plan = batch.stock, self._paper_of(batch.stock), self.plan(batch.stock)
        if stock.stand:
            pieces, plan = standing(pieces, stock), replace(plan, duplex=Duplex.OFF)
        has_backs = any(piece.back for piece in pieces)
        copies = sum(piece.copies for piece in pieces)
        plan, grid, tiling = _arranged(plan, stock.cut, stock.outline, has_backs, copies)
        if grid is not None:
            return Imposed(self._whole(batch, pieces, plan), plan, min(grid.slots, copies), ())
        if tiling is not None:
            return Imposed(self._tiles(batch, pieces, plan, tiling), plan, 0, tiling.names())
        at, what = batch.pieces[0][0].span("stock"), f"the {batch.name} of {self.game.id} ({stock.cut})"
        if plan.machine is not None:
            if (places := places_of_machine(plan, stock.cut, stock.outline)) > 0:
                report_skipped(self.composer.findings, what, places, at)
                return None
            message = f"{what} do not fit between the marks of the machine on {paper.name}, and are left out"
            help = "take a larger paper, or cut the sheets of pawprint build by hand"
            self.composer.findings.add("too-large-to-cut", message, at, help)
            return None
        message = f"{what} do not fit the printable part of {paper.name}"
        help = "take a larger paper, less bleed, or another way of printing backs"
        self.composer.findings.add("does-not-fit", message, at, help)
        return None

    def _whole(self, batch: Batch, pieces: list[Piece], plan: SheetPlan) -> list[Side]:
        note = plan.machine.slug_note(plan.paper) if plan.machine else ""
        slug = partial(self.slug, batch.name, note=note)
        return list(impose(pieces, plan, slug, partial(sheet_label, self.language)))

    def _tiles(self, batch: Batch, pieces: list[Piece], plan: SheetPlan, tiling: PosterGrid) -> list[Side]:
        if slug_place(plan, tiling, tiling.tiles()[0]) is None:
            self.composer.findings.add(
                "marks-lost",
                f"the sheets of the {batch.name} of {self.game.id} have no room for the line that names them",
                batch.pieces[0][0].span("stock"),
                "take a larger paper, less bleed or a smaller --margin, or write their names on the sheets",
            )
        setter, language = self.composer.setter, self.language
        rows, columns = len(tiling.rows), len(tiling.columns)

        def slug(number: int, total: int, side: str, piece: Piece, tile: PosterTile) -> tuple[Op, ...]:
            words = tile_words(language, piece.name, tile.name, tile.row + 1, rows, tile.column + 1, columns)
            return self.slug(batch.name, number, total, side, words)

        def caption(name: str, below: bool, width: float, height: float) -> tuple[Op, ...]:
            return self.lowering.ops(seam_line(setter, language, name, below, width, height))

        def label(number: int, side: str, piece: Piece, tile: PosterTile) -> str:
            return sheet_label(language, number, side, f"{piece.name} {tile.name}")

        return list(tiled(pieces, plan, tiling, slug, caption, label))

    def cover_fields(
        self, pieces: Iterable[tuple[Component, Record]], stock: Stock, imposed: Imposed, sheets: int
    ) -> dict[str, Any]:
        """Fields for the cover of *sheets* that are printed as *made* is."""
        how = imposed.plan.duplex.value
        if stock.stand:
            how = "strip"
        elif imposed.tiles and imposed.plan.duplex is Duplex.GUTTERFOLD:
            how = "apart"
        paper = self._paper_of(stock)
        return cover_fields(
            self.game,
            self.language,
            pieces,
            sheets,
            imposed.slots,
            how,
            paper.name,
            imposed.tiles,
            stands=stock.stand,
            low_ink=self.options.low_ink,
            **self._corrected_for(paper, imposed.plan.duplex.value),
        )

    def _corrected_for(self, paper: Paper, duplex: str) -> dict[str, str]:
        """The printer for which backs are corrected, and its numbers; nothing if they are not."""
        printer = self.options.printer
        known = printer.calibration(paper.size, duplex) if printer else None
        if printer is None or known is None:
            return {}
        numbers = str(known.misregistration).replace(".", printed_word("decimal sign", self.language))
        tray = f", {known.tray}" if known.tray else ""
        return {"printer": f"{printer.name}{tray}", "correction": numbers}

    def check_correction(self, batch: Batch, has_backs: bool) -> None:
        """Findings about backs that are not corrected for the printer, or moved further than they bleed."""
        printer, duplex, paper = self.options.printer, self.options.duplex, self._paper_of(batch.stock)
        if printer is None or not has_backs or batch.stock.stand:
            return
        from pawprint.sheets.printers.printer_profile import FLIPS

        if duplex not in FLIPS:
            return
        known = printer.calibration(paper.size, duplex)
        if known is None:
            self.composer.findings.add(
                "printer-not-set",
                f"the backs of {batch.name} are not corrected: printer '{printer}' is not set for {paper.size}",
                None,
                f"measure it: pawprint printer calibrate --paper {str(paper.size).replace(' ', '')}",
                severity=Severity.WARNING,
            )
            return
        move, bleed = known.misregistration.largest_move(paper.size), self.pieces.bleed(batch.stock)
        if move > bleed.mm:
            self.composer.findings.add(
                "bleed-too-small",
                f"the correction for printer '{printer}' moves backs by up to {move:.2f} mm; their bleed is {bleed}",
                None,
                f"print with --bleed {math.ceil(move * 2) / 2:g}mm, so that no white shows if a sheet runs differently",
            )


# --- Batches that would each fill a part of a sheet -> one file, in which they share sheets ---------------------------


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
    for part in parts:
        printing.check_correction(part.batch, any(piece.back for piece in part.pieces))
    has_backs = any(piece.back for part in parts for piece in part.pieces)
    duplex = parts[0].plan.duplex if has_backs else Duplex.OFF
    bands = [one for part in parts if (one := part.band(duplex)) is not None]
    sides = list(mixed(bands, partial(printing.slug, MIXED), partial(sheet_label, printing.language)))
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
