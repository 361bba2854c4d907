"""The boxes that a game declares, in one language: one file for each, all the way from its pieces to bytes.

pieces -> room -> nets -> drawings -> sheets -> PDF
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import Drawing, Op
from pawprint.graphics.passes.presentation import Presentation
from pawprint.pieces.boxes.box_reader import BoxDeclaration, box_fields, read_boxes
from pawprint.pieces.boxes.box_room import BoxRoom, HeldPieces, Sleeve, find_sleeve, held_pieces, room_for
from pawprint.pieces.boxes.net import Net
from pawprint.pieces.boxes.net_drawing import BLEED, NetDrawer
from pawprint.pieces.composer import Composer
from pawprint.pieces.cover import sheet_label
from pawprint.pieces.lower import Lowering
from pawprint.press.manifest import Print
from pawprint.production.options import BOXES, BuildOptions
from pawprint.production.printed_file import FileContents
from pawprint.production.run import Run
from pawprint.production.sheets import Imposed, report_skipped
from pawprint.sheets.imposition import Piece, impose
from pawprint.sheets.nup import sheet_count
from pawprint.sheets.plan import Duplex, Marks, SheetPlan
from pawprint.sheets.sheet import Side, arrange, places_of_machine


class BoxNets(NamedTuple):
    """A box with its nets, sized for the pieces that it holds."""

    box: BoxDeclaration
    nets: tuple[Net, ...]

    @property
    def file_name(self) -> str:
        """The part of its file name after the game."""
        return "box" if self.box.name == "box" else f"box-{self.box.name}"


def nets_of(game: Game, composer: Composer, options: BuildOptions) -> Iterator[BoxNets]:
    """The nets of each box of *game*; those with a finding are left out."""
    sleeve: Sleeve | None = None
    if options.sleeves:
        sleeve = find_sleeve(options.sleeves, composer.layouts.folders, composer.findings)
        if sleeve is None:
            return
    for box in read_boxes(game, composer.findings):
        room = _room(game, composer, box, options, sleeve)
        if room is None:
            continue
        fault = box.kind.fault(room)
        if fault:
            composer.findings.add("bad-box", f"box '{box.name}': {fault}", box.span, "make it smaller, or leave it out")
            continue
        yield BoxNets(box, box.kind.nets(room))


def _room(
    game: Game, composer: Composer, box: BoxDeclaration, options: BuildOptions, sleeve: Sleeve | None
) -> BoxRoom | None:
    """The room for the pieces in *box*; None after a finding."""
    if not box.kind.holds_pieces:
        return BoxRoom(Size(ZERO, ZERO), ZERO)
    stocks = [(component, composer.stock_of(component)) for component in box.holds]
    pieces = [
        held_pieces(game, component, stock, options.card_thickness, sleeve)
        for component, stock in stocks
        if stock is not None
    ]
    if any(stock is None for _, stock in stocks):
        return None
    if not any(piece.number for piece in pieces):
        if any((component.name, "") in game.invalid for component, _ in stocks):
            return None  # its pieces could not be read, which is a finding already
        message = f"box '{box.name}' holds no pieces"
        composer.findings.add("bad-box", message, box.span, "name components that have pieces: holds: [cards]")
        return None
    room = room_for(pieces, box.piles)
    if isinstance(room, HeldPieces):
        message = f"box '{box.name}' has no room for the {room.component} ({room.size}) beside its largest piece"
        help = "write more piles, as in piles: [2, 1], or hold them in a box of their own"
        composer.findings.add("bad-box", message, box.span, help)
        return None
    return room


def check_boxes(game: Game, composer: Composer) -> None:
    """What making the boxes of *game* finds, in every language."""
    boxes = [*nets_of(game, composer, BuildOptions())]
    for language in game.languages:
        drawer = NetDrawer(composer, game, language, Lowering())
        for nets in boxes:
            drawer.drawings(*nets, False)


class BoxRun(Run):
    """Prints the boxes of one game in one language; see `Run`."""

    def prints(self) -> Iterator[Print]:
        """The files of all boxes; none after an error."""
        for nets in nets_of(self.game, self.composer, self.options):
            fields = box_fields(self.game, nets.box, self.language)
            content = (BOXES, self.language, nets.box.name, self.paper, fields, nets.nets)
            yield from self.stored(content, partial(self._made, nets))

    def drawings(self, nets: BoxNets) -> list[Drawing] | None:
        """The drawing of each net as it is printed; None after a finding. It has its cut line, or its outline for the
        machine that cuts it."""
        options, box = self.options, nets.box
        lines = options.cut_lines and options.marks != "none" and options.machine is None
        how = Presentation(low_ink=options.low_ink, bleed=BLEED)
        drawer = NetDrawer(self.composer, self.game, self.language, self.lowering)
        drawings = drawer.drawings(box, nets.nets, lines)
        if drawings is None:
            return None
        drawings = [self.presenter.drawing(drawing, how, Insets()) for drawing in drawings]
        if options.machine is None:
            return drawings
        return [replace(drawing, outline=net.outline) for drawing, net in zip(drawings, nets.nets, strict=True)]

    def _made(self, nets: BoxNets) -> list[Print]:
        """The file of a box; none after a finding."""
        drawings = self.drawings(nets)
        imposed = None if drawings is None else self.imposed(nets, drawings)
        if imposed is None:
            return []
        box, options, sides = nets.box, self.options, imposed.sides
        name, sheets = nets.file_name, len(sides)
        cover = self.covers.page("box-cover", self._cover_fields(nets.box, sheets)) if options.cover else None
        sides = [cover, *sides] if cover else sides
        contents = FileContents(
            kind=BOXES,
            name=name,
            variants=(*([f"{options.sleeves}-sleeves"] if options.sleeves else []), *self.low_ink),
            paper=self.paper.name,
            pages=sides,
            title=f"{self.game.full_title(self.language)} - {box.title[self.language]} ({self.language})",
            sheets=sheets,
            print_setting="simplex",
        )
        made = self.write(contents)
        self.report(name)
        return [made] if made else []

    def imposed(self, nets: BoxNets, drawings: list[Drawing]) -> Imposed | None:
        """Sheets with the nets, those of one size and outline together; None after a finding.

        The nets have their own cut lines, so the sheets have no marks.
        """
        plan = SheetPlan(
            paper=self.paper.size,
            margin=self.paper.margin,
            duplex=Duplex.OFF,
            bleed=BLEED,
            marks=Marks.NONE,
            machine=self.options.machine,
        )
        groups: list[tuple[list[Piece], int]] = []
        for (trim, outline), alike in groupby(drawings, key=lambda drawing: (drawing.trim, drawing.outline)):
            grid = arrange(plan, trim, outline)
            if grid is None:
                self._report_size(nets.box, trim, outline, plan)
                return None
            groups.append(([Piece(drawing, None, 1, drawing.name) for drawing in alike], grid.slots))
        counts = [sheet_count(len(pieces), slots) for pieces, slots in groups]
        sides: list[Side] = []
        for pieces, _ in groups:
            slug = partial(self._slug, nets.box, len(sides), sum(counts))
            sides += impose(pieces, plan, slug, partial(self._label, len(sides)))
        return Imposed(sides, plan, 0, ())

    def _label(self, before: int, number: int, side: str) -> str:
        return sheet_label(self.language, before + number, side)

    def _slug(self, box: BoxDeclaration, before: int, total: int, number: int, _: int, side: str) -> tuple[Op, ...]:
        title, machine = box.title[self.language], self.options.machine
        note = machine.slug_note(self.paper.size) if machine else ""
        return self.slug(title, before + number, total, side, note)

    def _report_size(self, box: BoxDeclaration, flat: Size, outline: PieceOutline, plan: SheetPlan) -> None:
        if plan.machine is not None and (places := places_of_machine(plan, flat, outline)) > 0:
            report_skipped(self.composer.findings, f"the sheets of box '{box.name}'", places, box.span)
            return
        papers = sorted(self.composer.layouts.papers.values(), key=lambda paper: min(paper.size))
        fitting = (
            paper.name
            for paper in papers
            if arrange(replace(plan, paper=paper.size, margin=paper.margin), flat, outline)
        )
        larger = next(fitting, "")
        message = f"box '{box.name}' of {self.game.id} is {flat} flat, and does not fit"
        help = f"print on {larger}, or take another kind of box" if larger else "divide its pieces among several boxes"
        if plan.machine is None:
            message = f"{message} the printable part of {self.paper.name}"
            self.composer.findings.add("does-not-fit", message, box.span, help)
        else:
            message = f"{message} between the marks of the machine on {self.paper.name}; it is left out"
            self.composer.findings.add("too-large-to-cut", message, box.span, help)

    def _cover_fields(self, box: BoxDeclaration, sheets: int) -> dict[str, Any]:
        return box_fields(self.game, box, self.language) | {
            "game": self.game.full_title(self.language),
            "credits": self.game.credits[self.language],
            "paper": self.paper.name,
            "sheets": sheets,
            "kind": box.word,
        }
