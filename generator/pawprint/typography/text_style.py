"""The style of a text (its font, size, lines and alignment) and of the runs in it."""

from typing import NamedTuple


class RunStyle(NamedTuple):
    """How the characters of a run differ from the style of their text, from markup to drawing.

    Attributes:
        colour: a name of the palette, or `#rrggbb`; empty for the colour of the text.
        line: the kind of line below the characters, one of `markup.LINES`; empty for none.
    """

    bold: bool = False
    italic: bool = False
    colour: str = ""
    line: str = ""


#: Runs that do not differ from their text, or only by their weight.
PLAIN, BOLD = RunStyle(), RunStyle(bold=True)


class TextStyle(NamedTuple):
    """How text is set, on faces and in documents.

    Attributes:
        fallback: the family for words with characters that *family* does not have.
        size, min_size, step: points; text on a face is set at the first size at which it fits, from one to the other
            in steps; those of a quarter point are so fine that no reader sees them.
        leading: distance of baselines as a multiple of the size.
        align: start (left, or right in a script that runs from there), left, center, right, end, justify.
        valign: top, middle, bottom of a box on a face (middle centres capitals, not boxes).
        case: none, upper, small-caps.
        tracking: extra space after each glyph, in ems.
        balance: lines of about equal length (for titles).
        hyphenate: whether words may be divided.
        icon_scale: height of inline icons in cap heights.
        paragraph: extra space between paragraphs on a face, in ems.
    """

    family: str = "text"
    fallback: str = "text"
    size: float = 8.0
    min_size: float = 8.0
    step: float = 0.25
    leading: float = 1.25
    bold: bool = False
    italic: bool = False
    align: str = "start"
    valign: str = "top"
    case: str = "none"
    tracking: float = 0.0
    balance: bool = False
    hyphenate: bool = False
    icon_scale: float = 1.35
    paragraph: float = 0.0


def aligned(align: str, start: str) -> str:
    """The side that `start` and `end` mean for a text whose lines begin at the side *start*; other words stay."""
    if align == "start":
        return start
    if align == "end":
        return "left" if start == "right" else "right"
    return align
