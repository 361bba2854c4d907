"""An SVG file -> `Picture`: plain paths whose colours are still names.

Behind this door, `profile` says what is read, `xml_tree` reads a file, `xml_elements` the values of its elements, and
`painter` draws them.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pawprint.core.affine import IDENTITY
from pawprint.core.diagnostics import Findings
from pawprint.core.picture import Bitmap, Cluster, ColourName, Gradient, Item, Picture
from pawprint.graphics.svg._element_references import References
from pawprint.graphics.svg._painter import Painter
from pawprint.graphics.svg._profile import AS_PIXELS, INITIAL, POKER_CARD
from pawprint.graphics.svg.svg_report import Refused, SvgReport
from pawprint.graphics.svg.xml_elements import SvgDocument, SvgElement, read_document

if TYPE_CHECKING:
    from pawprint.graphics.svg.drawing_fonts import DrawingFonts


def read_svg(
    data: bytes,
    name: str,
    findings: Findings,
    display_name: str,
    fonts: "DrawingFonts | None" = None,
    length: float = POKER_CARD,
) -> Picture | None:
    """Read one drawing.

    Args:
        data: the file's content.
        name: what the picture is called: `burrow/red-fox`.
        findings: takes what is wrong, all of it where possible, as `bad-svg`; and what is printed as pixels.
        display_name: how messages call the file; as a rule a path relative to the current folder.
        fonts: for texts in the drawing, which are faults without them.
        length: in mm, of the longer side as it is printed; what is printed as pixels is sharp up to it.

    Returns:
        The picture, its coordinates rounded to 3 decimals; None when anything is wrong with the file.
    """
    report = SvgReport(findings, display_name)
    try:
        return draw_document(read_document(data, report), report, name, fonts, length)
    except Refused:
        return None


def draw_document(
    document: SvgDocument,
    report: SvgReport,
    name: str,
    fonts: "DrawingFonts | None" = None,
    length: float = POKER_CARD,
) -> Picture | None:
    """The picture of a document that has been read; None when anything is wrong, which has been reported.

    Raises:
        Refused: there is too much of the drawing.
    """
    if document.texts:
        from pawprint.graphics.svg._text_outlines import outline_texts

        outline_texts(document, report, fonts)
    references = References(document, report)
    if _needs_pixels(document.root):
        items = _drawn_with_pixels(document, references, report, length)
    else:
        items = Painter(document, report).draw(document.root, IDENTITY, INITIAL)
    if report.failed:
        return None
    colours = sorted(colour for colour in set(_colours(items)) if not colour.startswith("#"))
    return Picture(name, *document.view, tuple(items), tuple(colours))


def _needs_pixels(node: SvgElement) -> bool:
    """True if an element has a property that `Pixels` may have to draw."""
    return not AS_PIXELS.isdisjoint(node.style) or any(map(_needs_pixels, node.children))


def _drawn_with_pixels(document: SvgDocument, references: References, report: SvgReport, length: float) -> list[Item]:
    from pawprint.graphics.svg._pixels import Pixels, TooManyImages

    pixels = Pixels(document, references, report, length)
    try:
        items = Painter(document, report, pixels).draw(document.root, IDENTITY, INITIAL)
    except TooManyImages:
        items = pixels.whole()
    pixels.tell()
    return items


def _colours(items: Iterable[Item]) -> Iterator[ColourName]:
    for item in items:
        if isinstance(item, Cluster):
            yield from _colours(item.items)
            yield from _colours(item.mask)
            continue
        if isinstance(item, Bitmap):
            continue
        if item.stroke is not None:
            yield item.stroke
        if isinstance(item.fill, Gradient):
            yield from (colour for _, colour in item.fill.stops)
        elif item.fill is not None:
            yield item.fill
