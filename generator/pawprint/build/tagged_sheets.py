"""Sheets of cards -> a document to be read: the first copy of each card has its text and structure, the others are
decoration."""

from collections.abc import Iterable
from dataclasses import replace

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Box
from pawprint.draw.ops import Drawing, Group, Op, UseDrawing
from pawprint.draw.outlines import outline
from pawprint.draw.structure_ops import Bookmark, DocumentInfo, Link, Page
from pawprint.impose.sheet import Side


def tagged_sheets(sides: Iterable[Side], document: DocumentInfo, names: Iterable[str]) -> DocumentInfo:
    """*document* on *sides*, on which its pages stand as drawings with these *names*."""
    numbers = {name: number for number, name in enumerate(names)}
    pages: list[Page] = []
    anchors: dict[str, tuple[int, float]] = {}
    bookmarks: list[Bookmark] = []
    for at, side in enumerate(sides):
        ops: list[Op] = []
        links: list[Link] = []
        for drawing, matrix, clip in side.placements:
            number = numbers.pop(drawing.name, None)
            shown: tuple[Op, ...] = (UseDrawing(drawing),)
            if number is not None and isinstance(drawing, Drawing):
                shown = drawing.ops
                links += [link._replace(box=link.box.mapped(matrix)) for link in document.pages[number].links]
                anchors |= {
                    anchor: (at, _moved(y, matrix)) for anchor, (page, y) in document.anchors.items() if page == number
                }
            ops.append(Group((Group(shown, matrix),), clip=outline(clip)))
        pages.append(Page(side.size, (*ops, *side.ops), tuple(links)))
        if side.label:
            bookmarks.append(Bookmark(side.label, 1, at, 0.0))
    return replace(document, pages=tuple(pages), bookmarks=tuple(bookmarks), anchors=anchors)


def _moved(y: float, matrix: Matrix) -> float:
    return Box(0.0, y, 0.0, 0.0).mapped(matrix).y
