"""The documents of one game in one language, all the way from their sources to bytes.

source -> manuscript -> pages -> PDF; or pages -> sheets that are folded, or cut -> PDF; or manuscript -> other forms
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.affine import Matrix
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box, Insets
from pawprint.core.length import mm
from pawprint.core.numbers import number_limits
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.documents.content import Manuscript
from pawprint.documents.manuscripts import manuscripts, take_over
from pawprint.documents.typeset.typesetter import typeset
from pawprint.graphics.ops import Drawing, Group, Layer, Op, UseDrawing, outline
from pawprint.graphics.passes.guides import cut_out
from pawprint.graphics.traverse import Bookmark, DocumentInfo, Link, Page
from pawprint.pieces.composer import Composer
from pawprint.pieces.cover import sheet_label
from pawprint.pieces.layouts import Paper
from pawprint.pieces.lower import Lowering
from pawprint.pieces.placed import PieceFaces
from pawprint.pieces.stocks import Stock
from pawprint.press.manifest import Print
from pawprint.production.options import DOCUMENTS_FOLDER, HTML, LISTS_FOLDER, MARKDOWN, PDF, BuildOptions
from pawprint.production.papers import find_paper, half_of
from pawprint.production.printed_file import FileContents, document_name
from pawprint.production.run import Run
from pawprint.sheets.booklet import booklet, scale_on, sheet_size
from pawprint.sheets.imposition import BACK, FACE, Piece, impose
from pawprint.sheets.plan import Duplex, Marks, SheetPlan
from pawprint.sheets.sheet import Side, arrange

# Manuscripts -> files for screens and other programs: web pages and Markdown. They have no pages and need no paper.


def readable_files(
    manuscript: Manuscript, game: Game, composer: Composer, lowering: Lowering, options: BuildOptions
) -> Iterator[Print]:
    """The files of *manuscript* in the forms that *options* asks for, other than PDF; none after an error."""
    apart = composer.with_findings(Findings())
    made = [*_contents(manuscript, game, apart, lowering, options)]
    take_over(apart.findings, composer.findings, manuscript.name if manuscript.automatic else "", manuscript.language)
    if (apart.findings.failed or composer.findings.failed) and not options.marks_faults:
        return
    for name, data in made:
        yield Print(
            game=game.id,
            version=game.version,
            language=manuscript.language,
            kind=manuscript.kind,
            name=name,
            data=data,
            paper="",
            duplex="",
            bleed_mm=0.0,
            pages=0,
            sheets=0,
            pieces=0,
            whole=False,
            known=tuple(game.components),
            components={},
            faces={},
            edition=game.other_edition,
            folder=_folder_of(manuscript),
            of=manuscript.name,
        )


def _folder_of(manuscript: Manuscript) -> str:
    return LISTS_FOLDER if manuscript.is_list else DOCUMENTS_FOLDER


def _contents(
    manuscript: Manuscript, game: Game, composer: Composer, lowering: Lowering, options: BuildOptions
) -> Iterator[tuple[str, bytes]]:
    name = document_name(game, manuscript.language, manuscript.name)
    if HTML in options.forms:
        from pawprint.documents.html.html_page import html_page

        yield f"{name}.html", html_page(manuscript, game, composer, lowering, composer.findings)
    if MARKDOWN in options.forms:
        from pawprint.documents.html.markdown_document import markdown_files

        yield from markdown_files(manuscript, game, composer, lowering, composer.findings, name)


# Sheets of cards -> a document to be read: the first copy of each card has its text and structure, the others are
# decoration.


def tagged_sheets(sides: Iterable[Side], document: DocumentInfo, names: Iterable[str]) -> DocumentInfo:
    """*document* on *sides*, on which its pages stand as drawings with these *names*."""
    numbers = {name: number for number, name in enumerate(names)}
    pages: list[Page] = []
    anchors: dict[str, tuple[int, float]] = {}
    bookmarks: list[Bookmark] = []
    for index, side in enumerate(sides):
        ops: list[Op] = []
        links: list[Link] = []
        for drawing, matrix, clip in side.placements:
            number = numbers.pop(drawing.name, None)
            shown: tuple[Op, ...] = (UseDrawing(drawing),)
            if number is not None and isinstance(drawing, Drawing):
                shown = drawing.ops
                links += [link._replace(box=link.box.mapped(matrix)) for link in document.pages[number].links]
                anchors |= {
                    anchor: (index, _moved(y, matrix))
                    for anchor, (page, y) in document.anchors.items()
                    if page == number
                }
            ops.append(Group((Group(shown, matrix),), clip=outline(clip)))
        pages.append(Page(side.size, (*ops, *side.ops), tuple(links)))
        if side.label:
            bookmarks.append(Bookmark(side.label, 1, index, 0.0))
    return replace(document, pages=tuple(pages), bookmarks=tuple(bookmarks), anchors=anchors)


def _moved(y: float, matrix: Matrix) -> float:
    return Box(0.0, y, 0.0, 0.0).mapped(matrix).y


#: Words of the front matter for the paper that is asked for, and for half of it.
FULL, HALF = "full", "half"
NO_BLEED = Insets()
#: The ways of printing on both sides of a sheet.
_BOTH_SIDES = ("long-edge", "short-edge")
#: A page that would be made smaller than this share of itself is no booklet that anyone reads.
SMALLEST = 0.9


class Book(NamedTuple):
    """A document on its pages.

    Attributes:
        paper: that the pages are set on.
        stock: where they are cut out as cards.
    """

    manuscript: Manuscript
    document: DocumentInfo
    paper: Paper
    stock: Stock | None


def books(
    game: Game, language: str, composer: Composer, paper: Paper, lowering: Lowering, faces: PieceFaces | None = None
) -> Iterator[Book]:
    """The documents of *game* one after the other; findings go to the composer's.

    Args:
        paper: rulebooks are set on the half of it, everything else on the whole, unless they say otherwise.
        faces: the faces that figures show; composed if None.
    """
    for manuscript in manuscripts(game, language, composer, composer.findings, faces=faces):
        book = _book(manuscript, game, composer, paper, lowering)
        if book is not None:
            yield book


def _book(manuscript: Manuscript, game: Game, composer: Composer, paper: Paper, lowering: Lowering) -> Book | None:
    """*manuscript* on its pages; None after a finding."""
    apart = composer.with_findings(Findings())
    page, stock = _page(manuscript, paper, apart)
    document = page and typeset(manuscript, game, page, apart, lowering, apart.findings)
    take_over(apart.findings, composer.findings, manuscript.name if manuscript.automatic else "", manuscript.language)
    if manuscript.automatic and apart.findings.failed and not composer.draft:
        return None
    return Book(manuscript, document, page, stock) if page and document else None


def _page(manuscript: Manuscript, paper: Paper, composer: Composer) -> tuple[Paper | None, Stock | None]:
    """What *manuscript* is set on when it is printed on *paper*; None after a finding."""
    wanted = str(manuscript.page.get("paper") or (HALF if manuscript.kind == "rulebook" else FULL))
    layouts = composer.layouts
    if wanted == FULL:
        return paper, None
    if wanted == HALF:
        return half_of(paper, layouts), None
    stock = layouts.stocks.get(wanted)
    if stock is not None:
        return Paper(stock.name, stock.trim, Insets()), stock
    return find_paper(layouts, composer.findings, wanted, manuscript.span), None


class BookRun(Run):
    """Prints the documents of one game in one language; see `Run`."""

    def prints(self, wanted: tuple[str, ...]) -> Iterable[Print]:
        """The files of the kinds *wanted* (all if empty); none after an error."""
        if self.cache is None:
            return self._made(wanted)
        key = self.cache.key_of_documents(self.language, wanted, self.paper)
        return self.cache.find_or_make(key, lambda: self._made(wanted))

    def _made(self, wanted: tuple[str, ...]) -> Iterator[Print]:
        """Document by document; one whose pages would be the same is not set again."""
        for manuscript in manuscripts(
            self.game, self.language, self.composer, self.composer.findings, wanted, self.faces
        ):
            yield from self.stored((manuscript, self.paper), partial(self._print, manuscript))
            self.report(manuscript.name)

    def _print(self, manuscript: Manuscript) -> list[Print]:
        """The files of *manuscript* in the forms that are asked for. Nothing after an error."""
        made = self._printed(manuscript) if PDF in self.options.forms else []
        if self.options.forms != (PDF,):
            made += readable_files(manuscript, self.game, self.composer, self.lowering, self.options)
        return made

    def _printed(self, manuscript: Manuscript) -> list[Print]:
        """Pages to read; in their place a booklet, or beside them sheets of cards. Nothing after an error."""
        book = _book(manuscript, self.game, self.composer, self.paper, self.lowering)
        if book is None:
            return []
        options = self.options
        if options.low_ink:
            pages = tuple(page._replace(ops=self.presenter.low_ink(page.ops)) for page in book.document.pages)
            book = book._replace(document=replace(book.document, pages=pages))
        sides: list[Side] | DocumentInfo = []
        is_booklet = options.booklet and book.manuscript.kind == "rulebook" and book.stock is None
        if is_booklet:
            sides = self._booklet(book)
        elif book.stock is not None and not options.one_up:
            sides = self._cards(book, book.stock)
        whole = None if is_booklet else self._file(book, book.paper, book.document)
        folded = self._file(book, self.paper, sides, ("booklet",) if is_booklet else ()) if sides else None
        return [made for made in (whole, folded) if made]

    def _duplex(self, book: Book) -> str:
        """How the sheets of *book* are printed: cards of one page have no backs."""
        return "off" if book.stock is not None and len(book.document.pages) == 1 else self.options.duplex

    def _file(
        self, book: Book, paper: Paper, pages: list[Side] | DocumentInfo, variants: tuple[str, ...] = ()
    ) -> Print | None:
        """The file of *book*, as a document on its pages or on the sides of sheets; None after an error."""
        duplex, sheets = "", 0
        if pages is not book.document:
            count = len(pages if isinstance(pages, list) else pages.pages)
            duplex = self._duplex(book)
            sheets = count // 2 if duplex in _BOTH_SIDES else count
        contents = FileContents(
            kind=book.manuscript.kind,
            name=book.manuscript.name,
            folder=_folder_of(book.manuscript),
            variants=(*variants, *self.low_ink),
            paper=paper.name,
            pages=pages,
            title=book.document.title,
            sheets=sheets,
            duplex=duplex,
            print_setting=duplex if duplex in _BOTH_SIDES else "simplex",
        )
        return self.write(contents)

    def _booklet(self, book: Book) -> list[Side]:
        """Two pages on each side of a sheet; nothing after a finding."""
        options, paper, page = self.options, self.paper.size, book.paper.size
        if scale_on(paper, page) < SMALLEST:
            message = f"two pages of {book.paper.name} do not stand side by side on {self.paper.name}"
            help = f"let the document begin with 'paper: {HALF}', or print on larger paper"
            self.composer.findings.add("does-not-fit", message, book.manuscript.span, help)
            return []
        flip = SheetPlan(paper=sheet_size(paper), duplex=Duplex(options.duplex)).flip
        if flip is None:
            raise ValueError("a booklet is printed on both sides")
        label = partial(sheet_label, self.language)
        return booklet(
            _drawings(book, bleed=Insets.even(mm(3))),
            paper,
            flip,
            creep=options.creep,
            label=lambda number, side: label(number, _SIDES[side]),
        )

    def _cards(self, book: Book, stock: Stock) -> DocumentInfo | list[Side]:
        """As many cards as there are players, each with two pages; nothing after a finding."""
        game, options = self.game, self.options
        plan = SheetPlan(
            paper=self.paper.size,
            margin=self.paper.margin,
            duplex=Duplex(self._duplex(book)),
            marks=Marks(options.marks),
        )
        if arrange(plan, stock.trim, stock.outline) is None:
            message = f"a card of {stock.name} does not fit on {self.paper.name}"
            self.composer.findings.add("does-not-fit", message, book.manuscript.span, "print on larger paper")
            return []
        pages = _drawings(book, stock.outline)
        pieces = [
            Piece(face, behind[0] if behind else None, _players(game), book.manuscript.name)
            for face, *behind in (pages[start : start + 2] for start in range(0, len(pages), 2))
        ]

        sides = impose(pieces, plan, partial(self.slug, book.manuscript.name), partial(sheet_label, self.language))
        return tagged_sheets(sides, book.document, [page.name for page in pages])


#: What the sides of a booklet's sheets are called elsewhere.
_SIDES = {"front": FACE, "back": BACK}


def _drawings(book: Book, outline: PieceOutline = RECTANGLE, bleed: Insets = NO_BLEED) -> list[Drawing]:
    drawings = [
        Drawing(f"{book.manuscript.name} {number}", page.size, bleed, Layer(page.ops), outline)
        for number, page in enumerate(book.document.pages, 1)
    ]
    return [cut_out(drawing) for drawing in drawings] if outline.path else drawings


def _players(game: Game) -> int:
    """The most players there may be; 1 where the game does not say."""
    _, most = number_limits(game.facts.get("players"))
    return most if isinstance(most, int) and most > 0 else 1
