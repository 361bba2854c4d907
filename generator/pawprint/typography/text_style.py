"""The style of a text (its font, size, lines and alignment) and of the runs in it."""

from typing import NamedTuple


class RunStyle(NamedTuple):
    """The differences of a run of characters from the style of its text, from markup to drawing.

    Attributes:
        colour: a name of the palette, or `#rrggbb`; empty for the colour of the text.
        line: the decoration below the characters, from `markup.LINES` (drawn by `pieces.lower`); empty for none.
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
        size, min_size, step: points; text on a face is set at the first size at which it fits, from *size* down
            to *min_size* in steps; the default of a quarter point is not visible to readers.
        leading: distance of baselines as a multiple of the size.
        align: start (left; right in right-to-left scripts), left, center, right, end, justify.
        valign: top, middle, bottom of a box on a face (middle centres capitals, not boxes).
        case: none, upper, small-caps.
        tracking: extra space after each glyph, in ems.
        balance: lines of about equal length (for titles).
        hyphenate: True if words may be divided.
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


def resolve_align(align: str, start: str) -> str:
    """*align* with `start` and `end` as sides, for a text whose lines begin at the side *start*."""
    if align == "start":
        return start
    if align == "end":
        return "left" if start == "right" else "right"
    return align
