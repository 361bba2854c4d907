"""Pages of one column end where they divide least: tables, lists and boxes stay whole where little is lost."""

from pathlib import Path

import pytest

from documents.paper import AT, STYLE, Desk, figure, force, heading, lines, lines_of, listing, paragraph, table, texts
from pawprint.documents.content import Block, Paragraph, TextRun
from pawprint.documents.typeset._pages import PagePlan
from pawprint.documents.typeset._strips import Anchor, Strip, WholeBlock


def rows(count: int) -> Block:
    return table("name|points", *[f"row{number}|{number}" for number in range(count)])


def row_pages(desk: Desk, *blocks: Block, **page: object) -> list[list[str]]:
    """The rows of the table on each page."""
    made = desk.set(*blocks, **page)  # type: ignore[arg-type]
    return [[text for text in texts(one) if text.startswith("row")] for one in made.pages]


def lines_on(desk: Desk, *blocks: Block) -> list[int]:
    return [len({y for _, y, _ in lines(page)}) for page in desk.set(*blocks).pages]


def test_table_moves_whole_to_the_next_page_if_little_stays_empty(desk: Desk) -> None:
    found = row_pages(desk, paragraph(lines_of(23)), rows(8))
    assert [len(page) for page in found] == [0, 8]


def test_table_is_divided_where_more_than_a_fifth_of_the_page_would_be_empty(desk: Desk) -> None:
    found = row_pages(desk, paragraph(lines_of(18)), rows(14))
    assert [len(page) for page in found] == [8, 6]


def test_heading_and_introduction_move_with_their_table(desk: Desk) -> None:
    made = desk.set(paragraph(lines_of(23)), heading("List"), paragraph("These are they:"), rows(8))
    assert "List" in texts(made.pages[1])
    assert "These are they:" in " ".join(texts(made.pages[1]))


def test_table_is_divided_where_it_would_need_another_page_whole(desk: Desk) -> None:
    # 28 lines on each page: 24 and 9 of the table on two pages, with 20 that follow.
    found = row_pages(desk, paragraph(lines_of(24)), rows(8), paragraph(lines_of(20, 900)))
    assert [len(page) for page in found] == [2, 6]


def test_table_that_no_page_could_hold_whole_is_divided_at_the_foot(desk: Desk) -> None:
    found = row_pages(desk, paragraph(lines_of(24)), rows(40))
    assert len(found[0]) == 2


def test_list_moves_whole_for_less_empty_space_than_a_table(desk: Desk) -> None:
    items = listing(*[f"item{number}" for number in range(6)])
    for free, whole in ((3, True), (6, False)):
        made = desk.set(paragraph(lines_of(28 - free)), items)
        assert ("item0" not in " ".join(texts(made.pages[0]))) is whole


def test_section_begins_on_the_next_page_rather_than_with_two_lines_at_the_foot(desk: Desk) -> None:
    assert lines_on(desk, paragraph(lines_of(24)), heading("Next"), paragraph(lines_of(9, 800))) == [24, 10]


def test_earlier_page_ends_sooner_so_that_a_later_page_fits_its_table(desk: Desk) -> None:
    # As full as can be, the second page holds all but 2 rows, and moving 22 rows would leave most of it empty.
    text = [
        paragraph(lines_of(20)),
        heading("A"),
        paragraph(lines_of(6, 300)),
        heading("B"),
        paragraph(lines_of(4, 400)),
    ]
    found = row_pages(desk, *text, figure(20), rows(16))
    assert [len(page) for page in found if page] == [16]


def test_undivided_pages_are_as_full_as_possible() -> None:
    strips = [Strip(10.0, (), AT) for _ in range(60)]
    assert PagePlan(strips, 280, 280, 0, 0).ends()[0] == frozenset()


def test_end_that_is_chosen_is_before_the_unit() -> None:
    whole = WholeBlock(1.0)
    strips = [Strip(10.0, (), AT) for _ in range(24)] + [Strip(10.0, (), AT, whole=whole) for _ in range(8)]
    assert PagePlan(strips, 280, 280, 0, 0).ends()[0] == {strips[24]}
    begun = [*strips[:23], Strip(10.0, (), AT, anchors=(Anchor(2, "Next", "next"),)), *strips[24:]]
    kept = [*begun[:24], Strip(10.0, (), AT, keep=True, whole=whole), *begun[25:]]
    assert PagePlan(kept, 280, 280, 0, 0).ends()[0] == {kept[23]}


def test_references_to_pages_follow_what_has_moved(tmp_path: Path) -> None:
    refer = Paragraph((TextRun("text", "see "), TextRun("text", "", link="#goal", page="page")), AT)
    desk = Desk(tmp_path, style=STYLE)
    made = desk.set(refer, paragraph(lines_of(22)), rows(8), heading("Goal"))
    page = next(number for number, one in enumerate(made.pages, 1) if "Goal" in texts(one))
    assert made.anchors["goal"][0] == page - 1


def test_reference_has_room_for_the_number_of_the_page_to_which_its_section_has_moved(desk: Desk) -> None:
    # Page 9 has room for two lines of the section, which therefore begins on page 10.
    refer = Paragraph(
        (TextRun("text", "see "), TextRun("reference", "page", link="#next"), TextRun("text", " now")), AT
    )
    before = [block for _ in range(8) for block in (paragraph("x"), force("page"))]
    made = desk.set(refer, *before, paragraph(lines_of(24)), heading("Next"), paragraph(lines_of(9, 800)))
    assert made.anchors["next"][0] == 9
    (link,) = made.pages[0].links
    assert link.box.width == pytest.approx(5 * 5)  # "p. 10": five letters of half an em, at 10 pt
