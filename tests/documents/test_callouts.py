"""Callouts point at the parts of a real face, and a part that the layout no longer has is an error."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.diagnostics import Findings
from pawprint.core.length import mm
from pawprint.core.source import Source, Span
from pawprint.documents._callouts import APART, DISC, Target, _spread, anatomy
from pawprint.documents.diagram_figures import DiagramRenderer
from pawprint.pieces.placed import covered_box
from pawprint.production import pipeline

ROOT = Path(__file__).parents[2]
AT = Span(Source("rulebook/en.md", "{{ anatomy() }}"), 3, 10)
WIDTH = 120.0


@pytest.fixture(scope="module")
def renderer() -> DiagramRenderer:
    shop = pipeline.load(ROOT / "catalog", [ROOT / "layouts"], ["food-chain"])
    return DiagramRenderer(shop.composer(mm(3)), shop.library.games["food-chain"], "en")


def test_numbers_run_from_the_top_down_on_both_sides(renderer: DiagramRenderer) -> None:
    toad = renderer.game.records["organisms"]["toad"]
    parts: dict[Target, str] = {
        "predators": "Eaten by",
        "picture": "The animal",
        "sun": "Points",
        "level": "Level",
        (60.0, 80.0): "A spot",
    }
    found = Findings()
    made = anatomy(renderer, toad, "Toad", parts, WIDTH, AT, found)
    assert made is not None
    assert not [*found]
    art, texts = made
    assert texts == ("Points", "The animal", "Level", "Eaten by", "A spot")
    assert art.alt == "Toad. 1: Points; 2: The animal; 3: Level; 4: Eaten by; 5: A spot"
    box = covered_box(art.items)
    assert box is not None
    assert box.x >= 0
    assert box.y >= 0
    assert box.right <= art.width
    assert box.bottom <= art.height


def test_numbers_may_continue_from_an_earlier_figure(renderer: DiagramRenderer) -> None:
    toad = renderer.game.records["organisms"]["toad"]
    made = anatomy(renderer, toad, "Toad", {"sun": "Points", "level": "Level"}, WIDTH, AT, Findings(), first=4)
    assert made is not None
    assert made[0].alt == "Toad. 4: Points; 5: Level"


def test_place_in_millimetres_is_refused_where_an_element_is(renderer: DiagramRenderer) -> None:
    toad = renderer.game.records["organisms"]["toad"]
    found = Findings()
    assert anatomy(renderer, toad, "Toad", {(10.0, 10.0): "Points"}, WIDTH, AT, found) is None
    (finding,) = found
    assert finding.message == "the callout at 10.0 mm, 10.0 mm would not follow the element 'points' there"
    assert finding.help == 'write "points" in place of the numbers'


def test_elements_of_a_back_can_be_named() -> None:
    shop = pipeline.load(ROOT / "catalog", [ROOT / "layouts"], ["lake-ecosystem"])
    renderer = DiagramRenderer(shop.composer(mm(3)), shop.library.games["lake-ecosystem"], "en")
    card = next(iter(renderer.game.records["cards"].values()))
    found = Findings()
    made = anatomy(renderer, card, "Back", {"leaf": "Food"}, WIDTH, AT, found, "back")
    assert made is not None, [*found]
    assert made[1] == ("Food",)


@pytest.mark.parametrize(
    ("target", "message", "help"),
    [
        ("pray", "there is no 'pray' on the face of 'toad'", "did you mean 'prey'?"),
        ((99.0, 5.0), "there is no 99 mm, 5 mm on the face of 'toad'", "it has edge, grass, ladder"),
    ],
)
def test_part_that_the_face_does_not_have_is_an_error(
    renderer: DiagramRenderer, target: Target, message: str, help: str
) -> None:
    toad = renderer.game.records["organisms"]["toad"]
    found = Findings()
    assert anatomy(renderer, toad, "Toad", {"level": "Level", target: "?"}, WIDTH, AT, found) is None
    (finding,) = found
    assert (finding.code, finding.message, finding.span) == ("bad-figure", message, AT)
    assert finding.help.startswith(help)


def test_part_that_a_condition_leaves_out_cannot_be_pointed_at() -> None:
    shop = pipeline.load(ROOT / "catalog", [ROOT / "layouts"], ["fooden"])
    game = shop.library.games["fooden"]
    boxes = shop.composer(mm(3)).boxes(game, game.records["creatures"]["griffin-and-bear-it"], "en")
    assert "hunger-2" in boxes
    assert "hunger-3" not in boxes


def test_boxes_are_what_is_drawn(renderer: DiagramRenderer) -> None:
    toad, bear = (renderer.game.records["organisms"][name] for name in ("toad", "bear"))
    boxes, of_bear = (renderer.composer.boxes(renderer.game, one, "en") for one in (toad, bear))
    # A toad eats two animals and a bear four, so that the row is longer on the bear's card.
    assert boxes["prey"].x == of_bear["prey"].x
    assert boxes["prey"].right < of_bear["prey"].right
    # A name covers its letters, not its box.
    assert boxes["name"].width < 60


def test_asking_for_boxes_changes_no_face(renderer: DiagramRenderer) -> None:
    toad = renderer.game.records["organisms"]["toad"]
    before = renderer.composer.face(renderer.game, toad, "en")
    renderer.composer.boxes(renderer.game, toad, "en")
    after = renderer.composer.face(renderer.game, toad, "en")
    assert before is not None
    assert after is not None
    assert (before.shared, before.items) == (after.shared, after.items)


@given(st.lists(st.floats(0, 168), max_size=11).map(sorted))
def test_discs_preserve_their_distance_and_order(wanted: list[float]) -> None:
    places = _spread(wanted, 168.0)
    assert len(places) == len(wanted)
    for one, two in itertools.pairwise(places):
        assert two - one >= APART - 1e-6
    assert all(DISC - 1e-6 <= place <= 168.0 - DISC + 1e-6 for place in places)


def test_disc_is_placed_as_close_to_its_target_as_possible() -> None:
    assert _spread([20.0, 60.0, 120.0], 168.0) == [20.0, 60.0, 120.0]
    assert _spread([60.0, 60.0], 168.0) == [60.0 - APART / 2, 60.0 + APART / 2]
