"""One file of sheets: the pieces of one kind, in one language, all the way from records to bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.build.options import BuildOptions
from pawprint.build.printed_file import FileContents, printed_file
from pawprint.catalog.model import Component, Game, Record
from pawprint.catalog.plain_values import plain_fields
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import mm
from pawprint.draw.lower import Lowering
from pawprint.draw.ops import Drawing, Layer, Op
from pawprint.draw.passes.presentation import Presentation, Presenter
from pawprint.draw.standee import reverse, strip
from pawprint.faces.composer import Composer
from pawprint.faces.cover import cover_fields, cover_label, seam_line, sheet_label, slug_line, tile_words
from pawprint.faces.layouts import Paper, Stock
from pawprint.faces.stamp import stamp
from pawprint.impose.imposition import Piece, impose, one_up
from pawprint.impose.nup import SlotGrid, fit
from pawprint.impose.plan import NORMAL_OVERLAP, Duplex, Marks, SheetPlan
from pawprint.impose.poster import tiled
from pawprint.impose.poster_grid import PosterGrid, PosterTile, split
from pawprint.impose.sheet import Placement, Side
from pawprint.press.content_stream import ContentStreams
from pawprint.press.fingerprint import Fingerprints

if TYPE_CHECKING:
    from pawprint.build.cache.face_cache import FaceCache
    from pawprint.build.cache.file_cache import FileCache
    from pawprint.faces.placed import Face
    from pawprint.press.manifest import Print

#: Called with a word for what is being done, how much of it is done, and how much there is.
Progress = Callable[[str, int, int], None]

#: The cover's ruler is 100 mm long, and needs a little air.
SMALLEST_COVER = mm(125)


class Batch(NamedTuple):
    """Pieces that share sheets: those of one kind and one stock."""

    name: str
    kind: str
    stock: Stock
    pieces: tuple[tuple[Component, Record], ...]


class PieceDrawings(NamedTuple):
    """A piece as it is printed.

    Attributes:
        back: None for a piece without one.
        looks: fingerprints of face and back, which are the same however it is printed; empty for no back.
    """

    face: Drawing
    back: Drawing | None
    looks: tuple[str, str]


class _Side(NamedTuple):
    """One side of a piece, and its fingerprint."""

    drawing: Drawing
    look: str


class Imposed(NamedTuple):
    """The sheets of a batch, without a cover.

    Attributes:
        plan: how they are printed; may differ from what was asked for.
        slots: pieces on a sheet; 0 where a piece takes several.
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


class _Made(NamedTuple):
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


def covered(game: Game, choice: BuildOptions) -> tuple[str, ...]:
    """The components that *choice* asks for, in the order of the game."""
    return tuple(
        component.name
        for component in game.components.values()
        if (not choice.kinds or component.kind in choice.kinds)
        and (not choice.components or component.name in choice.components)
    )


def batches(game: Game, composer: Composer, choice: BuildOptions) -> Iterator[Batch]:
    """The pieces that are asked for, kind by kind; a kind with several stocks makes several batches."""
    groups: dict[tuple[str, Stock], list[tuple[Component, Record]]] = {}
    for component in [game.components[name] for name in covered(game, choice)]:
        stock = composer.stock_of(component)
        wanted = [
            record
            for record in game.pieces(component.name)
            if record.copies_in(game.edition)
            and (not choice.cards or {record.id, f"{component.name}/{record.id}"} & {*choice.cards})
        ]
        if wanted and stock is not None:
            groups.setdefault((component.kind, stock), []).extend((component, record) for record in wanted)
    for (kind, stock), pieces in groups.items():
        alone = sum(other == kind for other, _ in groups) == 1
        yield Batch(kind if alone else f"{kind}-{stock.name}", kind, stock, tuple(pieces))


def _arranged(plan: SheetPlan, size: Size, has_backs: bool) -> tuple[SheetPlan, SlotGrid | None, PosterGrid | None]:
    """How pieces of one *size* are printed: several on a sheet, or else each on several sheets; with the plan for that.

    Where no piece has a back, only one side of the paper is printed.
    """
    one_sided = replace(plan, duplex=Duplex.OFF)
    if not has_backs:
        plan = one_sided
    grid = fit(plan, size)
    if grid is not None:
        return plan, grid, None
    if fit(one_sided, size) is not None:  # half of the paper is too small, and all of it is not
        return plan, None, None
    return plan, None, split(plan, size)


def presentation(options: BuildOptions, stock: Stock, is_back: bool) -> Presentation:
    """How a side of a piece of *stock* is printed: that of a disc is clipped, and its face has a cut line."""
    disc = stock.round and not options.one_up
    return Presentation(
        low_ink=options.low_ink,
        bleed=options.bleed,
        cut_out=disc,
        cut_line=disc and options.marks != "none" and not is_back,
        guides=options.proof,
    )


class SharedResources:
    """What the languages of a game have in common when they are printed one after the other: drawings with their
    symbols, and what is known of them."""

    def __init__(self) -> None:
        self.lowering = Lowering()
        self.presenter = Presenter()
        self.fingerprints = Fingerprints()
        self.contents = ContentStreams()

    def know(self, faces: FaceCache | None) -> FaceCache | None:
        """Begin another language, with what is known of its faces."""
        self.fingerprints.known = faces.looks if faces else {}
        self.contents.known = faces.contents if faces else {}
        return faces


class PrintRun:
    """Prints batches of one game in one language.

    Args:
        composer: composes the faces, and takes the findings.
        paper: to print on.
        progress: told how far it is; may be None.
        bench: one for all languages of the game.
        files: that were made before, if any.
    """

    def __init__(
        self,
        game: Game,
        language: str,
        composer: Composer,
        paper: Paper,
        choice: BuildOptions,
        progress: Progress | None,
        bench: SharedResources | None = None,
        files: FileCache | None = None,
    ) -> None:
        self.game = game
        self.language = language
        self.composer = composer
        self.paper = paper
        self.choice = choice
        self._progress = progress
        self._files = files
        self._plain = not (choice.bleed or choice.proof or choice.one_up or choice.marks == "none")
        bench = bench or SharedResources()
        self._lowering, self._presenter, self._fingerprints = bench.lowering, bench.presenter, bench.fingerprints
        self.contents = bench.contents
        self._common_backs: dict[str, _Side | None] = {}

    def print(self, batch: Batch) -> Print | None:
        """The file of one batch; None when a finding says that it cannot be right."""
        game, choice = self.game, self.choice
        pieces: list[Piece] = []
        faces: dict[str, tuple[str, str, int]] = {}
        values: dict[str, dict[str, Any]] = {}
        counts: dict[str, tuple[int, int]] = {}
        for done, (component, record) in enumerate(batch.pieces):
            number = record.copies_in(game.edition)
            cut = self.cut(component, record, batch.stock)
            if cut is not None:
                pieces.append(self.piece(cut, batch.stock, number, record.id))
                name = f"{component.name}/{record.id}"
                faces[name] = (*cut.looks, number)
                values[name] = plain_fields(record, self.language, game.edition)
            kinds, copies = counts.get(component.name, (0, 0))
            counts[component.name] = (kinds + 1, copies + number)
            if self._progress and done % 20 == 0:
                self._progress(f"{game.id} {batch.name} {self.language}", done, len(batch.pieces))
        findings = self.composer.findings
        if findings.failed:
            return None
        # Only of a plain print do fingerprints tell all that there is to see.
        files = self._files if self._plain and not (choice.low_ink or choice.stamp) else None
        key = (
            files.key(self.language, batch.name, batch.kind, batch.stock, self.paper, faces, values, counts)
            if files
            else ""
        )
        kept = files.find(key) if files else None
        if kept is not None:
            return kept[0]
        before = findings.count
        made = self._pages(pieces) if choice.one_up else self._sheets(batch, pieces)
        if made is None or self.composer.findings.failed:
            return None
        if self._progress:
            self._progress(f"{game.id} {batch.name} {self.language}", len(batch.pieces), len(batch.pieces))
        some = "-some" if choice.cards or choice.components else ""
        variants = (*(["low-ink"] if choice.low_ink else []), *(["stamped"] if choice.stamp else []))
        contents = FileContents(
            kind=batch.kind,
            name=batch.name + some,
            variants=variants,
            paper="" if choice.one_up else self.paper.name,
            pages=made.sides,
            title=f"{game.full_title(self.language)} - {batch.name} ({self.language})",
            sheets=made.sheets,
            duplex=made.duplex,
            print_setting=made.print_setting,
            pieces=sum(piece.copies for piece in pieces),
            components=counts,
            faces={} if choice.low_ink else faces,
            values={} if choice.low_ink else values,
            covered=() if choice.low_ink or choice.proof else covered(game, choice),
            whole=not (choice.cards or choice.low_ink),
        )
        result = printed_file(game, self.language, choice, contents, self.contents)
        if files and findings.count == before:
            files.keep(key, [result])
        return result

    def cut(self, component: Component, record: Record, stock: Stock) -> PieceDrawings | None:
        """Both sides of a record, ready for their sheet; None if there is no face, of which there is a finding."""
        composed = self.composer.face(self.game, record, self.language)
        face = self._side(composed, stock)
        back = self._back(component, record, stock)
        if face is None or composed is None:
            return None
        drawing = face.drawing
        if self.choice.stamp:  # over the finished face, so that its fingerprint stays as it is
            line = stamp(self.composer.setter, self.game, record, self.language, composed)
            drawing = replace(drawing, art=Layer((*drawing.art.ops, *self._lowering.ops(line))))
        return PieceDrawings(drawing, back.drawing if back else None, (face.look, back.look if back else ""))

    def piece(self, cut: PieceDrawings, stock: Stock, copies: int, name: str) -> Piece:
        """What a sheet takes; behind a piece that stands and has no back there is its face."""
        return Piece(cut.face, reverse(cut.face) if stock.stand and cut.back is None else cut.back, copies, name)

    def _side(self, face: Face | None, stock: Stock, is_back: bool = False) -> _Side | None:
        if face is None:
            return None
        choice = self.choice
        drawing = self._lowering.drawing(face)
        ready = self._presenter.drawing(drawing, presentation(choice, stock, is_back), face.safe)
        if choice.low_ink:
            return _Side(ready, "")
        # A fingerprint is that of a plain print, since a card does not change when its bleed does.
        plain = ready
        if not self._plain:
            plain = self._presenter.drawing(drawing, presentation(BuildOptions(), stock, is_back), face.safe)
        return _Side(ready, self._fingerprints.of(plain))

    def _back(self, component: Component, record: Record, stock: Stock) -> _Side | None:
        """The back of a record; one and the same for all records of a component, where it is common."""
        if not component.back:
            return None
        common = self.composer.back_is_common(component)
        key = component.back + component.stock
        if common and key in self._common_backs:
            return self._common_backs[key]
        back = self._side(self.composer.back(self.game, record, self.language), stock, is_back=True)
        if common:
            self._common_backs[key] = back
        return back

    def _pages(self, pieces: list[Piece]) -> _Made:
        crop = self.choice.marks == "crop"
        return _Made([side for piece in pieces for side in one_up(piece, self.choice.bleed, crop)])

    def _sheets(self, batch: Batch, pieces: list[Piece]) -> _Made | None:
        """All sheets of a batch; None after a finding."""
        made = self.imposed(batch, pieces)
        if made is None:
            return None
        two_sided, sides = made.plan.flip is not None, made.sides
        if self.choice.cover:
            fields = self.cover_fields(batch.pieces, batch.stock, made, made.sheets)
            sides = [*self.cover("cover", fields, two_sided), *sides]
        how = made.plan.duplex.value
        return _Made(sides, made.sheets, how, how if two_sided else "simplex")

    def imposed(self, batch: Batch, pieces: list[Piece]) -> Imposed | None:
        """The sheets of a batch, without a cover; None after a finding."""
        choice, paper, stock = self.choice, self.paper, batch.stock
        plan = SheetPlan(
            paper=paper.size,
            margin=Insets.even(paper.margin),
            duplex=Duplex(choice.duplex),
            bleed=choice.bleed,
            marks=Marks(choice.marks),
            overlap=NORMAL_OVERLAP if stock.overlap is None else stock.overlap,
        )
        if stock.stand:
            pieces = [Piece(strip(face, back or face, stock.foot), None, n, name) for face, back, n, name in pieces]
        has_backs = any(piece.back for piece in pieces)
        plan, grid, tiling = _arranged(plan, stock.cut, has_backs)
        if grid is not None:
            return Imposed(self._whole(batch, pieces, plan), plan, grid.slots, ())
        if tiling is not None:
            return Imposed(self._tiles(batch, pieces, plan, tiling), plan, 0, tiling.names())
        self.composer.findings.add(
            "does-not-fit",
            f"the {batch.name} of {self.game.id} ({stock.cut}) do not fit the printable part of {paper.name}",
            batch.pieces[0][0].span("stock"),
            "take a larger paper, less bleed, or another way of printing backs",
        )
        return None

    def _whole(self, batch: Batch, pieces: list[Piece], plan: SheetPlan) -> list[Side]:
        """Sheets with as many pieces as fit."""

        def slug(number: int, total: int, side: str) -> tuple[Op, ...]:
            line = slug_line(self.composer.setter, self.game, batch.name, self.language, number, total, side)
            return self._lowering.ops(line)

        return list(impose(pieces, plan, slug, partial(sheet_label, self.language)))

    def _tiles(self, batch: Batch, pieces: list[Piece], plan: SheetPlan, tiling: PosterGrid) -> list[Side]:
        """Sheets with a part of a piece on each."""
        setter, language = self.composer.setter, self.language
        rows, columns = len(tiling.rows), len(tiling.columns)

        def slug(number: int, total: int, side: str, piece: Piece, tile: PosterTile) -> tuple[Op, ...]:
            words = tile_words(language, piece.name, tile.name, tile.row + 1, rows, tile.column + 1, columns)
            line = slug_line(setter, self.game, batch.name, language, number, total, side, words)
            return self._lowering.ops(line)

        def caption(name: str, below: bool, width: float, height: float) -> tuple[Op, ...]:
            return self._lowering.ops(seam_line(setter, language, name, below, width, height))

        def label(number: int, side: str, piece: Piece, tile: PosterTile) -> str:
            return sheet_label(language, number, side, f"{piece.name} {tile.name}")

        return list(tiled(pieces, plan, tiling, slug, caption, label))

    def cover_fields(
        self, pieces: Iterable[tuple[Component, Record]], stock: Stock, made: Imposed, sheets: int
    ) -> dict[str, Any]:
        """Fields for the cover of *sheets* that are printed as *made* is."""
        how = made.plan.duplex.value
        if stock.stand:
            how = "strip"
        elif made.tiles and made.plan.duplex is Duplex.GUTTERFOLD:
            how = "apart"
        return cover_fields(self.game, self.language, pieces, sheets, made.slots, how, self.paper.name, made.tiles)

    def cover(self, name: str, fields: dict[str, object], two_sided: bool) -> list[Side]:
        """A page that is the face *name*, and a blank one behind it that keeps the first sheet on a leaf of its own.

        None on paper that is too small for the ruler.
        """
        side = self.page(name, fields)
        if side is None:
            return []
        return [side, Side(side.size, ())] if two_sided else [side]

    def page(self, name: str, fields: dict[str, object]) -> Side | None:
        """A page of its own, the face *name*; None after a finding, and on paper that is too small for a cover."""
        size = self.paper.size
        if min(size.width, size.height) < SMALLEST_COVER:
            return None
        face = self.composer.page(self.game, name, size, self.language, fields)
        if face is None:
            return None
        whole = Box(0.0, 0.0, size.width.pt, size.height.pt)
        placement = Placement(self._lowering.drawing(face), (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), whole)
        return Side(size, (placement,), (), cover_label(self.language))
