"""Webs: a trunk to each record that a field names, and no card on another one."""

from itertools import combinations

import pytest

from documents.test_manuscripts import Desk
from pawprint.core.colour import MIN_DIFFERENCE, SIMULATIONS, Colour, difference, simulate
from pawprint.documents._picture_helpers import _lanes, _overlap, _places, _ports, _ranked
from pawprint.documents.figure_ops import TRUNKS, trunk
from pawprint.graphics.ops import DrawBox, DrawPath


def test_web_describes_its_links(desk: Desk) -> None:
    said = desk.blocks('{{ web("beasts", "prey", caption="Who eats whom") }}')
    assert said == "figure numbered here: Who eats whom\n  [Fox: Red hen., 19 x 91 mm]\n"


@pytest.mark.parametrize(
    ("call", "finding"),
    [
        ('"beasts", "level"', "bad-figure: 'level' of 'fox' does not name records; name a field that is a ref"),
        ('"beasts", "pray"', "unknown-field: beasts.fox has no field 'pray'; did you mean 'prey'?"),
        ('"beats", "prey"', "unknown-component: there is no component 'beats'; did you mean 'beasts'?"),
        ('"beasts", "prey", keep=3', "bad-template: keep is 3; write a share of the height: 0.1 to 1"),
        ('"beasts", "prey", card="80 mm"', "bad-figure: the cards of the web lie on each other; make the figure"),
    ],
)
def test_faulty_web_is_reported(desk: Desk, call: str, finding: str) -> None:
    (fault,) = desk.faults(f"# T\n\n{{{{ web({call}) }}}}")
    assert fault.partition(" ")[2].startswith(finding)


WEB = {
    "bear": ["hare", "cherries"],
    "hare": ["leaves", "cherries"],
    "fox": ["hare", "mouse"],
    "mouse": ["cherries", "beetle"],
    "beetle": ["leaves", "cherries"],
    "leaves": [],
    "cherries": [],
}


def test_chains_run_from_left_to_right() -> None:
    ranked = _ranked(WEB)
    assert set(ranked[:2]) == {"leaves", "cherries"}
    assert all(ranked.index(prey) < ranked.index(one) for one, eaten in WEB.items() for prey in eaten)
    places = _places(ranked, 20.0, 10.0, (120.0, 60.0))
    assert [left for left, *_ in places.values()] == sorted(left for left, *_ in places.values())
    assert not _overlap([*places.values()])


def test_cards_in_circles_have_places() -> None:
    assert sorted(_ranked({"a": ["b"], "b": ["a"], "c": ["c", "z"]})) == ["a", "b", "c"]


def test_each_trunk_has_a_lane_and_no_two_lines_have_the_same_upright() -> None:
    boxes = _places(_ranked(WEB), 20.0, 10.0, (120.0, 60.0))
    ends = {one: [other for other, eaten in WEB.items() if one in eaten] for one in WEB}
    ends = {one: others for one, others in ends.items() if others}
    ports = _ports(boxes, ends)
    assert len(set(ports.values())) == len(ports) == sum(1 + len(others) for others in ends.values())
    assert all(boxes[card][0] < x < boxes[card][0] + 20.0 for (card, _), x in ports.items())
    assert sorted(_lanes(boxes, ends, ports)) == sorted(ends)


def test_line_from_above_does_not_cross_an_avoidable_lane() -> None:
    boxes = {"a": (0.0, 0.0, 10.0, 10.0), "b": (0.0, 50.0, 10.0, 10.0), "c": (20.0, 0.0, 10.0, 10.0)}
    boxes["d"] = (20.0, 50.0, 10.0, 10.0)
    for ends in ({"a": ["c"], "b": ["d"]}, {"b": ["d"], "a": ["c"]}):
        assert _lanes(boxes, ends, _ports(boxes, ends)) == ["a", "b"]


@pytest.mark.parametrize("sight", [*SIMULATIONS])
def test_colours_of_trunks_differ_for_every_sight(sight: str) -> None:
    colours = [simulate(Colour.parse(one), sight) for one in TRUNKS]
    if sight == "grey":
        colours = [colour for colour in colours if difference(colour, simulate(Colour.parse(TRUNKS[0]), sight)) > 0]
    near = [difference(one, other) for one, other in combinations(colours, 2)]
    assert min(near) > (0 if sight == "grey" else MIN_DIFFERENCE)


def test_trunk_joins_all_its_lines_and_has_a_dot_where_they_meet() -> None:
    black = Colour.parse("#000000")
    made = trunk((0.0, 0.0), 50.0, [(40.0, 0.0), (90.0, 100.0)], black, (), black)
    dots = [one.box for one in made if isinstance(one, DrawBox)]
    assert [(box.x + box.width / 2, box.y + box.height / 2) for box in dots] == [(40.0, 50.0)]
    paths = [one.path for one in made if isinstance(one, DrawPath)]
    assert ("M", 90.0, 100.0) in paths[1]
    assert ("L", 90.0, 50.0) in paths[1]
