"""A repair of the catalog -> a diff of its files, and tables of the numbers before and after."""

import difflib
from collections.abc import Iterator, Sequence

from pawprint.balance.repair_games import RepairGames
from pawprint.balance.repair_search import Repair
from pawprint.balance.report_text import aligned
from pawprint.check.balance_questions import Claim
from pawprint.check.decisions import Share
from pawprint.spreadsheets.plan_edits import EditPlan
from pawprint.yamlio.reader import display_path

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
