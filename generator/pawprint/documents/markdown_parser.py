"""The Markdown of documents: CommonMark with tables and with boxes, without HTML, code and references."""

import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

_BOX = re.compile(r":{3,}[ \t]*([^\s:].*)?$")

_PARSER: list[MarkdownIt] = []


def markdown_parser() -> MarkdownIt:
    """The parser; made once."""
    if not _PARSER:
        parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 20}).enable("table")
        parser.disable(["code", "html_block", "html_inline", "reference", "lheading", "text_join"])
        parser.block.ruler.before("fence", "box", _box, {"alt": ["paragraph", "blockquote", "list", "table"]})
        _PARSER.append(parser)
    return _PARSER[0]


def _box(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`::: name title` down to its `:::`; boxes may stand in boxes."""
    opening = _BOX.match(_line(state, start))
    if not opening or not opening[1] or state.is_code_block(start):
        return False
    if silent:
        return True
    depth, row = 1, start + 1
    while row < end:
        if state.sCount[row] < state.blkIndent and state.bMarks[row] + state.tShift[row] < state.eMarks[row]:
            break  # out of the list that the box stands in
        mark = _BOX.match(_line(state, row))
        if mark:
            depth += 1 if mark[1] else -1
            if not depth:
                break
        row += 1
    token: Any = state.push("box_open", "div", 1)
    token.info, token.map, token.block = opening[1].strip(), [start, row], True
    token.meta = {"open": depth > 0}
    limit, parent = state.lineMax, state.parentType
    state.lineMax = row
    state.md.block.tokenize(state, start + 1, row)
    state.lineMax, state.parentType = limit, parent
    state.push("box_close", "div", -1).block = True
    state.line = row + (0 if depth else 1)
    return True


def _line(state: StateBlock, row: int) -> str:
    return state.src[state.bMarks[row] + state.tShift[row] : state.eMarks[row]]
