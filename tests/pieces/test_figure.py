"""Figures: which parts, on which joints, and what a seed decides."""

from pathlib import Path

import pytest

from helpers import GAME, Table, Toy
from pawprint.core.colour import Colour
from pawprint.core.picture import Cluster, Shape
from pawprint.pieces.placed import PlacedPicture

POST = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <path id="silhouette" d="M40 90L40 20L60 20L60 90Z" fill="var(--skin)"/>
  <line id="root" x1="50" y1="90" x2="50" y2="20"/>
  <line id="at-top" x1="50" y1="20" x2="50" y2="10"/>
  <line id="at-arm.1" x1="40" y1="40" x2="30" y2="40"/><line id="at-arm.2" x1="60" y1="40" x2="70" y2="40"/>
</svg>"""
BALL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <path d="M0 100L100 100L50 0Z" fill="var(--rust)"/><line id="root" x1="50" y1="100" x2="50" y2="0"/>
</svg>"""


@pytest.fixture
def table(tmp_path: Path):
    """A table whose beasts show the figure `totem`, made of the given text."""

    def make(parts: str, element: str = "", **parts_of: str) -> Table:
        face = f"- {{kind: figure, figure: totem, size: [50 pt, 50 pt]{element}}}"
        toy = Toy(tmp_path, face, game=GAME)
        toy.write("layouts/figures/totem.yaml", parts)
        toy.write("layouts/parts/post.svg", POST)
        toy.write("layouts/parts/toy/ball.svg", BALL)
        for name, text in parts_of.items():
            toy.write(f"layouts/parts/{name}.svg", text)
        return toy.table()

    return make


def drawn(table: Table, identity: str = "fox", language: str = "fr") -> PlacedPicture:
    """The only item of the face."""
    face = table.face(identity, language)
    assert face is not None
    (item,) = face.all_items
    assert isinstance(item, PlacedPicture)
    return item


def starts(table: Table, identity: str = "fox") -> list[tuple[float | str, ...]]:
    """Where the path of each part begins, bottom first."""
    return [
        (item.items[0] if isinstance(item, Cluster) else item).path[0][1:]  # type: ignore[union-attr]
        for item in drawn(table, identity).picture.items
    ]


def test_parts_are_placed_on_the_arrows_of_others(table) -> None:
    found = table(
        """
        colours: {skin: moss}
        parts:
          - {part: ball, on: body.arm}
          - {id: body, part: post, at: [50, 100]}
          - {part: ball, on: body.top, scale: 2}
        """
    )
    # A ball is as high as its arrow is long (10), and twice as wide as high; at `top` 20 high.
    assert starts(found) == [(40, 55), (60, 45), (40, 100), (40, 30)]
    assert [*found.findings] == []


def test_first_existing_arrow_is_used(table) -> None:
    found = table(
        """
        parts:
          - {id: body, part: post, at: [50, 90]}
          - {id: hat, part: ball, on: body.top, when: {level: 9}}
          - {part: ball, on: [hat.top, body.ear, body.top]}
        """
    )
    assert starts(found) == [(40, 90), (45, 20)]


def test_figure_uses_lookups_conditions_and_lists(table) -> None:
    found = table(
        """
        parts:
          - {id: body, part: post, at: [50, 90], scale: {by: level, 0: 0.5, else: 1}}
          - {part: ball, each: signs, on: {by: item, sun: body.top, moon: body.arm.1}}
          - {part: ball, on: body.arm.2, when: {signs: sun}}
        """
    )
    assert starts(found) == [(40, 90), (45, 20), (40, 45), (60, 35)]
    assert starts(found, "hen") == [(40, 90)]
    assert starts(found, "mole")[0] == (45, 90)


def test_colours_of_a_part_over_the_figures_over_the_palettes(table) -> None:
    found = table(
        """
        colours: {skin: {by: level, 4: moss, else: sky}}
        parts:
          - {id: body, part: post}
          - {part: post, on: body.top, colours: {skin: '#010203'}}
          - {part: ball, on: body.top}
        """
    )
    item = drawn(found)
    assert [shape.fill for shape in item.picture.items if isinstance(shape, Shape)] == ["skin", "#010203", "rust"]
    assert item.colours == (("rust", Colour.parse("#a04020")), ("skin", Colour.parse("#406020")))
    assert dict(drawn(found, "hen").colours)["skin"] == Colour.parse("#80c0f0")


def test_colours_at_the_element_win_and_leave_the_drawing_alone(table) -> None:
    parts = "colours: {skin: moss}\nparts: [{part: post}]"
    plain, other = drawn(table(parts)), drawn(table(parts, ", colours: {skin: rust}"))
    assert other.colours == (("skin", Colour.parse("#a04020")),)
    assert other.picture.items == plain.picture.items


VARIED = """
    seed: "{{ id }}"
    wobble: 2
    parts:
      - {part: [post, ball], at: [50, 90], scale: [0.5, 1.5], turn: [-20, 20], stretch: [0.8, 1.2], mirror: maybe}
"""


def test_seed_decides_what_varies_and_always_alike(table) -> None:
    found = table(VARIED)
    fox, hen, mole = (drawn(found, name).picture.items for name in ("fox", "hen", "mole"))
    assert len({fox, hen, mole}) == 3
    again = table(VARIED)
    assert drawn(again, "fox").picture.items == fox


def test_languages_share_a_drawing(table) -> None:
    found = table(VARIED)
    assert drawn(found, "fox", "fr").picture is drawn(found, "fox", "en").picture


def test_figure_that_reads_words_is_drawn_for_each_language(table) -> None:
    found = table("parts: [{part: '{% if name == \"Fox\" %}ball{% else %}post{% endif %}', colours: {skin: moss}}]")
    assert len(drawn(found, "fox", "fr").picture.items[0].path) != len(drawn(found, "fox", "en").picture.items[0].path)


def test_seed_of_the_element_changes_the_drawing(table) -> None:
    assert drawn(table(VARIED)).picture.items != drawn(table(VARIED, ", seed: other")).picture.items


def test_seed_leaves_alone_what_is_given(table) -> None:
    found = table("seed: '{{ id }}'\nparts: [{id: body, part: post, at: [50, 90]}]")
    assert drawn(found, "fox").picture is drawn(found, "hen").picture


def test_frame_fits_the_box_with_any_content(table) -> None:
    parts = "size: [200, 100]\nparts: [{part: post, at: [500, 90]}]"
    assert drawn(table(parts)).matrix == (0.25, 0, 0, 0.25, 0, 12.5)
    assert drawn(table(parts, ", align: top")).matrix == (0.25, 0, 0, 0.25, 0, 0)
    assert drawn(table(parts, ", align: bottom, mirror: true")).matrix == (-0.25, 0, 0, 0.25, 50, 25)
    assert drawn(table(parts, ", crop: true")).clip is not None


def test_pattern_stays_within_the_silhouette(table) -> None:
    found = table("parts: [{id: body, part: post}, {part: ball, on: body.top, clip: body}]")
    _, pattern = drawn(found).picture.items
    assert isinstance(pattern, Cluster)
    assert pattern.clip == (("M", 40, 90), ("L", 40, 20), ("L", 60, 20), ("L", 60, 90), ("Z",))


@pytest.mark.parametrize(
    ("parts", "code", "words"),
    [
        ("parts: {}", "wrong-type", "should be a list"),
        ("size: [1, 1]", "missing-field", "has no 'parts'"),
        ("- a", "wrong-type", "a mapping"),
        ("parts: [post]", "wrong-type", "a mapping"),
        ("parts: [{part: pots}]", "missing-art", "no part 'pots'"),
        ("parts: [{on: a.b}]", "missing-field", "has no 'part'"),
        ("parts: [{part: post, on: body.top}]", "missing-anchor", "'body', which is no part"),
        ("parts: [{id: a, part: post, on: b.top}, {id: b, part: post, on: a.top}]", "missing-anchor", "stands on"),
        ("parts: [{id: b, part: post}, {part: ball, on: b.knee}]", "missing-anchor", "finds none of b.knee"),
        ("parts: [{id: b, part: ball}, {part: ball, on: b.root, clip: b}]", "missing-anchor", "no part with a"),
        ("parts: [{part: post, at: [999999, 0]}]", "out-of-range", "far away"),
        ("parts: [{part: post, each: sings}]", "bad-template", "no field 'sings'"),
        ("parts: [{part: post, scale: [1, 2, 3]}]", "wrong-type", "two numbers"),
        ("parts: [{part: post, scale: 0}]", "out-of-range", "0.01"),
        ("parts: [{part: post, when: {level: 4, shy: ture}}]", "unknown-choice", "'ture'"),
    ],
)
def test_faulty_figure_is_reported(table, parts: str, code: str, words: str) -> None:
    found = table(parts)
    found.face()
    assert code in found.codes
    assert any(words in finding.message + finding.help for finding in found.findings)


def test_unknown_figure_is_a_finding_with_a_guess(tmp_path: Path) -> None:
    toy = Toy(tmp_path, "- {kind: figure, figure: totme}")
    toy.write("layouts/figures/totem.yaml", "parts: []")
    found = toy.table()
    found.face()
    assert found.the_finding("missing-art").help == "did you mean 'totem'?"


def test_parts_with_the_same_luck_choose_alike(table) -> None:
    parts = """
        seed: "{{ id }}"
        parts:
          - {part: post, at: [50, 90], scale: [0.5, 1.5], luck: pair}
          - {part: post, at: [50, 90], scale: [0.5, 1.5], luck: pair}
          - {part: post, at: [50, 90], scale: [0.5, 1.5]}
    """
    one, same, other = drawn(table(parts)).picture.items
    assert one == same != other


def test_lines_are_drawn_once_more_over_a_pattern(table) -> None:
    lined = POST.replace("</svg>", '<path d="M40 50L60 50" stroke="var(--ink)" fill="none"/></svg>')
    found = table(
        "parts: [{id: body, part: lined}, {part: ball, on: body.top, clip: body}, {lines_of: body}]", lined=lined
    )
    first, line, _, again = drawn(found).picture.items
    assert isinstance(first, Shape)
    assert first.fill is not None
    assert line == again


FLAT = """
    colours: {skin: moss}
    parts:
      - {id: body, part: lined}
      - {part: ball, on: body.top, clip: body}
      - {part: ball, on: body.arm.1, flat: no}
      - {part: ball, on: body.arm.2, flat: omit}
      - {part: ball, on: body.top, flat: only}
"""
LINED = POST.replace("</svg>", '<path d="M40 90L40 20L60 20L60 90Z" stroke="var(--ink)" fill="none"/></svg>')


def test_flat_figure_has_a_single_colour_except_for_fixed_parts(table) -> None:
    body, arm, eye = drawn(table(FLAT, ", flat: '#123456'", lined=LINED)).picture.items
    assert isinstance(body, Shape)
    assert isinstance(arm, Shape)
    assert isinstance(eye, Shape)
    # The outline lies on its fill: one shape has both.
    assert (body.fill, body.stroke) == ("#123456", "#123456")
    assert (arm.fill, eye.fill) == ("rust", "rust")
    assert arm.path[0] == ("M", 40, 45)


def test_flat_figure_with_lines_preserves_outlined_parts_only(table) -> None:
    parts = FLAT.replace("flat: no}", "flat: yes}")
    fill, outline, eye = drawn(table(parts, ", flat: '#123456', flat_line: '#654321'", lined=LINED)).picture.items
    assert isinstance(fill, Shape)
    assert isinstance(outline, Shape)
    assert isinstance(eye, Shape)
    assert (fill.fill, fill.stroke) == ("#123456", None)
    assert (outline.fill, outline.stroke, outline.path) == (None, "#654321", fill.path)
    assert eye.fill == "rust"  # the arm, a ball without an outline, is not drawn


def test_parts_for_flat_figures_are_drawn_only_in_them(table) -> None:
    body, outline, clipped, *arms = drawn(table(FLAT, lined=LINED)).picture.items
    assert isinstance(body, Shape)
    assert isinstance(outline, Shape)
    assert isinstance(clipped, Cluster)
    assert (body.fill, outline.stroke, len(arms)) == ("skin", "ink", 2)


def test_figure_looks_to_the_side_that_its_seed_chooses(table) -> None:
    parts = 'seed: "{{ id }}"\nmirror: %s\ncolours: {skin: moss}\nparts: [{id: body, part: post}]'
    assert drawn(table(parts % "yes")).matrix[0] < 0 < drawn(table(parts % "no")).matrix[0]
    assert drawn(table(parts % "yes", ", mirror: true")).matrix[0] > 0
    sides = [drawn(table(parts % "maybe", f", seed: {seed}")).matrix[0] for seed in ("one", "two")]
    assert min(sides) < 0 < max(sides)


def test_no_line_is_thinner_than_the_least_on_the_piece(table) -> None:
    lines = '<path d="M0 50L60 50" stroke="var(--ink)" stroke-width="%s" fill="none"/></svg>'
    parts = {"thin": POST.replace("</svg>", lines % 1), "wide": POST.replace("</svg>", lines % 5)}
    found = table("least_line: 2 pt\ncolours: {skin: moss}\nparts: [{part: thin}, {part: wide}]", **parts)
    placed = drawn(found)  # 100 units are 50 pt
    assert [shape.width * placed.matrix[0] for shape in placed.picture.items[1::2]] == [2, 2.5]  # type: ignore[union-attr]


def test_open_lines_up_to_a_width_taper(table) -> None:
    lines = '<path d="M0 50L60 50" stroke="var(--ink)" stroke-width="%s" %s fill="none"/></svg>'
    parts = {
        "thin": POST.replace("</svg>", lines % (2, "")),
        "wide": POST.replace("</svg>", lines % (3, "")),
        "dashed": POST.replace("</svg>", lines % (2, 'stroke-dasharray="4"')),
    }
    found = table("taper: 2\ncolours: {skin: moss}\nparts: [{part: thin}, {part: wide}, {part: dashed}]", **parts)
    thin, wide, dashed = drawn(found).picture.items[1::2]
    assert [shape.stroke for shape in (thin, wide, dashed)] == [None, "ink", "ink"]  # type: ignore[union-attr]


def test_lines_without_a_target_are_a_finding(table) -> None:
    found = table("colours: {skin: moss}\nparts: [{id: body, part: post}, {lines_of: bodi}]")
    found.face()
    assert found.the_finding("missing-anchor").help == "did you mean 'body'?"


def test_figure_within_a_repeat_is_each_entrys_own(tmp_path: Path) -> None:
    """Entries of a list come and go, so nothing may be kept by where they were in memory."""
    face = """
        - kind: repeat
          over: signs
          cell: [20 pt, 20 pt]
          size: [72 pt, 20 pt]
          elements: [{kind: figure, figure: totem}]
        - {kind: figure, figure: whole}
    """
    toy = Toy(tmp_path, face)
    toy.write("layouts/figures/totem.yaml", "parts: [{part: {by: item, sun: post, moon: ball}, colours: {skin: moss}}]")
    toy.write("layouts/figures/whole.yaml", "parts: [{part: ball}]")
    toy.write("layouts/parts/post.svg", POST)
    toy.write("layouts/parts/ball.svg", BALL)
    found = toy.table()
    face_of_fox = found.face("fox")
    assert face_of_fox is not None

    def sizes(items: object) -> list[int]:
        """Segments of each figure, wherever it stands."""
        pictures = [items] if isinstance(items, PlacedPicture) else []
        inner = items if isinstance(items, tuple) and not pictures else getattr(items, "items", ())
        return [len(one.picture.items[0].path) for one in pictures] + [n for one in inner for n in sizes(one)]  # type: ignore[union-attr]

    assert sizes(face_of_fox.all_items) == [5, 4, 4]
    assert not [key for key in found.layouts.drawings.figures if key[0] == "totem"]


def test_figure_of_another_record_is_drawn_from_its_fields(tmp_path: Path) -> None:
    face = """
        - kind: repeat
          over: prey
          cell: [20 pt, 20 pt]
          size: [72 pt, 20 pt]
          elements: [{kind: figure, figure: totem, of: item}]
    """
    toy = Toy(tmp_path, face)
    toy.write("layouts/figures/totem.yaml", "parts: [{part: {by: id, hen: post, else: ball}, colours: {skin: moss}}]")
    toy.write("layouts/parts/post.svg", POST)
    toy.write("layouts/parts/ball.svg", BALL)
    found = toy.table()
    assert found.face("fox") is not None
    assert found.codes == []
    drawn = {key[4].id: len(one.items[0].path) for key, one in found.layouts.drawings.figures.items()}  # type: ignore[union-attr]
    assert drawn == {"hen": 5, "mole": 4}


def test_figure_of_a_piece_is_drawn_from_its_fields(table) -> None:
    parts = "parts: [{part: {by: id, mole: post, else: toy/ball}, colours: {skin: moss}}]"
    found = table(parts, ", piece: mole")
    assert len(drawn(found, "fox").picture.items[0].path) == 5
    assert found.codes == []


def test_figure_of_an_unknown_piece_is_a_finding(table) -> None:
    found = table("parts: [{part: post, colours: {skin: moss}}]", ", piece: mool")
    found.face()
    assert "there is no piece 'mool'" in found.the_finding("unknown-piece").message


def test_figure_shows_a_single_record(table) -> None:
    found = table("parts: [{part: post, colours: {skin: moss}}]", ", piece: mole, of: item")
    found.face()
    assert "both 'of' and 'piece'" in found.the_finding("unknown-field").message


@pytest.mark.parametrize(("field", "words"), [("name", "is no record: 'Renard'"), ("nose", "'of' of figure")])
def test_figure_of_a_non_record_is_a_finding(table, field: str, words: str) -> None:
    found = table("parts: [{part: post, colours: {skin: moss}}]", f", of: {field}")
    found.face()
    assert words in found.the_finding("bad-template").message


def test_figure_without_space_is_left_out(table) -> None:
    found = table("parts: [{part: post, colours: {skin: moss}}]", ", inset: 25 pt")
    face = found.face()
    assert face is not None
    assert face.all_items == ()


def test_too_many_parts_are_a_finding(table) -> None:
    steps = ", ".join(["{part: ball}"] * 401)
    found = table(f"parts: [{steps}]")
    found.face()
    assert "out-of-range" in found.codes
