"""Blocks as lines of text, for tests and for the pages that quote them."""

from collections.abc import Iterable, Iterator

from pawprint.documents import content


def shown(words: content.Words) -> str:
    """Words with their looks as marks."""
    text = ""
    for run in words:
        part = {"icon": f":{run.text}:", "break": " / ", "reference": f"<{run.text}>"}.get(run.kind, run.text)
        if run.style.italic:
            part = f"*{part}*"
        if run.style.bold:
            part = f"**{part}**"
        text += f"[{part}]({run.link})" if run.link else part
    return text


def dump(blocks: Iterable[content.Block]) -> str:
    """One line for each thing that stands by itself; what is inside of another is indented."""
    return "".join(f"{line}\n" for block in blocks for line in _lines(block))


def _lines(block: content.Block) -> Iterator[str]:
    match block:
        case content.Heading():
            yield f"heading {block.level}: {shown(block.words)} (#{block.anchor})"
        case content.Paragraph():
            style = "" if block.style == "body" else f" {block.style}"
            anchor = f" (#{block.anchor})" if block.anchor and block.style == "body" else ""
            yield f"paragraph{style}{anchor}: {shown(block.words)}"
        case content.Listing():
            for number, item in enumerate(block.items, block.start):
                sign = f"{number}. " if block.numbered else "- "
                for index, line in enumerate(line for inner in item for line in _lines(inner)):
                    yield (sign if not index else " " * len(sign)) + line
        case content.TableBlock():
            heads = " | ".join(f"{shown(one.head)}{' >' * (one.align == 'right')}" for one in block.columns)
            named = f" (#{block.anchor})" if block.anchor else ""
            yield f"table {block.style}{named}: {heads}"
            for row in block.rows:
                yield "  " + " | ".join(map(_cell, row))
        case content.FigureBlock():
            named = f" (#{block.anchor})" if block.anchor else ""
            yield f"figure {'numbered ' * block.numbered}{block.place}{named}: {shown(block.caption)}".rstrip(": ")
            yield from (f"  {_art(art)}" for art in block.art)
        case content.Gallery():
            yield "gallery"
            yield from (f"  {_art(art)} {shown(words)}" for art, words in block.items)
        case content.Aside():
            yield f"box {block.style}: {shown(block.title)}".rstrip(": ")
            yield from (f"  {line}" for inner in block.blocks for line in _lines(inner))
        case content.Columns():
            yield f"columns {block.number}"
            yield from (f"  {line}" for inner in block.blocks for line in _lines(inner))
        case content.PageSection():
            yield block.kind
            yield from (f"  {line}" for inner in block.blocks for line in _lines(inner))
        case content.ContentsBlock():
            yield "contents" if block.depth == 2 else f"contents to level {block.depth}"
        case content.Break():
            yield f"break: {block.kind}"


def _art(art: content.BlockArt) -> str:
    return f"[{art.alt or 'picture'}, {art.width / 72 * 25.4:.0f} x {art.height / 72 * 25.4:.0f} mm]"


def _cell(cell: content.TableCell) -> str:
    art = f"{_art(cell.art)} " if cell.art else ""
    return f"{art}{shown(cell.words)}" + (f" (across {cell.across})" if cell.across > 1 else "")
