"""The names of styles in a draft -> findings for those that the style of the document does not have."""

from collections.abc import Iterable, Iterator

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.documents.typeset._document_style import DocumentStyle
from pawprint.documents.typeset.blocks import Aside, Block, Columns, Listing, PageSection, Paragraph, TableBlock


def check_style_names(blocks: Iterable[Block], sheet: DocumentStyle, findings: Findings) -> None:
    """Report each box, text style and table style that *sheet* does not define, once for each place."""
    defined = {"box": set(sheet.asides), "text style": {"body", *sheet.texts}, "table style": {"plain", *sheet.tables}}
    for kind, name, span in dict.fromkeys(_names(blocks)):
        if name not in defined[kind]:
            findings.add("unknown-style", f"there is no {kind} '{name}'", span, suggest(name, defined[kind]))


def _names(blocks: Iterable[Block]) -> Iterator[tuple[str, str, Span]]:
    """(what it is, its name, its place) of each style that is named in *blocks*."""
    for block in blocks:
        match block:
            case Paragraph():
                yield "text style", block.style, block.span
            case TableBlock():
                yield "table style", block.style, block.span
            case Listing():
                for item in block.items:
                    yield from _names(item)
            case Aside():
                yield "box", block.style, block.span
                yield from _names(block.blocks)
            case Columns() | PageSection():
                yield from _names(block.blocks)
