"""`pawprint play`: games between bots with their statistics, and single games step by step."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from pawprint.catalog.model import Game
from pawprint.cli import parameters
from pawprint.cli._messages import fail
from pawprint.cli._play_comparison import LADDER_GAMES, WayToPlay, bots_to_compare, print_ladder, show_comparisons
from pawprint.cli._play_fix import FIX_GAMES, FIX_MINUTES, fix_settings, repair
from pawprint.cli._play_settings import (
    DEFAULT_GAMES,
    MAX_GAMES,
    PlayLimits,
    config_of,
    game_called,
    limits_of,
    pool_of,
    rules_or_end,
    seats_of,
    table_of,
    workers_needed,
)
from pawprint.cli._report_files import PlayOutputs, check_report, print_report, write_report
from pawprint.cli._terminal import say, warn
from pawprint.core.files import write_output
from pawprint.play.aggregates import Aggregate
from pawprint.play.game_options import option_text
from pawprint.play.lookup import rules_name
from pawprint.play.playing import ReplayError, read_log, replay_lines
from pawprint.play.simulation import WorkerPool
from pawprint.play.simulation_config import SimulationConfig
from pawprint.playtests.balance.balance_report import balance_report
from pawprint.playtests.balance.ladder import play_ladder
from pawprint.playtests.balance.precision import play_until

FORMATS = ("text", "json")

_Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        autocompletion=parameters.complete_games,
        help="Id of a game in the catalog that has a rules engine.",
    ),
]
_Players = Annotated[
    int | None,
    parameters.whole_number("--players", metavar="N", help="Number of players. Default: the smallest number."),
]
_Games = Annotated[
    int | None,
    parameters.whole_number(
        "--games", metavar="N", least=1, most=MAX_GAMES,
        help=f"Number of games; with --until, the most. Default: {DEFAULT_GAMES:,}; with --ladder "
        f"{LADDER_GAMES} of each pair; with --fix {FIX_GAMES:,} at each table.",
    ),
]  # fmt: skip
_Until = Annotated[
    str,
    typer.Option("--until", metavar="PERCENT", help="Play until each share of wins is known to within this much."),
]
_Against = Annotated[
    str,
    typer.Option(
        "--against",
        metavar="OTHER",
        autocompletion=parameters.complete_games,
        help="Compare the same deals with another version: NAME=VALUE, a catalog folder, or a Git revision.",
    ),
]
_Vary = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="NAME=VALUES",
        help="Compare values, separated by commas, of an option of the rules, the edition, or COMPONENT.FIELD.",
    ),
]
_Seed = Annotated[int, parameters.whole_number("--seed", metavar="N", help="Seed of the random number generator.")]
_Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="NAMES",
        help="Bots by seat, separated by commas: random, greedy, flat:200, mcts:200. "
        "Default: random; with --ladder all.",
    ),
]
_Edition = Annotated[str, typer.Option("--edition", metavar="NAME", help="Edition of the rules. Default: the first.")]
_Option = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Set an option of the rules; may be repeated."),
]
_Jobs = Annotated[
    int,
    parameters.whole_number("--jobs", metavar="N", least=0, most=256, help="Number of processes; 0 for one per core."),
]
_Cluster = Annotated[
    str,
    typer.Option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster: address of its scheduler, or local."),
]
_Format = Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, json.")]
_Log = Annotated[
    Path | None, typer.Option("--log", metavar="FILE", help="Write every game to this file, one per line.")
]
_Replay = Annotated[
    Path | None, typer.Option("--replay", metavar="FILE", help="Show a game of this log, step by step.")
]
_Report = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Count more, and write a report to this file: .html or .json."),
]
_Ladder = Annotated[bool, typer.Option("--ladder", help="Compare the bots: each plays against each other.")]
_Fix = Annotated[
    str,
    typer.Option(
        "--fix",
        metavar="CHECK",
        help="Find the smallest change of the catalog, within tune:, with which a check passes.",
    ),
]
_Minutes = Annotated[
    float | None,
    typer.Option(
        "--minutes", metavar="N", min=0.01, max=10_000, help=f"With --fix: most CPU time. Default: {FIX_MINUTES:g}."
    ),
]
_Write = Annotated[bool, typer.Option("--write", help="With --fix: write the change to the catalog.")]
_Line = Annotated[int, parameters.whole_number("--line", metavar="N", least=1, help="With --replay: line of the log.")]


def play(
    context: typer.Context,
    game: _Game,
    players: _Players = None,
    games: _Games = None,
    until: _Until = "",
    seed: _Seed = 0,
    bots: _Bots = None,
    edition: _Edition = "",
    option: _Option = None,
    jobs: _Jobs = 0,
    cluster: _Cluster = "",
    form: _Format = "text",
    ladder: _Ladder = False,
    against: _Against = "",
    vary: _Vary = None,
    report: _Report = None,
    log: _Log = None,
    replay: _Replay = None,
    line: _Line = 1,
    fix_: _Fix = "",
    minutes: _Minutes = None,
    write: _Write = False,
    force: parameters.ForceOption = False,
    allow_rules: parameters.AllowRulesOption = False,
    catalog: parameters.CatalogOption = None,
) -> None:
    """Let bots play a game, and print statistics. The same seed plays the same games, with any number of processes.

    Examples:

      pawprint play pocket-cats --bots greedy --games 2000 --report balance.html

      pawprint play fooden --bots greedy --vary creatures.force=-1,+1

      pawprint play pocket-cats --ladder --games 40

      pawprint play pocket-cats --fix PC-I-30

      pawprint play food-chain --replay games.jsonl --line 3
    """
    parameters.choice(form, FORMATS, "--format")
    others: dict[str, object] = {"--log": log, "--report": report, "--replay": replay, "--vary": vary}
    others |= {"--against": against or None, "--until": until or None}
    seats, limits = _bots(bots, ladder, others), limits_of(games, until)
    _check_files(log, report, force, compared=bool(against or vary))
    fixed = fix_settings(context, fix_, minutes, write, games or FIX_GAMES, seed, catalog)
    loaded = game_called(game, catalog, allow_rules=allow_rules)
    if fixed is not None:
        repair(loaded, pool_of(jobs), fixed)
    if replay is not None:
        _replay(loaded, replay, line)
        return
    config = config_of(loaded, edition, tuple(option or ()), seats, seed, log is not None)
    way = WayToPlay(loaded.id, loaded, table_of(config, players))
    with pool_of(jobs, cluster) as pool, workers_needed():
        if ladder:
            _climb(pool, way, games or LADDER_GAMES, form)
        else:
            _play(pool, way, limits, PlayOutputs(form, report, log), against, vary or ())


def _bots(names: str | None, ladder: bool, others: Mapping[str, object]) -> tuple[str, ...]:
    """The bots by seat, or those of a ladder, which goes with none of the *others*."""
    if not ladder:
        return seats_of(names or "random")
    return bots_to_compare(() if names is None else seats_of(names), others)


def _check_files(log: Path | None, report: Path | None, force: bool, compared: bool) -> None:
    """Verify the files to write before anything is played."""
    if compared and log is not None:
        raise typer.BadParameter("it does not go with --against and --vary", param_hint="--log")
    if log is not None:
        parameters.check_output(log, "--log", force, "log of games", b'{"format":')
    if report is not None:
        check_report(report, force)


def _play(
    pool: WorkerPool, way: WayToPlay, limits: PlayLimits, outputs: PlayOutputs, against: str, vary: Sequence[str]
) -> None:
    """Play and show statistics, or a comparison with other ways to play, and failures on standard error.

    A game that broke off ends the command with code 1.
    """
    if against or vary:
        show_comparisons(pool, way, against, vary, limits, outputs)
        return

    config, rules = way.config, rules_or_end(way.config)
    if outputs.report is not None:
        config = config._replace(count_events=True, count_course=True, swap_pieces=True)
    total = _played(pool, config, limits)
    if outputs.log is not None:
        write_output(outputs.log, "".join(text + "\n" for text in total.logs.values()).encode())
    report = balance_report(way.game, rules, config, total)
    print_report(report, outputs.form)
    if outputs.report is not None:
        write_report(report, config, outputs.report)
    for failure in total.failures:
        warn(f"game {failure.number}, after {failure.step} actions: {failure.message}")
    if total.broken:
        raise typer.Exit(1)


def _climb(pool: WorkerPool, way: WayToPlay, games: int, form: str) -> None:
    """Play and show a ladder of the bots; a game that broke off ends the command with code 1."""
    with PlayLimits(games, None).progress() as progress:
        ladder = play_ladder(way.config, games, pool, lambda done, total: progress("playing", done, total))
    print_ladder(rules_or_end(way.config), ladder, form)
    if ladder.failed:
        raise typer.Exit(1)


def _played(pool: WorkerPool, config: SimulationConfig, limits: PlayLimits) -> Aggregate:
    with limits.progress() as progress:
        if limits.width is not None:
            return play_until(
                pool, config, limits.games, limits.width, lambda done, total: progress("playing", done, total)
            )
        (total,) = pool.play([(config, 0, limits.games)], lambda done, total: progress("playing", done, total))
    return total


def _replay(game: Game, file: Path, line: int) -> None:
    """Print a game of a log, step by step."""
    if not file.is_file():
        raise typer.BadParameter(f"there is no file {file.as_posix()}", param_hint="--replay")
    texts = file.read_text(encoding="utf-8", errors="replace").splitlines()
    if line > len(texts):
        raise typer.BadParameter(f"{file.as_posix()} has {len(texts)} lines, not {line}", param_hint="--line")
    try:
        log = read_log(texts[line - 1])
    except ValueError as error:
        fail(f"{file.as_posix()}:{line}: {error}")
    if log.game != rules_name(game):
        fail(f"{file.as_posix()}:{line} is a game of '{log.game}', not of '{game.id}'")
    options = tuple(f"{key}={option_text(value)}" for key, value in log.options.items())
    rules = rules_or_end(config_of(game, log.edition, options, ("random",), 0, False))
    if rules.rules_hash() != log.rules:
        warn("the cards or the rules have changed since this game was played")
    try:
        for text in replay_lines(rules, log):
            say(text)
    except ReplayError as error:
        fail(str(error))
    failure = json.loads(texts[line - 1]).get("trouble")
    if failure:
        say(f"the game failed here: {failure}")
