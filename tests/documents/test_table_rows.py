"""Tables: widths of columns, heads that come back, rows that hold together."""

import pytest

from documents.paper import (
    AT,
    TEXT,
    Desk,
    art,
    flat,
    leaves,
    lines,
    lines_of,
    numbered,
    paragraph,
    spoken,
    table,
    texts,
    tree,
    words,
)
from pawprint.documents.content import TableBlock, TableCell, TableColumn
from pawprint.graphics.ops import DrawBox, Group
from pawprint.graphics.traverse import DocumentInfo


def rows(count: int, first: int = 0) -> list[str]:
    return [f"row{number:03d}|{number}" for number in range(first, first + count)]


def test_numbers_are_aligned_at_their_ends(desk: Desk) -> None:
    made = desk.good(table("Name|Points", "Fox|3", "Hen|12", aligns="lr"))
    ends = {text: x + 5 * len(text) for x, _, text in lines(made.pages[0])}
    assert ends["3"] == ends["12"] == ends["Points"] == TEXT.right


def test_words_after_a_number_preserve_their_distance(desk: Desk) -> None:
    made = desk.good(table("N|Name", "12|Fox", aligns="rl"))
    place = {text: x for x, _, text in lines(made.pages[0])}
    assert place["Fox"] - (place["12"] + 10) >= 10 + 5


def test_head_is_repeated_where_a_table_continues(desk: Desk) -> None:
    made = desk.good(table("Name|Number", *rows(40), caption="Beasts"))
    first, second = made.pages
    assert texts(first)[:2] == ["Beasts", "Name Number"]
    assert texts(second)[0].startswith("row")
    assert texts(second, read=False) == ["Beasts (continued)", "Name Number"]
    repeated = [y for _, y, _ in lines(second, read=False)]
    assert max(repeated) < lines(second)[0][1]


def test_each_row_appears_once(desk: Desk) -> None:
    made = desk.good(table("Name|Number", *rows(100)))
    found = [text for page in made.pages for _, _, text in lines(page) if text.startswith("row")]
    assert found == [row.partition("|")[0] for row in rows(100)]


def test_row_is_not_divided(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(22)), table("A|B", "x|y", f"a|{numbered(16)}", "z|z"))
    pages = [{text[:1] for _, _, text in lines(page)} for page in made.pages]
    assert "a" not in pages[0] & pages[1]
    ends = [[y for _, y, text in lines(page) if text.startswith("w00")] for page in made.pages]
    assert not (ends[0] and lines(made.pages[0])[0][2].startswith("A"))


def test_row_higher_than_a_page_is_divided(desk: Desk) -> None:
    made = desk.good(table("A|B", f"a|{numbered(150)}"))
    assert len(made.pages) > 1
    found = [word for page in made.pages for _, _, text in lines(page) for word in text.split() if word[0] == "w"]
    assert found == numbered(150).split()


def test_group_stays_with_its_first_row(desk: Desk) -> None:
    made = desk.good(table("A|B", *rows(25), "Group", "y|2", "z|3", "w|4"))
    assert texts(made.pages[0])[-1] == "row024 24"
    assert texts(made.pages[1])[0] == "Group"


def test_first_row_is_not_alone(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(26)), table("Name|Number", *rows(6)))
    assert texts(made.pages[1])[0] == "Name Number"


def test_last_row_is_not_alone(desk: Desk) -> None:
    made = desk.good(table("Name|Number", *rows(28)))
    assert len([text for text in texts(made.pages[1]) if text.startswith("row")]) == 2


def test_small_table_is_not_divided(desk: Desk) -> None:
    made = desk.good(paragraph(lines_of(24)), table("Name|Number", *rows(3)))
    assert texts(made.pages[1]) == ["Name Number", "row000 0", "row001 1", "row002 2"]


def test_table_of_a_single_column_has_no_groups(desk: Desk) -> None:
    made = desk.good(table("Name", "Fox", "Hen"))
    assert "across" not in tree(made.structure)
    assert not [op for op, _ in flat(made.pages[0].ops) if isinstance(op, DrawBox)]


def test_shares_of_the_width(desk: Desk) -> None:
    columns = (
        TableColumn(words("A"), width=0.5),
        TableColumn(words("B"), width=0.25),
        TableColumn(words("C"), width=0.25),
    )
    row = tuple(TableCell(words(text)) for text in "xyz")
    made = desk.good(TableBlock(columns, (row,), AT))
    place = {text: x for x, _, text in lines(made.pages[0])}
    assert place["y"] - place["x"] == pytest.approx(80 + 10)
    assert place["z"] - place["y"] == pytest.approx(40 + 10)


def test_words_beside_pictures_are_aligned_at_their_starts(desk: Desk) -> None:
    made_rows = tuple((TableCell(words(name), art(width, 30)),) for name, width in (("fox", 20), ("hen", 40)))
    made = desk.good(TableBlock((TableColumn(words("Name")),), made_rows, AT))
    place = {text: x for x, _, text in lines(made.pages[0])}
    assert place["fox"] == place["hen"] == 20 + 40 + 4
    pictures = [op.matrix[4] for op, _ in flat(made.pages[0].ops) if isinstance(op, Group)]
    assert pictures == [30, 20], "and the pictures stand in the middle of their column"


@pytest.mark.parametrize(("high", "low", "both"), [(60.0, 30.0, True), (10.0, 6.0, False)])
def test_pictures_and_words_of_a_row_are_centred(high: float, low: float, both: bool, desk: Desk) -> None:
    """In the middle of the row, or on the first line of its words where no picture is higher than that."""
    text = words("fox") if both else words("fox " * 40)
    cells = (TableCell((), art(20, high)), TableCell((), art(20, low)), TableCell(text))
    made = desk.good(TableBlock((TableColumn(words("A")),) * 3, (cells,), AT))
    tops = [op.matrix[5] for op, _ in flat(made.pages[0].ops) if isinstance(op, Group)]
    middles = [top + tall / 2 for top, tall in zip(tops, (high, low), strict=True)]
    assert middles[0] == pytest.approx(middles[1])
    baseline = min(y for _, y, line in lines(made.pages[0]) if line.startswith("fox"))
    assert 0 < baseline - middles[0] < 6


def test_repeated_table_is_read_twice(desk: Desk) -> None:
    beasts = table("Name|Number", *rows(3))
    made = desk.good(beasts, paragraph("and again"), beasts, fit=1)
    drawn = {owner for _, owner in flat(made.pages[0].ops) if owner is not None}
    read = [*leaves(made.structure)]
    assert len(read) == len(drawn) == len({*read}) == 2 * 8 + 1
    assert {*read} == drawn


def test_word_too_wide_for_its_column_is_reported(desk: Desk) -> None:
    desk.set(table("A|B", "1" * 30 + "|" + "2" * 30))
    (finding,) = desk.findings
    assert finding.code == "overset"
    assert finding.help


def test_row_heads_and_links_in_cells(desk: Desk) -> None:
    row = (TableCell(words("Fox"), head=True), TableCell(words("see [this](#a)")), TableCell(words("sun"), art(10, 10)))
    made = desk.set(TableBlock((TableColumn(()), TableColumn(()), TableColumn(())), (row,), AT))
    assert tree(made.structure) == (
        "Document\n"
        "  Table\n"
        "    TR\n"
        "      TH scope=Row\n"
        "      TD\n"
        "        Span\n"
        "        Link\n"
        "      TD\n"
        "        Figure alt=a picture\n"
        "        Span\n"
    )


def heads_of(made: DocumentInfo) -> list[tuple[str, list[str]]]:
    """(role and scope of each cell, the words of the heads that it names), in the order of reading."""
    said = spoken(made)
    cells = [cell for one in made.structure.children for row in one.children for cell in row.children]
    return [
        (f"{said.get(cell, '')} {cell.role} {cell.scope}".strip(), [said[head] for head in cell.heads])
        for cell in cells
        if cell.role in ("TH", "TD")
    ]


def test_without_heads_of_columns_the_first_cell_is_the_head_of_its_row(desk: Desk) -> None:
    made = desk.good(table("|", "Hunt|play a card", "Pass|discard a card"))
    assert heads_of(made) == [
        ("Hunt TH Row", []),
        ("play a card TD", []),
        ("Pass TH Row", []),
        ("discard a card TD", []),
    ]


def test_icons_before_words_are_heads_in_a_table_without_heads(desk: Desk) -> None:
    made = desk.good(table("|||", ":sun:|one|:sun:|two"))
    roles = [(cell.role, cell.scope) for cell in made.structure.children[0].children[0].children]
    assert roles == [("TH", "Row"), ("TD", ""), ("TH", "Row"), ("TD", "")]


def test_empty_corner_is_not_a_head_and_cells_below_it_are(desk: Desk) -> None:
    made = desk.good(table("|Points", "Fox|3"))
    assert [said for said, _ in heads_of(made)] == ["TD", "Points TH Column", "Fox TH Row", "3 TD"]


def test_two_columns_with_heads_have_no_heads_in_their_rows(desk: Desk) -> None:
    """The one word behind it is read right after it in any case."""
    rows = tuple((TableCell(words(name), head=True), TableCell(words("3"))) for name in ("Fox", "Hen"))
    made = desk.good(TableBlock((TableColumn(words("Name")), TableColumn(words("Points"))), rows, AT))
    assert [said for said, _ in heads_of(made)][2:] == ["Fox TD", "3 TD", "Hen TD", "3 TD"]


def test_cells_below_a_title_name_all_their_heads(desk: Desk) -> None:
    """The title hides the heads of the columns from them: a search for heads ends at the first that is followed by a
    cell of data."""
    made = desk.good(table("Name|Points", "Birds", "Hen|1", "Mammals", "Fox|3", aligns="lr"))
    assert heads_of(made)[2:] == [
        ("Birds TH Column", []),
        ("Hen TD", ["Name", "Birds"]),
        ("1 TD", ["Points", "Birds"]),
        ("Mammals TH Column", []),
        ("Fox TD", ["Name", "Mammals"]),
        ("3 TD", ["Points", "Mammals"]),
    ]
