"""The links and references of a document -> findings for those that lead nowhere, or to something of another kind."""

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.documents.markdown import MarkdownReader
from pawprint.typeset.blocks import TERM
from pawprint.typeset.cross_references import RULES

_CALLED = {"section": "heading", "rule": "paragraph", "figure": "figure", "table": "table", "term": "term"}


def check_links(reading: MarkdownReader, has_rules: bool, findings: Findings) -> None:
    """Report each link of *reading* whose anchor does not exist, or is not of the kind that the link needs.

    Args:
        has_rules: whether the paragraphs of the document have numbers.
    """
    for link in reading.links:
        kind = reading.kinds.get(link.anchor)
        known = [anchor for anchor, of in reading.kinds.items() if not link.kind or of == link.kind]
        if link.kind == "term":
            names = [term.name for term in reading.terms.values()]
            help = suggest(link.anchor.removeprefix(TERM), names, "terms are")
        else:
            help = suggest(link.anchor, known, "anchors are")
        if kind is None:
            called = _CALLED.get(link.kind, "heading")
            shown = link.anchor.removeprefix(TERM) if link.kind == "term" else f"#{link.anchor}"
            message = f"there is no {called} '{shown}' in this document"
            findings.add("unknown-anchor", message, link.span, help)
        elif link.kind and kind != link.kind:
            message = f"'#{link.anchor}' is a {_CALLED[kind]}, and no {_CALLED[link.kind]}"
            findings.add("unknown-anchor", message, link.span, help)
        elif link.kind == "rule" and not has_rules:
            help = f"write numbered: {RULES} in the front matter"
            findings.add("unknown-anchor", "the paragraphs of this document have no numbers", link.span, help)
