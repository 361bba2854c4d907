"""Pictures and icons of a document -> SVG inside of a page; a drawing that is used several times is defined once."""

from collections.abc import Callable, Container, Mapping
from html import escape

from pawprint.core.affine import IDENTITY
from pawprint.core.colour import Colour
from pawprint.core.picture import Picture
from pawprint.core.source import Span
from pawprint.documents.content import BlockArt, TextRun
from pawprint.documents.typeset.structure import said
from pawprint.documents.typeset.style_reader import PageStyle
from pawprint.graphics.ops import UseSymbol
from pawprint.pieces.lower import Lowering
from pawprint.press.svg_writer import SvgPress

#: The drawing of an icon by its name and the place that asks for it; None after a finding.
FindIcon = Callable[[str, Span], Picture | None]
#: A drawing by its name; None if there is none.
FindArt = Callable[[str], Picture | None]
#: Where the drawing of a cover stands, as SVG has it.
_ASPECTS = {"cover": "xMidYMid slice", "top": "xMidYMin meet", "bottom": "xMidYMax meet"}


class PageArt:
    """The pictures of one page.

    Args:
        ink: the colour of icons that take that of the text around them.
        palette: the colours that icons name.
        coloured: the drawings of icons that have colours of their own.
    """

    def __init__(
        self,
        lowering: Lowering,
        find_icon: FindIcon,
        find_art: FindArt,
        ink: Colour,
        palette: Mapping[str, Colour],
        coloured: Container[str],
    ) -> None:
        self._lowering, self._find_icon, self._find_art = lowering, find_icon, find_art
        self._ink, self._palette, self._coloured = ink, palette, coloured
        # Headings have no `_` in their anchors: no id of a picture is that of a heading.
        self._figures = SvgPress("_f", shared=True)
        self._icons = SvgPress("_i", current=ink)
        self._defined: dict[str, str] = {}

    def figure(self, art: BlockArt, kind: str = "art") -> str:
        """A picture, as large as its class *kind* lets it be."""
        body = self._figures.part(self._lowering.ops(art.items), self._defined)
        named = f'role="img" aria-label="{escape(art.alt)}"' if art.alt else 'aria-hidden="true"'
        size = f'viewBox="0 0 {art.width:.6g} {art.height:.6g}" style="--w:{art.width:.5g}"'
        return f'<svg class="{kind}" {named} {size} fill="none">{body}</svg>'

    def icon(self, run: TextRun, span: Span, is_named: bool = False) -> str:
        """An icon in a line of text, with its name for screen readers and for searching; the name alone if there is no
        drawing.

        Args:
            is_named: the text beside it is its name.
        """
        name, picture = escape(said(run)), self._find_icon(run.text, span)
        if picture is None:
            return "" if is_named else name
        box, use = self._use(self._icons, picture, {})
        drawn = f'<svg {box} aria-hidden="true" fill="none">{use}</svg>'
        look = "icon" + (f" {class_of('icon', picture.name)}" if picture.name in self._coloured else "")
        if is_named:
            return f'<span class="{look}">{drawn}</span>'
        return f'<span class="{look}" title="{name}">{drawn}<span class="unseen"> {name} </span></span>'

    def ground(self, style: PageStyle) -> str:
        """The drawing below the text of a cover; empty if there is none. Tiles are for paper."""
        picture = self._find_art(style.art) if style.art and style.place in _ASPECTS else None
        if picture is None:
            return ""
        box, use = self._use(self._figures, picture, dict(style.colours))
        shape = f'{box} preserveAspectRatio="{_ASPECTS[style.place]}"'
        return f'<svg class="under {style.place}" {shape} aria-hidden="true" fill="none">{use}</svg>'

    def _use(self, press: SvgPress, picture: Picture, named: Mapping[str, Colour]) -> tuple[str, str]:
        """(the attribute with the box of a drawing, the drawing)."""
        colours = tuple((name, named.get(name) or self._palette.get(name, self._ink)) for name in picture.colours)
        use = press.part([UseSymbol(self._lowering.symbol(picture, colours), IDENTITY)], self._defined)
        return f'viewBox="{picture.x:g} {picture.y:g} {picture.width:g} {picture.height:g}"', use

    def definitions(self) -> str:
        """The drawings that the pictures of the page refer to, for its end; empty if there are none."""
        if not self._defined:
            return ""
        inside = "".join(self._defined.values())
        return f'<svg class="unseen" aria-hidden="true" width="0" height="0"><defs>{inside}</defs></svg>'


def class_of(kind: str, style: str) -> str:
    """The class of elements with a style of the sheet: `box-note`; what CSS would read as something else is escaped."""
    return f"{kind}-" + "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in style)
