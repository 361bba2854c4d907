"""Any document: nothing outside of the margins, nothing over something else, each word once, in reading order."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from documents.paper import (
    AT,
    TEXT,
    Desk,
    art,
    figure,
    flat,
    force,
    heading,
    leaves,
    listing,
    numbered,
    paragraph,
    table,
    text_of,
    words,
)
from pawprint.documents.content import Aside, Block, Columns, ContentsBlock, Gallery
from pawprint.graphics.ops import DrawText, StructureElement
from pawprint.graphics.traverse import DocumentInfo
from strategies import examples


class Numbers:
    """Words that are counted, so that each is another one."""

    def __init__(self) -> None:
        self.next = 0

    def text(self, count: int) -> str:
        first, self.next = self.next, self.next + count
        return numbered(count, first)


#: (kind, size) of blocks; their words are numbered when they are made.
kinds = st.tuples(
    st.sampled_from(
        ["heading", "paragraph", "list", "table", "figure", "side", "aside", "columns", "gallery", "break"]
    ),
    st.integers(1, 60),
)


def block(kind: str, size: int, count: Numbers) -> Block:
    match kind:
        case "heading":
            return heading(count.text(1 + size % 5), 2 + size % 3)
        case "paragraph":
            return paragraph(count.text(size))
        case "list":
            return listing(*[count.text(1 + (size * n) % 17) for n in range(1 + size % 7)], is_numbered=size % 2 == 0)
        case "table":
            caption, heads = count.text(2), f"{count.text(1)}|{count.text(1)}"
            rows = [f"{count.text(1 + n * size % 11)}|{count.text(1 + n % 3)}" for n in range(1 + size)]
            return table(heads, *rows, caption=caption)
        case "figure":
            return figure(size * 4, count.text(size % 12), width=20 + size * 3)
        case "side":
            return figure(size * 2, count.text(size % 3), width=40, place="side")
        case "aside":
            title = words(count.text(2))
            inside = paragraph(count.text(size)), listing(count.text(3), count.text(4))
            return Aside(inside, AT, "note", title)
        case "columns":
            return Columns((paragraph(count.text(size)), paragraph(count.text(size))), AT, 1 + size % 2)
        case "gallery":
            return Gallery(tuple((art(20 + size, 30), words(count.text(1))) for _ in range(1 + size % 9)), AT)
        case _:
            return force(("page", "column", "side")[size % 3])


@examples(20)
@given(st.lists(kinds, min_size=1, max_size=9), st.sampled_from(["plain", "columns", "book"]))
def test_any_document(plan: list[tuple[str, int]], style: str) -> None:
    count = Numbers()
    blocks = [ContentsBlock(AT), *[block(kind, size, count) for kind, size in plan]]
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        made = desk.set(*blocks, style=style)
    told = {finding.code for finding in desk.findings}
    assert told <= {"does-not-fit"}
    if not told:
        stays_inside(made)
    lies_apart(made)
    expected = [f"w{number:04d}" for number in range(count.next)]
    listed = read(made, {"TOC"})
    assert listed == expected, "each word once, in the order of reading"


def read(document: DocumentInfo, without: set[str]) -> list[str]:
    """The words of the tree, leaf by leaf: what someone who listens is told."""
    drawn: dict[int, list[str]] = {}
    for page in document.pages:
        for op, owner in flat(page.ops):
            if isinstance(op, DrawText) and owner is not None:
                drawn.setdefault(id(owner), []).extend(word for word in text_of(op).split() if word[0] == "w")

    def known(element: StructureElement) -> list[str]:
        if element.role in without:
            return []
        if not element.children:
            return drawn.get(id(element), [])
        return [word for child in element.children for word in known(child)]

    return known(document.structure)


def stays_inside(document: DocumentInfo) -> None:
    for page in document.pages:
        for op, owner in flat(page.ops):
            if isinstance(op, DrawText) and owner is not None:
                width = len(text_of(op)) * 0.5 * op.size
                assert TEXT.x - 0.01 <= op.x
                assert op.x + width <= TEXT.right + 0.01, text_of(op)
                assert TEXT.y <= op.y <= TEXT.bottom


def lies_apart(document: DocumentInfo) -> None:
    """No two texts stand on one another."""
    for page in document.pages:
        texts = [
            (op.x, op.y, op.x + len(text_of(op)) * 0.5 * op.size, op.size)
            for op, owner in flat(page.ops)
            if isinstance(op, DrawText) and owner is not None
        ]
        for index, (left, y, right, size) in enumerate(texts):
            for other_left, other_y, other_right, _ in texts[index + 1 :]:
                if left < other_right - 0.01 and other_left < right - 0.01:
                    assert abs(other_y - y) > 0.6 * size


def test_tree_contains_all_marked_content() -> None:
    with tempfile.TemporaryDirectory() as folder:
        count = Numbers()
        made = Desk(Path(folder)).set(
            *[block(kind, 7, count) for kind in ("table", "aside", "list", "figure", "gallery")]
        )
    known = {id(leaf) for leaf in leaves(made.structure)}
    owners = {id(owner) for page in made.pages for _, owner in flat(page.ops) if owner is not None}
    assert owners <= known
