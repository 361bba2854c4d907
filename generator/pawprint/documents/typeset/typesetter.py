"""A manuscript -> a document: the entry point of typesetting.

blocks -> strips (`_flow`) -> columns (`_column_breaks`) -> pages (`_pages`)
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from pawprint.catalog.model import Game
from pawprint.core.colour import WHITE, Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.picture import CURRENT, Picture
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.documents import content
from pawprint.documents.typeset._cross_references import (
    RULES,
    is_numbered,
    numbered,
    referred_pages,
    referred_terms,
    resolved,
    with_pages,
)
from pawprint.documents.typeset._flow import Flow
from pawprint.documents.typeset._pages import Band, PageGrounds, PageSet, text_area
from pawprint.documents.typeset._paragraphs import ParagraphSetter
from pawprint.documents.typeset._strips import Column
from pawprint.documents.typeset._tables import least_width
from pawprint.documents.typeset.style_reader import DocumentStyle, check_style_names, sheet_for
from pawprint.graphics.ops import Op, StructureElement, Symbol
from pawprint.graphics.traverse import DocumentInfo
from pawprint.pieces.composer import Composer
from pawprint.pieces.layouts import Paper
from pawprint.pieces.lower import Lowering
from pawprint.typography.characters import missing_in_document
from pawprint.typography.metrics import Metrics, Typeface

#: The size that fits is found to this part of the natural one.
_SCALE_STEP = 0.03
#: Text is not made smaller than this part of what fits so that fewer tables are divided.
_NEARLY_AS_LARGE = 0.93
#: What `fit` is for a document that is folded.
_MULTIPLE = re.compile(r"multiple of ([2-9]|[1-9]\d)")
#: Sizes that are tried for fewer pages, in parts of the way to the smallest one: most documents need little.
_STEPS = (1, 2, 3, 4, 6, 8, 12, 16)
#: A document is set so often at most until all references to pages have the room that they need.
_MOST_PASSES = 3
#: Pages of a folded sheet.
_SHEET_PAGES = 4
#: Words with a lesser contrast with white stand on a dark ground, where icons have their colour.
_DARK = 3.0


def typeset(
    manuscript: content.Manuscript, game: Game, paper: Paper, composer: Composer, lowering: Lowering, findings: Findings
) -> DocumentInfo | None:
    """Set *manuscript* on pages of *paper*; None after a finding that leaves no page."""
    name = str(manuscript.page.get("style") or manuscript.kind)
    width = paper.size.width.pt
    sheet = sheet_for(name, game, composer.layouts, width, findings, manuscript.span)
    check_style_names(manuscript.blocks, sheet, findings)
    area = text_area(sheet, paper.size)
    if min(area) < 40:
        message = f"paper {paper.name} leaves no room for text"
        findings.add("does-not-fit", message, manuscript.span, "take a larger paper, or smaller margins")
        return None
    return _Setting(manuscript, game, paper, composer, lowering, findings, sheet).document()


class _AllFamilies:
    """Metrics of a document whose style is not the game's: every font of the layouts helps out with what others lack.

    Args:
        opened: opens the families; of one that cannot be opened there is no finding, since nothing needs it.
    """

    def __init__(self, metrics: Metrics, opened: Metrics, families: Iterable[str]) -> None:
        self._metrics, self._opened, self._families = metrics, opened, tuple(families)
        self.typeface, self.named, self.pack = metrics.typeface, metrics.named, metrics.pack
        self.image_facts, self.in_small_caps = metrics.image_facts, metrics.in_small_caps

    def fallbacks(self, family: str, bold: bool = False, italic: bool = False) -> Sequence[Typeface]:
        """See `Metrics.fallbacks`."""
        found = list(self._metrics.fallbacks(family, bold, italic))
        for other in self._families:
            with suppress(KeyError, ValueError):
                found.append(self._opened.typeface(other, bold, italic))
        return found


class _Setting:
    def __init__(
        self,
        manuscript: content.Manuscript,
        game: Game,
        paper: Paper,
        composer: Composer,
        lowering: Lowering,
        findings: Findings,
        sheet: DocumentStyle,
    ) -> None:
        self.manuscript, self.game, self.paper, self.sheet = manuscript, game, paper, sheet
        self.lowering, self.findings = lowering, findings
        self._tables: dict[content.TableBlock, Any] = {}
        # None of our own methods: in a circle all that is shaped would outlive the document.
        self._draw = partial(_draw, lowering, {})
        self._grounds = PageGrounds(composer, game, manuscript.language)
        more = manuscript.page.get("numbered", sheet.numbered)
        if not is_numbered(more):
            help = f"write true for headings, or {RULES} for paragraphs and items of lists as well"
            findings.add("out-of-range", f"a document cannot be numbered '{more}'", manuscript.span, help)
        blocks = with_pages(manuscript.blocks) if sheet.link_pages else manuscript.blocks
        self._numbered, self._numbering = numbered(blocks, more)
        self._referred = referred_pages(self._numbered)
        self._lists_terms = referred_terms(self._numbered)
        self._pages: dict[str, int] = {}
        self._terms: dict[str, tuple[int, ...]] = {}
        self.blocks = self._resolved()
        metrics = composer.setter.metrics
        if manuscript.automatic:
            metrics = _AllFamilies(metrics, composer.metrics, composer.layouts.fonts)
        icon, unset = icon_finder(composer, game, findings), partial(_unset, findings, manuscript)
        self.shaper = ParagraphSetter(metrics, manuscript.language, icon, unset, partial(_icon_symbol, lowering, sheet))

    def document(self) -> DocumentInfo:
        """The document; with `fit`, its text is as large as the number of pages allows."""
        limit = self.manuscript.page.get("fit")
        multiple = _MULTIPLE.fullmatch(limit) if isinstance(limit, str) else None
        if isinstance(limit, int) and limit > 0:
            pages = self._fitted(limit)
        elif multiple:
            pages = self._folded(int(multiple[1]))
        else:
            if limit is not None:
                message = f"a document cannot fit '{limit}'"
                help = "write a number of pages, or 'multiple of 4'"
                self.findings.add("out-of-range", message, self.manuscript.span, help)
            pages = self._set(1.0)
        self.findings.extend(pages.findings)
        pages = self._planned(pages)
        if multiple:
            self._find_empty_pages(pages, int(multiple[1]))
        elif limit is not None and any(isinstance(block, content.PageSection) for block in self.blocks):  # with a cover
            self._find_empty_pages(pages, _SHEET_PAGES)
        painted, bookmarks, anchors = pages.painted()
        return DocumentInfo(
            title=self.manuscript.title,
            language=self.manuscript.language,
            pages=painted,
            structure=StructureElement("Document", tuple(pages.elements)),
            bookmarks=bookmarks,
            anchors=anchors,
        )

    def _fitted(self, limit: int) -> PageSet:
        """As large as fits *limit* pages, or those that it needs at its natural size if they are fewer."""
        sheet = self.sheet
        low, high = sheet.smallest / sheet.size, sheet.largest / sheet.size
        best = self._set(1.0)
        if len(best.pages) <= limit:
            return self._largest(len(best.pages), high, best)
        smaller = self._smaller(len(best.pages), limit, low) if limit >= _SHEET_PAGES else None
        if smaller is not None:
            return smaller
        best = self._set(low)
        least = len(best.pages)
        if least <= limit:
            return self._largest(limit, 1.0, best)
        best.findings = Findings()  # but for this one
        message = f"the document needs {least} pages, even at {sheet.smallest:g} pt; it should fit {limit}"
        help = "shorten it, take larger paper, or allow more pages with fit:"
        best.findings.add("overset", message, self.manuscript.span, help)
        return best

    def _folded(self, multiple: int) -> PageSet:
        """On a number of pages that is a *multiple*: fewer if smaller text makes that possible, or else more."""
        low, high = self.sheet.smallest / self.sheet.size, self.sheet.largest / self.sheet.size
        best = self._set_once(1.0)
        printed, moved = best.printed, self._moved(best)
        smaller = self._fewer(printed, multiple, low)
        if moved and smaller is None:  # or else this size need not be set again for its references
            best = self._set(1.0)
            if best.printed != printed:
                printed = best.printed
                smaller = self._fewer(printed, multiple, low)
        if smaller is not None:
            return smaller
        more = -printed % multiple
        return self._largest(printed + more, high, best) if more else best

    def _find_empty_pages(self, pages: PageSet, multiple: int) -> None:
        """Report pages that stay blank, and those that end far above their foot."""
        blank = -pages.printed % multiple
        if blank:
            count = pages.printed + blank
            message = f"of {count} pages, {blank} are blank: the document fills {pages.printed}"
            size = self.sheet.size
            help = f"add to it or shorten it, or give sizes more room with smallest: and largest: ({size:g} pt now)"
            self.findings.add("blank-pages", message, self.manuscript.span, help)
        for number, share in pages.empty_feet():
            message = f"{share:.0%} of page {number} are empty"
            help = "move a figure or a page break, or let figures shrink and spaces stretch in the style"
            self.findings.add("empty-foot", message, self.manuscript.span, help)

    def _fewer(self, pages: int, multiple: int, low: float) -> PageSet | None:
        """The largest multiple below *pages*; None if *pages* is a multiple itself, or text of the size *low* needs
        more."""
        limit = pages - pages % multiple
        return None if limit in (0, pages) else self._smaller(pages, limit, low)

    def _smaller(self, pages: int, limit: int, low: float) -> PageSet | None:
        """At most *limit* pages, with text little smaller than that of *pages* pages.

        None if even text of the size *low* needs more, or is likely to.
        """
        if math.sqrt(limit / pages) < low:
            return None
        for step in _STEPS:
            tried = self._set(1 - (1 - low) * step / _STEPS[-1])
            if len(tried.pages) <= limit:
                return tried
        return None

    def _largest(self, limit: int, high: float, best: PageSet) -> PageSet:
        """The pages with the largest text, up to the size *high*, that needs no more than *limit* of them.

        A slightly smaller size that has been tried on the way is preferred if it leaves more tables and lists whole.

        Args:
            best: pages of a size that fits.
        """
        fitting = [best]
        low = best.scale
        while high - low > _SCALE_STEP:
            middle = (low + high) / 2
            tried = self._set(middle)
            if len(tried.pages) <= limit and not (tried.findings.failed and not best.findings.failed):
                low = middle
                fitting.append(tried)
            else:
                high = middle
        count = len(fitting[-1].pages)
        near = [pages for pages in fitting if pages.scale >= low * _NEARLY_AS_LARGE and len(pages.pages) == count]
        return near[0] if len(near) == 1 else min(reversed(near), key=lambda pages: pages.plan())

    def _resolved(self) -> tuple[content.Block, ...]:
        """The blocks with words in place of references."""
        word = partial(self.sheet.word, language=self.manuscript.language)
        return resolved(self._numbered, self._numbering, word, self._pages, self._terms)

    def _set(self, scale: float) -> PageSet:
        """All pages; once more if a reference to a page needs more room than it had."""
        for _ in range(_MOST_PASSES):
            pages = self._set_once(scale)
            if not self._moved(pages):
                break
        return pages

    def _planned(self, pages: PageSet) -> PageSet:
        """The pages with ends that divide as little as possible; set again if that has moved a target of references."""
        for _ in range(_MOST_PASSES):
            pages.plan()
            if not self._moved(pages):
                return pages
            pages = self._set_once(pages.scale)
        pages.plan()
        return pages

    def _moved(self, pages: PageSet) -> bool:
        """True if the number of a page has more or fewer digits than the text has room for, or a list of pages has
        changed.

        Then the text gets the room.
        """
        if not (self._referred or self._lists_terms):
            return False
        places = pages.anchors()
        found = {anchor: places[anchor][0] + 1 for anchor in self._referred if anchor in places}
        terms = pages.terms() if self._lists_terms else {}
        same = all(len(str(page)) == len(str(self._pages.get(anchor, 0))) for anchor, page in found.items())
        if same and terms == self._terms:
            return False
        self._pages, self._terms = found, terms
        self.blocks = self._resolved()
        return True

    def _set_once(self, scale: float) -> PageSet:
        manuscript, sheet, findings = self.manuscript, self.sheet, Findings()
        width, height = text_area(sheet, self.paper.size)
        flow = Flow(
            sheet=sheet,
            shaper=self.shaper,
            draw=self._draw,
            findings=findings,
            height=height,
            scale=scale,
            shaped=self._tables,
            headings=tuple(content.headings_of(self.blocks, (content.Listing, content.Aside))),
        )
        pages = PageSet(
            sheet=sheet,
            size=self.paper.size,
            shaper=self.shaper,
            lowering=self.lowering,
            findings=findings,
            fields={
                "title": manuscript.title,
                "game": self.game.full_title(manuscript.language),
                "version": self.game.version,
            },
            scale=scale,
            grounds=self._grounds,
        )
        bands: list[Band] = []
        for number, blocks in self._bands(flow, width):
            strips, elements = flow.blocks(blocks, Column(0.0, self._column(width, number)))
            bands.append(Band(strips, number))
            pages.elements += elements
        if bands:
            bands[-1].balance = sheet.balance
        pages.place(bands)
        return pages

    def _column(self, width: float, count: int) -> float:
        return (width - self.sheet.gutter * (count - 1)) / count

    def _columns(self, width: float, scale: float) -> int:
        wanted = self.manuscript.page.get("columns")
        count = wanted if isinstance(wanted, int) and 1 <= wanted <= 6 else self.sheet.columns
        # Larger text needs wider columns; smaller text does not get more of them, which would be too narrow for tables.
        while count > 1 and self._column(width, count) < self.sheet.narrowest * max(scale, 1.0):
            count -= 1
        return count

    def _bands(self, flow: Flow, width: float) -> Iterator[tuple[int, list[content.Block]]]:
        """(number of columns, blocks) one below the other; what is too wide for a column goes across the page."""
        run: list[content.Block] = []
        for number, block in enumerate(self.blocks):
            if not isinstance(block, content.PageSection):
                run.append(block)
                continue
            yield from self._bands_of(run, flow, width)
            run = []
            flow.page = block.kind
            yield from self._bands_of([content.Break(block.span, block.kind), *block.blocks], flow, width)
            flow.page = ""
            if number < len(self.blocks) - 1:
                run = [content.Break(block.span, "page")]
        yield from self._bands_of(run, flow, width)

    def _bands_of(
        self, blocks: Sequence[content.Block], flow: Flow, width: float
    ) -> Iterator[tuple[int, list[content.Block]]]:
        columns = 1 if flow.page == "cover" else self._columns(width, flow.scale)
        run: list[content.Block] = []
        for block in blocks:
            count = columns
            if isinstance(block, content.Columns):
                count = block.number
            elif columns > 1 and _goes_across(block, flow, self._column(width, columns)):
                count = 1
            inner = list(block.blocks) if isinstance(block, content.Columns) else [block]
            if count == columns:
                run += inner
                continue
            heads: list[content.Block] = []  # headings stay with what they say
            while (
                not isinstance(block, content.Heading | content.Columns)
                and run
                and isinstance(run[-1], content.Heading)
            ):
                heads.insert(0, run.pop())
            if run:
                yield columns, run
            run = []
            yield count, [*heads, *inner]
        if run:
            yield columns, run


def icon_finder(composer: Composer, game: Game, findings: Findings) -> Callable[[str, Span], Picture | None]:
    """What finds the drawing of an icon by its name; where there is none, that is a finding at the place given."""
    return partial(_icon, composer, game, findings)


def _icon(composer: Composer, game: Game, findings: Findings, name: str, span: Span) -> Picture | None:
    drawings = composer.layouts.drawings
    picture = drawings.picture("icons", name, game, composer.setter.shaper)
    if picture is None and not drawings.has("icons", name, game):
        help = suggest(name, drawings.names("icons", game), "icons are")
        findings.add("missing-icon", f"there is no icon '{name}'", span, help)
    return picture


def _icon_symbol(lowering: Lowering, sheet: DocumentStyle, picture: Picture, ink: Colour) -> Symbol:
    """An icon of the document in its colours; on dark grounds, in that of the words."""
    own = sheet.icons.get(picture.name) if ink.contrast(WHITE) >= _DARK else None
    colours = tuple((name, own or ink if name == CURRENT else sheet.palette.get(name, ink)) for name in picture.colours)
    return lowering.symbol(picture, colours)


def _draw(lowering: Lowering, known: dict[int, tuple[Op, ...]], art: content.BlockArt) -> tuple[Op, ...]:
    """The operations of a picture of the document, which are made once for all sizes."""
    ops = known.get(id(art))
    if ops is None:
        ops = known[id(art)] = lowering.ops(art.items)
    return ops


def _unset(
    findings: Findings, manuscript: content.Manuscript, characters: Sequence[str], family: str, span: Span
) -> None:
    findings.extend(missing_in_document(characters, family, manuscript.name, manuscript.language, span))


def _goes_across(block: content.Block, flow: Flow, room: float) -> bool:
    """True if a block needs the whole page: a title, and tables that would be cramped in a column."""
    if isinstance(block, content.Heading):
        return block.level == 1
    return isinstance(block, content.TableBlock) and least_width(flow, block) > room
