"""References: numbers of figures, tables and headings, and pages that are right however the text moves."""

import re
from dataclasses import replace

import pytest

from documents.paper import AT, Desk, figure, force, heading, lines_of, listing, paragraph, table, texts
from pawprint.documents.content import Aside, Block, Paragraph, TextRun, Words, letter
from pawprint.documents.typeset._cross_references import with_pages
from pawprint.documents.typeset.typesetter import _Setting


def reference(kind: str, anchor: str) -> TextRun:
    return TextRun("reference", kind, link=f"#{anchor}")


def referring(*parts: str | TextRun) -> Paragraph:
    return Paragraph(tuple(TextRun("text", part) if isinstance(part, str) else part for part in parts), AT)


def pages_of(desk: Desk, *blocks: Block, **page: object) -> list[list[str]]:
    return [[plain(text) for text in texts(one)] for one in desk.good(*blocks, **page).pages]


def plain(text: str) -> str:
    """A line with simple spaces, and none between the parts of a sentence that links divide."""
    return re.sub(r" ([,!])", r"\1", " ".join(text.split()))


def test_reference_to_a_page_prints_the_page_of_its_anchor(desk: Desk) -> None:
    pages = pages_of(
        desk, referring("see ", reference("page", "end"), "!"), force("page"), force("page"), heading("End")
    )
    assert pages[0] == ["see p. 2!"]


def test_number_of_two_digits_has_its_room_before_what_follows(desk: Desk) -> None:
    far = [block for number in range(11) for block in (force("page"), heading(f"Part {number}", anchor=f"p{number}"))]
    made = desk.good(referring("see ", reference("page", "p9"), " and go on"), *far)
    (line,) = texts(made.pages[0])
    assert plain(line) == "see p. 11 and go on"
    (link,) = made.pages[0].links
    assert link.box.width == pytest.approx(5 * 5)  # five letters of half an em, at 10 pt
    assert (link.target, link.words) == ("#p9", "Part 9")


def test_document_whose_references_fit_is_set_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    passes: list[float] = []
    once = _Setting._set_once
    monkeypatch.setattr(_Setting, "_set_once", lambda self, scale: passes.append(scale) or once(self, scale))
    desk.good(referring("see ", reference("page", "end")), force("page"), heading("End"))
    assert len(passes) == 1
    many = [force("page") if odd else paragraph("x") for _ in range(12) for odd in (0, 1)]
    desk.good(referring("see ", reference("page", "end")), *many, heading("End"))
    assert len(passes) == 3


def test_figures_and_tables_are_named_by_their_numbers(desk: Desk) -> None:
    first, second = figure(20, "a fox"), figure(20, "a hen")._replace(anchor="hen")
    beasts = table("Name|Points", "Fox|3", caption="Beasts")
    numbered = replace(table("Name|Points", "Hen|1"), anchor="hens")
    (page,) = pages_of(
        desk,
        referring(reference("figure", "hen"), ", ", reference("table", "hens"), ", ", reference("name", "hen")),
        first,
        second,
        beasts,
        numbered,
    )
    assert page[0] == "Figure 2, Table 1, Figure 2"
    assert {"Figure 1. a fox", "Figure 2. a hen", "Table 1", "Beasts"} <= set(page)


def test_numbered_headings_count_on_each_level_and_are_named_by_number_or_title(desk: Desk) -> None:
    blocks = (
        heading("Book", 1),
        heading("One"),
        heading("Deep", 3),
        heading("Deeper", 4),
        heading("Two"),
        heading("Again", 3),
        referring(reference("section", "again"), " ", reference("title", "again"), " ", reference("name", "deeper")),
    )
    (page,) = pages_of(desk, *blocks, numbered=True)
    assert page == [
        "Book",
        "1 One",
        "1.1 Deep",
        "1.1.1 Deeper",
        "2 Two",
        "2.1 Again",
        "2.1 Again Deeper",
    ]
    (page,) = pages_of(desk, *blocks)
    assert page[-1] == "Again Again Deeper"


def test_numbered_rules_count_with_the_headings_between_them_and_items_have_letters(desk: Desk) -> None:
    blocks = (
        heading("Book", 1),
        paragraph("Once upon a time."),
        heading("Turn"),
        paragraph("Take one action."),
        listing("hunt", "eat"),
        listing("rest"),
        listing("draw", "discard", is_numbered=True),
        paragraph("Then stop.")._replace(anchor="stop"),
        heading("Hunt", 3),
        paragraph("Play a card.", "caption"),
        Aside((paragraph("A hint."), listing("look")), AT),
        listing("prey"),
        referring("After ", reference("section", "stop"), " and ", reference("rule", "stop")),
        heading("End"),
        paragraph("Count."),
    )
    (page,) = pages_of(desk, *blocks, numbered="rules")
    assert page == [
        "Book",
        "Once upon a time.",
        "1 Turn",
        "1.1 Take one action.",
        "a. hunt",
        "b. eat",
        "c. rest",
        "1. draw",
        "2. discard",
        "1.2 Then stop.",
        "1.3 Hunt",
        "Play a card.",
        "A hint.",
        "- look",
        "a. prey",
        "1.3.1 After 1.2 and 1.2",
        "2 End",
        "2.1 Count.",
    ]


def test_document_that_cannot_be_numbered_so_is_a_finding(desk: Desk) -> None:
    desk.good(paragraph("x"), numbered=False)
    desk.set(paragraph("x"), numbered="roman")
    assert [one.message for one in desk.findings] == ["a document cannot be numbered 'roman'"]


def test_letters_continue_after_z() -> None:
    assert [letter(number) for number in (1, 26, 27, 52, 53, 703)] == ["a", "z", "aa", "az", "ba", "aaa"]


def test_links_may_be_followed_by_their_pages() -> None:
    link: Words = (TextRun("text", "see "), TextRun("text", "the end", link="#end"), TextRun("text", ", or not"))
    made, empty = with_pages([Paragraph(link, AT), Paragraph((), AT)])
    assert empty == Paragraph((), AT)
    assert isinstance(made, Paragraph)
    assert [(run.kind, run.text) for run in made.words] == [
        ("text", "see "),
        ("text", "the end"),
        ("text", " ("),
        ("reference", "page"),
        ("text", ")"),
        ("text", ", or not"),
    ]


def test_longer_text_moves_its_references(desk: Desk) -> None:
    see = referring("see ", reference("page", "end"))
    assert pages_of(desk, see, paragraph(lines_of(20)), heading("End"), paragraph("x"))[0][0] == "see p. 1"
    assert pages_of(desk, see, paragraph(lines_of(30)), heading("End"), paragraph("x"))[0][0] == "see p. 2"
