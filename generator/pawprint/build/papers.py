"""Finding papers: by name or size, and the half of a paper."""

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, mm
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.faces.layouts import NORMAL_MARGIN, Layouts, Paper

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


def half_of(paper: Paper, layouts: Layouts) -> Paper:
    """*paper* folded once, upright; one that has a name where there is one, such as A5 for A4."""
    short, long = sorted(paper.size)
    size = Size(*sorted((short, long.half())))
    for known in layouts.papers.values():
        if all(ZERO <= side - other <= _TOLERANCE for side, other in zip(size, sorted(known.size), strict=True)):
            return Paper(known.name, Size(*sorted(known.size)), known.margin)
    return Paper(f"half-{paper.name}", size, paper.margin)
