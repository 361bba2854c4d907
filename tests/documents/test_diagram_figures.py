"""Situations become diagrams, and diagrams pictures: every scenario of the catalog can be drawn with real faces."""

import os
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from fixed_metrics import FixedMetrics
from games.conformance import rules_of
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box
from pawprint.core.length import mm
from pawprint.core.source import Source, Span
from pawprint.documents._scenario_figures import HEIGHT, WIDTH, Examples
from pawprint.documents.diagram_figures import DiagramRenderer
from pawprint.games.engines import DIAGRAM_BUILDERS, NOTATIONS
from pawprint.pieces.composer import Composer
from pawprint.pieces.placed import Placed, PlacedText, Turned, covered_box
from pawprint.play import scenario
from pawprint.play.diagram import (
    Diagram,
    DiagramCanvas,
    DiagramMoment,
    DiagramPiece,
    DiagramSpace,
    DiagramWords,
    column_of,
    row_of,
    surround,
)
from pawprint.play.engine import Rng
from pawprint.production import pipeline

ROOT = Path(__file__).parents[2]
GAMES = ("food-chain", "fooden", "lake-ecosystem", "pocket-cats")
FILES = sorted((ROOT / "catalog").glob("*/scenarios/*.yaml"))
AT = Span(Source("rulebook/en.md", "{{ example() }}"), 0, 2)
GOLDEN = Path(__file__).parents[1] / "golden" / "diagrams"


@pytest.fixture(scope="module")
def shop() -> pipeline.Workspace:
    return pipeline.load(ROOT / "catalog", [ROOT / "layouts"])


@pytest.fixture(scope="module")
def renderers(shop: pipeline.Workspace) -> dict[tuple[str, str], DiagramRenderer]:
    """Letters half an em wide, so that nothing hangs on fonts."""
    composer = Composer(shop.layouts, FixedMetrics(), Findings(), mm(3))
    games = shop.library.games
    return {
        (name, language): DiagramRenderer(composer, games[name], language)
        for name in GAMES
        for language in ("en", "fr")
    }


def diagrams(renderer: DiagramRenderer, path: Path) -> Iterator[tuple[Diagram, ...]]:
    """All that a scenario shows, as it is written: at its beginning, and of each of its steps."""
    findings = Findings()
    read = scenario.read_scenario(path, findings)
    assert read is not None
    played = scenario.play_scenario(read, lambda _: renderer.game, findings)
    assert played is not None
    assert not findings.failed
    builder = DIAGRAM_BUILDERS.get(read.game)
    assert builder is not None
    draws = builder(played.notation, renderer.space(WIDTH), findings)
    for one in played.shown:
        action = one.actions[-1] if one.actions else None
        kind = one.step.kind if one.step else ""
        before = one.before if one.step else None
        yield draws.show(DiagramMoment(before, one.after, one.events, action, one.reason, one.found, kind))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_every_scenario_can_be_drawn_step_by_step(
    path: Path, renderers: dict[tuple[str, str], DiagramRenderer]
) -> None:
    renderer = renderers[path.parts[-3], "fr"]
    for shown in diagrams(renderer, path):
        for diagram in shown:
            inside(diagram, renderer.space(WIDTH))
        art = renderer.art(shown, WIDTH, HEIGHT, AT)
        assert art.width <= WIDTH + 10
        assert art.height <= HEIGHT + 10
        assert art.alt


def inside(diagram: Diagram, space: DiagramSpace) -> None:
    """Nothing lies outside of what the diagram says it covers."""
    for piece in diagram.pieces:
        width, height = space.size(piece.component)
        assert piece.x >= -0.01
        assert piece.x + width <= diagram.width + 0.01
        assert piece.y >= -0.01
        assert piece.y + height * piece.keep <= diagram.height + 0.01
    for box in (*diagram.regions, *diagram.frames):
        assert box.x >= -0.01
        assert box.x + box.width <= diagram.width + 0.01
        assert box.y >= -0.01
        assert box.y + box.height <= diagram.height + 0.01
    for arrow in diagram.arrows:
        assert min(arrow.x1, arrow.x2) >= -0.01
        assert max(arrow.x1, arrow.x2) <= diagram.width + 0.01
        assert min(arrow.y1, arrow.y2) >= -0.01
        assert max(arrow.y1, arrow.y2) <= diagram.height + 0.01


def test_every_engine_can_be_drawn() -> None:
    assert {*DIAGRAM_BUILDERS} == {*NOTATIONS}


@pytest.mark.parametrize("game", ["food-chain", "fooden", "lake-ecosystem"])
def test_cards_of_a_deck_rise_to_the_right_like_stairs(
    game: str, renderers: dict[tuple[str, str], DiagramRenderer]
) -> None:
    renderer, rules = renderers[game, "en"], rules_of(game)
    draws = DIAGRAM_BUILDERS[game](NOTATIONS[game](rules), renderer.space(WIDTH), Findings())
    backs = [one for one in draws.begin(rules.setup(2, Rng(1))).pieces if one.side == "back"]
    stairs = [(low, high) for low, high in pairwise(backs) if 0 < high.x - low.x < 3]
    assert len(stairs) >= 2
    assert all(low.y - high.y == pytest.approx(high.x - low.x) for low, high in stairs)


def test_tokens_in_hand_are_centred_vertically(renderers: dict[tuple[str, str], DiagramRenderer]) -> None:
    renderer, rules = renderers["food-chain", "en"], rules_of("food-chain")
    space = renderer.space(WIDTH)
    draws = DIAGRAM_BUILDERS["food-chain"](NOTATIONS["food-chain"](rules), space, Findings())
    diagram = draws.begin(rules.setup(2, Rng(1)))
    high = space.size("tokens")[1]
    hands = [one for one in diagram.regions if one.kind == "hand"]
    assert len(hands) == 2
    for hand in hands:
        tops = [one.y for one in diagram.pieces if one.component == "tokens" and hand.y < one.y < hand.y + hand.height]
        assert min(tops) - hand.y == pytest.approx(hand.y + hand.height - (max(tops) + high))


@pytest.mark.parametrize("count", [1, 4, 30])
def test_cubes_on_a_creature_stay_side_by_side_within_its_width(
    count: int, renderers: dict[tuple[str, str], DiagramRenderer]
) -> None:
    space = renderers["fooden", "en"].space(WIDTH)
    side = space.size("cubes")[0]
    for room in (3 * side, 4 * side + 3, 6.5 * side):
        sketch = DiagramCanvas(space)
        draws = DIAGRAM_BUILDERS["fooden"](NOTATIONS["fooden"](rules_of("fooden")), space, Findings())
        draws._cubes(  # type: ignore[attr-defined]
            sketch, count, 1, 5.0, 50.0, room
        )
        places = [(one.x, one.y) for one in sketch.pieces]
        assert len({*places}) == count
        assert all(5.0 <= x <= 5.0 + room - side and y + side < 50.0 for x, y in places)
        for (x, y), (other_x, other_y) in combinations(places, 2):
            assert max(abs(x - other_x), abs(y - other_y)) > side


# --- goldens ------------------------------------------------------------------------------------------------


def dump(diagram: Diagram, renderer: DiagramRenderer) -> str:
    """A diagram as text, in the order of drawing; millimetres."""
    lines = [f"diagram {diagram.width:.0f} x {diagram.height:.0f}"]
    for region in diagram.regions:
        lines.append(f"  {region.kind} at {region.x:.0f} {region.y:.0f}: {renderer.say(region.title)}".rstrip(": "))
    for piece in diagram.pieces:
        more = f" {piece.side}" * (piece.side != "face") + f" turned {piece.turn:.0f}" * bool(piece.turn)
        lines.append(f"  {piece.component}/{piece.id} at {piece.x:.0f} {piece.y:.0f}{more}{' faded' * piece.faded}")
    for frame in diagram.frames:
        lines.append(f"  frame {frame.kind} at {frame.x:.0f} {frame.y:.0f}{' with a badge' * frame.badge}")
    for arrow in diagram.arrows:
        lines.append(f"  {arrow.kind}: {arrow.x1:.0f} {arrow.y1:.0f} -> {arrow.x2:.0f} {arrow.y2:.0f}")
    for label in diagram.labels:
        lines.append(f"  label at {label.x:.0f} {label.y:.0f}: {renderer.say(label.says)}")
    lines += [f"  says: {renderer.say(one)}" for one in diagram.alt_texts]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("game", "name", "language"),
    [
        ("food-chain", "EX-2-cards", "fr"),
        ("fooden", "EX-1-cards", "en"),
        ("fooden", "EX-4-cards", "fr"),
        ("lake-ecosystem", "EX-5a", "en"),
        ("lake-ecosystem", "EX-4b", "fr"),
        ("pocket-cats", "EX-2", "fr"),
        ("pocket-cats", "EX-3b", "en"),
        ("pocket-cats", "EX-5a", "en"),
    ],
)
def test_diagrams_show_every_step(
    game: str, name: str, language: str, renderers: dict[tuple[str, str], DiagramRenderer]
) -> None:
    renderer = renderers[game, language]
    steps = diagrams(renderer, ROOT / "catalog" / game / "scenarios" / f"{name}.yaml")
    text = "".join(
        f"step {number}\n" + "".join(dump(one, renderer) for one in shown) for number, shown in enumerate(steps)
    )
    golden = GOLDEN / f"{game}-{name}-{language}.txt"
    if os.environ.get("PAWPRINT_UPDATE_GOLDEN"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8"), "read it, and renew it with PAWPRINT_UPDATE_GOLDEN=1"


# --- drawing ------------------------------------------------------------------------------------------------


def texts_in(items: tuple[Placed, ...]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Turned):
            yield from texts_in(item.items)
        elif isinstance(item, PlacedText):
            yield " ".join(word.text for line in item.block.lines for part in line.fragments for word in part.words)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_drawing_stays_within_the_picture(game: str, language: str, shop: pipeline.Workspace) -> None:
    examples = Examples(shop.composer(mm(0)), shop.library.games[game], language, Findings())
    for players in (2, 5 if game in ("fooden", "lake-ecosystem") else 2):
        art = examples.setup(players, AT)
        assert art is not None
        box = covered_box(art.items)
        assert box is not None
        assert box.x >= -1
        assert box.y >= -1
        assert box.right <= art.width + 1
        assert box.bottom <= art.height + 1


def test_figures_side_by_side_are_centred_on_a_common_line(
    renderers: dict[tuple[str, str], DiagramRenderer],
) -> None:
    renderer = renderers["food-chain", "en"]
    high, low = (
        Diagram(20.0, height, pieces=(DiagramPiece("organisms", "toad", 0.0, 0.0, keep=height / 88.9),))
        for height in (80.0, 20.0)
    )
    places = []
    for shown in ((high, low), (low, high)):
        art = renderer.art(shown, WIDTH, HEIGHT, AT)
        box = covered_box(art.items)
        assert box is not None
        assert -1 <= box.y < box.bottom <= art.height + 1
        places.append(art.height)
    assert places[0] == pytest.approx(places[1])


def test_words_of_a_figure_are_in_its_language(shop: pipeline.Workspace) -> None:
    said = {}
    for language in ("en", "fr"):
        examples = Examples(shop.composer(mm(0)), shop.library.games["lake-ecosystem"], language, Findings())
        art = examples.figure("EX-2", AT)
        assert art is not None
        said[language] = art.alt
        assert ("The lake" if language == "en" else "Le lac") in [*texts_in(art.items)]
    assert "Food on the lake: 2. Your species: population 2, fed 0, traits: none." in said["en"]
    assert "Nourriture sur le lac : 2. Votre espèce : population 2, dont nourrie 0, traits : aucun." in said["fr"]


def test_language_without_words_uses_english(renderers: dict[tuple[str, str], DiagramRenderer]) -> None:
    renderer = DiagramRenderer(renderers["fooden", "en"].composer, renderers["fooden", "en"].game, "de")
    assert renderer.say(DiagramWords({"en": "{0} eats {1}", "fr": "{0} mange {1}"}, ("A", 2))) == "A eats 2"


def test_card_that_the_catalog_lacks_is_a_slip_with_its_name(
    renderers: dict[tuple[str, str], DiagramRenderer],
) -> None:
    renderer = renderers["food-chain", "en"]
    sketch = DiagramCanvas(renderer.space(WIDTH))
    sketch.pieces.append(DiagramPiece("organisms", "sea-cucumber", 0.0, 0.0))
    assert [*texts_in(renderer.art([sketch.done()], WIDTH, HEIGHT, AT).items)] == ["sea cucumber"]


def test_name_on_a_slip_is_in_its_upper_half_as_on_a_card(
    renderers: dict[tuple[str, str], DiagramRenderer],
) -> None:
    slip = renderers["food-chain", "en"]._slip(DiagramPiece("organisms", "sea-cucumber", 0.0, 0.0))
    (name,) = (item for item in slip.items if isinstance(item, PlacedText))
    box = covered_box([name])
    assert box is not None
    assert slip.height * 0.2 <= box.y < box.bottom <= slip.height * 0.5
    assert 6.0 <= box.x < box.right <= slip.width - 6.0


def test_face_is_composed_once_for_all_figures(renderers: dict[tuple[str, str], DiagramRenderer]) -> None:
    renderer = renderers["food-chain", "en"]
    assert renderer.seen("organisms", "toad", "face") is renderer.seen("organisms", "toad", "face")


# --- arranging ----------------------------------------------------------------------------------------------


def block(width: float, height: float, space: DiagramSpace) -> Diagram:
    sketch = DiagramCanvas(space._replace(size=lambda _: (width, height)))
    sketch.pieces.append(DiagramPiece("x", "x", 0.0, 0.0))
    return sketch.done()


def test_figure_too_wide_for_a_line_continues_below(renderers: dict[tuple[str, str], DiagramRenderer]) -> None:
    space = renderers["fooden", "en"].space(WIDTH)._replace(size=lambda _: (40.0, 20.0), width=100.0)
    three = [block(40.0, 20.0, space)] * 3
    assert [(one.x, one.y) for one in row_of(three, space, 5.0).pieces] == [(0, 0), (45, 0), (0, 25)]
    assert [(one.x, one.y) for one in column_of(three, space, 5.0).pieces] == [(0, 0), (0, 25), (0, 50)]


@pytest.mark.parametrize(("players", "lower"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_players_sit_around_the_table(
    players: int, lower: int, renderers: dict[tuple[str, str], DiagramRenderer]
) -> None:
    space = renderers["fooden", "en"].space(WIDTH)._replace(size=lambda _: (40.0, 20.0))
    seats = [block(40.0, 20.0, space)._replace(pieces=(DiagramPiece("x", str(seat), 0, 0),)) for seat in range(players)]
    diagram = surround(block(40.0, 20.0, space), seats, space)
    low = max(one.y for one in diagram.pieces)
    below = sorted((one for one in diagram.pieces if one.y == low), key=lambda one: one.x)
    assert [one.id for one in below] == [str(seat) for seat in reversed(range(lower))]


def test_arrow_ends_inside_its_target(renderers: dict[tuple[str, str], DiagramRenderer]) -> None:
    sketch = DiagramCanvas(renderers["fooden", "en"].space(WIDTH)._replace(size=lambda _: (10.0, 10.0)))
    start, end = DiagramPiece("x", "a", 0.0, 0.0), DiagramPiece("x", "b", 40.0, 0.0)
    sketch.arrow(start, end)
    (arrow,) = sketch.arrows
    assert (arrow.y1, arrow.y2) == (5, 5)
    assert Box(0, 0, 10, 10).right > arrow.x1 > 5
    assert 40 < arrow.x2 < 45
