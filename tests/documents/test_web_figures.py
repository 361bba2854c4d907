"""Webs: an arrow for each record that a field names, and no card on another one."""

from pathlib import Path

import pytest

from documents.test_drafts import Desk
from pawprint.documents.web_figures import _overlap, _ring


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_web_says_who_names_whom(desk: Desk) -> None:
    said = desk.blocks('{{ web("beasts", "prey", caption="Who eats whom") }}')
    assert said == "figure numbered here: Who eats whom\n  [Fox: Red hen., 108 x 35 mm]\n"


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
def test_what_is_wrong_with_a_web_is_said(desk: Desk, call: str, finding: str) -> None:
    (fault,) = desk.faults(f"# T\n\n{{{{ web({call}) }}}}")
    assert fault.partition(" ")[2].startswith(finding)


@pytest.mark.parametrize("count", range(1, 15))
def test_places_go_up_the_ring_in_turns_and_apart(count: int) -> None:
    places = _ring(count, 160.0, 100.0)
    assert len(places) == count
    assert all(-0.01 <= x <= 160.01 and -0.01 <= y <= 100.01 for x, y in places)
    assert not _overlap([(x, y, 12.0, 5.0) for x, y in places])
    assert [y for _, y in places] == sorted([y for _, y in places], reverse=True)
