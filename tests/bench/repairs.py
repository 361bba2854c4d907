"""Wrong numbers in the catalog, and what `pawprint play --fix` makes of them: `imbalances.yaml` has twenty.

    python tests/bench/repairs.py                       # all; this takes an hour
    python tests/bench/repairs.py --only twins --minutes 5
    python tests/bench/repairs.py --list

Prints a row for each: the wrong numbers, the check that fails because of them, the repair, the fields that it changes,
the CPU seconds of the search, and what became of it. `repaired` means that the check passes on fresh deals, too.
"""

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.play.simulation import WorkerPool
from pawprint.playtests.balance._repair_search import ValueChange
from pawprint.playtests.balance.catalog_variants import TunableCatalog
from pawprint.playtests.balance.check_repair import balance_checks, change_text, repair_check

FILE = Path(__file__).with_name("imbalances.yaml")
CATALOG = Path(__file__).resolve().parents[2] / "catalog"
#: The most games at each table on each set of deals, as in `pawprint play --fix`.
GAMES = 2000


class Imbalance(NamedTuple):
    """Wrong numbers of a game.

    Attributes:
        check: the id of the checks that fail because of them.
        wrong: (component, record, field) -> the number.
    """

    name: str
    game: str
    check: str
    wrong: dict[tuple[str, str, str], int]

    def change(self, catalog: TunableCatalog) -> tuple[ValueChange, ...]:
        """The wrong numbers as a change of *catalog*.

        Raises:
            KeyError: a field is not tunable, or not to this number.
        """
        found = {(*one[:3], one.new): one for field in catalog.fields for one in field.changes}
        return tuple(found[*place, str(number)] for place, number in self.wrong.items())

    def copy(self, folder: Path) -> Game:
        """The game with its wrong numbers, in *folder*."""
        shutil.copytree(CATALOG / self.game, folder / self.game)
        catalog = TunableCatalog(_load(folder / self.game))
        catalog.plan(self.change(catalog)).write(folder / self.game)
        return _load(folder / self.game)


def imbalances() -> Iterator[Imbalance]:
    """Those of the file."""
    rows: list[dict[str, Any]] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    for row in rows:
        wrong = {}
        for place, number in row["wrong"].items():
            component, _, rest = place.partition("/")
            record, _, field = rest.partition(".")
            wrong[component, record, field] = number
        yield Imbalance(row["name"], row["game"], row["check"], wrong)


def _load(folder: Path) -> Game:
    game = load_game(folder, Findings())
    assert game is not None, f"{folder} cannot be read"
    return game


def _row(one: Imbalance, minutes: float, games: int) -> tuple[str, str, str]:
    """(repair, CPU seconds, verdict)."""
    with tempfile.TemporaryDirectory() as folder, WorkerPool(1) as pool:
        game = one.copy(Path(folder))
        checks = [check for check in balance_checks(game) if check.id == one.check]
        outcome = repair_check(game, checks, pool, games=games, minutes=minutes, seed=0, progress=lambda *_: None)
        seconds = f"{outcome.games.spent:.0f}"
    return change_text(outcome.repair) if outcome.repair else "-", seconds, outcome.status


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", help="those whose name begins like this")
    parser.add_argument("--minutes", type=float, default=10.0, help="most CPU time of each (10)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"most games at each table ({GAMES:,})")
    parser.add_argument("--list", action="store_true", help="only print what is wrong in each")
    words = parser.parse_args()
    chosen = [one for one in imbalances() if not words.only or one.name.startswith(tuple(words.only))]
    print("| name | check | wrong | repair | fields | CPU s | verdict |\n| --- | --- | --- | --- | --- | --- | --- |")
    for one in chosen:
        catalog = TunableCatalog(_load(CATALOG / one.game))
        repair, seconds, verdict = ("", "", "") if words.list else _row(one, words.minutes, words.games)
        fields = "" if words.list else str(repair.count("->"))
        wrong = change_text(one.change(catalog))
        print(f"| {one.name} | {one.check} | {wrong} | {repair} | {fields} | {seconds} | {verdict} |", flush=True)


if __name__ == "__main__":
    main()
