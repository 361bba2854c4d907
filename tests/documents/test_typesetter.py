"""Pages: what stands where, what stays together, and what is read out in which order."""

from dataclasses import replace
from pathlib import Path

import pytest

from documents.paper import (
    AT,
    TEXT,
    Desk,
    art,
    at,
    dump,
    figure,
    flat,
    force,
    heading,
    leaves,
    lines,
    lines_of,
    listing,
    numbered,
    paragraph,
    spoken,
    table,
    texts,
    tree,
    words,
)
from helpers import golden
from pawprint.catalog.model import Translated
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import Length
from pawprint.documents import content
from pawprint.documents.typeset.structure import plain
from pawprint.graphics.ops import DrawBox, Group
from pawprint.graphics.traverse import DocumentInfo
from pawprint.pieces.layouts import Paper


def test_all_kinds_of_blocks_on_their_pages(desk: Desk) -> None:
    made = desk.good(
        heading("The Book", 1),
        content.ContentsBlock(AT),
        heading("Play"),
        paragraph("Take a :sun: card, see [play](#play), or **not**."),
        listing("one", "two words", is_numbered=True),
        content.Listing(((paragraph("outer"), listing("inner")),), AT),
        content.Aside((paragraph(numbered(8)),), AT, "note", words("Remember")),
        figure(40, "a fox"),
        table("Name|Points", "Group", "Fox|3", "Hen|12", aligns="lr", caption="Beasts"),
        heading("End"),
        content.Gallery(((art(60, 30), words("fox")), (art(60, 30), words("hen"))), AT),
        style="book",
    )
    golden("documents/all-kinds.txt", dump(made))


def test_french_page(desk: Desk) -> None:
    made = desk.good(
        heading("La chaîne", 1),
        paragraph("Qui va là ? « C'est le renard : il a faim ! »"),
        figure(40, "le renard"),
        table("Nom|Points", *[f"Bête {n}|{n}" for n in range(30)], aligns="lr", caption="Les bêtes"),
        style="book",
        language="fr",
        title="Règles",
    )
    golden("documents/french.txt", dump(made))


# -- what stays together ---------------------------------------------------------------------


def test_no_line_of_a_paragraph_is_alone_at_the_end_of_a_page(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(27)), paragraph(lines_of(4, 500)))
    assert [len(texts(page)) for page in made.pages] == [27, 4]


def test_no_line_of_a_paragraph_is_alone_at_the_top_of_a_page(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(25)), paragraph(lines_of(4, 500)))
    assert [len(texts(page)) for page in made.pages] == [27, 2]


def test_heading_is_not_the_last_thing_on_a_page(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(25)), heading("Next"), paragraph(lines_of(5, 500)))
    assert [texts(page)[0][:5] for page in made.pages] == ["w0000", "Next"]


def test_words_with_a_colon_stay_with_what_they_announce(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(26)), paragraph("These:"), figure(50))
    assert texts(made.pages[1])[0] == "These:"


def test_figure_that_does_not_fit_moves_to_the_next_page_and_text_continues(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(20)), figure(100, "fox"), paragraph(lines_of(12, 500)))
    first, second = made.pages
    assert len(texts(first)) == 28, "the space that the figure leaves is filled with text"
    assert [op.matrix[5] for op, _ in flat(second.ops) if isinstance(op, Group)] == [TEXT.y]
    roles = [child.role for child in made.structure.children]
    assert roles == ["P", "Div", "P"], "and it is read where the source has it"


def test_figures_preserve_their_order(desk: Desk) -> None:
    made = desk.good(
        paragraph(lines_of(20)), figure(100, "first"), paragraph(lines_of(2, 500)), figure(20, "second", width=30)
    )
    captions = [text for page in made.pages for text in texts(page) if text.startswith("Figure")]
    assert captions == ["Figure 1. first", "Figure 2. second"]


def test_figure_does_not_leave_its_chapter(desk: Desk) -> None:
    made = desk.good(
        paragraph(lines_of(15)), figure(130), paragraph(lines_of(2, 500)), heading("Next"), paragraph("words")
    )
    assert "Next" not in texts(made.pages[0])


def test_short_box_is_not_divided(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(25)), content.Aside((paragraph(numbered(20, 500)),), AT))
    assert len(texts(made.pages[0])) == 25


def test_long_box_continues_on_the_next_page_with_its_ground(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(10)), content.Aside((paragraph(numbered(200, 500)),), AT))
    assert len(made.pages) == 3 or len(made.pages) == 2
    for page in made.pages:
        boxes = [op for op, _ in flat(page.ops) if isinstance(op, DrawBox) and op.width > 10]
        inside = [y for _, y, text in lines(page) if text[:5] >= "w0500"]
        (box,) = boxes
        assert box.y < min(inside) - 5
        assert box.y + box.height > max(inside) + 5
        assert box.y + box.height <= TEXT.bottom + 0.01


def test_page_break_starts_a_new_page(desk: Desk) -> None:
    made = desk.good(paragraph("one"), force("page"), paragraph("two"))
    assert [texts(page) for page in made.pages] == [["one"], ["two"]]


def test_side_break_starts_a_right_hand_page(desk: Desk) -> None:
    made = desk.good(paragraph("one"), force("side"), paragraph("two"), force("side"), paragraph("three"))
    assert [texts(page) for page in made.pages] == [["one"], [], ["two"], [], ["three"]]


def test_no_empty_page_at_the_beginning(desk: Desk) -> None:
    made = desk.good(force("page"), paragraph("one"))
    assert [texts(page) for page in made.pages] == [["one"]]


def test_last_items_of_a_list_stay_together(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(10)), listing(*[f"item {number}" for number in range(19)]))
    assert texts(made.pages[1]) == ["- item 17", "- item 18"]


# -- columns ---------------------------------------------------------------------------------


def test_columns_are_filled_in_order(desk: Desk) -> None:
    made = desk.good(paragraph(numbered(200)), style="columns")
    places = lines(made.pages[0])
    assert {x for x, _, _ in places} == {20.0, 120.0}
    assert [text for _, _, text in places] == sorted(text for _, _, text in places)


def test_columns_end_level(desk: Desk) -> None:
    made = desk.good(paragraph(numbered(40)), style="columns")
    bottoms = {x: y for x, y, _ in lines(made.pages[0])}
    assert abs(bottoms[20.0] - bottoms[120.0]) <= 10


def test_title_spans_all_columns(desk: Desk) -> None:
    made = desk.good(heading("A title across the page", 1), paragraph(numbered(40)), style="columns")
    assert texts(made.pages[0])[0] == "A title across the"  # in letters of 20 pt


def test_columns_may_be_within_a_page_of_a_single_column(desk: Desk) -> None:
    made = desk.good(paragraph("before"), content.Columns((paragraph(numbered(30)),), AT, 2), paragraph("after"))
    places = lines(made.pages[0])
    assert places[0][2] == "before"
    assert places[-1][2] == "after"
    assert {x for x, _, _ in places[1:-1]} == {20.0, 120.0}
    assert places[-1][1] > max(y for _, y, _ in places[1:-1])


def test_cramped_table_spans_all_columns(desk: Desk) -> None:
    wide = table("Name|Kind|Place", "longname01|longkind01|longplace1")
    made = desk.good(paragraph(numbered(30)), heading("All"), wide, paragraph(numbered(30, 600)), style="columns")
    place = {text: (x, y) for x, y, text in lines(made.pages[0])}
    assert place["All"][0] == place["longname01"][0] == 20.0
    assert place["longplace1"][0] > 120
    before, after = place["w0028 w0029"][1], place["w0600 w0601"][1]
    assert before < place["All"][1] < place["longplace1"][1] < after


def test_columns_that_would_be_too_narrow_become_fewer(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    made = desk.good(paragraph(numbered(30)), style="columns", columns=4)
    assert len({x for x, _, _ in lines(made.pages[0])}) == 3


def test_block_too_tall_for_the_rest_of_a_page_moves_to_the_next_page(desk: Desk) -> None:
    wide = table("Name|Kind|Place", *["longname01|longkind01|longplace1"] * 18)
    made = desk.good(wide, heading("Next"), figure(90, "fox"), style="columns")
    assert "Next" not in texts(made.pages[0])
    assert texts(made.pages[1])[0] == "Next"


# -- pictures --------------------------------------------------------------------------------


def test_text_flows_beside_a_picture_and_then_below_it(desk: Desk) -> None:
    made = desk.good(figure(35, width=50, place="side"), paragraph(numbered(40)))
    widths = [len(text) for text in texts(made.pages[0])]
    assert max(widths[:4]) <= (180 - 50 - 12) / 5
    assert widths[4] > 30
    (picture,) = [op for op, _ in flat(made.pages[0].ops) if isinstance(op, Group)]
    assert picture.matrix[4] == 20 + 180 - 50


def test_next_block_begins_below_a_picture(desk: Desk) -> None:
    made = desk.good(figure(100, width=50, place="side"), paragraph("short"), paragraph("beside"), heading("Next"))
    places = {text: (x, y) for x, y, text in lines(made.pages[0])}
    (picture,) = [op for op, _ in flat(made.pages[0].ops) if isinstance(op, Group)]
    assert places["beside"][1] < picture.matrix[5] + 100
    assert places["Next"][1] - 10 > picture.matrix[5] + 100


def test_picture_that_is_too_wide_shrinks(desk: Desk) -> None:
    made = desk.good(figure(100, width=360))
    (picture,) = [op for op, _ in flat(made.pages[0].ops) if isinstance(op, Group)]
    assert picture.matrix[0] == pytest.approx(0.5)


def test_pictures_that_nearly_fit_shrink_into_a_single_row(desk: Desk) -> None:
    row = content.FigureBlock((art(100, 20), art(100, 20)), (), AT, numbered=False)
    for more in ({}, {"fit": 1}):  # then letters become larger, and pictures do not
        made = desk.good(row, paragraph("below"), **more)
        pictures = [op.matrix for op, _ in flat(made.pages[0].ops) if isinstance(op, Group)]
        assert len({matrix[5] for matrix in pictures}) == 1
        assert all(0.8 < matrix[0] < 0.86 for matrix in pictures)


def test_picture_much_taller_than_a_page_is_reported(desk: Desk) -> None:
    desk.set(figure(1000, width=20))
    (finding,) = desk.findings
    assert finding.code == "does-not-fit"
    assert finding.help


def test_pictures_of_another_size_begin_a_row(desk: Desk) -> None:
    items = [(art(40, 40), words("a")), (art(40, 40), words("b")), (art(40, 80), words("c"))]
    made = desk.good(content.Gallery(tuple(items), AT))
    pictures = [op.matrix for op, _ in flat(made.pages[0].ops) if isinstance(op, Group)]
    assert pictures[0][5] == pictures[1][5] < pictures[2][5]


# -- a number of pages -----------------------------------------------------------------------


def sizes(document: object) -> set[float]:
    from pawprint.graphics.ops import DrawText
    from pawprint.graphics.traverse import DocumentInfo

    assert isinstance(document, DocumentInfo)
    return {op.size for page in document.pages for op, _ in flat(page.ops) if isinstance(op, DrawText)}


def test_document_that_must_fit_a_page_becomes_smaller(desk: Desk) -> None:
    blocks = paragraph(lines_of(40))
    assert len(desk.good(blocks).pages) == 2
    made = desk.good(blocks, fit=1)
    assert len(made.pages) == 1
    (size,) = sizes(made)
    assert 5 <= size < 10


def test_document_that_has_room_becomes_larger(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(10)), fit=1)
    assert len(made.pages) == 1
    (size,) = sizes(made)
    assert 10 < size <= 20


def test_document_that_cannot_fit_is_reported(desk: Desk) -> None:
    desk.set(paragraph(lines_of(200)), fit=1)
    (finding,) = desk.findings
    assert finding.code == "overset"
    assert "should fit 1" in finding.message


# -- what runs along -------------------------------------------------------------------------


def test_running_lines_are_mirrored_and_no_part_of_the_text(desk: Desk) -> None:
    made = desk.good(heading("One"), paragraph(lines_of(70)), style="book")
    first, second, third = [texts(page, read=False) for page in made.pages]
    assert first == ["1/3"], "the first page has no head"
    assert second == ["One The Book", "2/3"]
    assert third == ["The Book One", "3/3"]
    left, right = (lines(page, read=False)[-1][0] for page in made.pages[1:])
    assert left == 20
    assert right > 150


def test_contents_list_the_pages(desk: Desk) -> None:
    made = desk.good(
        heading("The Book", 1),
        content.ContentsBlock(AT),
        heading("One"),
        paragraph("a"),
        force("page"),
        heading("Two"),
        style="book",
    )
    listed = [(x, text) for x, _, text in lines(made.pages[0]) if text in ("1", "2")]
    assert listed == [(195.0, "1"), (195.0, "2")]
    assert {link.target for link in made.pages[0].links} == {"#one", "#two"}
    assert {link.box.right for link in made.pages[0].links} == {200.0}, "dots and numbers are parts of the links"
    assert made.anchors["two"] == (1, 20.0)
    assert [(mark.title, mark.level, mark.page) for mark in made.bookmarks] == [
        ("The Book", 1, 0),
        ("One", 2, 0),
        ("Two", 2, 1),
    ]


def test_picture_before_a_heading_is_not_in_its_bookmark(desk: Desk) -> None:
    made = desk.good(heading(":sun: One", 1), heading("Take a :sun: card"), heading(":sun:"))
    assert [mark.title for mark in made.bookmarks] == ["One", "Take a sun card", "sun"]


def test_link_over_two_lines_has_a_place_on_each(desk: Desk) -> None:
    made = desk.good(heading("End"), paragraph(f"{numbered(5)} [follow this link here](#end)"))
    boxes = [link.box for link in made.pages[0].links]
    assert len(boxes) == 2
    assert boxes[0].y < boxes[1].y
    assert len({id(link.element) for link in made.pages[0].links}) == 1
    assert {link.words for link in made.pages[0].links} == {"follow this link here"}


# -- what is read out ------------------------------------------------------------------------


def test_structure_of_a_page(desk: Desk) -> None:
    made = desk.good(
        heading("Book", 1),
        paragraph("See [here](#book) and :sun:"),
        listing("one", is_numbered=True),
        table("A|B", "x|1"),
        figure(20, "fox"),
    )
    assert tree(made.structure) == (
        "Document\n"
        "  H1\n"
        "  P\n"
        "    Span\n"
        "    Link\n"
        "    Span\n"
        "    Span alt=sun\n"
        "  L numbering=Decimal\n"
        "    LI\n"
        "      Lbl\n"
        "      LBody\n"
        "        P\n"
        "  Table\n"
        "    TR\n"
        "      TH scope=Column\n"
        "      TH scope=Column\n"
        "    TR\n"
        "      TD\n"
        "      TD\n"
        "  Div\n"
        "    Figure alt=a picture\n"
        "    Caption\n"
    )


def test_picture_without_words_is_decoration(desk: Desk) -> None:
    made = desk.good(content.FigureBlock((art(20, 20, alt=""),), (), AT, numbered=False), paragraph("text"))
    assert tree(made.structure) == "Document\n  P\n"


def test_each_leaf_is_drawn(desk: Desk) -> None:
    made = desk.good(heading("Book", 1), paragraph("See [here](#book) and :sun:"), table("A|B", "x|1", "|2"))
    drawn = {id(owner) for page in made.pages for _, owner in flat(page.ops) if owner is not None}
    bare = [leaf.role for leaf in leaves(made.structure) if id(leaf) not in drawn]
    assert bare == ["TD"], "but for an empty cell"


# -- what is wrong ---------------------------------------------------------------------------


def test_letter_that_no_font_has(tmp_path: Path) -> None:
    desk = Desk(tmp_path, missing="☃")
    desk.set(paragraph("a ☃", span=at(7)))
    (finding,) = desk.findings
    assert (finding.code, finding.span and finding.span.line) == ("missing-glyph", 7)
    assert "U+2603" in finding.message


def test_missing_letters_are_a_single_finding_for_each_script_of_a_document(tmp_path: Path) -> None:
    desk = Desk(tmp_path, missing="☃שלום")
    desk.set(paragraph("a ☃☃", span=at(7)), paragraph("שלום שם", span=at(8)), paragraph("☃ לו", span=at(9)))
    snow, hebrew = sorted(desk.findings, key=lambda finding: finding.message)[::-1]
    assert snow.message.endswith("'☃' (U+2603): 3 letters in 2 places of 'rulebook'")
    assert hebrew.message.endswith("and 1 more: 8 letters in 2 places of 'rulebook'")
    assert [finding.span and finding.span.line for finding in (snow, hebrew)] == [7, 8]


def test_text_from_right_to_left_without_a_font_is_reported(tmp_path: Path) -> None:
    desk = Desk(tmp_path, missing="שלוםע")
    desk.set(paragraph("a שלום עולם", span=at(7)))
    (finding,) = desk.findings
    assert (finding.code, finding.span and finding.span.line) == ("missing-glyph", 7)
    assert "Hebrew characters 'ש' (U+05E9)" in finding.message
    assert "pip install fontpkg-heebo" in finding.help


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("take a :sun: card", ["take a", "sun", "card"]),
        ("a sun :sun: shines", ["a sun shines"]),
        (":sun: Suns shine", ["Suns shine"]),
        ("tsun :sun:", ["tsun", "sun"]),
    ],
)
def test_icon_beside_its_own_name_is_decoration(desk: Desk, text: str, read: list[str]) -> None:
    made = desk.good(paragraph(text))
    said = spoken(made)
    assert [leaf.alt or said[leaf] for leaf in leaves(made.structure)] == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Sun :sun:, from I to V", "Sun, from I to V"),
        ("Eats :sun:: all", "Eats sun: all"),
        ("a (:sun:) b", "a (sun) b"),
        ("x:sun:y", "x sun y"),
        (":sun: Suns", "Suns"),
    ],
)
def test_words_read_out_have_the_names_of_icons(text: str, read: str) -> None:
    assert plain(words(text)) == read


def test_space_between_icons_is_not_an_element(desk: Desk) -> None:
    made = desk.good(paragraph(":sun: :sun: one :sun:"))
    (read,) = made.structure.children
    assert [(one.role, one.alt) for one in read.children] == [
        ("Span", "sun"),
        ("Span", "sun"),
        ("Span", ""),
        ("Span", "sun"),
    ]


def test_bold_words_that_begin_a_paragraph_may_be_a_heading(desk: Desk) -> None:
    """It is a heading for those who listen or look for it, and looks like the paragraph that it is."""
    question = content.Paragraph(words("**May I pass?** Yes, **always**."), AT)
    made = desk.good(heading("Questions"), question._replace(heading=3))
    said = spoken(made)
    assert [(one.role, said.get(one, "")) for one in made.structure.children[2:]] == [("P", "Yes, always .")]
    assert made.structure.children[1].role == "H3"
    assert [(mark.title, mark.level) for mark in made.bookmarks] == [("Questions", 2), ("May I pass?", 3)]
    plainly = desk.good(heading("Questions"), question)
    assert texts(made.pages[0]) == texts(plainly.pages[0])


def test_missing_icon_is_reported(desk: Desk) -> None:
    desk.set(content.Paragraph(words("a :sunn: b"), at(9)))
    (finding,) = desk.findings
    assert (finding.code, finding.span and finding.span.line) == ("missing-icon", 9)
    assert "sun" in finding.help


def test_word_wider_than_its_column(desk: Desk) -> None:
    desk.set(paragraph("1" * 40, span=at(3)))
    (finding,) = desk.findings
    assert (finding.code, finding.span and finding.span.line) == ("overset", 3)
    assert "7.1 mm too wide" in finding.message


def test_paper_that_is_all_margin(tmp_path: Path) -> None:
    from pawprint.documents.content import Manuscript
    from pawprint.documents.typeset.typesetter import typeset
    from pawprint.pieces.lower import Lowering

    desk = Desk(tmp_path)
    tiny = Paper("stamp", Size(Length.of(60, "pt"), Length.of(60, "pt")), Insets())
    draft = Manuscript(name="a", kind="rulebook", title="A", language="en", blocks=(), page={"style": "plain"}, span=AT)
    table = desk.table
    assert typeset(draft, table.game, tiny, table.composer, Lowering(), desk.findings) is None
    (finding,) = desk.findings
    assert finding.code == "does-not-fit"


def test_same_draft_prints_the_same_pages(desk: Desk) -> None:
    blocks = (heading("One"), paragraph(lines_of(40)), figure(30, "fox"), table("A|B", "x|1", "y|2"))
    assert dump(desk.good(*blocks)) == dump(desk.good(*blocks))


# -- from right to left ----------------------------------------------------------------------


@pytest.fixture(name="hebrew")
def _hebrew(desk: Desk) -> Desk:
    game = desk.table.game
    texts = {name: Translated({**getattr(game, name), "he": "גן"}) for name in ("title", "credits")}
    desk.table.game = replace(game, languages=("he",), **texts)
    return desk


def _extents(made: DocumentInfo) -> dict[str, tuple[float, float]]:
    """Where each text begins and ends; letters are 5 pt wide."""
    return {text: (x, x + 5 * len(text)) for page in made.pages for x, _, text in lines(page)}


def test_lists_tables_and_boxes_begin_at_the_right_in_languages_from_there(hebrew: Desk) -> None:
    made = hebrew.good(
        listing("אב"),
        listing("גד", is_numbered=True),
        table("הו|זח", "טי|כל"),
        content.Aside((paragraph("מנ"),), AT, "note"),
        language="he",
    )
    found = _extents(made)
    left, right = TEXT.x, TEXT.right
    assert found["-"][0] > found["אב"][1] == pytest.approx(right - 15)
    assert found["1."][0] > found["גד"][1]
    assert found["1."][1] < right
    assert found["הו"][1] == found["טי"][1] == pytest.approx(right)
    assert left < found["זח"][1] == found["כל"][1] < found["הו"][0]
    bars = [op for op, _ in flat(made.pages[0].ops) if isinstance(op, DrawBox) and op.width < 5 < op.height]
    assert [bar.x + bar.width for bar in bars] == [pytest.approx(right)]
    assert found["מנ"][1] < bars[0].x


def test_columns_run_from_right_to_left(hebrew: Desk) -> None:
    made = hebrew.good(paragraph(" ".join(["אבגדה"] * 120)), style="columns", language="he")
    first, second = (min(x for x, _, _ in part) for part in (lines(made.pages[0])[:5], lines(made.pages[0])[-5:]))
    assert first > second


def test_space_before_a_number_with_a_tied_word_stays_on_its_side(hebrew: Desk) -> None:
    (page,) = hebrew.good(paragraph("עד 4 קלפים"), language="he").pages
    places = {text: x for x, _, text in lines(page)}
    tied = places["\u00a0קלפים"]
    number = next(x for text, x in places.items() if "4" in text)
    assert number == pytest.approx(tied + 30), "nothing but the tie is between them"
