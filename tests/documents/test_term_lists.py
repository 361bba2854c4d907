"""Terms: marked where they are used, explained in a glossary, and found again by an index."""

from pathlib import Path

import pytest

from documents import paper
from documents.paper import AT, force, heading
from documents.test_manuscripts import Desk
from pawprint.documents.content import Aside, Paragraph, TextRun
from pawprint.documents.typeset._cross_references import page_ranges

TERMS = """
::: term orphan
A beast whose prey is gone.
:::

::: term Égide
Nothing preys on it.
:::

"""


def test_glossary_explains_terms_in_the_order_of_letters_and_an_index_lists_them(desk: Desk) -> None:
    said = desk.blocks("An [[orphan]] and two [[orphans|orphan]].\n\n" + TERMS + "[[glossary]]\n\n[[index]]\n")
    assert said == (
        "paragraph: An [orphan](#term-orphan) and two [orphans](#term-orphan).\n"
        "paragraph glossary: **Égide**: Nothing preys on it.\u2002[<pages>](#term-egide)\n"
        "paragraph glossary: **Orphan**: A beast whose prey is gone.\u2002[<pages>](#term-orphan)\n"
        "paragraph index: Égide\u2002[<pages>](#term-egide)\n"
        "paragraph index: Orphan\u2002[<pages>](#term-orphan)\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("An [[orfan]].", "unknown-anchor: there is no term 'orfan' in this document; did you mean 'orphan'?"),
        ("Two [[orphans]].", "unknown-anchor: there is no term 'orphans' in this document; did you mean 'orphan'?"),
        ("::: term orphan\nAgain.\n:::", "duplicate-id: the anchor 'term-orphan' is used twice"),
        ("::: term\nWhat?\n:::", "bad-markdown: a term consists of a name and paragraphs"),
        ("::: term list\n- one\n:::", "bad-markdown: a term consists of a name and paragraphs"),
    ],
)
def test_term_without_a_single_explanation_is_reported(text: str, expected: str, desk: Desk) -> None:
    (fault,) = desk.faults("# T\n" + TERMS + text)
    assert expected in fault
    assert fault.startswith("11:")


def test_contents_have_the_requested_levels(desk: Desk) -> None:
    said = desk.blocks("[[toc]]\n\n[[toc 1]]\n\n[[toc 3]]\n")
    assert said == "contents\ncontents to level 1\ncontents to level 3\n"


def test_index_has_the_pages_on_which_a_term_is_used(tmp_path: Path) -> None:
    use = Paragraph((TextRun("text", "an orphan", link="#term-orphan"),), AT)
    listed = (TextRun("text", "Orphan "), TextRun("reference", "pages", link="#term-orphan"))
    entry = Paragraph(listed, AT, "body", "term-orphan")
    parts = [block for _ in range(3) for block in (use, force("page"))]
    made = paper.Desk(tmp_path).good(*parts, force("page"), heading("Play"), force("page"), use, force("page"), entry)
    assert paper.texts(made.pages[-1]) == ["Orphan 1–3, 5"]
    (link,) = made.pages[0].links
    assert link.target == "#term-orphan"


def test_ranges_of_pages() -> None:
    assert page_ranges([1, 2, 4, 5, 6, 9]) == "1, 2, 4–6, 9"
    assert page_ranges([]) == ""


def test_sidebar_is_placed_beside_the_text_that_follows(tmp_path: Path) -> None:
    style = paper.STYLE.replace("balance: false", "balance: false\n        sidebar: 40 pt").replace(
        "          note: {fill", "          sidebar: {fill: tint, pad: 2 pt}\n          note: {fill"
    )
    desk = paper.Desk(tmp_path, style=style)
    box = Aside((paper.paragraph("aside two"),), AT, "sidebar")
    made = desk.good(box, paper.paragraph(paper.lines_of(3)), paper.paragraph("after"))
    xs = {text: (x, y) for x, y, text in paper.lines(made.pages[0])}
    first = next(place for text, place in xs.items() if text.startswith("w0000"))
    assert first[0] == 20
    assert xs["aside"][0] > 150
    assert abs(xs["aside"][1] - first[1]) < 10
    boxes = [op for op, _ in paper.flat(made.pages[0].ops) if isinstance(op, paper.DrawBox)]
    assert [(box.x, box.width) for box in boxes] == [(160, 40)]


def test_sidebar_without_text_beside_it_is_a_box(tmp_path: Path) -> None:
    style = paper.STYLE.replace(
        "          note: {fill", "          sidebar: {fill: tint, pad: 2 pt}\n          note: {fill"
    )
    box = Aside((paper.paragraph("alone"),), AT, "sidebar")
    made = paper.Desk(tmp_path, style=style).good(box)
    assert paper.texts(made.pages[0]) == ["alone"]
