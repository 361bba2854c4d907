"""The target `cut`: sheets with the registration marks of a cutting machine, and the lines along which it cuts them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import ClassVar, NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import ZERO, Length, mm, pt
from pawprint.core.registry import suggest
from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import EXPORTERS, Exporter, OptionError, option
from pawprint.graphics.ops import Drawing, Group, Layer, UseDrawing
from pawprint.pieces.layouts import Paper
from pawprint.press.content_stream import ContentStreams
from pawprint.press.cut_dxf import cut_dxf
from pawprint.press.cut_svg import USUAL_COLOURS, CutColours, cut_svg
from pawprint.press.sheet_pdf import write
from pawprint.production.box_sheets import BoxRun, nets_of
from pawprint.production.options import BuildOptions
from pawprint.production.papers import paper_of_build
from pawprint.production.pipeline import asks_for_boxes, built_files
from pawprint.production.printed_file import corrected_backs, document_name
from pawprint.production.run import PrintedFaces
from pawprint.production.sheets import Batch, Imposed, PrintRun, batches
from pawprint.sheets.cut_sheet import CutSheet, cut_sheet
from pawprint.sheets.imposition import Piece
from pawprint.sheets.machine_sheet import MachineSheet, MarkShape, RegistrationMarks
from pawprint.sheets.printers.profile_files import find_printer
from pawprint.sheets.sheet import Side, places_of_machine
from pawprint.source import reader, scalars
from pawprint.source.field_reader import FieldReader
from pawprint.typography.languages import printed_word

# --- Files in layouts/machines -> cutting machines: their marks, and the files that their programs read ---------------

#: The formats of cut files.
FORMS = ("svg", "dxf")
_SHAPES = tuple(shape.value for shape in MarkShape)
#: The longest length that a machine file may contain.
_MAX_LENGTH = mm(100)


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingMachine:
    """A machine that cuts printed sheets.

    Attributes:
        name: of its file.
        driver: the program that drives it, as sheets name it.
        marks: None where that program adds its own.
        margin: from the edges of the paper to the bleed of pieces.
        area: the largest rectangle of art; None for no limit.
        gap: the least distance of two pieces.
        bleed, kerf: unless the command says otherwise.
        reads_back: whether it looks at the back of sheets.
        mats: name and size of each, the smallest first; none if it needs none.
        forms: of cut files.
        pictures: whether its program prints, and takes pictures of sheets.
    """

    name: str
    driver: str
    marks: RegistrationMarks | None = None
    margin: Length = ZERO
    area: Size | None = None
    gap: Length = ZERO
    bleed: Length = ZERO
    kerf: Length = ZERO
    reads_back: bool = False
    mats: tuple[tuple[str, Size], ...] = ()
    colours: CutColours = USUAL_COLOURS
    forms: tuple[str, ...] = FORMS
    pictures: bool = False

    def mat(self, paper: Size) -> str | None:
        """The smallest mat that takes *paper*, upright or turned; empty if there are none, None if none does."""
        if not self.mats:
            return ""
        short, long = sorted(paper)
        for name, size in self.mats:
            if short <= min(size) and long <= max(size):
                return name
        return None


def find_machine(folders: Sequence[Path], name: str, findings: Findings) -> CuttingMachine | None:
    """The machine *name* of the first of the layouts' *folders* that has it; None after a finding."""
    for folder in folders:
        path = folder / "machines" / f"{name}.yaml"
        if not scalars.escapes_folder(name) and path.is_file():
            node = reader.read_yaml_file(path, findings, folder)
            return None if node is None else _read(FieldReader(node, f"machine '{name}'", findings), name)
    known = {path.stem for folder in folders for path in folder.glob("machines/*.yaml")}
    findings.add("unknown-machine", f"there is no cutting machine '{name}'", None, suggest(name, known, "machines are"))
    return None


def _read(fields: FieldReader, name: str) -> CuttingMachine | None:
    before = fields.findings.count
    driver = fields.text("driver", required=True)
    marks = _marks(fields.nested("marks")) if "marks" in fields else None
    margin = _length(fields, "margin")
    machine = CuttingMachine(
        name=name,
        driver=driver or "",
        marks=marks,
        margin=margin if margin is not None else marks.inset if marks else ZERO,
        area=fields.value("area", scalars.size),
        gap=_length(fields, "gap") or ZERO,
        bleed=_length(fields, "bleed", mm(5)) or ZERO,
        kerf=_length(fields, "kerf", mm(2)) or ZERO,
        reads_back=fields.choice("reads", ("face", "back")) == "back",
        mats=tuple(
            (mat, size)
            for mat, _, node in fields.entries("mats")
            if (size := scalars.size(node, f"mat '{mat}' of {fields.what}", fields.findings)) is not None
        ),
        colours=_colours(fields.nested("colours")) if "colours" in fields else USUAL_COLOURS,
        forms=_forms(fields),
        pictures=fields.flag("pictures"),
    )
    fields.allow("about", "marks", "colours")
    fields.finish()
    return machine if fields.ok and fields.findings.count == before else None


def _marks(fields: FieldReader) -> RegistrationMarks | None:
    """The registration marks; None after a finding."""
    before = fields.findings.count
    corners = fields.items("corners", required=True)
    shapes = [scalars.choice(node, f"a corner of {fields.what}", fields.findings, _SHAPES) for node in corners]
    marks = [MarkShape(shape) for shape in shapes if shape]
    if len(marks) != 4 and fields.findings.count == before:
        message = f"{fields.what} has {len(marks)} corners"
        help = "write four, from the top left on, clockwise: [square, angle, none, angle]"
        fields.findings.add("wrong-type", message, fields.value_span("corners"), help)
    inset, line = _length(fields, "inset", required=True), _length(fields, "line", mm(5), required=True)
    square, free = _length(fields, "square"), _length(fields, "free")
    arm = _length(fields, "arm")
    fields.finish()
    for shapes_of, length, key in (
        ({MarkShape.ANGLE, MarkShape.CROSS}, arm, "arm"),
        ({MarkShape.SQUARE}, square, "square"),
    ):
        if shapes_of & {*marks} and not length and fields.findings.count == before:
            message = f"{fields.what} has no '{key}'"
            fields.findings.add("missing-field", message, fields.span, f"add a line {key}: 5 mm")
    if fields.findings.count > before or inset is None or line is None:
        return None
    first, second, third, fourth = marks
    return RegistrationMarks(
        corners=(first, second, third, fourth),
        inset=inset,
        arm=arm or ZERO,
        square=square or ZERO,
        line=line,
        free=free or ZERO,
    )


def _length(fields: FieldReader, key: str, most: Length = _MAX_LENGTH, required: bool = False) -> Length | None:
    """A length from 0 to *most*; None if it is absent, or after a finding."""
    length = fields.length(key, required)
    if length is None or ZERO <= length <= most:
        return length
    message = f"'{key}' of {fields.what} is {length}"
    fields.findings.add("out-of-range", message, fields.value_span(key), f"write 0 mm to {most}")
    return None


def _colours(fields: FieldReader) -> CutColours:
    given = {key: fields.value(key, scalars.colour) for key in CutColours._fields}
    fields.finish()
    return USUAL_COLOURS._replace(**{key: colour for key, colour in given.items() if colour is not None})


def _forms(fields: FieldReader) -> tuple[str, ...]:
    nodes = fields.items("files")
    forms = [scalars.choice(node, f"'files' of {fields.what}", fields.findings, FORMS) for node in nodes]
    return tuple(dict.fromkeys(form for form in forms if form)) or FORMS


#: How far cuts may be moved.
_MAX_SHIFT = mm(5)
#: The widest margin of a printer.
_MAX_MARGIN = mm(50)
#: What is left between pieces that stay in their sheet, and at its edges, so that it holds together.
_FRAME = mm(6)
#: Dots per inch of pictures of sheets.
_DPI = 300


@EXPORTERS("cut")
@dataclass(frozen=True, kw_only=True)
class CutExporter(Exporter):
    """Write sheets and cut files for a cutting machine.

    The sheets are PDF files with the registration marks of the machine, to be printed at 100%. The cut files are SVG
    and DXF, for its program; sheets that are cut alike share one.

    Examples:

      pawprint export cut fooden --machine silhouette --paper Letter

      pawprint export cut garden --machine laser --kerf 0.2mm --bridge 0.6mm
    """

    faults: ClassVar[str] = "the sheets of pieces with errors are left out"

    machine: str = option(
        "silhouette",
        "NAME",
        "silhouette, cameo5, silhouette-original, inkscape-silhouette, cricut, summa, laser, or one of your layouts.",
    )
    paper: str = option("A4", "PAPER", "Paper, or a size such as 210x297mm.")
    printer: str = option("", "NAME", "Correct the backs for this printer, or for NAME:TRAY.")
    margin: str = option("", "LENGTHS", "What your printer leaves white: 6mm, or top, right, bottom and left.")
    duplex: str = option(
        "long-edge", "HOW", "Backs: long-edge, short-edge or off.", choices=("long-edge", "short-edge", "off")
    )
    bleed: Length | None = option(None, "LENGTH", "Bleed, 0 to 5mm. Default: that of the machine.", most=5)
    kerf: Length | None = option(None, "LENGTH", "Width that a cut removes, 0 to 2mm. Default: the machine's.", most=2)
    offset: str = option("", "X,Y", "Move all cuts, but no marks, to the right and down: 0.3mm,-0.2mm.")
    bridge: Length = option(
        ZERO, "LENGTH", "Leave bridges of this width, so that pieces stay in their sheet: 0.6mm.", most=3
    )
    sleeves: str = option("", "NAME", "Make boxes for cards in these sleeves.")
    skip: tuple[str, ...] = option((), "NUMBERS", "Leave these places of each sheet empty, counted from 1.")

    def __post_init__(self) -> None:
        _shift(self.offset)
        _places(self.skip)
        _margin(self.margin)

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        findings, layouts = source.workspace.findings, source.workspace.layouts
        machine = find_machine(layouts.folders, self.machine, findings)
        options = self._options(source)
        paper = None if options is None else paper_of_build(layouts, findings, options)
        if machine is None or options is None or paper is None or layouts.lacks_fonts:
            return
        mat = machine.mat(paper.size)
        if mat is None:
            sizes = ", ".join(name for name, _ in machine.mats)
            message = f"no mat of machine '{machine.name}' takes {paper.name}; it has {sizes}"
            findings.add("does-not-fit", message, None, "take a smaller paper")
            return
        _check_reach(machine, paper, findings)
        kerf, shift = machine.kerf if self.kerf is None else self.kerf, _shift(self.offset)
        options = replace(
            options,
            bleed=machine.bleed if self.bleed is None else self.bleed,
            machine=_sheet(machine, mat, kerf, self.bridge, _places(self.skip), source.language),
        )
        composer, store = source.composer(options.bleed or ZERO), source.options.store
        cache = built_files(source.game, composer, options, store)
        known = cache.faces(source.language) if cache else None
        faces = PrintedFaces(composer, source.game, source.language, cache=known, composed_only=machine.pictures)
        self._check_places(faces, paper, options)
        for sheets in _sheets(faces, paper, options):
            yield from _SheetFiles(source, machine, options, sheets, kerf, self.bridge, shift, faces.streams).files()
        if cache:
            cache.close()

    def _check_places(self, faces: PrintedFaces, paper: Paper, options: BuildOptions) -> None:
        """Refuse to skip a place that no sheet of pieces has.

        Raises:
            OptionError: there is one.
        """
        if not self.skip:
            return
        run = PrintRun(faces, paper, options)
        stocks = {id(batch.stock): batch.stock for batch in batches(faces.game, faces.composer, options)}.values()
        most = max((places_of_machine(run.plan(stock), stock.cut, stock.outline) for stock in stocks), default=0)
        last = max(_places(self.skip)) + 1
        if 0 < most < last:
            message = f"there is no place {last}; sheets of {faces.game.id} have {most} places at most"
            raise OptionError("--skip", message)

    def _options(self, source: ExportSource) -> BuildOptions | None:
        """How sheets are printed, as far as the machine does not say it; None after a finding.

        Raises:
            OptionError: there is no such printer.
        """
        try:
            printer = find_printer(self.printer, source.workspace.findings) if self.printer else None
        except ValueError as error:
            raise OptionError("--printer", str(error)) from None
        if self.printer and printer is None:
            return None
        return BuildOptions(
            components=source.options.components,
            cards=source.options.cards,
            edition=source.options.edition,
            paper=self.paper,
            margin=_margin(self.margin),
            duplex=self.duplex,
            printer=printer,
            sleeves=self.sleeves,
        )


class _Sheets(NamedTuple):
    """The sheets of one kind of pieces, or of a box: what they are called, and the name of their paper."""

    name: str
    paper: str
    made: Imposed


class _SheetFiles(NamedTuple):
    source: ExportSource
    machine: CuttingMachine
    options: BuildOptions
    sheets: _Sheets
    kerf: Length
    bridge: Length
    shift: tuple[Length, Length]
    streams: ContentStreams

    def files(self) -> Iterator[tuple[str, bytes]]:
        """The sheets to be printed, and the cut files."""
        game, language, (called, paper, made) = self.source.game, self.source.language, self.sheets
        path = f"{self.machine.name}/{language}/{document_name(game, language, called)}-{paper.lower()}"
        title, plan = f"{game.full_title(language)} - {called} ({language})", made.plan
        subject, author = f"{game.id} {game.version}", ", ".join(game.authors)
        duplex, printer = plan.duplex.value, self.options.printer
        corrected = corrected_backs(made.sides, duplex, printer) if printer and plan.flip else None
        yield (
            f"{path}-for-{printer.name}.pdf" if printer and corrected else f"{path}.pdf",
            write(
                corrected or made.sides,
                title=title,
                language=language,
                subject=subject,
                author=author,
                duplex=duplex if plan.flip else "simplex",
                contents=self.streams,
            ),
        )
        first = 1
        for lines, group in groupby(self._lines()):
            last = first + len([*group]) - 1
            numbers = f"sheet-{first}" if first == last else f"sheets-{first}-{last}"
            for form in self.machine.forms:
                yield f"{path}-{numbers}.{form}", self._written(form, lines)
            first = last + 1

        if self.machine.pictures:
            sides = {name: side for name, side in self._sides() if side.placements}
            requests = (RasterRequest.at_resolution(_picture(side), _DPI, transparent=True) for side in sides.values())
            for name, picture in zip(sides, self.source.rasters(requests), strict=True):
                yield f"{path}-{name}.png", picture

    def _sides(self) -> Iterator[tuple[str, Side]]:
        made = self.sheets.made
        names = ("face", "back") if made.plan.flip else ("face",)
        for index, side in enumerate(made.sides):
            sheet, which = divmod(index, len(names))
            yield f"sheet-{sheet + 1}-{names[which]}", side

    def _lines(self) -> Iterator[CutSheet]:
        """The lines of each sheet, on the side that the machine looks at."""
        made, marks = self.sheets.made, self.machine.marks
        plan = made.plan
        paths = marks.paths(plan.paper) if marks else ()
        over = plan.flip if self.machine.reads_back else None
        for side in made.sides[:: 2 if plan.flip else 1]:
            yield cut_sheet(side, paths, kerf=self.kerf, bridge=self.bridge, shift=self.shift, over=over)

    def _written(self, form: str, lines: CutSheet) -> bytes:
        if form == "svg":
            return cut_svg(lines, self.machine.colours)
        return cut_dxf(lines, self.machine.colours)


def _sheets(faces: PrintedFaces, paper: Paper, options: BuildOptions) -> Iterator[_Sheets]:
    """The sheets of all pieces that are asked for, and of the boxes of the game."""
    game, findings, run = faces.game, faces.composer.findings, PrintRun(faces, paper, options)
    for batch in batches(game, faces.composer, options):
        before = findings.errors
        made, sheet = _imposed(run, batch), batch.stock.sheet
        if made is not None and findings.errors == before and not _is_faulty(batch, game, findings):
            yield _Sheets(batch.name, sheet.name if sheet else paper.name, made)
    if asks_for_boxes(game, options):
        boxes = BoxRun(faces, paper, options)
        for nets in nets_of(game, faces.composer, options):
            before = findings.errors
            drawings = boxes.drawings(nets)
            made = boxes.imposed(nets, drawings) if drawings else None
            if made is not None and findings.errors == before:
                yield _Sheets(nets.file_name, paper.name, made)


def _is_faulty(batch: Batch, game: Game, findings: Findings) -> bool:
    faulty = {component for component, _ in game.invalid} if findings.failed else set()
    return any(component.name in faulty for component, _ in batch.pieces)


def _imposed(run: PrintRun, batch: Batch) -> Imposed | None:
    """The sheets of *batch*; None after a finding."""
    pieces: list[Piece | None] = []
    for component, record in batch.pieces:
        drawings = run.pieces.drawings(component, record, batch.stock)
        copies = record.copies_in(run.game.edition)
        pieces.append(run.pieces.piece(drawings, batch.stock, copies, record.id) if drawings else None)
    whole = [piece for piece in pieces if piece is not None]
    run.check_correction(batch, any(piece.back for piece in whole))
    return run.imposed(batch, whole) if len(whole) == len(pieces) else None


def _sheet(
    machine: CuttingMachine, mat: str, kerf: Length, bridge: Length, skipped: frozenset[int], language: str
) -> MachineSheet:
    """How sheets are laid out for *machine* on a *mat*, and what they say of it."""
    frame = _FRAME if bridge else ZERO
    marks = machine.marks
    note = [machine.driver]
    if mat:
        note.append(printed_word("cutting mat", language).format(mat=mat))
    if marks:
        lines = {"inset": f"{marks.inset.mm:g}", "arm": f"{marks.arm.mm:g}", "line": f"{marks.line.mm:g}"}
        apart = printed_word("cutting marks", language)
        note.append(f"{apart} {printed_word('cutting lines', language).format(**lines)}" if marks.arm else apart)
    return MachineSheet(
        marks=marks,
        margin=max(machine.margin, frame),
        area=machine.area,
        gap=max(machine.gap, kerf, frame),
        reads_back=machine.reads_back,
        skipped=skipped,
        note=" · ".join(note),
    )


def _picture(side: Side) -> Drawing:
    """The pieces of a sheet without its marks and slug, in the smallest rectangle around them."""
    boxes = [drawing.box.mapped(matrix) for drawing, matrix, _ in side.placements]
    around = Box.around(boxes)
    assert around is not None
    size = Size(pt(around.width), pt(around.height))
    ops = tuple(
        Group((UseDrawing(drawing),), (a, b, c, d, e - around.x, f - around.y))
        for drawing, (a, b, c, d, e, f), _ in side.placements
    )
    return Drawing(side.label, size, Insets(), Layer(ops))


def _check_reach(machine: CuttingMachine, paper: Paper, findings: Findings) -> None:
    """A finding if the printer does not print the marks of *machine*."""
    if machine.marks and max(paper.margin) > machine.marks.outer:
        message = f"machine '{machine.name}' has marks {machine.marks.outer} from the edges of the paper, where"
        help = "say what your printer leaves white with --margin, or give the machine another inset"
        findings.add("marks-lost", f"{message} {paper.name} is not printed", None, help)


def _shift(text: str) -> tuple[Length, Length]:
    """How far cuts are moved.

    Raises:
        OptionError: *text* is not two lengths, or they are too long.
    """
    if not text:
        return ZERO, ZERO
    try:
        x, y = (Length.parse("0 mm" if part.strip() == "0" else part) for part in text.split(","))
    except ValueError:
        raise OptionError("--offset", f"'{text}' is not two lengths; write 0.3mm,-0.2mm") from None
    if max(x, y, -x, -y) > _MAX_SHIFT:
        raise OptionError("--offset", f"'{text}' moves cuts by more than {_MAX_SHIFT}; align the sheet again")
    return x, y


def _margin(text: str) -> Insets | None:
    """What the printer leaves white; None if that is not said.

    Raises:
        OptionError: *text* is not one length or four, or they are too long.
    """
    if not text:
        return None
    try:
        margin = Insets.parse(text)
    except ValueError as error:
        raise OptionError("--margin", f"{error}; for example 5mm, or 3mm,3mm,14mm,3mm") from None
    if min(margin) < ZERO or max(margin) > _MAX_MARGIN:
        raise OptionError("--margin", f"'{text}' is not from 0 to {_MAX_MARGIN}")
    return margin


def _places(numbers: Sequence[str]) -> frozenset[int]:
    """Places counted from 0.

    Raises:
        OptionError: one is not a number from 1 on.
    """
    for number in numbers:
        if not (number.isascii() and number.isdigit() and len(number) < 5 and int(number)):
            raise OptionError("--skip", f"'{number}' is not the number of a place; write 1,8")
    return frozenset(int(number) - 1 for number in numbers)
