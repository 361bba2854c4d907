"""Style sheets: what lies over what, and what is told of words that make no sense."""

import re
from pathlib import Path

import pytest

from documents.paper import AT, STYLE, Desk, flat, heading, lines, paragraph
from pawprint.core.colour import Colour
from pawprint.documents.typeset.style_reader import DocumentStyle, sheet_for
from pawprint.graphics.ops import DrawText
from pawprint.production import pipeline
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import Node
from test_docs import DOCS


def sheet(
    folder: Path, style: str, game: str = "", name: str = "book", width: float = 220
) -> tuple[DocumentStyle, Desk]:
    desk = Desk(folder, style, game)
    table = desk.table
    return sheet_for(name, table.game, table.layouts, width, desk.findings, AT), desk


BASE = """
    sheets:
      base:
        size: 9 pt
        leading: 12 pt
        colours: {ink: ink, accent: [gold, moss], pale: accent 50%}
        texts: {body: {after: 6 pt}, title: {size: 20 pt, colour: accent}}
        tables: {plain: {rule: 1 pt, cell: 4 pt}, dense: {extends: plain, cell: 2 pt}}
      book:
        extends: base
        size: 10 pt
        texts: {title: {size: 30 pt}}
        card: {size: 6 pt, leading: 7 pt}
        sheet: {columns: 2}
"""


def test_sheet_overrides_the_sheet_that_it_extends(tmp_path: Path) -> None:
    made, desk = sheet(tmp_path, BASE, width=400)
    assert not list(desk.findings)
    assert (made.size, made.columns) == (10, 1)
    assert made.texts["title"].text.size == 30
    assert made.texts["title"].ink == made.colours["accent"], "what is not said anew stays"
    assert made.texts["body"].after == 6


@pytest.mark.parametrize(("width", "size", "columns"), [(180, 6, 1), (420, 10, 1), (595, 10, 2)])
def test_sheet_knows_sizes_of_paper(tmp_path: Path, width: float, size: float, columns: int) -> None:
    made, _ = sheet(tmp_path, BASE, width=width)
    assert (made.size, made.columns) == (size, columns)


def test_game_may_override_any_value(tmp_path: Path) -> None:
    game = "sheets:\n  base:\n    colours: {accent: rust}\n  book:\n    texts: {title: {bold: true}}\n"
    made, desk = sheet(tmp_path, BASE, game, width=400)
    assert not list(desk.findings)
    assert made.colours["accent"] == Colour.parse("#a04020")
    assert (made.texts["title"].text.bold, made.texts["title"].text.size) == (True, 30)


def test_game_may_be_dressed_in_a_layouts_folder(tmp_path: Path) -> None:
    (tmp_path / "layouts" / "documents").mkdir(parents=True)
    file = tmp_path / "layouts" / "documents" / "toy.yaml"
    file.write_text("sheets: {base: {colours: {accent: rust}}}\n", encoding="utf-8")
    made, _ = sheet(tmp_path, BASE)
    assert made.colours["accent"] == Colour.parse("#a04020")


def test_first_colour_that_the_palette_has(tmp_path: Path) -> None:
    made, _ = sheet(tmp_path, BASE)
    assert made.colours["accent"] == Colour.parse("#406020")
    assert made.colours["pale"] == Colour.parse("#a0b090")


@pytest.mark.parametrize("share", ["²%", f"{'9' * 5000}%"])
def test_invalid_share_leaves_the_colour(tmp_path: Path, share: str) -> None:
    made, _ = sheet(tmp_path, BASE.replace("50%", share))
    assert made.colours["pale"] == made.colours["accent"]


def test_words_use_the_first_colour_readable_on_white(tmp_path: Path) -> None:
    made, desk = sheet(tmp_path, "sheets: {book: {colours: {accent: [sky, moss], tint: [sky, moss]}}}")
    assert made.colours["accent"] == Colour.parse("#406020")
    assert made.colours["tint"] == Colour.parse("#80c0f0")
    assert not list(desk.findings)


def test_unreadable_words_are_reported(tmp_path: Path) -> None:
    _, desk = sheet(tmp_path, "sheets: {book: {colours: {accent: sky}}}")
    (finding,) = desk.findings
    assert finding.code == "low-contrast"
    assert "'accent'" in finding.message


def test_tables_extend_tables(tmp_path: Path) -> None:
    made, _ = sheet(tmp_path, BASE)
    assert (made.tables["dense"].rule, made.tables["dense"].cell) == (1, 2)


def test_words_fall_back_to_english(tmp_path: Path) -> None:
    made, _ = sheet(tmp_path, STYLE)
    assert [made.word("continued", language) for language in ("fr", "fr-CA", "en", "de")] == [
        "suite",
        "suite",
        "continued",
        "continued",
    ]


def test_unknown_word_of_documents_is_reported(tmp_path: Path) -> None:
    made, desk = sheet(tmp_path, STYLE, game="words: {figur: {es: Figura}, continued: {es: continúa}}\n")
    assert [(finding.code, finding.help) for finding in desk.findings] == [("unknown-field", "did you mean 'figure'?")]
    assert made.word("continued", "es") == "continúa"


def test_without_any_sheet_text_is_plain(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "words: {}\n")
    made = desk.set(heading("One"), paragraph("two"), style="rulebook")
    assert not list(desk.findings)
    assert [text for _, _, text in lines(made.pages[0])] == ["One", "two"]
    assert {op.ink for op, _ in flat(made.pages[0].ops) if isinstance(op, DrawText)} == {Colour.parse("#101010")}


@pytest.mark.parametrize(
    ("words", "code", "help"),
    [
        ("sise: 10 pt", "unknown-field", "size"),
        ("size: 1 pt", "out-of-range", "write 4 pt to 40 pt"),
        ("size: 10", "bad-length", "unit"),
        ("extends: rulebok", "unknown-style", "base"),
        ("extends: book", "extends-cycle", "remove"),
        ("colours: {accent: mos}", "bad-colour", "moss"),
        ("colours: {accent: '#12'}", "bad-colour", "#rrggbb"),
        ("texts: {body: {colour: mos}}", "bad-colour", "moss"),
        ("texts: {body: {align: middle}}", "unknown-choice", "left"),
        ("palette: toi", "unknown-palette", "toy"),
        ("tables: {plain: {extends: dense}}", "unknown-style", "plain"),
        ("margins: {left: 1 mm}", "unknown-field", "outer"),
        ("head: {outside: x}", "unknown-field", "outer"),
        ("columns: 9", "out-of-range", "6"),
    ],
)
def test_invalid_word_is_reported_at_its_place(tmp_path: Path, words: str, code: str, help: str) -> None:
    _, desk = sheet(tmp_path, f"sheets:\n  base: {{}}\n  book:\n    {words}\n")
    (finding,) = desk.findings
    assert finding.code == code
    assert help in finding.help
    assert finding.span is not None
    assert finding.span.source.name.endswith("documents.yaml")
    assert finding.span.line >= 3


def test_unknown_style_is_reported(tmp_path: Path) -> None:
    _, desk = sheet(tmp_path, BASE, name="boook")
    (finding,) = desk.findings
    assert (finding.code, finding.span) == ("unknown-style", AT)
    assert "book" in finding.help


def test_every_word_is_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()
    plain = FieldReader.node_of

    def node_of(take: FieldReader, key: str, required: bool = False) -> Node | None:
        if take.what == "a document's style":
            asked.add(key)
        return plain(take, key, required)

    monkeypatch.setattr(FieldReader, "node_of", node_of)
    workspace = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], ["food-chain"])
    game = workspace.library.games["food-chain"]
    names = ("rulebook", "reference", "aid-card", "list", "proof")
    for name in names:
        for width in (200, 420, 595):
            sheet_for(name, game, workspace.layouts, width, workspace.findings, None)
    assert not list(workspace.findings)
    page = (DOCS / "documents.md").read_text(encoding="utf-8")
    words = set(re.findall("`([a-z_-]+)`", page.partition("## How documents look")[2]))
    assert asked <= words
    assert {*names} <= set(re.findall("`([a-z_-]+)`", page))
