"""The seeded imbalances of `bench/imbalances.yaml` are changes that the catalogs allow."""

from pathlib import Path

import pytest

from bench.repairs import Imbalance, imbalances
from games.conformance import game_of
from pawprint.playtests.balance.catalog_variants import UNREADABLE, TunableCatalog
from pawprint.playtests.balance.check_repair import balance_checks

ALL = [*imbalances()]


def test_twenty_imbalances_cover_all_games() -> None:
    assert len({one.name for one in ALL}) == len(ALL) == 20
    assert {one.game for one in ALL} == {"food-chain", "fooden", "lake-ecosystem", "pocket-cats"}


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_imbalance_is_a_change_within_the_limits_of_tune(one: Imbalance) -> None:
    game = game_of(one.game)
    catalog = TunableCatalog(game)
    change = one.change(catalog)
    assert 1 <= len(change) <= 3
    assert UNREADABLE not in catalog.broken(change)
    assert one.check in {check.id for check in balance_checks(game)}


def test_copy_has_the_wrong_numbers(tmp_path: Path) -> None:
    one = next(one for one in ALL if one.name == "fangs")
    assert one.copy(tmp_path).records["objectives"]["fang-club"]["score"]["per"] == 1
