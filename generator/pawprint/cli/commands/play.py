"""`pawprint play`: games between bots with their statistics, and single games step by step."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from pawprint.cli import parameters
from pawprint.cli.ladder_output import LADDER_GAMES, bots_to_compare, print_ladder
from pawprint.cli.messages import fail
from pawprint.cli.parameters import CatalogOption, ForceOption
from pawprint.cli.report_files import check_report, report_text, write_report

if TYPE_CHECKING:
    from pawprint.catalog.model import Game
    from pawprint.rules.aggregates import Aggregate
    from pawprint.rules.engine import Rules
    from pawprint.rules.simulation import WorkerPool
    from pawprint.rules.simulation_config import SimulationConfig

T = TypeVar("T")

FORMATS = ("text", "json")
#: A limit against slips of the finger; ten million games take hours.
_MAX_GAMES = 10_000_000
#: Games unless another number is given.
_GAMES = 1000

_Game = Annotated[str, typer.Argument(metavar="GAME", help="Id of a game in the catalog that has a rules engine.")]
_Players = Annotated[
    int | None, typer.Option("--players", metavar="N", help="Number of players. Default: the smallest number.")
]
_Games = Annotated[
    int | None,
    typer.Option(
        "--games", metavar="N", min=1, max=_MAX_GAMES,
        help=f"Number of games. Default: {_GAMES:,}; with --ladder {LADDER_GAMES} of each pair.",
    ),
]  # fmt: skip
_Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Seed of the random number generator.")]
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
    int, typer.Option("--jobs", metavar="N", min=0, max=256, help="Number of processes; 0 for one per core.")
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
    typer.Option("--report", metavar="FILE", help="Count much more, and write a report to this file: .html or .json."),
]
_Ladder = Annotated[bool, typer.Option("--ladder", help="Compare the bots: every one plays against every other one.")]
_Line = Annotated[int, typer.Option("--line", metavar="N", min=1, help="With --replay: line of the log.")]


def play(
    game: _Game,
    players: _Players = None,
    games: _Games = None,
    seed: _Seed = 0,
    bots: _Bots = None,
    edition: _Edition = "",
    option: _Option = None,
    jobs: _Jobs = 0,
    form: _Format = "text",
    ladder: _Ladder = False,
    report: _Report = None,
    log: _Log = None,
    replay: _Replay = None,
    line: _Line = 1,
    force: ForceOption = False,
    catalog: CatalogOption = None,
) -> None:
    """Let bots play a game, and print statistics. The same seed plays the same games, with any number of processes.

    Examples:

      pawprint play pocket-cats --bots greedy --games 2000

      pawprint play food-chain --players 4 --report balance.html

      pawprint play pocket-cats --ladder --games 40

      pawprint play food-chain --players 4 --log games.jsonl

      pawprint play food-chain --replay games.jsonl --line 3
    """
    parameters.choice(form, FORMATS, "--format")
    seats = () if ladder and bots is None else _seats(bots or "random")
    if ladder:
        seats = bots_to_compare(seats, {"--log": log, "--report": report, "--replay": replay})
    if log is not None:
        parameters.check_output(log, "--log", force, "log of games", b'{"format":')
    if report is not None:
        check_report(report, force)
    loaded = _load_game(game, catalog)
    if replay is not None:
        _replay(loaded, replay, line)
        return
    config = _config(loaded, edition, tuple(option or ()), seats, seed, log is not None)
    if report is not None:
        config = config._replace(count_events=True, count_course=True, swap_pieces=True)
    rules = _rules(config)
    config = config._replace(players=_players(rules, game, players))
    if ladder:
        from pawprint.balance.ladder import play_ladder

        found = _in_processes(jobs, lambda *pool: play_ladder(config, games or LADDER_GAMES, *pool))
        print_ladder(rules, found, form)
        return
    total = _play_games(config, games or _GAMES, jobs, log)
    _show(loaded, rules, config, total, form, report)
    if total.broken:
        raise typer.Exit(1)


def _players(rules: "Rules", game: str, players: int | None) -> int:
    """The number of players, the smallest one if it is None.

    Raises:
        typer.BadParameter: the game is for other numbers.
    """
    if players is None:
        return rules.players[0]
    if players not in rules.players:
        counts = ", ".join(map(str, rules.players))
        raise typer.BadParameter(f"{game} is for {counts} players, not for {players}", param_hint="--players")
    return players


def _play_games(config: "SimulationConfig", games: int, jobs: int, log: Path | None) -> "Aggregate":
    """Play games, and write their logs to a file if one is given."""
    (total,) = _in_processes(jobs, lambda pool, progress: pool.play([(config, 0, games)], progress))
    if log is not None:
        from pawprint.core.files import write_output

        write_output(log, "".join(text + "\n" for text in total.logs.values()).encode())
    return total


def _seats(bots: str) -> tuple[str, ...]:
    """The bots of --bots, by seat.

    Raises:
        typer.BadParameter: one is unknown, or there is none.
    """
    from pawprint.rules.bot_names import BotNameError, full_name, is_timed

    seats = parameters.split_list(bots, repeated=True)
    for name in seats:
        try:
            timed = is_timed(name)
        except BotNameError as error:
            raise typer.BadParameter(str(error), param_hint="--bots") from None
        if timed:
            message = f"'{name}': with a budget of seconds the same seed plays other games; give a number of rollouts"
            raise typer.BadParameter(message, param_hint="--bots")
    if not seats:
        raise typer.BadParameter("name at least one", param_hint="--bots")
    return tuple(map(full_name, seats))


def _load_game(name: str, catalog: Path | None) -> "Game":
    """The game; an error ends the command."""
    from pawprint.catalog.library import load_library
    from pawprint.cli.report import write_findings
    from pawprint.core.diagnostics import Findings

    findings = Findings()
    library = load_library(parameters.folders(catalog, None)[0], findings, [name])
    if findings.failed or name not in library.games:
        write_findings(findings.sorted(), "text", sys.stderr)
        raise typer.Exit(1)
    game = library.games[name]
    if not game.engine:
        fail(f"{name} cannot be played, because it has no rules engine (key 'rules' of its game.yaml)")
    return game


def _config(
    game: "Game", edition: str, options: tuple[str, ...], bots: tuple[str, ...], seed: int, logs: bool
) -> "SimulationConfig":
    """The games to simulate, without the number of players.

    Args:
        options: texts NAME=VALUE.
        logs: whether to keep a log of each game.

    Raises:
        typer.BadParameter: an edition, option or value is unknown.
    """
    from pawprint.core.diagnostics import Findings
    from pawprint.core.registry import suggest
    from pawprint.games.engines import ENGINES
    from pawprint.rules.agreed_options import option_text, usual_edition
    from pawprint.rules.lookup import deck_of
    from pawprint.rules.simulation_config import SimulationConfig

    engine = ENGINES.get(game.engine)
    if engine is None:
        fail(f"there is no engine '{game.engine}'; {suggest(game.engine, ENGINES, 'engines are')}")
    if edition and edition not in engine.editions:
        help = suggest(edition, engine.editions, "editions are")
        raise typer.BadParameter(f"'{edition}': {help}", param_hint="--edition")
    chosen: dict[str, Any] = {}
    for text in options:
        key, sign, value = text.partition("=")
        if not sign:
            raise typer.BadParameter(f"'{text}' should be NAME=VALUE", param_hint="--option")
        if key not in engine.options:
            help = suggest(key, engine.options, "options are")
            raise typer.BadParameter(f"there is no option '{key}'; {help}", param_hint="--option")
        values = {option_text(one): one for one in engine.options[key].values}
        if value not in values:
            help = suggest(value, values, "it can be")
            raise typer.BadParameter(f"'{key}' cannot be '{value}'; {help}", param_hint="--option")
        chosen[key] = values[value]
    edition = edition or usual_edition(engine, game, Findings()) or next(iter(engine.editions), "")
    return SimulationConfig(
        game.folder.as_posix(), engine, deck_of(game, edition), edition, tuple(sorted(chosen.items())), 0, bots, seed,
        keep_logs=logs,
    )  # fmt: skip


def _rules(config: "SimulationConfig") -> "Rules":
    """The rules; an error ends the command."""
    from pawprint.cli.report import write_findings
    from pawprint.rules.simulation import Unplayable, rules_of

    try:
        return rules_of(config)
    except Unplayable as error:
        write_findings(error.findings.sorted(), "text", sys.stderr)
        fail(str(error))


def _in_processes(jobs: int, play: "Callable[[WorkerPool, Callable[[int, int], None]], T]") -> T:
    """What *play* returns, which gets a pool and a function to call with the progress."""
    import gc
    import os

    from pawprint.cli.progress import Progress
    from pawprint.rules.simulation import WorkerPool

    gc.enable()  # millions of games leave garbage, unlike the other commands
    with WorkerPool(jobs or os.cpu_count() or 1) as pool, Progress(not sys.stderr.isatty()) as progress:
        return play(pool, lambda done, total: progress("playing", done, total))


def _show(
    game: "Game", rules: "Rules", config: "SimulationConfig", total: "Aggregate", form: str, file: Path | None
) -> None:
    """Print the statistics, and the failures on standard error; write the report to a *file*, if there is one."""
    from pawprint.balance.balance_report import balance_report

    report = balance_report(game, rules, config, total)
    sys.stdout.write(report_text(report, form))
    if file is not None:
        write_report(report, file)
    for failure in total.failures:
        print(f"game {failure.number}, after {failure.step} actions: {failure.message}", file=sys.stderr)


def _replay(game: "Game", file: Path, line: int) -> None:
    """Print a game of a log, step by step."""
    from pawprint.rules.agreed_options import option_text
    from pawprint.rules.game_logs import read_log
    from pawprint.rules.playing import ReplayError
    from pawprint.rules.replay_text import replay_lines

    if not file.is_file():
        raise typer.BadParameter(f"there is no file {file.as_posix()}", param_hint="--replay")
    texts = file.read_text(encoding="utf-8", errors="replace").splitlines()
    if line > len(texts):
        raise typer.BadParameter(f"{file.as_posix()} has {len(texts)} lines, not {line}", param_hint="--line")
    try:
        log = read_log(texts[line - 1])
    except ValueError as error:
        fail(f"{file.as_posix()}:{line}: {error}")
    if log.game != game.engine:
        fail(f"{file.as_posix()}:{line} is a game of '{log.game}', not of '{game.id}'")
    options = tuple(f"{key}={option_text(value)}" for key, value in log.options.items())
    rules = _rules(_config(game, log.edition, options, ("random",), 0, False))
    if rules.rules_hash() != log.rules:
        print("the cards or the rules have changed since this game was played", file=sys.stderr)
    try:
        for text in replay_lines(rules, log):
            print(text)
    except ReplayError as error:
        fail(str(error))
    failure = json.loads(texts[line - 1]).get("trouble")
    if failure:
        print(f"the game failed here: {failure}")
