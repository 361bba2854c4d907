"""A colour of a palette: `'#rrggbb'`, or a mapping that also says the inks that print it."""

from functools import partial

from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.inks import DeclaredColour, ProcessInks
from pawprint.yamlio import scalars
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import MappingNode, Node, SequenceNode

#: Names that PDF keeps for the process inks and for all plates at once (ISO 32000-1, 8.6.6.4).
_RESERVED = {"all", "none", "cyan", "magenta", "yellow", "black"}


def palette_colour(node: Node, what: str, findings: Findings) -> Colour | None:
    """Read a colour; None after a finding.

    Args:
        what: names it in messages.
    """
    if not isinstance(node, MappingNode):
        return scalars.colour(node, what, findings)
    take = FieldReader(node, what, findings)
    before = findings.count
    colour = take.value("rgb", scalars.colour, required=True)
    inks = take.value("cmyk", _process_inks)
    spot = take.value("spot", _spot)
    overprint = take.flag("overprint")
    take.finish()
    if colour is None or findings.count > before:
        return None
    return DeclaredColour(colour, inks, spot or "", overprint)


def _process_inks(node: Node, what: str, findings: Findings) -> ProcessInks | None:
    """`[cyan, magenta, yellow, black]` in percent."""
    if not isinstance(node, SequenceNode) or len(node.items) != 4:
        help = "write the percentages of cyan, magenta, yellow and black: [0, 60, 90, 10]"
        scalars.wrong_type(node, what, "a list of four numbers", findings, help)
        return None
    parse = partial(scalars.number, least=0, most=100)
    shares = [
        parse(item, f"{ink} in {what}", findings) for ink, item in zip(ProcessInks._fields, node.items, strict=True)
    ]
    known = [share / 100 for share in shares if share is not None]
    return ProcessInks(*known) if len(known) == 4 else None


def _spot(node: Node, what: str, findings: Findings) -> str | None:
    """The name of a spot ink, as the print shop calls it."""
    name = scalars.text(node, what, findings)
    if name is None:
        return None
    if not name.strip() or not name.isprintable() or name.strip().lower() in _RESERVED:
        message = f"{what}: '{name}' cannot be the name of a spot ink"
        findings.add("bad-colour", message, node.span, "write the name that the print shop uses: PANTONE 871 C")
        return None
    return name.strip()
