"""A game and one of its checks about balance -> the smallest change of the catalog with which the check passes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pawprint.balance.repair_games import OutOfTime, RepairGames
from pawprint.balance.repair_search import Repair, RepairSearch
from pawprint.balance.tunable_catalog import TunableCatalog
from pawprint.catalog.model import Game
from pawprint.check.balance_questions import balance_question
from pawprint.check.check_kind import Check
from pawprint.check.check_reader import checks_of
from pawprint.check.playtest import tables_of
from pawprint.core.diagnostics import Findings
from pawprint.rules.simulation import WorkerPool

#: The most fields that a repair changes, and that are tried alone.
MOST_FIELDS, MOST_TRIED = 3, 60


def balance_checks(game: Game) -> list[Check]:
    """The checks of *game* that limit numbers of games between greedy bots, which a change of numbers may repair."""
    return [check for check in checks_of(game) if check.needs_play and balance_question(check)]


@dataclass
class RepairOutcome:
    """What became of a search.

    Attributes:
        status: `ok` or `undecided` (without a change), `repaired`, `none` or `late`.
        games: what was played; its catalog has the edits.
        repair: the change; of `none` and `late` the nearest one, empty if none was tried.
    """

    status: str
    games: RepairGames
    repair: Repair = ()


def repair_check(
    game: Game, checks: Sequence[Check], pool: WorkerPool, *, games: int, minutes: float, seed: int,
    progress: Callable[[str, float], None],
) -> RepairOutcome:  # fmt: skip
    """Search the smallest change of tunable fields after which all of *checks* pass.

    Args:
        games: the most at each table, on the deals of *seed* and again on those of the next seed.
        minutes: the CPU time that may be spent.
        progress: called with a name, and how much of the time is spent.
    """
    catalog = TunableCatalog(game)
    played = RepairGames(catalog, checks, tables_of(game, Findings(), "", seed), pool, games, minutes * 60, progress)
    try:
        status = played.judge()
        if status != "failed":
            return RepairOutcome(status, played)
        fields = sorted(catalog.fields, key=lambda one: -played.influence(one.component, one.record))[:MOST_TRIED]
        played.prepare(sum(len(one.ends) for one in fields))
        repair = RepairSearch(fields, played).find(MOST_FIELDS)
        return RepairOutcome("repaired", played, repair) if repair else RepairOutcome("none", played, played.nearest[1])
    except OutOfTime:
        return RepairOutcome("late", played, played.nearest[1])
