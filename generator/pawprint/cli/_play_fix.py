"""`pawprint play --fix`: the smallest change of a catalog with which a check about balance passes."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import typer

from pawprint.catalog.model import Game
from pawprint.check.check_kind import Check
from pawprint.check.check_reader import checks_of
from pawprint.cli._messages import fail, plural, write_all
from pawprint.cli._play_settings import workers_needed
from pawprint.cli._progress import Progress
from pawprint.cli._terminal import say
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.play.simulation import WorkerPool

if TYPE_CHECKING:
    from pawprint.playtests.balance.check_repair import RepairOutcome

#: The most games at each table on each set of deals, and the budget in minutes, unless others are given.
FIX_GAMES, FIX_MINUTES = 2000, 10.0
#: The parameters that go with --fix.
_OPTIONS = ("game", "fix_", "minutes", "write", "games", "seed", "jobs", "catalog", "allow_rules")


class FixSettings(NamedTuple):
    """The options of a repair; *games* are the most at each table."""

    check: str
    games: int
    minutes: float
    write: bool
    seed: int


def fix_settings(
    context: typer.Context, check: str, minutes: float | None, write: bool, games: int, seed: int, catalog: Path | None
) -> FixSettings | None:
    """The options of --fix; None without it.

    Raises:
        typer.BadParameter: options do not go together, or the bundled games would have to be written.
    """
    if not check:
        if write or minutes is not None:
            raise typer.BadParameter("it goes with --fix only", param_hint="--write" if write else "--minutes")
        return None
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        if source is not None and source.name == "COMMANDLINE" and option.name not in _OPTIONS:
            raise typer.BadParameter("it does not go with --fix", param_hint=option.opts[0])
    if write and catalog is None and not Path("catalog").is_dir():
        help = "the bundled games cannot be changed; go to the folder of your catalog, or name it with --catalog"
        raise typer.BadParameter(help, param_hint="--write")
    return FixSettings(check, games, minutes or FIX_MINUTES, write, seed)


def repair(game: Game, pool: WorkerPool, settings: FixSettings) -> NoReturn:
    """Search and print the change that repairs a check, write it if asked to, and end the command."""
    from pawprint.playtests.balance.check_repair import repair_check

    checks = _checks(game, settings.check)
    with pool, workers_needed(), Progress(not sys.stderr.isatty()) as progress:
        outcome = repair_check(
            game, checks, pool, games=settings.games, minutes=settings.minutes, seed=settings.seed,
            progress=lambda what, part: progress(what, int(1000 * min(part, 1)), 1000),
        )  # fmt: skip
        lines = _lines(outcome, settings)  # which plays the game as it was, too
    say(*lines)
    if outcome.status == "repaired" and settings.write:
        plan = outcome.games.catalog.plan(outcome.repair)
        plan.write(game.folder)
        say(f"written to {', '.join(path.as_posix() for path in plan.files)}")
    elif outcome.status == "repaired":
        say("nothing was written; --write applies the change")
    raise typer.Exit(0 if outcome.status in ("ok", "repaired") else 1)


def _checks(game: Game, name: str) -> list[Check]:
    """The checks about balance with this id; an error ends the command."""
    from pawprint.playtests.balance.check_repair import balance_checks

    findings = Findings()
    known = [check.id for check in checks_of(game, findings)]
    if write_all(findings):
        raise typer.Exit(1)
    balanced = balance_checks(game)
    help = suggest(name, dict.fromkeys(check.id for check in balanced), "those about balance are")
    if name not in known:
        raise typer.BadParameter(f"{game.id} has no check '{name}'; {help}", param_hint="--fix")
    if not (found := [check for check in balanced if check.id == name]):
        message = f"'{name}' sets no limits to numbers of games between greedy bots; {help}"
        raise typer.BadParameter(message, param_hint="--fix")
    if not any(component.tune for component in game.components.values()):
        fail(f"no component of {game.id} declares which fields may change", "add a line tune: {points: 1..5} to one")
    return found


def _lines(outcome: "RepairOutcome", settings: FixSettings) -> list[str]:
    from pawprint.playtests.balance.check_repair import change_text, numbers_table, unified_diff

    games, name = outcome.games, settings.check
    spent = f"{games.spent / 60:.1f} minutes of CPU time"
    if outcome.status == "ok":
        return [f"{name} passes; there is nothing to change"]
    if outcome.status == "undecided":
        lines = [f"{name} is undecided after {settings.games:,} games at each table; --games plays more:"]
    elif not games.failing:
        return [f"{name} is undecided after {settings.minutes:g} minutes; --minutes sets another budget"]
    else:
        lines = [f"{name} is beyond its limits:"]
    lines += [f"  {claim.text('failed', games.error_rate)}" for claim in games.failing]
    if outcome.status == "undecided":
        return lines
    if outcome.status != "repaired":
        reason = f"within {settings.minutes:g} minutes (--minutes)" if outcome.status == "late" else f"in {spent}"
        lines += ["", f"no change within the limits of tune: was found that passes {reason}"]
        if outcome.repair:
            lines += [f"the nearest is {change_text(outcome.repair)}:"]
            lines += numbers_table(games.before_and_after(outcome.repair, 0), games)
        return lines
    lines += ["", *unified_diff(games.catalog.plan(outcome.repair)), ""]
    lines += [f"{plural(len(outcome.repair), 'field')} changed in {spent}: {change_text(outcome.repair)}"]
    for fresh, title in enumerate(("the deals that all changes were tried on", "fresh deals")):
        numbers = games.before_and_after(outcome.repair, fresh)
        lines += ["", f"{title} (seed {settings.seed + fresh}):", *numbers_table(numbers, games)]
    return lines
