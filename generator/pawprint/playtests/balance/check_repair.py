"""A game and one of its checks about balance -> the smallest change of the catalog with which the check passes."""

import difflib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pawprint.catalog.model import Game
from pawprint.check.balance_questions import Claim, balance_question
from pawprint.check.check_kind import Check
from pawprint.check.check_reader import checks_of
from pawprint.check.playtest import tables_of
from pawprint.check.results import Share
from pawprint.core.diagnostics import Findings
from pawprint.interchange.spreadsheets.plan_edits import EditPlan
from pawprint.play.simulation import WorkerPool
from pawprint.playtests.balance._repair_games import OutOfTime, RepairGames
from pawprint.playtests.balance._repair_search import Repair, RepairSearch
from pawprint.playtests.balance.catalog_variants import TunableCatalog
from pawprint.playtests.balance.report_text import aligned
from pawprint.source.reader import display_path

# --- A repair of the catalog -> a diff of its files, and tables of the numbers before and after -----------------------


#: Numbers that a table shows, if no more have failed.
_SHOWN = 6


def unified_diff(plan: EditPlan) -> Iterator[str]:
    """The lines of a unified diff of all files that *plan* changes, as `patch` and `git apply` read it."""
    for path, (before, after) in plan.files.items():
        name = display_path(path)
        old, new = before.splitlines(), after.splitlines()
        yield from difflib.unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="")


def change_text(repair: Repair) -> str:
    """`cats/twins-4: value 6 -> 4`, of every change."""
    return ", ".join(f"{one.component}/{one.record}: {one.field} {one.old} -> {one.new}" for one in repair)


def numbers_table(numbers: Sequence[tuple[Claim | None, Claim]], games: RepairGames) -> list[str]:
    """The numbers without and with a change: those that failed, and those that are nearest to a limit with it."""
    failing = {one.who for one in games.failing}
    ranked = sorted(numbers, key=lambda pair: (pair[1].who not in failing, -pair[1].of.pressure))
    rows: list[tuple[str, ...]] = [("", "limits", "before", "after")]
    for before, after in ranked[: max(_SHOWN, len(failing))]:
        cells = [_number(one, games.alarm) if one else "" for one in (before, after)]
        rows.append((after.who, _limits(after), *cells))
    more = len(numbers) + 1 - len(rows)
    return [*aligned(rows, 1), *([f"{more} other numbers are farther from their limits"] if more else [])]


def _limits(claim: Claim) -> str:
    form = ".1%" if isinstance(claim.of, Share) else ".3g"
    low, high = claim.of.low, claim.of.high
    bounded = low > 0 if isinstance(claim.of, Share) else low > float("-inf")
    if not bounded:
        return f"at most {high:{form}}"
    return f"at least {low:{form}}" if high == float("inf") else f"{low:{form}} to {high:{form}}"


def _number(claim: Claim, alarm: float) -> str:
    form = ".1%" if isinstance(claim.of, Share) else ".3g"
    found = claim.of.interval("ok", alarm)
    return f"{found.value:{form}} ({found.low:{form}} to {found.high:{form}})"


# --- check repair -----------------------------------------------------------------------------------------------------


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
