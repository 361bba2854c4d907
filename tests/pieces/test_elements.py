"""Each kind of element that draws something, on a card of 72 pt by 144 pt."""

import math
from pathlib import Path

import pytest

from fixed_metrics import FixedMetrics
from helpers import CARDS, GAME, Table, Toy, blocks, items, rounded, words
from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Box
from pawprint.core.length import mm, pt
from pawprint.core.paths import points_box
from pawprint.core.picture import CURRENT
from pawprint.graphics.ops import DrawBox, DrawImage, DrawPath, Paint, Shading, outline
from pawprint.pieces.kinds import ELEMENT_KINDS
from pawprint.pieces.lower import Lowering
from pawprint.pieces.placed import Placed, PlacedPicture, PlacedText, Turned

#: The toy with codes for its icons.
CODED = GAME.replace("components:", "icons: {'{T}': moon, '[sun]': sun}\n    components:")
INK, PAPER, MOSS, RUST = Colour(16, 16, 16), Colour(255, 255, 255), Colour(64, 96, 32), Colour(160, 64, 32)


@pytest.fixture
def toy(tmp_path: Path):
    """Reads a face made of the given elements."""

    def make(face: str, **wishes: object) -> Table:
        draft, bleed = bool(wishes.pop("draft", False)), wishes.pop("bleed", mm(0))
        return Toy(tmp_path, face, **wishes).table(draft=draft, bleed=bleed)  # type: ignore[arg-type]

    return make


def the(table: Table, identity: str = "fox", language: str = "fr"):
    """The only item of a face without findings."""
    (item,) = items(table.face(identity, language))
    assert [*table.findings] == []
    return item


def test_kinds_are_these() -> None:
    assert set(ELEMENT_KINDS) == {
        *("text", "icon", "icon-row", "art", "figure", "image", "panel", "line", "polygon", "ruler"),
        *("group", "row", "column", "repeat", "card", "qr"),
    }


# --- place and size -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        ("", (0, 0, 72, 144)),
        ("at: [6 pt, 12 pt]", (6, 12, 66, 132)),
        ("at: [50%, 25%], size: [25%, 50%]", (36, 36, 18, 72)),
        ("at: [6 pt, 0], size: [fill, 20 pt]", (6, 0, 66, 20)),
        ("at: [0, 1 in], size: [0.5 in, 2.54 cm]", (0, 72, 36, 72)),
        ("inset: 5 pt", (5, 5, 62, 134)),
        ("at: [-6 pt, 0], size: [110%, 10 pt]", (-6, 0, 79.2, 10)),
    ],
)
def test_places_and_sizes(toy, place: str, wanted: tuple[float, ...]) -> None:
    panel = the(toy(f"- {{kind: panel, fill: moss, {place}}}"))
    assert rounded(panel.box) == wanted


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        ("", (-9, -9, 90, 162)),
        ("at: [0, 0], size: [30 pt, 20 pt]", (-9, -9, 39, 29)),
        ("at: [42 pt, 124 pt], size: [30 pt, 20 pt]", (42, 124, 39, 29)),
        ("at: [10 pt, 10 pt], size: [30 pt, 20 pt]", (10, 10, 30, 20)),
        ("at: [0, 10 pt], size: [fill, 20 pt]", (-9, 10, 90, 20)),
    ],
)
def test_bleeding_element_extends_where_it_touches_the_trim(toy, place: str, wanted: tuple[float, ...]) -> None:
    table = toy(f"- {{kind: panel, fill: moss, bleeds: true, {place}}}", bleed=pt(9))
    assert rounded(the(table).box) == wanted
    assert table.face().bleed.left == pt(9)


def test_element_does_not_extend_without_bleed(toy) -> None:
    assert rounded(the(toy("- {kind: panel, fill: moss, bleeds: true}")).box) == (0, 0, 72, 144)


@pytest.mark.parametrize("angle", [90, -90, 180, 30])
def test_elements_turn_about_their_middle(toy, angle: int) -> None:
    turned = the(toy(f"- {{kind: panel, fill: moss, at: [10 pt, 20 pt], size: [40 pt, 10 pt], turn: {angle}}}"))
    assert isinstance(turned, Turned)
    a, b, c, d, e, f = turned.matrix
    assert (a * 30 + c * 25 + e, b * 30 + d * 25 + f) == (pytest.approx(30), pytest.approx(25))
    radians = math.radians(angle)
    # clockwise, since y counts downwards
    assert (a, b) == (pytest.approx(math.cos(radians)), pytest.approx(math.sin(radians)))
    assert a * d - b * c == pytest.approx(1)


def test_turn_may_come_from_a_field(toy) -> None:
    table = toy("- {kind: panel, fill: moss, turn: '{{ level * 45 }}'}")
    (fox,) = items(table.face("fox"))
    (mole,) = items(table.face("mole"))
    assert isinstance(fox, Turned)
    assert isinstance(mole, DrawBox), "a turn of 0 is none"


@pytest.mark.parametrize(
    ("when", "shown"),
    [
        ("shy", "fox"),
        ("{not: shy}", "hen mole"),
        ("signs", "fox mole"),
        ("{not: signs}", "hen"),
        ("level", "fox hen"),
        ("{level: 4}", "fox"),
        ("{level: [0, 1]}", "hen mole"),
        ("{level: [0, 4], shy: true}", "fox"),
        ("{shy: false, not: {level: 0}}", "hen"),
    ],
)
def test_conditions(toy, when: str, shown: str) -> None:
    table = toy(f"- {{kind: panel, fill: moss, when: {when}}}")
    assert [name for name in ("fox", "hen", "mole") if items(table.face(name))] == shown.split()
    assert [*table.findings] == []


def test_condition_on_an_unknown_field_is_a_finding(toy) -> None:
    table = toy("- {kind: panel, fill: moss, when: levle}")
    table.face()
    finding = table.the_finding("bad-template")
    assert "'levle'" in finding.message
    assert "'level'" in finding.help


# --- text ---------------------------------------------------------------------------------------------------


def test_text_is_set_in_its_box(toy) -> None:
    text = the(
        toy("- {kind: text, text: '{{ name }}', at: [10 pt, 10 pt], size: [52 pt, 30 pt], style: {size: 10 pt}}")
    )
    assert words(text.block) == ["Renard"]
    assert text.block.ink == INK, "the palette's ink, unless a colour is given"
    assert (text.block.lines[0].fragments[0].x, text.block.lines[0].y) == (10, 17)


def test_text_may_differ_by_language(toy) -> None:
    face = "- {kind: text, text: {fr: 'Niveau {{ level }} :', en: 'Level {{ level }}:'}, at: [6 pt, 6 pt]}"
    table = toy(face)
    assert words(the(table, "fox", "fr").block) == ["Niveau 4\u00a0:"]
    assert words(the(table, "hen", "en").block) == ["Level 1:"]


def test_text_without_the_language_is_a_finding(toy) -> None:
    table = toy("- {kind: text, text: {fr: 'Niveau'}, at: [6 pt, 6 pt]}")
    table.face("fox", "fr")
    assert table.codes == []
    table.face("fox", "en")
    assert table.codes == ["missing-translation"]


def test_empty_text_draws_nothing(toy) -> None:
    table = toy("- {kind: text, text: '{% if shy %}{{ name }}{% endif %}', at: [6 pt, 6 pt]}")
    assert len(items(table.face("fox"))) == 1
    assert items(table.face("hen")) == ()


def test_jinja_filters_and_conditions(toy) -> None:
    text = (
        "{{ name|upper }} {{ level|roman }}{% if prey %} > {{ prey|map(attribute=''name'')|join('', '') }}{% endif %}"
    )
    table = toy(f"- {{kind: text, text: '{text}', at: [6 pt, 6 pt], size: [200 pt, 50 pt], style: {{size: 4 pt}}}}")
    (block,) = blocks(table.face("fox"))
    assert words(block) == ["RENARD IV > Poule, Taupe"]


def test_styles_extend_each_other(toy) -> None:
    styles = """
        palette: toy
        styles:
          loud: {size: 12 pt, bold: true}
          louder: {extends: loud, size: 20 pt}
        elements:
          - {kind: text, text: a, at: [6 pt, 6 pt], style: {extends: louder, align: right}}
    """
    table = toy("", faces={"toy/beast": styles})
    (block,) = blocks(table.face())
    assert block.size == 20
    part = block.lines[0].fragments[0]
    assert part.typeface.name == "text-bold"
    assert part.x + 10 == 72


def test_styles_of_all_faces_combine_with_styles_of_a_face(toy, tmp_path: Path) -> None:
    Toy(tmp_path).write("layouts/styles.yaml", "styles: {note: {size: 5 pt}, title: {size: 9 pt}}")
    face = """
        palette: toy
        styles: {title: {size: 15 pt}}
        elements:
          - {kind: text, text: a, at: [6 pt, 6 pt], style: title}
          - {kind: text, text: b, at: [6 pt, 36 pt], style: note}
    """
    assert [block.size for block in blocks(toy("", faces={"toy/beast": face}).face())] == [15, 5]


def test_fitting_stops_at_the_least_size(toy) -> None:
    face = (
        "- {kind: text, text: abcdefghij, at: [6 pt, 6 pt], size: [40 pt, 20 pt], style: {size: 12 pt, min_size: 6 pt}}"
    )
    assert the(toy(face)).block.size == 8


def test_overset_text_is_an_error_that_points_at_the_words(toy) -> None:
    table = toy("- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [20 pt, 5 pt], style: {size: 10 pt}}")
    table.face("fox", "en")
    finding = table.the_finding("overset")
    assert "fox (en)" in finding.message
    assert "1.5 mm too high" in finding.message, "a line of 10 pt needs 9 pt and has 5; tenths are rounded up"
    assert "wide" not in finding.message
    assert finding.span is not None
    assert finding.span.source.text[finding.span.start : finding.span.end] == "Fox"


def test_overset_text_reports_the_missing_space_in_both_directions(toy) -> None:
    face = "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [20 pt, 3 pt], style: {size: 10 pt}}"
    table = toy(face)
    table.face("fox", "fr")
    message = table.the_finding("overset").message
    assert "2.2 mm too high and 3.6 mm too wide" in message  # 6 pt and 10 pt


def test_text_that_barely_fits_has_no_finding(toy) -> None:
    face = "- {kind: text, text: 'a', at: [6 pt, 6 pt], size: [20 pt, 8.995 pt], style: {size: 10 pt}}"
    assert the(toy(face)).block.over_height == 0


def test_missing_glyph_names_the_character(toy, tmp_path: Path) -> None:
    toy_ = Toy(tmp_path, "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], style: {size: 5 pt}}")
    table = toy_.table(FixedMetrics(missing="x\u202f"))
    table.face("fox", "en")
    finding = table.the_finding("missing-glyph")
    assert "'x' (U+0078)" in finding.message


def test_script_without_a_font_is_a_single_finding(tmp_path: Path) -> None:
    text = "- {kind: text, text: '{{ name }} x שלום', at: [6 pt, 6 pt], style: {size: 5 pt}}"
    table = Toy(tmp_path, f"{text}\n{text}").table(FixedMetrics(missing="xשלו"))
    table.face("fox", "en")
    assert table.codes == ["missing-glyph"] * 2, "a Latin and a Hebrew one, which count the letters of both texts"


def test_unclosed_mark_is_a_finding(toy) -> None:
    table = toy("- {kind: text, text: '{{ name }} **x', at: [6 pt, 6 pt]}")
    table.face()
    assert table.codes == ["bad-markup"]


def test_inline_icon_has_the_ink_or_its_own_colour(toy) -> None:
    face = """
        - {kind: text, text: ':sun:', at: [6 pt, 6 pt], size: [fill, 20 pt], colour: rust}
        - {kind: text, text: ':sun:', at: [6 pt, 40 pt], size: [fill, 20 pt], icon_colour: moss}
    """
    table = toy(face)
    tints = [item.tints for item in items(table.face()) if isinstance(item, PlacedText)]
    assert tints == [((CURRENT, RUST),), ((CURRENT, MOSS),)]


@pytest.mark.parametrize("size", ["[60 pt, 20 pt]", "[60 pt, auto]", "[auto, 20 pt]"])
def test_missing_inline_icon_is_a_finding_for_every_piece(toy, size: str) -> None:
    table = toy(
        f"- {{kind: column, at: [6 pt, 6 pt], elements: [{{kind: text, text: ':sum: {{{{ level }}}}', size: {size}}}]}}"
    )
    table.face("fox")
    table.face("hen")
    assert table.codes[:1] == ["missing-icon"]
    (finding, *_) = table.findings
    assert finding.help == "did you mean 'sun'?"


def test_missing_inline_icon_is_named_for_each_card_that_has_it(toy) -> None:
    cards = CARDS.replace("Poule", "'a :sum:'").replace("Taupe", "'a :sum:'")
    table = toy("- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt]}", cards=cards)
    table.face("hen")
    table.face("mole")
    assert table.codes == ["missing-icon", "missing-icon"]
    assert len({finding.span and finding.span.line for finding in table.findings}) == 2


def test_codes_of_the_game_are_printed_as_icons(toy) -> None:
    table = toy("- {kind: text, text: '{T}: 2[sun]', at: [6 pt, 40 pt], size: [fill, 20 pt]}", game=CODED)
    (block,) = blocks(table.face())
    assert [icon.picture.name for icon in block.icons] == ["moon", "sun"]
    assert not table.codes


def test_codes_in_a_row_have_the_width_of_their_icons(toy) -> None:
    table = toy(
        """
        - kind: row
          at: [6 pt, 6 pt]
          size: [60 pt, 20 pt]
          elements:
            - {kind: text, text: '{T}[sun]', size: [auto, auto]}
            - {kind: text, text: ':moon::sun:', size: [auto, auto]}
        """,
        game=CODED,
    )
    first, second = (placed.block.box for placed in items(table.face()) if isinstance(placed, PlacedText))
    assert first.width == pytest.approx(second.width)
    assert first.height == pytest.approx(second.height)


def test_icon_that_a_code_names_and_that_is_missing_is_found_at_the_code(toy) -> None:
    table = toy(
        "- {kind: text, text: '{T} is tapped', at: [6 pt, 40 pt], size: [fill, 20 pt]}",
        game=CODED.replace("'{T}': moon", "'{T}': mon"),
    )
    table.face()
    finding = table.the_finding("missing-icon")
    assert finding.span is not None
    assert finding.span.source.name.endswith("game.yaml")
    assert finding.message == "there is no icon 'mon'"
    assert "moon" in finding.help


@pytest.mark.parametrize(
    "colour", ["\"{{ 'none' if level == 4 else 'moss' }}\"", "{by: level, 4: none, else: moss}", "none"]
)
def test_none_is_not_a_colour(toy, colour: str) -> None:
    table = toy(f"- {{kind: panel, fill: {colour}, stroke: rust}}")
    panel = the(table, "fox")
    assert (panel.paint.fill, panel.paint.stroke) == (None, RUST)


def test_small_capitals_need_a_font_that_has_them(toy) -> None:
    face = "- {{kind: text, text: '{}', style: {{case: small-caps}}, at: [6 pt, 6 pt], size: [60 pt, 40 pt]}}"
    table = toy(face.format("Fox *2*"))
    (block,) = blocks(table.face())
    assert [part.typeface.name for line in block.lines for part in line.fragments] == ["text sc", "text-italic"]
    assert not table.codes, "numbers have no small capitals"
    table = toy(face.format("Fox *hen*"))
    table.face()
    finding = table.the_finding("no-small-caps")
    assert "the font 'text-italic' has no small capitals" in finding.message
    assert not finding.is_error


def test_draft_draws_a_mark_for_a_missing_inline_icon(toy) -> None:
    table = toy("- {kind: text, text: 'a :sum: b', at: [6 pt, 6 pt]}", draft=True)
    (block,) = blocks(table.face())
    assert len(block.icons) == 1
    assert table.codes == ["missing-icon"]
    assert not table.findings.failed


@pytest.mark.parametrize(
    ("place", "over"),
    [
        ("at: [3 pt, 20 pt], size: [60 pt, 20 pt]", "1.1 mm"),
        ("at: [6 pt, 6 pt], size: [60 pt, 20 pt]", ""),
        ("at: [6 pt, 129 pt], size: [60 pt, 14 pt]", ""),
        ("at: [6 pt, 132 pt], size: [60 pt, 12 pt]", "1.1 mm"),
    ],
)
def test_text_near_the_cut_is_a_warning(toy, place: str, over: str) -> None:
    for words_ in ("{{ name }}", "Renard"):
        table = toy(f"- {{kind: text, text: '{words_}', {place}, style: {{size: 10 pt}}}}")
        table.face()
        if over:
            assert over in table.the_finding("outside-safe-area").message
        else:
            assert table.codes == []


@pytest.mark.parametrize(
    ("place", "turn", "safe"),
    [
        ("at: [-24 pt, 66 pt], size: [120 pt, 12 pt]", 90, True),  # upright along the middle
        ("at: [-54 pt, 66 pt], size: [120 pt, 12 pt]", 90, False),  # along the left edge, 0 to 12 pt
        ("at: [6 pt, 126 pt], size: [60 pt, 12 pt]", 180, True),
    ],
)
def test_turned_text_is_judged_at_its_final_place(toy, place: str, turn: int, safe: bool) -> None:
    style = "style: {size: 10 pt, align: center, valign: middle}"
    table = toy(f"- {{kind: text, text: 'abcdefghij', {place}, turn: {turn}, {style}}}")
    table.face()
    assert table.codes == ([] if safe else ["outside-safe-area"])


@pytest.mark.parametrize(
    ("ink", "ground", "size", "good"),
    [
        ("rust", "moss", 8, False),
        ("ink", "paper", 8, True),
        ("'#808080'", "paper", 8, False),
        ("'#808080'", "paper", 18, True),
    ],
)
def test_contrast(toy, ink: str, ground: str, size: int, good: bool) -> None:
    face = f"""
        - {{kind: panel, fill: {ground}}}
        - {{kind: text, text: 'a', colour: {ink}, at: [6 pt, 6 pt], style: {{size: {size} pt}}}}
    """
    table = toy(face)
    table.face()
    assert table.codes == ([] if good else ["low-contrast"])


@pytest.mark.parametrize(
    "ground",
    [
        "{kind: panel, fill: moss, to: paper}",
        "{kind: panel, fill: moss, opacity: 0.5}",
        "{kind: panel, stroke: moss}",
        "{kind: art, art: fox, fit: cover, colours: {accent: moss}}",
    ],
)
def test_mixed_ground_has_no_contrast_finding(toy, ground: str) -> None:
    table = toy(f"- {ground}\n- {{kind: text, text: 'a', colour: rust, at: [6 pt, 6 pt]}}")
    table.face()
    assert table.codes == []


def test_ground_of_turned_pieces_turns_with_them(toy) -> None:
    face = """
        - {kind: panel, fill: paper}
        - {kind: panel, fill: ink, at: [0, 0], size: [72 pt, 30 pt], turn: 0}
        - kind: group
          turn: 180
          elements:
            - {kind: text, text: 'a', colour: ink, at: [6 pt, 6 pt], size: [60 pt, 20 pt]}
    """
    table = toy(face)
    table.face()
    assert table.codes == [], "the text ends up at the bottom, on paper"


def test_text_needs_its_text_and_known_words(toy) -> None:
    table = toy("- {kind: text, txet: 'a', style: {sise: 3 pt}}")
    table.face()
    assert sorted(table.codes) == ["missing-field", "unknown-field", "unknown-field"]
    helps = {finding.help for finding in table.findings}
    assert {"did you mean 'text'?", "did you mean 'size'?"} <= helps


RED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z" fill="#f00"/></svg>'


@pytest.mark.parametrize(
    "element",
    [
        "{kind: icon, icon: red, colour: moss, tint: true, size: [9 pt, 9 pt]}",
        "{kind: art, art: red, colour: moss, tint: true, size: [9 pt, 9 pt]}",
        "{kind: text, text: ':red:', colour: moss, tint: true, at: [6 pt, 40 pt], size: [fill, 20 pt]}",
    ],
)
def test_drawing_in_a_single_colour_is_tinted(tmp_path: Path, element: str) -> None:
    toy = Toy(tmp_path, f"- {element}")
    for folder in ("icons", "art"):
        toy.write(f"layouts/{folder}/red.svg", RED)
    drawing = Lowering().drawing(toy.table().face())
    paths = [op.paint.fill for found in drawing.art.ops + drawing.common.ops for op in found.symbol.ops]  # type: ignore[union-attr]
    assert paths == [MOSS]


def test_drawing_in_several_colours_is_a_finding_and_untinted(toy) -> None:
    table = toy("- {kind: art, art: fox, colours: {accent: rust}, tint: true}")
    (placed,) = items(table.face())
    assert placed.colours == (("accent", RUST), ("moss", MOSS))
    assert not table.the_finding("cannot-tint").is_error


# --- art and icons ------------------------------------------------------------------------------------------


def corners(picture: PlacedPicture) -> tuple[float, ...]:
    """Where the top-left and bottom-right corners of the drawing go."""
    a, b, c, d, e, f = picture.matrix
    assert (b, c) == (0, 0)
    p = picture.picture
    return tuple(round(v, 3) for v in (a * p.x + e, d * p.y + f, a * (p.x + p.width) + e, d * (p.y + p.height) + f))


@pytest.mark.parametrize(
    ("wish", "wanted", "clipped"),
    [
        ("fit: contain", (10, 30, 50, 50), False),
        ("fit: contain, align: top", (10, 20, 50, 40), False),
        ("fit: contain, align: bottom", (10, 40, 50, 60), False),
        ("fit: cover", (-10, 20, 70, 60), True),
        ("fit: stretch", (10, 20, 50, 60), False),
        ("mirror: true", (50, 30, 10, 50), False),
        ("fit: cover, mirror: true", (70, 20, -10, 60), True),
    ],
)
def test_art_fits_its_box(toy, wish: str, wanted: tuple[float, ...], clipped: bool) -> None:
    place = "at: [10 pt, 20 pt], size: [40 pt, 40 pt], colours: {accent: rust}"
    picture = the(toy(f"- {{kind: art, art: '{{{{ art }}}}', {place}, {wish}}}"))
    assert corners(picture) == wanted
    assert (picture.clip is not None) == clipped
    if clipped:
        assert rounded(picture.clip) == (10, 20, 40, 40)


def test_art_uses_colours_of_the_palette_and_the_element(toy) -> None:
    picture = the(toy("- {kind: art, art: fox, colours: {accent: {by: level, 4: rust, else: sky}}}"))
    assert picture.colours == (("accent", RUST), ("moss", MOSS))


def test_colour_that_no_palette_has_is_a_finding(toy) -> None:
    table = toy("- {kind: art, art: fox}")
    table.face()
    assert "'accent'" in table.the_finding("bad-colour").message


def test_missing_art_points_at_the_card(toy) -> None:
    table = toy("- {kind: art, art: '{{ art }}'}", cards=CARDS.replace("level: 1", "art: hne, level: 1"))
    table.face("hen")
    finding = table.the_finding("missing-art")
    assert finding.help == "did you mean 'hen'?"
    assert finding.span is not None
    assert finding.span.source.text[finding.span.start : finding.span.end] == "hne"


def test_icon_has_a_single_colour(toy) -> None:
    icon = the(toy("- {kind: icon, icon: sun, colour: {by: shy, true: rust, else: moss}, size: [10 pt, 20 pt]}"))
    assert icon.colours == ((CURRENT, RUST),)
    assert corners(icon) == (0, 5, 10, 15)


def test_icon_without_colour_has_the_ink_of_the_palette(toy) -> None:
    assert the(toy("- {kind: icon, icon: sun}")).colours == ((CURRENT, INK),)


def test_opacity(toy) -> None:
    assert the(toy("- {kind: icon, icon: sun, opacity: 0.25}")).opacity == 0.25


@pytest.mark.parametrize("wish", ["'{{ level }}'", "'{{ level - 5 }}'", "2", "-1", "nan"])
def test_opacity_is_from_0_to_1(toy, wish: str) -> None:
    table = toy(f"- {{kind: panel, fill: moss, opacity: {wish}}}")
    table.face()
    assert len(table.codes) == 1


@pytest.mark.parametrize("turn", ["'{{ name }}'", "'nan'", "'{{ level * 1000000000000 * 1000000000000 }}e999'"])
def test_turn_is_a_number(toy, turn: str) -> None:
    table = toy(f"- {{kind: panel, fill: moss, turn: {turn}}}")
    table.face()
    assert len(table.codes) == 1


@pytest.mark.parametrize(
    ("wish", "wanted"),
    [
        ("", [(0, 0, 20, 20), (22, 0, 42, 20)]),
        ("align: center", [(15, 0, 35, 20), (37, 0, 57, 20)]),
        ("align: right", [(30, 0, 50, 20), (52, 0, 72, 20)]),
        ("size: [72 pt, 90 pt]", [(0, 27.5, 35, 62.5), (37, 27.5, 72, 62.5)]),
        ("size: [20 pt, 72 pt], direction: column", [(0, 0, 20, 20), (0, 22, 20, 42)]),
    ],
)
def test_row_of_icons(toy, wish: str, wanted: list[tuple[float, ...]]) -> None:
    size = "" if "size" in wish else "size: [72 pt, 20 pt],"
    table = toy(f"- {{kind: icon-row, from: signs, {size} gap: 2 pt, colour: moss, {wish}}}")
    pictures = items(table.face("fox"))
    assert [corners(picture) for picture in pictures] == wanted
    assert [picture.picture.name for picture in pictures] == ["sun", "moon"]
    assert items(table.face("hen")) == ()


@pytest.mark.parametrize(
    "element",
    [
        "{kind: art, art: nobody}",
        "{kind: icon, icon: nobody}",
        "{kind: image, image: nobody.png}",
        "{kind: icon-row, from: signs}",
    ],
)
def test_missing_picture_is_a_labelled_box_and_an_error_or_in_a_draft_a_warning(
    toy, element: str, tmp_path: Path
) -> None:
    cards = CARDS.replace("[sun, moon]", "[nobody]")
    for draft in (False, True):
        table = toy(f"- {element}", cards=cards, draft=draft)
        frame, *_, label = items(table.face())
        assert isinstance(frame, DrawBox)
        assert words(label.block)[0].startswith("nobody")
        assert table.codes[0].startswith("missing-")
        assert table.findings.failed is not draft


# --- images -------------------------------------------------------------------------------------------------


def boxes(item: Placed) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The boxes of an image and of what can be seen of it."""
    image, clip = (item.items[0], points_box(item.clip or ())) if isinstance(item, Turned) else (item, None)
    assert isinstance(image, DrawImage)
    return rounded(image.box), rounded(clip or image.box)


@pytest.mark.parametrize(
    ("more", "box", "clip"),
    [
        ("fit: cover, focus: [0%, 50%]", (10, 20, 60, 60), (10, 20, 40, 60)),
        ("fit: cover, focus: [100%, 50%]", (-10, 20, 60, 60), (10, 20, 40, 60)),
        ("fit: cover, focus: [60%, 50%]", (-6, 20, 60, 60), (10, 20, 40, 60)),  # the point is in the middle
        ("fit: contain, focus: [50%, 0%]", (10, 20, 40, 40), (10, 20, 40, 40)),
        ("fit: contain, focus: [50%, 100%]", (10, 40, 40, 40), (10, 40, 40, 40)),
        ("focus: {by: shy, true: [50%, 100%], else: [0%, 0%]}", (10, 40, 40, 40), (10, 40, 40, 40)),
    ],
)
def test_image_shows_its_focus(toy, tmp_path: Path, more: str, box: tuple[float, ...], clip: tuple[float, ...]) -> None:
    Toy(tmp_path).write("layouts/images/toy/photo.png", "not opened by the metrics of tests")
    image = the(toy(f"- {{kind: image, image: photo.png, at: [10 pt, 20 pt], size: [40 pt, 60 pt], {more}}}"))
    assert boxes(image) == (box, clip)


def test_image_has_round_corners_and_opacity(toy, tmp_path: Path) -> None:
    Toy(tmp_path).write("layouts/images/toy/photo.png", "not opened by the metrics of tests")
    face = "- {kind: image, image: photo.png, radius: 50 pt, opacity: 0.5, fit: cover, size: [40 pt, 60 pt]}"
    image = the(toy(face))
    assert isinstance(image, Turned)
    assert (image.clip, image.opacity) == (outline(Box(0, 0, 40, 60), 20), 0.5)


def test_focus_is_a_point_of_the_image(toy, tmp_path: Path) -> None:
    Toy(tmp_path).write("layouts/images/toy/photo.png", "not opened by the metrics of tests")
    table = toy("- {kind: image, image: photo.png, fit: cover, focus: [5 mm, 120%]}")
    table.face()
    assert table.codes == ["bad-length"]


@pytest.mark.parametrize(
    ("fit", "box", "cut"),
    [
        ("contain", (10, 30, 40, 40), False),
        ("cover", (0, 20, 60, 60), True),
        ("stretch", (10, 20, 40, 60), False),
    ],
)
def test_images_fit_their_box(toy, tmp_path: Path, fit: str, box: tuple[float, ...], cut: bool) -> None:
    Toy(tmp_path).write("layouts/images/toy/photo.png", "not opened by the metrics of tests")
    image = the(toy(f"- {{kind: image, image: photo.png, at: [10 pt, 20 pt], size: [40 pt, 60 pt], fit: {fit}}}"))
    assert boxes(image) == (box, (10, 20, 40, 60) if cut else box)


# --- panels, lines, polygons, rulers ------------------------------------------------------------------------


def test_panel(toy) -> None:
    panel = the(
        toy("- {kind: panel, fill: moss, stroke: rust, stroke_width: 2 pt, radius: 9 pt, dash: 3 pt, opacity: 0.5}")
    )
    assert panel.radius == 9
    assert panel.paint == Paint(MOSS, RUST, 2, (3, 3), fill_opacity=0.5, stroke_opacity=0.5)


def test_panel_may_be_shaded_between_two_colours(toy) -> None:
    paint = the(toy("- {kind: panel, fill: moss, to: rust, angle: 0, opacity: 0.5, size: [40 pt, 60 pt]}")).paint
    assert paint.fill == Shading(0, 30, 40, 30, ((0, MOSS), (1, RUST)))
    assert paint.fill_opacity == 0.5


def test_round_panels_and_radii_that_are_too_large(toy) -> None:
    assert the(toy("- {kind: panel, fill: moss, round: true}")).radius == 36
    assert the(toy("- {kind: panel, fill: moss, radius: 100 pt, size: [20 pt, 30 pt]}")).radius == 10


def test_lines(toy) -> None:
    line = the(toy("- {kind: line, colour: moss, width: 2 pt, at: [10 pt, 20 pt], size: [40 pt, 0]}"))
    assert isinstance(line, DrawPath)
    assert line.path == (("M", 10, 20), ("L", 50, 20))
    assert (line.paint.stroke, line.paint.width, line.paint.fill) == (MOSS, 2, None)
    rising = the(toy("- {kind: line, rising: true, dash: 2 pt, at: [10 pt, 20 pt], size: [40 pt, 5 pt]}"))
    assert rising.path == (("M", 10, 25), ("L", 50, 20))
    assert rising.paint.dash == (2, 2)


def test_polygons_by_points(toy) -> None:
    shape = the(
        toy("- {kind: polygon, points: [[0, 0], [100, 0], [50, 100]], at: [10 pt, 20 pt], size: [40 pt, 60 pt]}")
    )
    assert shape.path == (("M", 10, 20), ("L", 50, 20), ("L", 30, 80), ("Z",))


@pytest.mark.parametrize(("wish", "count"), [("sides: 3", 3), ("sides: 6", 6), ("sides: 5, depth: 0.5", 10)])
def test_regular_polygons_and_stars_are_centred(toy, wish: str, count: int) -> None:
    shape = the(toy(f"- {{kind: polygon, fill: moss, {wish}, size: [40 pt, 40 pt]}}"))
    points = [segment[1:] for segment in shape.path if len(segment) == 3]
    assert len(points) == count
    assert points[0] == (pytest.approx(20), pytest.approx(0)), "a corner on top"
    distances = {round(math.dist(point, (20, 20)), 6) for point in points}
    assert distances == ({20, 10} if "depth" in wish else {20})


def test_points_come_in_pairs(toy) -> None:
    table = toy("- {kind: polygon, fill: moss, points: [[0, 0, 1], [5, 5]]}")
    table.face()
    assert table.codes == ["wrong-type"]


def test_ruler_has_a_tick_each_millimetre(toy) -> None:
    table = toy("- {kind: ruler, at: [6 pt, 6 pt], size: [20 mm, 9 mm], style: {size: 4 pt, align: center}}")
    *labels, ticks = items(table.face())
    assert [words(label.block) for label in labels] == [["0"], ["10"], ["20\u00a0mm"]]
    starts = [segment[1] for segment in ticks.path if segment[0] == "M"]
    assert len(starts) == 22, "21 ticks and the line above them"
    assert starts[20] - starts[0] == pytest.approx(mm(20).pt)
    assert table.codes == []


# --- reading ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("element", "code", "help"),
    [
        ("{kind: panle}", "unknown-element", "did you mean 'panel'?"),
        ("{fill: moss}", "missing-field", ""),
        ("[a]", "wrong-type", ""),
        ("{kind: panel, fill: mos}", "bad-colour", "did you mean 'moss'?"),
        ("{kind: panel, fil: moss}", "unknown-field", "did you mean 'fill'?"),
        ("{kind: panel, at: [1, 2 pt]}", "bad-length", ""),
        ("{kind: panel, at: 3 pt}", "bad-length", ""),
        ("{kind: panel, radius: 3}", "bad-length", ""),
        ("{kind: panel, size: [90000 mm, 1 mm]}", "bad-length", ""),
        ("{kind: panel, size: [ten%, 1 mm]}", "bad-length", ""),
        ("{kind: text, text: a, style: titel}", "unknown-style", ""),
        ("{kind: text, text: a, style: {size: 900 pt}}", "out-of-range", ""),
        ("{kind: text, text: a, style: {align: middle}}", "unknown-choice", ""),
        ("{kind: text, text: '{{ nmae }}'}", "bad-template", "did you mean 'name'?"),
        ("{kind: text, text: '{{ name '}", "bad-template", ""),
        ("{kind: art, fit: cover}", "missing-field", ""),
        ("{kind: panel, when: [a]}", "wrong-type", ""),
        ("{kind: panel, fill: {by: [level]}}", "wrong-type", ""),
        ("{kind: polygon, fill: moss, sides: 2}", "out-of-range", ""),
        ("{kind: art, art: fox, colours: [moss]}", "wrong-type", ""),
    ],
)
def test_layout_fault_is_reported(toy, element: str, code: str, help: str) -> None:
    table = toy(f"- {element}")
    table.face()
    assert code in table.codes
    finding = next(finding for finding in table.findings if finding.code == code)
    assert help in finding.help
    assert finding.span is not None
    assert finding.span.source.name.endswith("beast.yaml")


def test_every_fault_of_a_face_is_found_at_once(toy) -> None:
    table = toy("- {kind: panel, fill: mos}\n- {kind: panle}\n- {kind: panel, radius: x}")
    table.face()
    assert sorted(table.codes) == ["bad-colour", "bad-length", "unknown-element"]


def test_nesting_has_an_end(toy) -> None:
    deep = "{kind: panel, fill: moss}"
    for _ in range(16):
        deep = f"{{kind: group, elements: [{deep}]}}"
    table = toy(f"- {deep}")
    table.face()
    assert table.codes == ["yaml-too-deep"]


def test_default_ink_is_black_without_a_palette_ink(toy, tmp_path: Path) -> None:
    face = "elements: [{kind: text, text: a, at: [6 pt, 6 pt]}]"
    table = toy("", faces={"toy/beast": face})
    (block,) = blocks(table.face())
    assert block.ink == BLACK


def test_ink_is_a_colour_without_any_palette(toy) -> None:
    table = toy("", faces={"toy/beast": "elements: [{kind: panel, fill: ink, stroke: ink}]"})
    (panel,) = items(table.face())
    assert (panel.paint.fill, panel.paint.stroke) == (BLACK, BLACK)
    assert table.codes == []
