"""Fields of records with other values, without a change of any file."""

from pathlib import Path

import pytest

from games.conformance import game_of
from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.games.fooden.rules import Fooden
from pawprint.play.simulation import Unplayable, rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.playtests.balance.catalog_variants import BadVariant, read_variant, variant_texts

FOLDER = Path(__file__).parents[2] / "catalog" / "food-chain"


def varied(name: str, value: str) -> Game:
    game = game_of("food-chain")
    findings = Findings()
    found = load_game(FOLDER, findings, dict(variant_texts(game, read_variant(game, name, value))))
    assert found is not None
    assert not findings.failed
    return found


def test_single_record_or_whole_component_gets_another_value() -> None:
    before = game_of("food-chain").records["organisms"]
    one = varied("organisms.wolf.copies", "7").records["organisms"]
    assert {name for name in one if one[name].copies != before[name].copies} == {"wolf"}
    assert one["wolf"].copies == 7
    every = varied("organisms.copies", "2").records["organisms"]
    assert {record.copies for record in every.values()} == {2}


def test_number_with_a_sign_is_added_within_the_limits_of_the_field() -> None:
    before = game_of("food-chain").records["organisms"]
    more = varied("organisms.copies", "+2").records["organisms"]
    assert all(more[name].copies == before[name].copies + 2 for name in more)
    assert {record.copies for record in varied("organisms.copies", "-99").records["organisms"].values()} == {0}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("organism.copies", "1", "there is no component 'organism'; did you mean 'organisms'?"),
        ("organisms.wulf.copies", "1", "there is no 'wulf' in 'organisms'; did you mean 'wolf'?"),
        ("organisms.copys", "1", "'organisms' has no field 'copys'; did you mean 'copies'?"),
        ("organisms.wolf.name", "+1", "can only be added to a number"),
    ],
)
def test_invalid_variant_is_reported(name: str, value: str, message: str) -> None:
    game = game_of("food-chain")
    with pytest.raises(BadVariant) as error:
        variant_texts(game, read_variant(game, name, value))
    assert message in str(error.value)


def test_value_outside_of_the_limits_is_a_finding() -> None:
    game = game_of("fooden")
    texts = variant_texts(game, read_variant(game, "creatures.force", "9"))
    config = SimulationConfig(game.folder.as_posix(), Fooden, "", "", (), 2, ("random",), 0, texts=texts)
    with pytest.raises(Unplayable) as error:
        rules_of(config)
    assert len(error.value.findings.sorted()) == 3, "the first ones are enough"
    assert {finding.code for finding in error.value.findings.sorted()} == {"out-of-range"}
    assert rules_of(config._replace(texts=variant_texts(game, read_variant(game, "creatures.force", "+9"))))
