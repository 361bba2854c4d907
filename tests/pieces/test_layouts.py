"""Layout folders: stocks, papers, palettes, styles, fonts, and faces that extend each other."""

from pathlib import Path

import pytest

from helpers import FONTS, Toy, items
from pawprint.core.colour import Colour, DeclaredColour, ProcessInks
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, inch, mm, pt
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.graphics.ops import DrawBox
from pawprint.pieces.layouts import Layouts


def layouts(folder: Path, **files: str) -> tuple[Layouts, list[str]]:
    """Layouts made of small files, and the codes of what is wrong with them."""
    toy = Toy(folder)
    for name, text in files.items():
        toy.write(f"layouts/{name}.yaml", text)
    findings = Findings()
    return Layouts([toy.own], findings), [finding.code for finding in findings.sorted()]


def face(folder: Path, name: str, **files: str) -> tuple[list[str], list[str]]:
    """Ids of the elements of a face, bottom first, and the codes of findings."""
    toy = Toy(folder, faces={key.replace("__", "/"): text for key, text in files.items()})
    findings = Findings()
    found = Layouts([toy.own], findings).face(name, None)
    ids = [] if found is None else [element.entries["id"].text for element in found.elements]  # type: ignore[union-attr]
    return ids, [finding.code for finding in findings.sorted()]


# --- small files --------------------------------------------------------------------------------------------


def test_stock(tmp_path: Path) -> None:
    found, codes = layouts(
        tmp_path,
        stocks="""
            stocks:
              card: {trim: 63 mm x 88 mm, corner: 3 mm, safe: 4 mm, about: anything}
              plain: {trim: 2.5 in x 3.5 in}
              token: {trim: 25mm x 25mm, outline: circle, safe: 1 mm}
              pawn: {trim: 30 mm x 50 mm, stand: fold}
              peg: {trim: 30 mm x 50 mm, stand: fold, foot: 0 mm}
              board: {trim: 400 mm x 300 mm, overlap: 15 mm}
        """,
    )
    assert codes == []
    card, plain, token = found.stocks["card"], found.stocks["plain"], found.stocks["token"]
    assert (card.trim.width, card.outline, card.safe) == (mm(63), PieceOutline(mm(3)), mm(4))
    assert (plain.trim.height, plain.outline, plain.safe) == (mm(88.9), RECTANGLE, mm(3))
    assert token.outline == PieceOutline(mm(12.5))
    assert token.outline.is_disc(token.trim)
    assert (plain.stand, plain.foot, plain.overlap, plain.cut) == (False, ZERO, None, plain.trim)
    pawn, peg = found.stocks["pawn"], found.stocks["peg"]
    assert (pawn.stand, pawn.foot, pawn.cut) == (True, mm(12), Size(mm(30), mm(124)))
    assert (peg.foot, peg.cut) == (ZERO, Size(mm(30), mm(100)))
    assert found.stocks["board"].overlap == mm(15)


@pytest.mark.parametrize(
    ("stock", "code"),
    [
        ("{safe: 3 mm}", "missing-field"),
        ("{trim: 63 mm}", "bad-length"),
        ("{trim: 6 mm x 88 mm}", "out-of-range"),
        ("{trim: 20 mm x 20 mm, corner: 11 mm}", "out-of-range"),
        ("{trim: 20 mm x 30 mm, outline: circle}", "out-of-range"),
        ("{trim: 20 mm x 30 mm, safe: -1 mm}", "out-of-range"),
        ("{trim: 20 mm x 30 mm, outline: star}", "unknown-choice"),
        ("{trim: 20 mm x 30 mm, margin: 3 mm}", "unknown-field"),
        ("{trim: 20 mm x 30 mm, bleed: 3.1 mm}", "out-of-range"),
        ("{trim: 20 mm x 30 mm, foot: 5 mm}", "out-of-range"),
        ("{trim: 20 mm x 30 mm, stand: fold, foot: -1 mm}", "out-of-range"),
        ("{trim: 20 mm x 30 mm, stand: fold, foot: 31 mm}", "out-of-range"),
        ("{trim: 20 mm x 30 mm, stand: fold, corner: 3 mm}", "out-of-range"),
        ("{trim: 20 mm x 20 mm, stand: fold, outline: circle}", "out-of-range"),
        ("{trim: 20 mm x 30 mm, stand: up}", "unknown-choice"),
        ("{trim: 20 mm x 30 mm, overlap: 4.9 mm}", "out-of-range"),
        ("{trim: 20 mm x 30 mm, overlap: 41 mm}", "out-of-range"),
        ("7", "wrong-type"),
    ],
)
def test_stocks_that_make_no_sense(tmp_path: Path, stock: str, code: str) -> None:
    _, codes = layouts(tmp_path, stocks=f"stocks:\n  odd: {stock}\n")
    assert codes == [code]


def test_papers_have_a_margin(tmp_path: Path) -> None:
    found, codes = layouts(
        tmp_path, papers="papers: {A4: {size: 210 mm x 297 mm}, Wide: {size: 11 in x 8 in, margin: 0 mm}}"
    )
    assert codes == []
    assert found.papers["A4"].margin == Insets.even(mm(5))
    assert found.papers["Wide"].margin == Insets()
    assert found.papers["Wide"].size.width == pt(792)


def test_paper_may_have_another_margin_at_each_side(tmp_path: Path) -> None:
    found, codes = layouts(
        tmp_path, papers="papers: {A4: {size: 210 mm x 297 mm, margin: {top: 3 mm, bottom: 0.5 in}}}"
    )
    assert codes == []
    assert found.papers["A4"].margin == Insets(mm(3), mm(5), inch(0.5), mm(5))


def test_palettes_are_colours_by_name(tmp_path: Path) -> None:
    found, codes = layouts(tmp_path)
    assert codes == []
    assert found.palettes["toy"]["moss"] == Colour.parse("#406020")
    _, codes = layouts(tmp_path, palettes="palettes: {toy: {ink: black}}")
    assert codes == ["bad-colour"]


def test_colour_of_a_palette_may_have_inks(tmp_path: Path) -> None:
    foil = '{rgb: "#d4af37", spot: Foil, overprint: true}'
    found, codes = layouts(
        tmp_path,
        palettes=f'palettes: {{toy: {{ink: {{rgb: "#1f2d2a", cmyk: [0, 12.5, 0, 100]}}, gold: {foil}}}}}',
    )
    assert codes == []
    assert found.palettes["toy"] == {
        "ink": DeclaredColour(Colour.parse("#1f2d2a"), ProcessInks(0, 0.125, 0, 1)),
        "gold": DeclaredColour(Colour.parse("#d4af37"), None, "Foil", True),
    }


def test_fonts_are_in_packages_or_beside_the_layouts(tmp_path: Path) -> None:
    found, codes = layouts(tmp_path, fonts=FONTS)
    assert codes == []
    assert found.fonts["text"]["bold"].axes == {"wght": 700}
    assert found.fonts["text"]["bold"].path.is_file()
    for entry, code in (
        ("{package: fontpkg_nobody, regular: {file: a.ttf}}", "missing-font"),
        ("{regular: {file: a.ttf}}", "missing-font"),
        ("{regular: {file: ../../a.ttf}}", "path-outside"),
        ("{regular: {}}", "missing-field"),
    ):
        _, codes = layouts(tmp_path, fonts=f"fonts:\n  odd: {entry}\n")
        assert codes == [code], entry


def test_unknown_font_family_is_a_finding(tmp_path: Path) -> None:
    toy = Toy(tmp_path, "- {kind: text, text: a, at: [6 pt, 6 pt], style: {font: slap}}", fonts=True)
    table = toy.table()
    table.face()
    assert table.the_finding("unknown-font").help == "did you mean 'slab'?"


def test_folder_that_is_missing_is_a_finding(tmp_path: Path) -> None:
    findings = Findings()
    Layouts([tmp_path / "nowhere"], findings)
    assert [finding.code for finding in findings] == ["file-missing"]


# --- faces --------------------------------------------------------------------------------------------------

BASE = """
    palette: toy
    styles: {title: {size: 9 pt}}
    elements:
      - {id: ground, kind: panel, fill: moss}
      - {id: frame, kind: panel, stroke: rust, inset: 4 pt}
      - {id: name, kind: text, text: "{{ name }}", style: title}
"""


def test_child_has_what_its_parent_has(tmp_path: Path) -> None:
    assert face(tmp_path, "child", base=BASE, child="extends: base") == (["ground", "frame", "name"], [])


def test_new_elements_are_placed_on_top_or_below_another_element(tmp_path: Path) -> None:
    child = """
        extends: base
        elements:
          - {id: badge, kind: panel}
          - {id: shadow, before: frame, kind: panel}
    """
    assert face(tmp_path, "child", base=BASE, child=child) == (["ground", "shadow", "frame", "name", "badge"], [])


def test_remove(tmp_path: Path) -> None:
    assert face(tmp_path, "child", base=BASE, child="extends: base\nremove: [frame]") == (["ground", "name"], [])
    assert face(tmp_path, "child", base=BASE, child="extends: base\nremove: ground")[0] == ["frame", "name"]


@pytest.mark.parametrize("child", ["remove: [fram]", "elements: [{id: x, before: fram, kind: panel}]"])
def test_change_of_a_missing_element_is_a_finding(tmp_path: Path, child: str) -> None:
    toy = Toy(tmp_path, faces={"base": BASE, "child": f"extends: base\n{child}\n"})
    findings = Findings()
    Layouts([toy.own], findings).face("child", None)
    (finding,) = findings
    assert finding.code == "unknown-element"
    assert finding.help == "did you mean 'frame'?"


def test_same_id_overrides_field_by_field_in_the_same_place(tmp_path: Path) -> None:
    child = "extends: base\nelements: [{id: ground, fill: rust, inset: 2 pt}]"
    toy = Toy(tmp_path, faces={"base": BASE, "toy/beast": child})
    table = toy.table()
    ground = items(table.face())[0]
    assert isinstance(ground, DrawBox)
    assert ground.paint.fill == Colour.parse("#a04020")
    assert ground.box.x == 2


def test_grandchildren(tmp_path: Path) -> None:
    child = "extends: base\nremove: [frame]\nelements: [{id: badge, kind: panel}]"
    grandchild = "extends: child\nelements: [{id: star, kind: polygon, before: name}]"
    ids, codes = face(tmp_path, "grandchild", base=BASE, child=child, grandchild=grandchild)
    assert (ids, codes) == (["ground", "star", "name", "badge"], [])


def test_extending_twice_changes_nothing(tmp_path: Path) -> None:
    middle = "extends: base"
    assert face(tmp_path, "two", base=BASE, one=middle, two="extends: one") == face(
        tmp_path, "one", base=BASE, one=middle
    )


def test_styles_and_palette_default_to_the_parent(tmp_path: Path) -> None:
    toy = Toy(
        tmp_path,
        faces={
            "base": BASE,
            "child": "extends: base\nstyles: {title: {size: 12 pt}, note: {size: 5 pt}}",
            "other": "extends: child\npalette: night",
        },
    )
    findings = Findings()
    read = Layouts([toy.own], findings)
    child, other = read.face("child", None), read.face("other", None)
    assert child is not None
    assert other is not None
    assert (child.palette, other.palette) == ("toy", "night")
    assert set(other.styles) == {"title", "note"}
    assert [*findings] == []


@pytest.mark.parametrize(
    ("files", "code", "help"),
    [
        ({"child": "extends: bose", "base": BASE}, "missing-parent", "did you mean 'base'?"),
        ({"child": "extends: child"}, "extends-cycle", ""),
        ({"child": "extends: a", "a": "extends: b", "b": "extends: a"}, "extends-cycle", ""),
        ({"child": "extends: ../../../etc/passwd"}, "path-outside", ""),
        ({"child": "elements: {a: b}"}, "wrong-type", ""),
        ({"child": "elements: [text]"}, "wrong-type", ""),
        ({"child": "element: []"}, "unknown-field", "did you mean 'elements'?"),
        ({"child": "- a"}, "wrong-type", ""),
        ({"child": "a: [}"}, "yaml-syntax", ""),
    ],
)
def test_faces_that_cannot_be_read(tmp_path: Path, files: dict[str, str], code: str, help: str) -> None:
    toy = Toy(tmp_path, faces=files)
    findings = Findings()
    Layouts([toy.own], findings).face("child", None)
    (finding,) = findings
    assert finding.code == code
    assert help in (finding.help or "")
    assert finding.span is not None


def test_faulty_parent_is_reported_once(tmp_path: Path) -> None:
    toy = Toy(tmp_path, faces={"base": "elements: [text]\npalette: toy", "a": "extends: base", "b": "extends: base"})
    findings = Findings()
    read = Layouts([toy.own], findings)
    for name in ("a", "b", "base"):
        read.face(name, None)
    assert [finding.code for finding in findings] == ["wrong-type"]


def test_long_line_of_parents_is_a_mistake(tmp_path: Path) -> None:
    files = {f"f{number}": f"extends: f{number + 1}" for number in range(40)}
    ids, codes = face(tmp_path, "f0", **files, f40=BASE)
    assert (ids, codes) == ([], ["extends-cycle"])


def test_unknown_palette_is_a_finding(tmp_path: Path) -> None:
    table = Toy(tmp_path, faces={"toy/beast": "palette: tay"}).table()
    table.face()
    assert table.the_finding("unknown-palette").help == "did you mean 'toy'?"


# --- folders over folders -----------------------------------------------------------------------------------


def test_first_folder_overrides_and_the_others_supplement(tmp_path: Path) -> None:
    below = Toy(tmp_path / "below", "- {kind: panel, fill: moss}", faces={"toy/back": "palette: toy"})
    below.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}, Odd: {size: 100 mm x 100 mm}}")
    own = Toy(tmp_path / "own", "- {kind: panel, fill: gold}", below=[below.own])
    own.write("layouts/papers.yaml", "papers: {Odd: {size: 90 mm x 90 mm}}")
    own.write("layouts/palettes.yaml", "palettes: {toy: {gold: '#ffd700'}}")
    own.write("layouts/icons/sun.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
    (own.own / "icons" / "moon.svg").unlink()
    table = own.table()
    assert table.layouts.papers["Odd"].size.width == mm(90)
    assert table.layouts.papers["A4"].size.width == mm(210)
    (panel,) = items(table.face())
    assert isinstance(panel, DrawBox)
    assert panel.paint.fill == Colour.parse("#ffd700")
    assert table.layouts.face("toy/back", None) is not None
    sun = table.layouts.drawings.picture("icons", "sun", table.game)
    moon = table.layouts.drawings.picture("icons", "moon", table.game)
    assert sun is not None
    assert moon is not None
    assert (sun.width, moon.width) == (1, 10)
    assert table.layouts.face_names() == ["toy/back", "toy/beast"]
    assert table.codes == []


def test_pictures_of_the_game_come_first(tmp_path: Path) -> None:
    toy = Toy(tmp_path)
    other = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 3"/>'
    toy.write("layouts/art/fox.svg", other)
    table = toy.table()
    picture = table.layouts.drawings.picture("art", "fox", table.game)
    assert picture is not None
    assert picture.width == 20, "layouts/art/toy/fox.svg before layouts/art/fox.svg"
    toy.write("catalog/toy/art/fox.svg", other)
    table = toy.table()
    picture = table.layouts.drawings.picture("art", "fox", table.game)
    assert picture is not None
    assert picture.width == 3, "catalog/toy/art/fox.svg before all"


def test_picture_is_read_once(tmp_path: Path) -> None:
    table = Toy(tmp_path).table()
    first = table.layouts.drawings.picture("art", "fox", table.game)
    assert first is table.layouts.drawings.picture("art", "fox", table.game)


@pytest.mark.parametrize("name", ["../sun", "/etc/hostname", "a\\b", "c:sun", "~/sun", "sun\0", "x" * 5000, "."])
def test_names_do_not_lead_out(tmp_path: Path, name: str) -> None:
    toy = Toy(tmp_path)
    toy.write("layouts/sun.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
    table = toy.table()
    assert table.layouts.drawings.picture("icons", name, table.game) is None
    assert table.layouts.drawings.image(name, table.game) is None
    assert not table.layouts.drawings.has("icons", name, table.game)


def test_bad_drawing_is_reported_once(tmp_path: Path) -> None:
    toy = Toy(tmp_path, "- {kind: art, art: fox}")
    toy.write("layouts/art/toy/fox.svg", "<svg")
    table = toy.table()
    for name in ("fox", "hen"):
        table.face(name)
    assert table.codes == ["bad-svg"]


def test_names_of_pictures_for_suggestions(tmp_path: Path) -> None:
    table = Toy(tmp_path).table()
    assert {"fox", "hen", "mole"} <= {*table.layouts.drawings.names("art", table.game)}
    assert table.layouts.drawings.names("icons", table.game) == ["moon", "sun"]
