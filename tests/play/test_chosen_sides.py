"""Two sides meet as often as is asked, in turn at each seat; where bots choose no sides, nothing changes."""

from pathlib import Path

from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.play.simulation import play_games, rules_of
from pawprint.play.simulation_config import SimulationConfig

CATS = Path(__file__).parents[2] / "catalog" / "pocket-cats"
TABLE = SimulationConfig(
    CATS.as_posix(), PocketCats, "", "full", (), 2, ("random",), 0, count_events=True, head_to_head=("choose",)
)
SIDES = ("shadows", "lookouts")


def test_sides_meet_in_every_game_and_change_seats() -> None:
    for number, seated in enumerate((SIDES, SIDES[::-1])):
        sums = play_games(TABLE._replace(sides=SIDES, keep_logs=True), [number])
        assert sums.head_to_head == {("choose", "lookouts", "shadows"): 1}
        log = sums.logs[number]
        assert [log.index(f"choose {side}") for side in seated] == sorted(log.index(f"choose {side}") for side in SIDES)


def test_deal_equals_that_of_the_game_without_sides() -> None:
    one, other = (play_games(table, range(3)) for table in (TABLE._replace(sides=SIDES), TABLE))
    assert one.games == other.games == 3
    assert other.head_to_head != one.head_to_head


def test_no_side_is_chosen_if_clans_are_given() -> None:
    table = TABLE._replace(edition="first-game", keep_logs=True)
    assert rules_of(table).edition == "first-game"
    assert play_games(table._replace(sides=SIDES), range(4)) == play_games(table, range(4))
