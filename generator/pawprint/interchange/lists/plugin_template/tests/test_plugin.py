"""The example uses the plug-in, and its cards show what they say."""

from pathlib import Path

import pytest

import pawprint

EXAMPLE = Path(__file__).parents[1] / "example"


@pytest.fixture
def game() -> pawprint.Game:
    return pawprint.open_project(EXAMPLE)["@ID@"]


def test_example_has_no_findings() -> None:
    assert list(pawprint.open_project(EXAMPLE).check()) == []


@pytest.mark.parametrize(("card", "pips"), [("one", 1), ("six", 6)])
def test_card_shows_pips(game: pawprint.Game, card: str, pips: int) -> None:
    assert game[card].piece().svg().count("<path") == pips + 1  # the pips, and the ground of the card


def test_number_that_no_die_has_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "catalog" / "@ID@"
    folder.mkdir(parents=True)
    for name in ("game.yaml", "cards.yaml"):
        text = (EXAMPLE / "catalog" / "@ID@" / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace("value: 6", "value: 7"), encoding="utf-8")
    findings = pawprint.open_project(tmp_path, layouts=EXAMPLE / "layouts").check()
    assert [finding.code for finding in findings] == ["out-of-range"]
