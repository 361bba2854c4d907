"""Groups, rows, columns, repeats, and cards within cards, on a card of 72 pt by 144 pt."""

import re
from pathlib import Path

import pytest

from helpers import CARDS, GAME, Table, Toy, blocks, items, rounded, words
from pawprint.core.geometry import Box
from pawprint.core.length import mm
from pawprint.core.paths import points_box
from pawprint.graphics.ops import DrawBox
from pawprint.pieces.containers import MAX_CARDS
from pawprint.pieces.placed import LowInkItems, PlacedPicture, PlacedText, Turned


@pytest.fixture
def toy(tmp_path: Path):
    """Reads a face made of the given elements."""

    def make(face: str, **wishes: object) -> Table:
        return Toy(tmp_path, face, **wishes).table()  # type: ignore[arg-type]

    return make


def boxes(table: Table, identity: str = "fox") -> list[tuple[float, ...]]:
    """The boxes of the panels of a face without findings."""
    placed = items(table.face(identity))
    assert [*table.findings] == []
    return [rounded(item.box) for item in placed if isinstance(item, DrawBox)]


PANEL = "{kind: panel, fill: moss"
WORD = "{kind: text, text: ab, style: {size: 10 pt}"  # 10 pt wide, 9 pt high


# --- groups -------------------------------------------------------------------------------------------------


def test_group_has_its_own_box(toy) -> None:
    face = f"- {{kind: group, at: [10 pt, 20 pt], size: [40 pt, 40 pt], elements: [{PANEL}, at: [50%, 5 pt]}}]}}"
    assert boxes(toy(face)) == [(30, 25, 20, 35)]


def test_group_is_shown_or_left_out_as_a_whole(toy) -> None:
    face = f"- {{kind: group, when: shy, elements: [{PANEL}}}, {PANEL}}}]}}"
    table = toy(face)
    assert len(boxes(table, "fox")) == 2
    assert boxes(table, "hen") == []


def test_opacity_applies_to_a_group_as_a_whole(toy) -> None:
    (veiled,) = items(toy(f"- {{kind: group, opacity: 0.5, elements: [{PANEL}}}, {PANEL}}}]}}").face())
    assert isinstance(veiled, Turned)
    assert (len(veiled.items), veiled.opacity) == (2, 0.5)


def test_element_declares_its_low_ink_for_everything_in_it(toy) -> None:
    (kept,) = items(toy(f"- {{kind: group, low_ink: keep, elements: [{PANEL}}}, {PANEL}}}]}}").face())
    assert isinstance(kept, LowInkItems)
    assert (len(kept.items), kept.rule) == (2, "keep")


def test_face_declares_the_low_ink_of_elements_that_do_not(tmp_path: Path) -> None:
    base = f"palette: toy\nlow_ink: white\nelements: [{PANEL}}}, {PANEL}, low_ink: auto}}]\n"
    table = Toy(tmp_path, faces={"base": base, "toy/beast": "extends: base\n"}).table()
    assert [item.rule for item in items(table.face()) if isinstance(item, LowInkItems)] == ["white", "auto"]


@pytest.mark.parametrize("rule", ["none", "'{{ name }}'"])
def test_low_ink_is_one_of_the_rules(toy, rule: str) -> None:
    table = toy(f"- {PANEL}, low_ink: {rule}}}")
    table.face()
    assert [finding.code for finding in table.findings] == ["unknown-choice"]


def test_turned_groups_turn_everything(toy) -> None:
    face = f"- {{kind: group, turn: 180, size: [72 pt, 72 pt], elements: [{PANEL}, size: [10 pt, 10 pt]}}]}}"
    (turned,) = items(toy(face).face())
    a, b, c, d, e, f = turned.matrix
    assert (a * 10 + c * 10 + e, b * 10 + d * 10 + f) == (pytest.approx(62), pytest.approx(62))


# --- rows and columns ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("children", "wanted"),
    [
        (["size: [10 pt, 20 pt]", "size: [20 pt, 20 pt]"], [(0, 0, 10, 20), (10, 0, 20, 20)]),
        (["size: [10 pt, 20 pt]", ""], [(0, 0, 10, 20), (10, 0, 62, 144)]),
        (["", "size: [fill, 20 pt]", "size: [12 pt, fill]"], [(0, 0, 30, 144), (30, 0, 30, 20), (60, 0, 12, 144)]),
        (["size: [25%, 50%]", ""], [(0, 0, 18, 72), (18, 0, 54, 144)]),
    ],
)
def test_rows(toy, children: list[str], wanted: list[tuple[float, ...]]) -> None:
    inner = ", ".join(f"{PANEL}, {child}}}" if child else f"{PANEL}}}" for child in children)
    assert boxes(toy(f"- {{kind: row, elements: [{inner}]}}")) == wanted


@pytest.mark.parametrize(
    ("children", "wanted"),
    [
        (["size: [10 pt, 20 pt]", "size: [20 pt, 30 pt]"], [(0, 0, 10, 20), (0, 20, 20, 30)]),
        (["size: [fill, 24 pt]", "", ""], [(0, 0, 72, 24), (0, 24, 72, 60), (0, 84, 72, 60)]),
    ],
)
def test_columns(toy, children: list[str], wanted: list[tuple[float, ...]]) -> None:
    inner = ", ".join(f"{PANEL}, {child}}}" if child else f"{PANEL}}}" for child in children)
    assert boxes(toy(f"- {{kind: column, elements: [{inner}]}}")) == wanted


@pytest.mark.parametrize(
    ("wish", "wanted"),
    [
        ("gap: 4 pt", [(0, 0, 10, 20), (14, 0, 10, 20)]),
        ("padding: 3 pt", [(3, 3, 10, 20), (13, 3, 10, 20)]),
        ("align: center", [(26, 0, 10, 20), (36, 0, 10, 20)]),
        ("align: end, gap: 2 pt", [(50, 0, 10, 20), (62, 0, 10, 20)]),
        ("cross: center", [(0, 62, 10, 20), (10, 62, 10, 20)]),
        ("cross: end", [(0, 124, 10, 20), (10, 124, 10, 20)]),
    ],
)
def test_gaps_padding_and_alignment_of_a_row(toy, wish: str, wanted: list[tuple[float, ...]]) -> None:
    inner = ", ".join([f"{PANEL}, size: [10 pt, 20 pt]}}"] * 2)
    assert boxes(toy(f"- {{kind: row, {wish}, elements: [{inner}]}}")) == wanted


@pytest.mark.parametrize(
    ("wish", "wanted"),
    [
        ("align: center, gap: 4 pt", [(0, 50, 10, 20), (0, 74, 10, 20)]),
        ("cross: end", [(62, 0, 10, 20), (62, 20, 10, 20)]),
    ],
)
def test_alignment_of_a_column(toy, wish: str, wanted: list[tuple[float, ...]]) -> None:
    inner = ", ".join([f"{PANEL}, size: [10 pt, 20 pt]}}"] * 2)
    assert boxes(toy(f"- {{kind: column, {wish}, elements: [{inner}]}}")) == wanted


def test_text_in_a_column_has_the_height_of_its_lines(toy) -> None:
    long = "{kind: text, text: 'ab cd ef', style: {size: 10 pt, leading: 1.5}}"  # two lines of 25 and 10 pt
    face = f"""
        - kind: column
          at: [6 pt, 6 pt]
          size: [30 pt, 80 pt]
          gap: 2 pt
          elements: [{long}, {PANEL}, size: [fill, 10 pt]}}, {PANEL}}}]
    """
    assert boxes(toy(face)) == [(6, 6 + 9 + 15 + 2, 30, 10), (6, 44, 30, 42)]


def test_text_in_a_row_has_the_width_of_its_words(toy) -> None:
    inner = f"{{kind: text, text: abc, style: {{size: 10 pt}}}}, {PANEL}, size: [5 pt, 5 pt]}}"
    table = toy(f"- {{kind: row, at: [6 pt, 6 pt], size: [60 pt, 20 pt], gap: 3 pt, elements: [{inner}]}}")
    assert boxes(table) == [(24, 6, 5, 5)]
    assert words(blocks(table.face())[0]) == ["abc"]


def test_text_of_natural_width_stays_on_a_single_line_at_any_scale(toy) -> None:
    inner = (
        "{kind: text, text: 'a bc d', style: {size: 7.3 pt}}, {kind: text, text: '{{ name }} x', style: {size: 9.1 pt}}"
    )
    face = f"- {{kind: row, at: [6 pt, 6 pt], size: [60 pt, 20 pt], shrink: 0.3, elements: [{inner}]}}"
    table = toy(face)
    assert [len(block.lines) for block in blocks(table.face())] == [1, 1]
    assert table.codes == []


def test_inset_counts_for_natural_sizes(toy) -> None:
    padded = "{kind: text, text: 'ab cd', style: {size: 10 pt}, inset: 4 pt}"
    both = f"elements: [{padded}, {PANEL}, size: [5 pt, 5 pt]}}]"
    column = f"- {{kind: column, at: [6 pt, 6 pt], size: [33 pt, 80 pt], {both}}}"
    # 25 pt for the words, 9 pt for the line, 8 pt for the insets
    assert boxes(toy(column)) == [(6, 6 + 17, 5, 5)]
    row = f"- {{kind: row, at: [6 pt, 6 pt], size: [60 pt, 17 pt], {both}}}"
    assert boxes(toy(row)) == [(6 + 33, 6, 5, 5)]
    alone = "- {kind: text, text: 'ab cd', style: {size: 10 pt}, inset: 4 pt, at: [6 pt, 6 pt], size: [auto, auto]}"
    table = toy(alone)
    assert words(blocks(table.face())[0]) == ["ab cd"]
    assert table.codes == []


@pytest.mark.parametrize(("cross", "top"), [("start", 0.0), ("center", 62.0), ("end", 124.0)])
def test_child_with_automatic_height_is_aligned_across_its_row(toy, cross: str, top: float) -> None:
    inner = f"{{kind: column, size: [fill, auto], elements: [{PANEL}, size: [10 pt, 20 pt]}}]}}"
    assert boxes(toy(f"- {{kind: row, cross: {cross}, elements: [{inner}]}}")) == [(0, top, 10, 20)]


RIGHT_TO_LEFT = {name: re.sub(r"\ben\b", "he", text) for name, text in (("game", GAME), ("cards", CARDS))}


def first_boxes(table: Table, language: str) -> list[tuple[float, ...]]:
    return [rounded(item.box) for item in items(table.face("fox", language)) if isinstance(item, DrawBox)]


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (f"kind: row, gap: 2 pt, elements: [{PANEL}, size: [10 pt, 5 pt]}}, {PANEL}, size: [20 pt, 5 pt]}}]",
         [(56, 6, 10, 5), (34, 6, 20, 5)]),
        (f"kind: column, elements: [{PANEL}, size: [10 pt, 5 pt]}}]", [(56, 6, 10, 5)]),
        (f"kind: repeat, over: signs, flow: row, elements: [{PANEL}}}]", [(36, 6, 30, 20), (6, 6, 30, 20)]),
        (f"kind: repeat, over: signs, flow: grid, cell: [20 pt, 5 pt], elements: [{PANEL}}}]",
         [(46, 6, 20, 5), (26, 6, 20, 5)]),
    ],
)  # fmt: skip
def test_first_element_is_at_the_right_in_a_language_from_right_to_left(
    toy, kind: str, wanted: list[tuple[float, ...]]
) -> None:
    place = "at: [6 pt, 6 pt], size: [60 pt, 20 pt]"
    table = toy(f"- {{{kind}, {place}}}", **RIGHT_TO_LEFT)
    assert first_boxes(table, "he") == wanted
    assert first_boxes(toy(f"- {{{kind}, {place}, direction: rtl}}"), "fr") == wanted
    left = first_boxes(table, "fr")
    assert left != wanted
    assert first_boxes(toy(f"- {{{kind}, {place}, direction: ltr}}", **RIGHT_TO_LEFT), "he") == left


def test_columns_and_rows_can_be_nested(toy) -> None:
    face = f"""
        - kind: column
          at: [6 pt, 6 pt]
          size: [60 pt, 100 pt]
          elements:
            - {{kind: row, elements: [{WORD}}}, {PANEL}, size: [10 pt, 20 pt]}}]}}
            - {PANEL}, size: [7 pt, 7 pt]}}
    """
    assert boxes(toy(face)) == [(16, 6, 10, 20), (6, 26, 7, 7)]


def test_column_in_a_row_has_the_width_of_its_content(toy) -> None:
    face = f"""
        - kind: row
          at: [6 pt, 6 pt]
          size: [60 pt, 50 pt]
          elements:
            - {{kind: column, elements: [{WORD}}}, {{kind: text, text: abcd, style: {{size: 10 pt}}}}]}}
            - {{kind: row, elements: [{WORD}}}, {WORD}}}], gap: 2 pt, padding: 1 pt}}
            - {PANEL}}}
    """
    assert boxes(toy(face)) == [(6 + 20 + 24, 6, 16, 50)]


def test_hidden_element_uses_no_space(toy) -> None:
    inner = f"{PANEL}, size: [10 pt, 10 pt], when: shy}}, {PANEL}, size: [10 pt, 10 pt]}}"
    table = toy(f"- {{kind: row, gap: 5 pt, elements: [{inner}]}}")
    assert boxes(table, "fox") == [(0, 0, 10, 10), (15, 0, 10, 10)]
    assert boxes(table, "hen") == [(0, 0, 10, 10)]


def test_texts_shrink_together(toy) -> None:
    word = "{kind: text, text: '{{ name }}', style: {size: 10 pt}}"
    face = (
        f"- {{kind: column, at: [6 pt, 6 pt], size: [60 pt, 25 pt], shrink: 0.5, elements: [{word}, {word}, {word}]}}"
    )
    table = toy(face)
    sizes = [block.size for block in blocks(table.face())]
    assert len(set(sizes)) == 1
    assert 9 < sizes[0] <= 25 / 27 * 10 + 0.1, "the largest step of 2.5 % that fits"
    assert table.codes == []


def test_unshrinkable_content_is_an_error(toy) -> None:
    word = "{kind: text, text: '{{ name }}', style: {size: 10 pt}}"
    face = (
        f"- {{kind: column, at: [6 pt, 6 pt], size: [60 pt, 10 pt], shrink: 0.5, elements: [{word}, {word}, {word}]}}"
    )
    table = toy(face)
    table.face()
    assert "1.2 mm too high, even at 50%" in table.the_finding("overset").message  # 13.5 pt in 10 pt


def test_row_that_is_too_full_is_an_error(toy) -> None:
    table = toy(f"- {{kind: row, elements: [{PANEL}, size: [50 pt, 5 pt]}}, {PANEL}, size: [50 pt, 5 pt]}}]}}")
    table.face()
    assert "9.9 mm too wide" in table.the_finding("overset").message


def test_children_may_turn_and_bleed(toy, tmp_path: Path) -> None:
    inner = f"{PANEL}, size: [72 pt, 20 pt], bleeds: true}}, {PANEL}, size: [40 pt, 20 pt], turn: 90}}"
    table = Toy(tmp_path, f"- {{kind: column, elements: [{inner}]}}").table(bleed=mm(3))
    first, second = items(table.face())
    assert rounded(first.box) == (-8.5, -8.5, 89.01, 28.5)
    assert isinstance(second, Turned)


# --- repeat -------------------------------------------------------------------------------------------------


def repeat(wish: str, inner: str = PANEL + "}", over: str = "prey") -> str:
    return f"- {{kind: repeat, over: {over}, size: [60 pt, 30 pt], {wish}, elements: [{inner}]}}"


@pytest.mark.parametrize(
    ("wish", "wanted"),
    [
        ("flow: row, cell: [10 pt, 8 pt]", [(0, 0, 10, 8), (10, 0, 10, 8)]),
        ("flow: row, cell: [10 pt, 8 pt], gap: 3 pt", [(0, 0, 10, 8), (13, 0, 10, 8)]),
        ("flow: row, cell: [10 pt, 8 pt], align: center", [(20, 0, 10, 8), (30, 0, 10, 8)]),
        ("flow: row, cell: [10 pt, 8 pt], align: end", [(40, 0, 10, 8), (50, 0, 10, 8)]),
        ("flow: row", [(0, 0, 30, 30), (30, 0, 30, 30)]),
        ("flow: row, gap: 10 pt", [(0, 0, 25, 30), (35, 0, 25, 30)]),
        ("flow: row, cell: [25%, fill]", [(0, 0, 15, 30), (15, 0, 15, 30)]),
        ("flow: column, cell: [10 pt, 8 pt]", [(0, 0, 10, 8), (0, 8, 10, 8)]),
        ("flow: column", [(0, 0, 60, 15), (0, 15, 60, 15)]),
        ("flow: column, cell: [fill, 5 pt], align: end", [(0, 20, 60, 5), (0, 25, 60, 5)]),
        ("flow: stack", [(0, 0, 60, 30), (0, 0, 60, 30)]),
        ("flow: grid, cell: [10 pt, 8 pt]", [(0, 0, 10, 8), (10, 0, 10, 8)]),
        ("flow: grid, cell: [40 pt, 8 pt], gap: 2 pt", [(0, 0, 40, 8), (0, 10, 40, 8)]),
        ("flow: row, cell: [10 pt, 8 pt], most: 1", [(0, 0, 10, 8)]),
    ],
)
def test_repeat_lays_out_a_copy_for_each_entry(toy, wish: str, wanted: list[tuple[float, ...]]) -> None:
    table = toy(repeat(wish))
    assert boxes(table) == wanted
    assert boxes(table, "mole") == []


def test_last_row_of_a_grid_is_aligned_by_itself(toy) -> None:
    cards = CARDS.replace("signs: [sun, moon]", "signs: [sun, sun, sun, sun, sun]")
    table = toy(repeat("flow: grid, cell: [20 pt, 10 pt], align: center", over="signs"), cards=cards)
    assert boxes(table) == [(0, 0, 20, 10), (20, 0, 20, 10), (40, 0, 20, 10), (10, 10, 20, 10), (30, 10, 20, 10)]


def test_copy_knows_its_entry_and_its_number(toy) -> None:
    text = "{kind: text, text: '{{ index }}. {{ item.name }} {{ item.level }}', style: {size: 5 pt}}"
    table = toy(repeat("flow: column", text).replace("over:", "at: [6 pt, 6 pt], over:"))
    assert [words(block) for block in blocks(table.face("fox", "en"))] == [["1. Hen 1"], ["2. Mole 0"]]
    assert [words(block) for block in blocks(table.face("fox", "fr"))] == [["1. Poule 1"], ["2. Taupe 0"]]


def test_entries_may_be_looked_up_and_named(toy) -> None:
    inner = """{kind: art, art: '{{ item.art }}', colours: {accent: {by: item.level, 0: moss, else: rust}}},
              {kind: icon, icon: '{{ item }}', when: item.shy}"""
    table = toy(repeat("flow: row", inner))
    pictures = [item for item in items(table.face()) if isinstance(item, PlacedPicture)]
    assert [picture.picture.name for picture in pictures] == ["hen", "mole"]
    assert [str(dict(picture.colours)["accent"]) for picture in pictures] == ["#a04020", "#406020"]
    assert table.codes == []


def test_copies_can_turn_by_their_number(toy) -> None:
    table = toy(repeat("flow: stack", PANEL + ", turn: '{{ index * 90 }}'}"))
    turns = [item for item in items(table.face()) if isinstance(item, Turned)]
    assert [turn.matrix[:2] for turn in turns] == [(0, 1), (-1, 0)]


def test_repeats_within_repeats(toy) -> None:
    inner = f"{{kind: repeat, over: item.prey, flow: column, cell: [fill, 5 pt], elements: [{PANEL}}}]}}"
    assert boxes(toy(repeat("flow: row", inner))) == [(0, 0, 30, 5)]


def test_too_many_entries_are_an_error_at_the_list(toy) -> None:
    table = toy(repeat("flow: row, cell: [40 pt, 8 pt]"))
    table.face()
    finding = table.the_finding("overset")
    assert "2 entries need 7.1 mm more room" in finding.message
    assert finding.span is not None
    assert (
        finding.span.line
        == CARDS.lstrip("\n").splitlines().index(next(x for x in CARDS.splitlines()[1:] if "fox" in x)) + 1
    )


@pytest.mark.parametrize("align", ["start", "center", "end"])
def test_entries_that_overflow_on_either_side_are_an_error(toy, align: str) -> None:
    table = toy(repeat(f"flow: row, cell: [40 pt, 8 pt], align: {align}"))
    table.face()
    assert "7.1 mm" in table.the_finding("overset").message


def test_repeats_in_a_column_have_the_height_of_their_copies(toy) -> None:
    text = "{kind: text, text: x, style: {size: 10 pt}}"
    for wish, height in (
        ("flow: column, cell: [fill, auto], gap: 1 pt", 9 + 1 + 9),
        ("flow: column, cell: [fill, 12 pt]", 24),
        ("flow: row, cell: [10 pt, 11 pt]", 11),
        ("flow: grid, cell: [40 pt, 10 pt], gap: 2 pt", 22),
        ("flow: row, cell: [30 pt, auto]", 9),
    ):
        face = f"""
            - kind: column
              at: [6 pt, 6 pt]
              size: [60 pt, 100 pt]
              elements:
                - {{kind: repeat, over: prey, {wish}, elements: [{text}]}}
                - {PANEL}, size: [5 pt, 5 pt]}}
        """
        table = toy(face)
        assert boxes(table)[-1] == (6, 6 + height, 5, 5), wish
        assert boxes(table, "mole")[-1] == (6, 6, 5, 5), "no entries, no room"


def test_repeat_over_an_unknown_field_is_a_finding(toy) -> None:
    table = toy(repeat("flow: row", over="pray"))
    table.face()
    assert "did you mean 'prey'?" in table.the_finding("bad-template").help


# --- cards in cards -----------------------------------------------------------------------------------------

TWO_COMPONENTS = (
    GAME
    + """
      sheets:
        file: sheets.yaml
        stock: toy
        face: toy/sheet
        back: toy/sheet-back
        fields: {shows: {type: list, of: {ref: beasts}}}
"""
)


def sheet(tmp_path: Path, card: str, beast: str = "", piece: str = "") -> Table:
    toy = Toy(
        tmp_path,
        beast or f"- {PANEL}}}\n- {{kind: text, text: '{{{{ name }}}}', at: [6 pt, 6 pt], colour: paper}}",
        game=TWO_COMPONENTS,
        faces={"toy/sheet": f"palette: toy\nelements:\n  - {card}\n", "toy/sheet-back": "palette: toy\n"},
    )
    toy.write("catalog/toy/sheets.yaml", f"sheets:\n  - {{id: {piece or 'one'}, shows: [hen, mole]}}\n")
    return toy.table()


def test_card_within_a_card_is_scaled_into_its_box(tmp_path: Path) -> None:
    table = sheet(tmp_path, "{kind: card, piece: hen, at: [10 pt, 20 pt], size: [36 pt, 100 pt]}")
    (shown,) = items(table.face("one"))
    assert isinstance(shown, Turned)
    assert shown.matrix == (0.5, 0, 0, 0.5, 10, 20 + (100 - 72) / 2)
    assert shown.clip is not None
    assert rounded(points_box(shown.clip) or Box(0, 0, 0, 0)) == (0, 0, 72, 144), "the bleed is cut off"
    panel, text = shown.items
    assert isinstance(panel, DrawBox)
    assert isinstance(text, PlacedText)
    assert words(text.block) == ["Poule"]
    assert table.codes == []


def test_cards_of_a_list(tmp_path: Path) -> None:
    card = "{kind: repeat, over: shows, flow: row, elements: [{kind: card, piece: '{{ item }}'}]}"
    table = sheet(tmp_path, card)
    assert len(items(table.face("one", "en"))) == 2
    assert table.codes == []


def test_card_may_be_named_with_its_component(tmp_path: Path) -> None:
    table = sheet(tmp_path, "{kind: card, piece: beasts/hen}", piece="hen")
    (sheet_record,) = table.game.pieces("sheets")
    face = table.composer.face(table.game, sheet_record, "fr")
    assert face is not None
    assert len(items(face)) == 1
    assert table.codes == []


@pytest.mark.parametrize(("piece", "message"), [("hne", "there is no piece"), ("hen", "several components have")])
def test_unknown_and_ambiguous_pieces(tmp_path: Path, piece: str, message: str) -> None:
    table = sheet(tmp_path, f"{{kind: card, piece: {piece}}}", piece="hen")
    (sheet_record,) = table.game.pieces("sheets")
    table.composer.face(table.game, sheet_record, "fr")
    assert message in table.the_finding("unknown-piece").message


def test_back_of_a_card_may_be_shown(tmp_path: Path) -> None:
    table = sheet(tmp_path, "{kind: card, piece: hen, side: back}")
    assert items(table.face("one")) == (), "beasts have no back"
    assert table.codes == []


def test_cards_that_show_each_other_end(tmp_path: Path) -> None:
    beast = "- {kind: card, piece: '{% if id == ''fox'' %}hen{% else %}fox{% endif %}', size: [50%, 50%]}"
    table = sheet(tmp_path, "{kind: card, piece: fox}", beast)
    (shown,) = items(table.face("one"))
    depth = 0
    while shown.items:
        (shown,) = shown.items
        depth += 1
    assert depth == MAX_CARDS - 1
    assert "bad-template" in table.codes
    assert any("circle" in finding.message for finding in table.findings)


def test_circle_of_large_sheets_ends_soon(tmp_path: Path) -> None:
    """Sixty cards that each show sixty cards must not take an hour."""
    game = GAME.replace("fields:", "fields:\n          shows: {type: list, of: {ref: beasts}}")
    many = [f"b{number}" for number in range(60)]
    cards = "beasts:\n" + "".join(
        f"  - {{id: {name}, name: x, level: 1, shy: true, signs: [], prey: [], art: fox, shows: [{', '.join(many)}]}}\n"
        for name in many
    )
    face = (
        "- {kind: repeat, over: shows, flow: grid, cell: [7 pt, 9 pt], elements: [{kind: card, piece: '{{ item }}'}]}"
    )
    table = Toy(tmp_path, face, game=game, cards=cards).table()
    table.composer.face(table.game, table.game.pieces("beasts")[0], "fr")
    assert any("circle" in finding.message for finding in table.findings)


def test_stocks_may_differ(tmp_path: Path) -> None:
    toy = Toy(tmp_path, "- {kind: panel, fill: moss}", game=GAME.replace("stock: toy", "stock: disc"))
    face = toy.table().face()
    assert (face.outline.corner.pt, face.trim.width.pt) == (36, 72)
