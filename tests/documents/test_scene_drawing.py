"""Scenes: what an author says lies on a table is drawn there, named in words, and referred to by the same letters."""

from pathlib import Path

import pytest

from documents.dump import dump
from documents.test_manuscripts import Desk
from fixed_metrics import FixedMetrics
from helpers import Toy
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.documents._scene_drawing import scene_diagram, scene_signs
from pawprint.documents._scene_reader import read_scene
from pawprint.documents.diagram_figures import DiagramRenderer
from pawprint.play.diagram import Diagram
from pawprint.source.reader import read_yaml

FACE = """
    - {id: ground, kind: panel, fill: moss}
    - {id: den, kind: panel, fill: rust, at: [12 pt, 24 pt], size: [24 pt, 24 pt]}
"""
GAME = """
    id: toy
    title: {fr: Jouet, en: Toy}
    languages: [fr, en]
    components:
      beasts:
        title: {fr: Bêtes, en: Beasts}
        stock: toy
        face: toy/beast
        back: toy/beast
        fields:
          name: {type: text}
      chips:
        title: {fr: Jetons, en: Chips}
        stock: disc
        face: toy/beast
        fields:
          name: {type: text}
"""
CARDS = """
    beasts:
      - {id: fox, copies: 3, name: {fr: Renard, en: Fox}}
      - {id: red-hen, copies: 2, name: {fr: Poule rousse, en: Red hen}}
    chips:
      - {id: gold, copies: 9, name: {fr: Or, en: Gold}}
"""
#: Of a card and of a chip of the toy game, in millimetres.
WIDE, HIGH, ROUND = 25.4, 50.8, 25.4


class Table:
    """A toy game without an engine, whose scenes are drawn."""

    def __init__(self, folder: Path) -> None:
        toy = Toy(folder, FACE, game=GAME, cards=CARDS)
        self.table = toy.table(FixedMetrics())
        self.renderer = DiagramRenderer(self.table.composer, self.table.game, "en")

    def draw(self, *parts: str, more: str = "") -> Diagram:
        """The diagram of a scene of these parts."""
        findings = Findings()
        text = more + "parts:\n" + "".join(f"  - {part}\n" for part in parts)
        node = read_yaml(Source("scene.yaml", text), findings)
        assert node is not None
        scene = read_scene(node, "the scene", self.table.game, findings)
        assert scene is not None, [*findings]
        self.signs = scene_signs(scene)
        diagram = scene_diagram(scene, "the scene", self.renderer, findings)
        assert diagram is not None, [*findings]
        return diagram

    def said(self, *parts: str, language: str = "en", more: str = "") -> str:
        """What readers hear of it."""
        diagram = self.draw(*parts, more=more)
        return DiagramRenderer(self.table.composer, self.table.game, language).alt([diagram])


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def corners(diagram: Diagram) -> list[tuple[float, float]]:
    return [(round(piece.x, 1), round(piece.y, 1)) for piece in diagram.pieces]


# --- where things lie ---------------------------------------------------------------------------------------


def test_parts_are_placed_side_by_side_in_real_lengths(table: Table) -> None:
    diagram = table.draw("{piece: fox}", "{piece: gold}")
    assert corners(diagram) == [(0.0, 0.0), (WIDE + 9.0, 0.0)]
    assert (round(diagram.width, 1), round(diagram.height, 1)) == (WIDE + 9.0 + ROUND, HIGH)


@pytest.mark.parametrize(
    ("place", "corner"),
    [
        ("right_of: den", (WIDE + 9, 0)),
        ("below: den", (0, HIGH + 9)),
        ("on: den", (0, (HIGH - ROUND) / 2)),
        ("on: den, at: [10 mm, 20 mm]", (10 - ROUND / 2, 20 - ROUND / 2)),
        ("on: den, at: den", (8.5 - ROUND / 2, 12.7 - ROUND / 2)),
        ("at: [40 mm, 5 mm]", (40, 5)),
        ("at: [3, 2]", (60, 40)),
        ("on: den, at: [1, 2]", (15 - ROUND / 2, 30 - ROUND / 2)),
    ],
)
def test_part_is_placed_at_its_spot(table: Table, place: str, corner: tuple[float, float]) -> None:
    size = "cell: [30 mm, 20 mm]\n" if "on" in place else "cell: [30 mm, 40 mm]\n"
    diagram = table.draw("{piece: fox, name: den}", f"{{piece: gold, {place}}}", more=size)
    fox, gold = diagram.pieces
    assert gold.x - fox.x == pytest.approx(corner[0], abs=0.1)
    assert gold.y - fox.y == pytest.approx(corner[1], abs=0.1)


def test_above_and_left_of_reverse_the_direction(table: Table) -> None:
    fox, above, left = table.draw("{piece: fox}", "{piece: gold, above: fox}", "{piece: gold, left_of: fox}").pieces
    assert (above.x, above.y + ROUND + 9) == pytest.approx((fox.x, fox.y))
    assert (left.x + ROUND + 9, left.y) == pytest.approx((fox.x, fox.y))


def test_part_below_a_label_leaves_space_for_it(table: Table) -> None:
    plain = table.draw("{piece: fox}", "{piece: gold, below: fox}").pieces[1].y
    labelled = table.draw("{piece: fox, name: a, label: {en: A, fr: A}}", "{piece: gold, below: a}").pieces[1].y
    assert labelled > plain + 5


def test_rows_columns_and_grids_have_a_cell_for_each_piece_and_each_empty_place(table: Table) -> None:
    assert corners(table.draw("{row: [fox, ~, gold], gap: 0 mm}")) == [(0, 0), (2 * WIDE, (HIGH - ROUND) / 2)]
    assert corners(table.draw("{column: [gold, gold]}")) == [(0, 0), (0, ROUND + 3)]
    grid = table.draw("{grid: [[gold, gold], [~, {piece: gold, faded: true}]], gap: 1 mm}")
    assert corners(grid) == [(0, 0), (ROUND + 1, 0), (ROUND + 1, ROUND + 1)]
    assert [piece.faded for piece in grid.pieces] == [False, False, True]


def test_turned_piece_uses_its_turned_size(table: Table) -> None:
    diagram = table.draw("{row: [{piece: fox, turn: 90}, gold], gap: 0 mm}")
    assert diagram.width == pytest.approx(HIGH + ROUND)
    assert diagram.pieces[0].x + WIDE / 2 == pytest.approx(HIGH / 2)


def test_pile_shows_its_edges_and_a_hand_each_of_its_cards(table: Table) -> None:
    pile = table.draw("{pile: beasts}")
    assert [(piece.side, piece.turn) for piece in pile.pieces] == [("back", 0.0)] * 4
    hand = table.draw("{hand: beasts, count: 3}")
    assert [piece.turn for piece in hand.pieces] == [-9.0, 0.0, 9.0]
    seen = table.draw("{hand: [fox, red-hen]}")
    assert [(piece.id, piece.side) for piece in seen.pieces] == [("fox", "face"), ("red-hen", "face")]


def test_area_encloses_its_named_parts(table: Table) -> None:
    diagram = table.draw(
        "{row: [fox, red-hen], name: line}", "{area: [line], title: {en: Den, fr: Terrier}, kind: water}"
    )
    (area,) = diagram.regions
    left, right = diagram.pieces[0], diagram.pieces[1]
    assert area.kind == "water"
    assert area.x < left.x
    assert area.x + area.width > right.x + WIDE


def test_arrows_and_frames_follow_the_parts(table: Table) -> None:
    near = table.draw(
        "{piece: fox}", "{piece: gold}", "{arrow: [fox, gold], kind: refused}", "{frame: gold, kind: bad}"
    )
    far = table.draw("{piece: fox}", "{piece: gold, at: [200 mm, 0 mm]}", "{arrow: [fox, gold]}", "{frame: gold}")
    assert near.arrows[0].kind == "refused"
    assert far.arrows[0].x2 > near.arrows[0].x2 + 100
    assert far.frames[0].x == pytest.approx(far.pieces[1].x)


# --- letters and words --------------------------------------------------------------------------------------


def test_spots_have_letters_in_the_order_of_the_file(table: Table) -> None:
    parts = ("{pile: beasts, spot: deck}", "{row: [fox, {piece: gold, spot: bank}], spot: shop}")
    assert table.draw(*parts).signs == {"deck": "A", "bank": "B", "shop": "C"} == table.signs
    assert table.draw(*parts, more="spots: numbers\n").signs == {"deck": "1", "bank": "2", "shop": "3"}


def test_scene_is_described_in_the_language_of_the_page(table: Table) -> None:
    parts = (
        "{pile: beasts, spot: deck, label: {en: Deck, fr: Pioche}}",
        "{row: [fox, fox, ~, beasts], name: line}",
        "{arrow: [deck, line]}",
        "{frame: line, kind: good, badge: true}",
        "{text: {en: 'Keep {0} off', fr: 'Rien ici'}}",
    )
    assert table.said(*parts) == (
        "A, Deck: 5 × Beasts (face down). 2 × Fox, an empty place, Beasts (face down). An arrow leads from Deck to "
        "2 × Fox, an empty place, Beasts (face down). Framed, with a tick: 2 × Fox, an empty place, Beasts (face "
        "down). Keep {0} off."
    )
    assert table.said(*parts[:2], language="fr") == (
        "A, Pioche : 5 × Bêtes (face cachée). 2 × Renard, une place vide, Bêtes (face cachée)."
    )


def test_renamed_piece_is_renamed_in_what_readers_hear(tmp_path: Path) -> None:
    toy = Toy(tmp_path, FACE, game=GAME, cards=CARDS.replace("en: Fox", "en: Wolf"))
    renamed = Table.__new__(Table)
    renamed.table = toy.table(FixedMetrics())
    renamed.renderer = DiagramRenderer(renamed.table.composer, renamed.table.game, "en")
    assert renamed.said("{row: [fox, red-hen]}") == "Wolf, Red hen."


# --- in documents -------------------------------------------------------------------------------------------

SCENE = """
    caption: {en: The den, fr: Le terrier}
    parts:
      - {pile: beasts, spot: deck}
      - {row: [fox], spot: line}
"""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path, GAME, CARDS)
    desk.toy.write("catalog/toy/scenes/setup.yaml", SCENE)
    return desk


def test_text_and_figure_have_the_same_letters_in_every_language(desk: Desk) -> None:
    draft = desk.make('# T\n\nSee {{ spot("line") }}.\n\n{{ scene("setup") }}', language="fr", edition="")
    assert draft is not None
    assert dump(draft.blocks[1:]).startswith(
        "paragraph: See **B**.\nfigure numbered here: Le terrier\n  [A : 5 × Bêtes (face cachée). B : Renard."
    )


def test_scene_may_be_written_where_it_is_shown(desk: Desk) -> None:
    text = '{{ scene({"parts": [{"row": [beasts.fox, beasts, "gold"]}]}, caption="A *row*") }}'
    assert desk.blocks(text, edition="").startswith("figure numbered here: A *row*\n  [Fox, Beasts (face down), Gold.")


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ('{{ scene("setpu") }}', "3:11 unknown-scene: there is no scene 'setpu'; did you mean 'setup'?"),
        ('{{ spot("lien") }}', "3:10 bad-figure: scene 'setup' has no place 'lien'; did you mean 'line'?"),
        ('{{ scene("setup", scale=3) }}', "3:19 bad-template: a scale of 3; write 0.02 to 1"),
        (
            '{{ scene({"parts": [{"row": ["fix"]}]}) }}',
            "3:31 unknown-piece: there is no piece 'fix'; did you mean 'fox'?",
        ),
        (
            '{{ scene({"parts": [{"row": ["fox"]}, {"arrow": ["fox", "hen"]}]}) }}',
            "3:58 bad-figure: the scene has no part 'hen' before this one; parts are beasts.fox, fox",
        ),
        ("{{ setup(players=2) }}", "3:4 bad-figure: 'toy' has no rules that could be asked; describe the table in"),
    ],
)
def test_wrong_word_is_reported_at_its_place(desk: Desk, text: str, finding: str) -> None:
    (fault,) = desk.faults("# T\n\n" + text, edition="")
    assert fault.startswith(finding)


def test_figure_has_the_largest_allowed_size(desk: Desk) -> None:
    small = desk.blocks('{{ scene("setup", width="20 mm") }}', edition="")
    large = desk.blocks('{{ scene("setup", scale=1.0) }}', edition="")
    assert ", 23 x" in small  # with room at the edge for signs
    assert ", 66 x" in large


@pytest.mark.parametrize(
    ("place", "known"), [("-5000 mm", True), ("5000 mm", True), ("-5000.5 mm", False), ("5000.5 mm", False)]
)
def test_place_may_be_five_metres_away(table: Table, place: str, known: bool) -> None:
    findings = Findings()
    node = read_yaml(Source("scene.yaml", f"parts:\n  - {{piece: fox, at: [{place}, 0 mm]}}\n"), findings)
    assert node is not None
    read_scene(node, "the scene", table.table.game, findings)
    assert [one.code for one in findings] == ([] if known else ["bad-length"])
