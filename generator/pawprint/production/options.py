"""The options of a build, in a module of their own, so that reading them imports nothing of what makes the files."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pawprint.core.geometry import Insets
from pawprint.core.length import ZERO, Length
from pawprint.graphics.passes.presentation import Presentation

if TYPE_CHECKING:
    from pawprint.sheets.machine_sheet import MachineSheet
    from pawprint.sheets.printers.printer_profile import PrinterProfile


# --- How a piece is shown in a picture or in the preview --------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageOptions:
    """Which side of a piece is shown, and how.

    Attributes:
        side: `face` or `back`.
        bleed: how much of the art beyond the trim is shown.
        proof: draw trim, bleed and safe outlines.
        low_ink: as it prints with less ink.
        square: leave the art outside of round corners and other outlines.
        sight: one of `pawprint.core.colour.SIMULATIONS`; empty for unchanged colours.
    """

    side: str = "face"
    bleed: Length = ZERO
    proof: bool = False
    low_ink: bool = False
    square: bool = False
    sight: str = ""

    @property
    def presentation(self) -> Presentation:
        """The passes that show it; a picture without bleed has the shape of the piece, if it is not square."""
        return Presentation(
            low_ink=self.low_ink,
            vision=self.sight,
            bleed=self.bleed,
            cut_out=not (self.bleed or self.proof or self.square),
            guides=self.proof,
        )


#: The folders of a game's output: what is cut out, what is read, and what checks a game or its box.
SHEETS_FOLDER, DOCUMENTS_FOLDER, LISTS_FOLDER = "sheets", "documents", "lists"
#: What a game declares its boxes as, and the kind of their files.
BOXES = "boxes"
#: The forms of documents; sheets of pieces are PDF files only.
PDF, HTML, MARKDOWN = "pdf", "html", "md"
FORMS = (PDF, HTML, MARKDOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """Which pieces, and how they are printed.

    Attributes:
        kinds, components, cards, languages: only these; all if empty. A card is an id or component/id.
        forms: of documents, of `FORMS`; without PDF among them there are no sheets.
        edition: of the games; each game's first one if empty. A game that does not have it is not printed.
        paper: name of a paper, or `WxH` with unit.
        margin: what the printer leaves white at the sides of the paper; None: as the paper says.
        printer: for whose misregistration backs are corrected, and which leaves the margins white that it says; None:
            for none.
        duplex, marks: values of `pawprint.sheets.plan.Duplex` and `Marks`.
        cut_lines: draw a line along the cut of pieces that are not rectangles.
        bleed: how far art goes beyond the trim; neighbours stand two bleeds apart. None: as stock or game say.
        draft: print in spite of errors, with marks where something is at fault; broken invariants are not looked for,
            and missing pictures are only warnings.
        proof: draw trim, bleed and safe outlines; errors are marked as in a draft.
        low_ink: white grounds, and outlines in place of large fills.
        stamp: id, language and version of the content at the edge of each face.
        mix: pieces of several stocks that each fill less than a sheet share sheets, in one file.
        one_up: a page for each face and back instead of sheets.
        cover: begin each file with a page of instructions.
        booklet: rulebooks two pages to a side, to be folded and stapled, in place of page by page.
        creep: of a booklet, how far each sheet pushes out the one inside of it.
        sleeves: that cards are in when they lie in a box, by the name in the layouts; empty for none.
        card_thickness: of the cards that a box holds; 0 for what their stock says.
        machine: that cuts the sheets; None for a knife.
    """

    kinds: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    forms: tuple[str, ...] = (PDF,)
    edition: str = ""
    paper: str = "A4"
    margin: Insets | None = None
    printer: "PrinterProfile | None" = None
    duplex: str = "long-edge"
    marks: str = "crop"
    cut_lines: bool = True
    bleed: Length | None = None
    draft: bool = False
    proof: bool = False
    low_ink: bool = False
    stamp: bool = False
    mix: bool = False
    one_up: bool = False
    cover: bool = True
    booklet: bool = False
    creep: Length = ZERO
    sleeves: str = ""
    card_thickness: Length = ZERO
    machine: "MachineSheet | None" = None

    @property
    def marks_faults(self) -> bool:
        """True if pieces with errors are printed, with marks where something is at fault."""
        return self.draft or self.proof
