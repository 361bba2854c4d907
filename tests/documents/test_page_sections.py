"""Covers, last pages, spreads, grounds; pages that are full, and documents that fill folded sheets."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from documents.paper import AT, STYLE, Desk, figure, flat, force, heading, lines, lines_of, paragraph, text_of, texts
from pawprint.core.colour import Colour
from pawprint.documents.content import PageSection
from pawprint.graphics.ops import DrawBox, DrawText, Group, Layer, Op, UseSymbol
from pawprint.graphics.traverse import Page

BOOK = """
    sheets:
      book:
        texts: {cover-title: {size: 40 pt, leading: 40 pt}, heading-2: {fill: rust, bleeds: true}}
        icons: {sun: rust}
        pages:
          all: {fill: sky}
          left: {fill: moss}
          cover: {fill: rust, running: false}
          last: {running: false}
"""

FRONT = """
palette: toy
elements:
  - {kind: panel, fill: "#010203", bleeds: true}
  - {kind: text, text: "{{ game }}", colour: paper, at: [3 mm, 3 mm], size: [30 mm, 10 mm]}
"""


def boxes(page: Page) -> list[DrawBox]:
    return [op for op, _ in flat(page.ops) if isinstance(op, DrawBox)]


def baselines(page: Page) -> list[float]:
    return [y for _, y, _ in lines(page)]


def test_cover_is_a_separate_page_with_its_own_styles(tmp_path: Path) -> None:
    desk = Desk(tmp_path, game=BOOK)
    cover = PageSection((heading("Book", 1), paragraph("by me")), AT, "cover")
    made = desk.good(cover, heading("Goal"), paragraph("Win."), style="book")
    assert [texts(page) for page in made.pages] == [["Book", "by me"], ["Goal", "Win."]]
    first = boxes(made.pages[0])[0]
    assert (first.x, first.y, first.width) == pytest.approx((-8.504, -8.504, 220 + 17.008), abs=0.01)
    assert first.height == pytest.approx(first.width - 220 + made.pages[0].size.height.pt, abs=0.01)
    assert not texts(made.pages[0], read=False)
    assert [op.size for op, _ in flat(made.pages[0].ops) if isinstance(op, DrawText)] == [40, 10]


def test_page_has_the_ground_of_its_most_specific_kind(tmp_path: Path) -> None:
    desk = Desk(tmp_path, game=BOOK)
    cover = PageSection((paragraph("Book"),), AT, "cover")
    made = desk.good(cover, paragraph("one"), force("page"), paragraph("two"), style="book")
    grounds = [boxes(page)[0].paint.fill for page in made.pages]
    colours = desk.table.composer.layouts.palettes[
        "pawprint" if "toy" not in desk.table.composer.layouts.palettes else "toy"
    ]
    assert grounds == [colours["rust"], colours["moss"], colours["sky"]]


@pytest.mark.parametrize(("name", "viewbox"), [("fox", "0 0 900 100"), ("hen", "0 0 100 900")])
def test_drawing_that_covers_a_page_is_centred_on_it(name: str, viewbox: str, tmp_path: Path) -> None:
    picture = tmp_path / f"layouts/art/toy/{name}.svg"
    desk = Desk(tmp_path, game=BOOK.replace("all: {fill: sky}", f"all: {{art: {name}}}"))
    picture.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{viewbox}"><path d="M0 0H50V50Z"/></svg>')
    made = desk.good(paragraph("one"), style="book")
    (drawn,) = [op for op, _ in flat(made.pages[0].ops) if isinstance(op, UseSymbol)]
    scale, _, _, _, x, y = drawn.matrix
    _, _, width, height = (scale * float(number) for number in viewbox.split())
    page = made.pages[0].size
    assert (x + width / 2, y + height / 2) == pytest.approx((page.width.pt / 2, page.height.pt / 2))
    assert min(width - page.width.pt, height - page.height.pt) == pytest.approx(17.008, abs=0.01)


def test_content_after_a_fill_is_at_the_foot_of_the_page(desk: Desk) -> None:
    made = desk.good(PageSection((paragraph("above"), force("fill"), paragraph("below")), AT, "cover"))
    first, second = baselines(made.pages[0])
    assert second - first == pytest.approx(280 - 10)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_back_page_is_the_last_page_of_a_folded_booklet(count: int, desk: Desk) -> None:
    text = [block for number in range(count) for block in (paragraph(f"page {number}"), force("page"))][:-1]
    made = desk.good(*text, PageSection((paragraph("in short"),), AT, "back"))
    assert len(made.pages) % 4 == 0
    assert texts(made.pages[-1]) == ["in short"]
    assert sum(bool(texts(page)) for page in made.pages) == count + 1


def test_spread_begins_on_a_left_hand_page(desk: Desk) -> None:
    made = desk.good(paragraph("one"), force("page"), paragraph("two"), force("spread"), paragraph("open"))
    assert [texts(page) for page in made.pages] == [["one"], ["two"], [], ["open"]]
    made = desk.good(paragraph("one"), force("spread"), paragraph("open"))
    assert [texts(page) for page in made.pages] == [["one"], ["open"]]


def test_heading_whose_ground_bleeds_reaches_the_edges_of_its_page(tmp_path: Path) -> None:
    desk = Desk(tmp_path, game=BOOK)
    made = desk.good(heading("Goal"), paragraph("x"), heading("Play"), paragraph("x"), style="book")
    _, first, second = boxes(made.pages[0])
    assert (first.x, first.y) == pytest.approx((-8.504, 20), abs=0.01)
    assert (second.width, second.height) == pytest.approx((220 + 17.008, 10), abs=0.01)


def test_icon_has_its_own_colour_on_white_and_that_of_the_words_on_dark_grounds(tmp_path: Path) -> None:
    desk = Desk(tmp_path, game=BOOK)
    made = desk.good(paragraph("a :sun: and a :moon:"), style="book")
    symbols = [op.symbol for op, _ in flat(made.pages[0].ops) if isinstance(op, UseSymbol)]
    assert len({repr(symbol.ops) for symbol in symbols}) == 2
    plain = Desk(tmp_path / "plain").good(paragraph("a :sun: and a :moon:"), style="book")
    assert repr(symbols[0].ops) not in [
        repr(op.symbol.ops) for op, _ in flat(plain.pages[0].ops) if isinstance(op, UseSymbol)
    ]


def test_figure_that_may_shrink_stays_where_it_nearly_fits(tmp_path: Path) -> None:
    blocks = (paragraph(lines_of(20)), figure(80), paragraph(lines_of(4, 500)))
    whole = Desk(tmp_path).good(*blocks)
    assert not [op for op, _ in flat(whole.pages[0].ops) if isinstance(op, Group)]
    desk = Desk(tmp_path, style=STYLE.replace("balance: false", "balance: false\n        shrink: 0.7"))
    made = desk.good(*blocks)
    (picture,) = [op for op, _ in flat(made.pages[0].ops) if isinstance(op, Group)]
    assert 0.7 <= picture.matrix[0] <= (280 - 200 - 10) / 80


def test_spaces_of_a_page_that_is_nearly_full_grow_to_its_foot(tmp_path: Path) -> None:
    blocks = (heading("One"), paragraph(lines_of(5)), heading("Two"), paragraph(lines_of(17)), figure(60))
    plain = baselines(Desk(tmp_path).good(*blocks).pages[0])
    desk = Desk(tmp_path, style=STYLE.replace("balance: false", "balance: false\n        stretch: 4"))
    full = baselines(desk.good(*blocks).pages[0])
    assert full[0] == plain[0]
    assert full[-1] - plain[-1] == pytest.approx(280 - (plain[-1] - plain[0] + 10), abs=1)


FOLDED = STYLE.replace("smallest: 5 pt", "smallest: 8 pt").replace("largest: 20 pt", "largest: 13 pt")


@pytest.mark.parametrize(
    ("count", "pages", "said"),
    [(28 * 4 - 2, 4, ""), (28 * 4 + 20, 4, "smaller"), (28 * 3, 4, "larger"), (5, 4, "blank-pages")],
)
def test_document_fills_folded_sheets_with_smaller_or_larger_text(
    count: int, pages: int, said: str, tmp_path: Path
) -> None:
    desk = Desk(tmp_path, style=FOLDED)
    made = desk.set(*[paragraph(lines_of(1, number * 6)) for number in range(count)], fit="multiple of 4")
    sizes = {op.size for page in made.pages for op, _ in flat(page.ops) if isinstance(op, DrawText)}
    (size,) = sizes
    found = {finding.code for finding in desk.findings}
    if said == "blank-pages":
        assert "blank-pages" in found
        return
    assert len(made.pages) == pages
    assert (size < 10, size > 10) == (said == "smaller", said == "larger")
    assert not found - {"empty-foot"}


def test_unfittable_document_is_a_finding(desk: Desk) -> None:
    desk.set(paragraph("x"), fit="eight pages")
    (finding,) = desk.findings
    assert (finding.code, "multiple of 4" in finding.help) == ("out-of-range", True)


def test_cover_uses_a_face_of_the_size_of_the_page(tmp_path: Path) -> None:
    (tmp_path / "layouts" / "faces").mkdir(parents=True)
    (tmp_path / "layouts" / "faces" / "front.yaml").write_text(FRONT, encoding="utf-8")
    desk = Desk(tmp_path, game=BOOK.replace("cover: {fill: rust", "cover: {face: front"))
    cover = PageSection((paragraph("Words"),), AT, "cover")
    made = desk.good(cover, paragraph("one"), style="book")
    first, second = ([*drawn(page.ops)] for page in made.pages)
    (ground,) = [op for op in first if isinstance(op, DrawBox) and op.paint.fill == Colour(1, 2, 3)]
    assert (ground.x, ground.width) == pytest.approx((-8.504, 220 + 17.008), abs=0.01)
    assert [text_of(op) for op in first if isinstance(op, DrawText)] == ["Toy", "Words"]
    assert not [op for op in second if isinstance(op, DrawBox) and op.paint.fill == Colour(1, 2, 3)]


def drawn(ops: Iterable[Op]) -> Iterator[Op]:
    """All operations, those in groups too."""
    for op, _ in flat(ops):
        yield from drawn(op.ops) if isinstance(op, Group | Layer) else (op,)


def test_face_that_does_not_exist_is_a_finding(tmp_path: Path) -> None:
    desk = Desk(tmp_path, game=BOOK.replace("cover: {fill: rust", "cover: {face: front"))
    desk.set(PageSection((paragraph("Words"),), AT, "cover"), style="book")
    assert [finding.code for finding in desk.findings] == ["unknown-face"]
