"""Whole faces: what is common is placed once, what differs by piece or language is not."""

from importlib.resources import files
from pathlib import Path

import pytest

from fixed_metrics import FixedMetrics
from helpers import CARDS, GAME, MM, SQUARE, STOCKS, WITH_BACK, Table, Toy, blocks, items, rounded, words
from pawprint.catalog.library import load_library
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, mm, pt
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import DrawBox
from pawprint.pieces.composer import ComposedFaces, Composer
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.placed import PlacedPicture
from pawprint.press.font_metrics import PressMetrics
from pawprint.press.fonts import FontFile

FACE = """
    - {kind: panel, fill: moss}
    - {kind: icon, icon: sun, at: [10 pt, 10 pt], size: [10 pt, 10 pt]}
    - {kind: text, text: '{{ name }}', at: [6 pt, 30 pt], colour: paper}
    - {kind: panel, fill: rust, at: [0, 100 pt]}
"""


def test_art_of_all_pieces_is_a_single_object(tmp_path: Path) -> None:
    table = Toy(tmp_path, FACE).table()
    fox, hen = table.face("fox"), table.face("hen")
    assert fox.shared is hen.shared
    assert [type(item) for item in fox.shared.items] == [DrawBox, PlacedPicture]
    assert table.codes == []


def test_art_above_a_varying_element_is_not_shared(tmp_path: Path) -> None:
    """Else it would be drawn below it."""
    table = Toy(tmp_path, FACE).table()
    assert isinstance(table.face("fox").items[-1], DrawBox)


@pytest.mark.parametrize(
    "element",
    [
        "{kind: panel, fill: {by: level, else: moss}}",
        "{kind: panel, fill: moss, when: shy}",
        "{kind: text, text: '{{ level }}'}",
        "{kind: panel, fill: moss, turn: '{{ level }}'}",
        "{kind: icon-row, from: signs}",
        "{kind: repeat, over: prey, elements: []}",
        "{kind: group, elements: [{kind: text, text: '{{ name }}'}]}",
        "{kind: row, elements: [{kind: panel, when: shy}]}",
        "{kind: art, art: fox, colours: {accent: {by: level, else: moss}}}",
    ],
)
def test_art_that_depends_on_the_piece_is_not_shared(tmp_path: Path, element: str) -> None:
    table = Toy(tmp_path, f"- {element}").table()
    assert table.face().shared.items == ()


@pytest.mark.parametrize(
    "element",
    [
        "{kind: text, text: a, at: [6 pt, 6 pt]}",
        "{kind: text, text: {fr: un, en: one}, at: [6 pt, 6 pt]}",
        "{kind: group, elements: [{kind: art, art: fox, colours: {accent: moss}}]}",
        "{kind: column, elements: [{kind: panel, fill: moss}]}",
        "{kind: polygon, fill: moss, turn: 30}",
    ],
)
def test_art_independent_of_the_piece_is_shared(tmp_path: Path, element: str) -> None:
    table = Toy(tmp_path, f"- {element}").table()
    assert len(table.face("fox").shared.items) == 1
    assert table.face("fox").shared is table.face("hen").shared
    assert table.codes == []


def test_shared_art_differs_by_language(tmp_path: Path) -> None:
    table = Toy(tmp_path, "- {kind: text, text: {fr: 'Qui ?', en: 'Who?'}, at: [6 pt, 6 pt]}").table()
    assert table.face("fox", "fr").shared is not table.face("fox", "en").shared
    assert words(blocks(table.face("hen", "fr"))[0]) == ["Qui\u202f?"]
    assert words(blocks(table.face("mole", "en"))[0]) == ["Who?"]
    assert words(blocks(table.face("mole", "fr"))[0]) == ["Qui\u202f?"]


def test_plain_words_are_set_as_each_language_wants(tmp_path: Path) -> None:
    table = Toy(tmp_path, "- {kind: text, text: 'Non !', at: [6 pt, 6 pt]}").table()
    assert words(blocks(table.face("fox", "fr"))[0]) == ["Non\u202f!"]
    assert words(blocks(table.face("fox", "en"))[0]) == ["Non !"]


def test_findings_of_the_common_part_name_no_piece(tmp_path: Path) -> None:
    table = Toy(tmp_path, "- {kind: icon, icon: sum}\n- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt]}").table()
    for name in ("fox", "hen"):
        for language in ("fr", "en"):
            table.face(name, language)
    assert "fox" not in table.the_finding("missing-icon").message


def test_two_games_with_the_same_face_have_their_own_pictures(tmp_path: Path) -> None:
    toy = Toy(tmp_path, "- {kind: icon, icon: sun}")
    toy.write("catalog/tay/game.yaml", GAME.replace("id: toy", "id: tay"))
    toy.write("catalog/tay/cards.yaml", (toy.catalog / "toy" / "cards.yaml").read_text(encoding="utf-8"))
    toy.write("layouts/icons/tay/sun.svg", SQUARE.replace("0 0 10 10", "0 0 5 5"))
    findings = Findings()
    library = load_library(toy.catalog, findings)
    composer = Composer(Layouts([toy.own], findings), FixedMetrics(), findings)
    widths = []
    for game in library.games.values():
        face = composer.face(game, game.pieces("beasts")[0], "fr")
        assert face is not None
        (icon,) = items(face)
        assert isinstance(icon, PlacedPicture)
        widths.append((game.id, icon.picture.width))
    assert widths == [("tay", 5), ("toy", 10)]


def test_stocks_of_the_same_size_have_their_own_safe_areas(tmp_path: Path) -> None:
    stocks = STOCKS + "      tight: {trim: 72 pt x 144 pt, safe: 20 pt}\n"
    game = (
        GAME
        + """
      others:
        file: others.yaml
        stock: tight
        face: toy/beast
    """
    )
    toy = Toy(tmp_path, "- {kind: text, text: a, at: [10 pt, 10 pt]}", game=game, stocks=stocks)
    toy.write("catalog/toy/others.yaml", "others: [{id: one}]")
    table = toy.table()
    assert table.face("fox").safe == Insets.even(mm(6 / MM))
    assert table.codes == []
    assert table.face("one").safe == Insets.even(mm(20 / MM))
    assert table.codes == ["outside-safe-area"]


def test_face_describes_itself(tmp_path: Path) -> None:
    table = Toy(tmp_path, FACE, game=WITH_BACK, faces={"toy/back": "palette: toy"}).table(bleed=mm(3))
    face, back = table.face("fox", "en"), table.back("fox", "en")
    assert (face.name, back.name) == ("fox en", "fox en back")
    assert face.trim == Size(mm(72 / MM), mm(144 / MM))
    assert (face.bleed, face.outline) == (Insets.even(mm(3)), PieceOutline(pt(6)))


# --- backs --------------------------------------------------------------------------------------------------


def test_component_may_have_no_back(tmp_path: Path) -> None:
    table = Toy(tmp_path, FACE).table()
    (record, *_) = table.game.pieces("beasts")
    assert table.composer.back(table.game, record, "fr") is None
    assert table.composer.back_is_common(table.game.components["beasts"])
    assert table.codes == []


@pytest.mark.parametrize(
    ("back", "common"),
    [
        ("elements: [{kind: panel, fill: moss}]", True),
        ("elements: [{kind: text, text: {fr: un, en: one}, at: [6 pt, 6 pt]}]", True),
        ("elements: [{kind: panel, fill: {by: level, else: moss}}]", False),
        ("elements: []", True),
    ],
)
def test_common_backs(tmp_path: Path, back: str, common: bool) -> None:
    table = Toy(tmp_path, FACE, game=WITH_BACK, faces={"toy/back": f"palette: toy\n{back}\n"}).table()
    assert table.composer.back_is_common(table.game.components["beasts"]) is common
    assert (table.back("fox").shared is table.back("hen").shared) or not common
    assert table.codes == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("stock: toy", "stock: tay"), "unknown-stock"),
        (("face: toy/beast", "face: toy/best"), "unknown-face"),
        (("face: toy/beast", "face: toy/beast\n        back: toy/beck"), "unknown-face"),
    ],
)
def test_names_in_a_component_must_exist(tmp_path: Path, change: tuple[str, str], code: str) -> None:
    toy = Toy(tmp_path, FACE, game=GAME.replace(*change), faces={"toy/back": "palette: toy"})
    table = toy.table()
    for record in table.game.pieces("beasts"):
        table.composer.face(table.game, record, "fr")
        table.composer.back(table.game, record, "fr")
    finding = table.the_finding(code)
    assert "did you mean" in finding.help
    assert finding.span is not None
    assert finding.span.source.name.endswith("game.yaml")


CHOSEN = "face: {by: shy, true: toy/shy, false: {by: level, 0: toy/small, else: toy/beast}}"
CHOSEN_BACK = CHOSEN + "\n        back: {by: id, fox: toy/small, mole: none, else: toy/shy}"


def chosen(folder: Path, change: str = CHOSEN_BACK) -> Table:
    faces = {name: f"palette: toy\nelements: [{{kind: panel, fill: {fill}}}]" for name, fill in FILLS.items()}
    return Toy(folder, game=GAME.replace("face: toy/beast", change), faces=faces).table()


FILLS = {"toy/shy": "moss", "toy/small": "rust", "toy/beast": "sky"}


def test_field_may_decide_about_face_and_back(tmp_path: Path) -> None:
    table = chosen(tmp_path)
    found = [str(items(table.face(name))[0].paint.fill) for name in ("fox", "hen", "mole")]  # type: ignore[union-attr]
    backs = [str(items(table.back(name))[0].paint.fill) for name in ("fox", "hen")]  # type: ignore[union-attr]
    assert found == ["#406020", "#80c0f0", "#a04020"]
    assert backs == ["#a04020", "#406020"]
    (mole,) = table.game.find("mole")
    assert table.composer.back(table.game, mole, "fr") is None, "none is no back"
    assert not table.composer.back_is_common(table.game.components["beasts"])
    assert table.codes == []


def test_face_chosen_by_another_record_depends_on_it(tmp_path: Path) -> None:
    game = GAME.replace("face: toy/beast", "face: {by: chief.shy, true: toy/shy, else: toy/small}")
    game = game.replace("        fields:", "        fields:\n          chief: {type: ref, to: beasts, optional: true}")
    faces = {name: f"palette: toy\nelements: [{{kind: panel, fill: {fill}}}]" for name, fill in FILLS.items()}
    table = Toy(tmp_path, game=game, cards=CARDS.replace("id: hen,", "id: hen, chief: fox,"), faces=faces).table()
    reads = table.face("hen").reads
    assert reads is not None
    assert {record.id for record in reads} == {"hen", "fox"}


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        ("face: {by: shy, true: toy/shy}", "bad-template", "has no case for shy 'false'"),
        ("face: {by: shi, true: toy/shy, else: toy/small}", "bad-template", "there is no field 'shi'"),
        ("face: {by: shy, ture: toy/shy, else: toy/small}", "unknown-choice", "'ture', which it can never be"),
        ("face: {by: level, 99: toy/shy, else: toy/small}", "unknown-choice", "'99', which it can never be"),
        ("face: {by: shy, true: toy/shi, else: toy/small}", "unknown-face", "the face 'toy/shi'"),
        ("face: {by: shy, true: toy/shy, false: none}", "unknown-face", "the face 'none'"),
        ("face: {shy: toy/shy}", "wrong-type", "a face, or a lookup of faces"),
        ("face: [toy/shy]", "wrong-type", ""),
        ("face: toy/shy\n        back: {by: level, 1: toy/sky, else: toy/shy}", "unknown-face", "the face 'toy/sky'"),
    ],
)
def test_wrong_choice_of_faces_is_a_finding_of_the_game(tmp_path: Path, change: str, code: str, message: str) -> None:
    table = chosen(tmp_path, change)
    for record in table.game.pieces("beasts"):
        table.composer.face(table.game, record, "fr")
        table.composer.back(table.game, record, "fr")
    (finding,) = {(one.code, one.fault): one for one in table.findings}.values()
    assert finding.code == code
    assert message in finding.message
    assert finding.span is not None
    assert finding.span.source.name.endswith("game.yaml")


# --- pages --------------------------------------------------------------------------------------------------


def test_page_has_its_own_size_and_fields(tmp_path: Path) -> None:
    page = "palette: toy\nelements: [{kind: text, text: '{{ count }} x', at: [50%, 10 mm]}]"
    table = Toy(tmp_path, faces={"page": page}).table()
    face = table.composer.page(table.game, "page", Size(mm(200), mm(100)), "en", {"count": 3})
    assert face is not None
    assert words(blocks(face)[0]) == ["3\u00a0x"]
    assert blocks(face)[0].lines[0].fragments[0].x == pytest.approx(100 * MM)
    assert face.bleed == Insets.even(ZERO)
    assert table.composer.page(table.game, "pige", Size(mm(9), mm(9)), "en", {}) is None


# --- real fonts ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def metrics() -> PressMetrics:
    sans = Path(str(files("fontpkg_source_sans_3").joinpath("files", "SourceSans3[wght].ttf")))
    slab = Path(str(files("fontpkg_bitter").joinpath("files", "Bitter[wght].ttf")))
    return PressMetrics(
        {
            "text": {
                "regular": FontFile(sans, {"wght": 400}, ("lnum",)),
                "bold": FontFile(sans, {"wght": 700}, ("lnum",)),
            },
            "slab": {"regular": FontFile(slab, {"wght": 600}, ("lnum",))},
        }
    )


def real(folder: Path, face: str, metrics: PressMetrics, cards: str | None = None):
    toy = Toy(folder, face, fonts=True) if cards is None else Toy(folder, face, fonts=True, cards=cards)
    return toy.table(metrics)


def test_real_words_are_placed_side_by_side(tmp_path: Path, metrics: PressMetrics) -> None:
    face = "- {kind: text, text: 'Où est-elle ? **Là !** :sun: AVA', at: [6 pt, 6 pt], size: [400 pt, 20 pt]}"
    table = real(tmp_path, face, metrics)
    (block,) = blocks(table.face())
    (line,) = block.lines
    ends = []
    for part in line.fragments:
        ends.append(part.x + sum(word.width for word in part.words) * 8 + part.gap * (len(part.words) - 1))
    assert words(block) == ["Où est-elle\u202f? Là\u202f! AVA"]
    assert line.fragments[1].x == pytest.approx(ends[0] + metrics.typeface("text").shape(" ").width * 8)
    (icon,) = block.icons
    assert ends[1] < icon.x < line.fragments[2].x
    assert icon.y + icon.height / 2 == pytest.approx(line.y - metrics.typeface("text").cap_height * 4)
    kerned = metrics.typeface("text").shape("AVA").width
    assert kerned < 2 * metrics.typeface("text").shape("A").width + metrics.typeface("text").shape("V").width
    assert table.codes == ["outside-safe-area"]


def test_real_capitals_are_in_the_middle(tmp_path: Path, metrics: PressMetrics) -> None:
    style = "{font: slab, size: 20 pt, valign: middle, align: center}"
    table = real(
        tmp_path, f"- {{kind: text, text: H, at: [6 pt, 6 pt], size: [60 pt, 60 pt], style: {style}}}", metrics
    )
    (block,) = blocks(table.face())
    cap = metrics.typeface("slab").cap_height * 20
    assert block.lines[0].y - cap / 2 == pytest.approx(36)
    width = metrics.typeface("slab").shape("H").width * 20
    assert block.lines[0].fragments[0].x == pytest.approx(36 - width / 2)


@pytest.mark.parametrize("family", ["text", "slab"])
def test_fonts_have_every_letter_and_sign_of_both_languages(metrics: PressMetrics, family: str) -> None:
    letters = "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ«»“”‘’…–—×½€°•\u00a0\u202f"
    assert metrics.typeface(family).shape(letters).missing == ""


def test_script_that_no_font_has_is_named(tmp_path: Path, metrics: PressMetrics) -> None:
    table = real(tmp_path, "- {kind: text, text: 'დათვი a', at: [6 pt, 6 pt]}", metrics)
    table.face()
    finding = table.the_finding("missing-glyph")
    assert "no font has the Georgian characters 'დ' (U+10D3), 'ა' (U+10D0), 'თ' (U+10D7) and 2 more" in finding.message
    assert finding.help == "add a font that has Georgian to fonts.yaml; see docs/fonts.md"


def test_boxes_of_real_text_match_its_pixels(tmp_path: Path, metrics: PressMetrics) -> None:
    table = real(tmp_path, "- {kind: text, text: Hop, at: [10 pt, 20 pt], style: {size: 30 pt}}", metrics)
    (block,) = blocks(table.face())
    face = metrics.typeface("text")
    assert rounded(block.box) == (
        10,
        20,
        round(face.shape("Hop").width * 30, 2),
        round((face.cap_height + face.descent) * 30, 2),
    )


def test_face_lists_the_records_that_it_was_composed_from(tmp_path: Path) -> None:
    repeat = "{kind: repeat, over: prey, flow: row, size: [60 pt, 20 pt], elements: [%s]}"
    name = "{kind: text, text: '{{ item.name }}', size: [20 pt, 20 pt]}"
    spot = "{kind: panel, fill: moss, size: [2 pt, 2 pt]}"
    for inner, fox in ((name, ["fox", "hen", "mole"]), (spot, ["fox"])):
        table = Toy(tmp_path, f"- {repeat % inner}").table()
        for piece, reads in (("fox", fox), ("mole", ["mole"])):
            found = table.face(piece).reads
            assert found is not None
            assert sorted(record.id for record in found) == reads


def test_face_that_searches_for_another_piece_lists_no_records(tmp_path: Path) -> None:
    """It may show another one when a record is added."""
    table = Toy(tmp_path, "- {kind: card, when: {id: fox}, piece: hen, size: [30 pt, 60 pt]}").table()
    assert table.face("fox").reads is None
    assert table.face("hen").reads is not None


def test_findings_may_be_collected_elsewhere(tmp_path: Path) -> None:
    table = Toy(tmp_path, "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [1 pt, 1 pt]}").table()
    own, (fox, hen) = Findings(), (next(table.game.find(name)) for name in ("fox", "hen"))
    other = table.composer.with_findings(own)
    assert other.face(table.game, fox, "fr") is not None
    assert {finding.code for finding in own} == {"overset"}
    assert table.codes == []
    table.composer.face(table.game, hen, "fr")
    assert table.codes == ["overset"]
    assert len(own) == 1


def test_each_face_of_a_source_is_composed_once(tmp_path: Path) -> None:
    table = Toy(tmp_path, FACE).table()
    (fox,) = table.game.find("fox")
    faces = ComposedFaces(table.composer, table.game, "fr")
    assert faces.side(fox, "face") is faces.side(fox, "face") is not None
    assert faces.side(fox, "back") is None


def test_later_composer_with_the_same_fonts_reports_unusable_fonts_again(tmp_path: Path) -> None:
    toy = Toy(tmp_path, "- {kind: text, text: Fox, at: [6 pt, 6 pt], size: [60 pt, 20 pt], style: {font: serif}}")
    metrics, before = PressMetrics({}), None
    for _ in range(3):
        findings = Findings()
        game = load_library(toy.catalog, findings).games["toy"]
        before = Composer(Layouts(toy.layout_folders, findings), metrics, findings, before=before)
        before.face(game, next(game.find("fox")), "fr")
        assert [finding.code for finding in findings] == ["unknown-font"]


def test_later_composer_uses_the_words_that_were_shaped(tmp_path: Path) -> None:
    table = Toy(tmp_path, "- {kind: text, text: Fox, at: [6 pt, 6 pt], size: [60 pt, 20 pt]}").table()
    (first,) = blocks(table.face("fox"))
    later = Composer(table.layouts, table.composer.metrics, Findings(), before=table.composer)
    face = later.face(table.game, next(table.game.find("fox")), "fr")
    assert face is not None
    assert blocks(face)[0] is first
