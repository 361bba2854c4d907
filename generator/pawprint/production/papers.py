"""Finding papers: by name or size, and the half of a paper."""

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, mm
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.pieces.layouts import NORMAL_MARGIN, Layouts, Paper
from pawprint.production.options import BuildOptions

#: The most by which half of a paper may differ from the paper of that name: A5 is half a millimetre smaller than A4/2.
_TOLERANCE = mm(1)


def find_paper(
    layouts: Layouts, findings: Findings, name: str, span: Span | None = None, margin: Insets | None = None
) -> Paper | None:
    """The paper called *name* (in any case), or one of the size `WxH`; None after a finding at *span*.

    Args:
        margin: what the printer leaves white, if that is known; else the paper says it.
    """
    papers = layouts.papers
    if not papers and findings.failed:
        return None  # there is a finding about the file with the papers
    for known, paper in papers.items():
        if known.lower() == name.lower():
            return paper if margin is None else paper._replace(margin=margin)
    try:
        size = Size.parse(name)
    except ValueError:
        help = suggest(name, papers, "papers are") + "; or WxH, as in 210x297mm"
        findings.add("unknown-paper", f"there is no paper '{name}'", span, help)
        return None
    if max(size.width, size.height) > mm(2000) or min(size.width, size.height) < mm(40):
        findings.add("unknown-paper", f"no paper is {size}", span, "sides are from 40 mm to 2000 mm")
        return None
    return Paper(name.replace(" ", ""), size, NORMAL_MARGIN if margin is None else margin)


def paper_of_build(layouts: Layouts, findings: Findings, options: BuildOptions) -> Paper | None:
    """The paper of a build, with what its printer leaves white; None after a finding."""
    paper = find_paper(layouts, findings, options.paper, margin=options.margin)
    printer = options.printer
    if printer is None or paper is None:
        return paper
    known = printer.matching(paper.size, options.duplex)
    from pawprint.sheets.printers.printer_profile import FLIPS

    if options.duplex not in FLIPS:  # there is no back to correct
        known = tuple(calibration for flip in FLIPS for calibration in printer.matching(paper.size, flip))[:1]
    elif len(known) != 1:
        trays = ", ".join(calibration.tray for calibration in known if calibration.tray)
        message = f"printer '{printer}' is not set for {paper.name} flipped on the {options.duplex.replace('-', ' ')}"
        help = f"measure it: pawprint printer calibrate --paper {paper.name} --flip {options.duplex.partition('-')[0]}"
        if known:
            message = f"printer '{printer}' is set for {paper.name} in several trays"
            help = f"name one, as in --printer {printer.name}:TRAY; trays are {trays}"
        findings.add("printer-not-set", message, None, help)
        return None
    return paper if options.margin is not None or not known else paper._replace(margin=known[0].margins)


def half_of(paper: Paper, layouts: Layouts) -> Paper:
    """*paper* folded once, upright; one that has a name where there is one, such as A5 for A4."""
    short, long = sorted(paper.size)
    size = Size(*sorted((short, long.half())))
    for known in layouts.papers.values():
        if all(ZERO <= side - other <= _TOLERANCE for side, other in zip(size, sorted(known.size), strict=True)):
            return Paper(known.name, Size(*sorted(known.size)), known.margin)
    return Paper(f"half-{paper.name}", size, paper.margin)
