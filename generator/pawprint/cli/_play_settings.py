"""The options of `pawprint play` that say what is played -> settings of a simulation."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import typer

from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game
from pawprint.cli import parameters
from pawprint.cli._messages import fail, write_all
from pawprint.cli._progress import Progress
from pawprint.cli._report import write_findings
from pawprint.cli._rules_permission import allow_rules_of
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.workers import cores
from pawprint.games.engines import ENGINES
from pawprint.play.bot_names import BotNameError, full_name, is_timed
from pawprint.play.engine import Rules
from pawprint.play.game_options import option_text, usual_edition
from pawprint.play.lookup import deck_of
from pawprint.play.own_engines import check_own_engine
from pawprint.play.simulation import PoolError, Unplayable, WorkerPool, rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.playtests.balance.cluster import ClusterError, ClusterPool

#: A guard against typing errors; ten million games take hours.
MAX_GAMES = 10_000_000
DEFAULT_GAMES = 1000


def seats_of(bots: str) -> tuple[str, ...]:
    """The bots of --bots, by seat.

    Raises:
        typer.BadParameter: one is unknown, or there is none.
    """
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


def game_called(name: str, catalog: Path | None, *, allow_rules: bool = False) -> Game:
    """The game; an error ends the command.

    Args:
        allow_rules: whether to allow its own rules to run.
    """
    findings = Findings()
    library = load_library(parameters.catalog_folder(catalog, [name]), findings, [name])
    if findings.failed or name not in library.games:
        write_findings(findings.sorted(), "text", sys.stderr)
        raise typer.Exit(1)
    game = library.games[name]
    if allow_rules:
        allow_rules_of([game])
    if not game.engine:
        fail(f"{name} cannot be played, because it has no rules engine (key 'rules' of its game.yaml)")
    return game


def config_of(
    game: Game, edition: str, options: tuple[str, ...], bots: tuple[str, ...], seed: int, logs: bool
) -> SimulationConfig:
    """The games to simulate, without the number of players.

    Args:
        options: texts NAME=VALUE.
        logs: whether to keep a log of each game.

    Raises:
        typer.BadParameter: an edition, option or value is unknown.
    """
    engine = ENGINES.get(game.engine)
    if engine is None:
        end_without_own_engine(game)
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
        values = {option_text(value): value for value in engine.options[key].values}
        if value not in values:
            help = suggest(value, values, "it can be")
            raise typer.BadParameter(f"'{key}' cannot be '{value}'; {help}", param_hint="--option")
        chosen[key] = values[value]
    edition = edition or usual_edition(engine, game, Findings()) or next(iter(engine.editions), "")
    return SimulationConfig(
        game.folder.as_posix(), engine, deck_of(game, edition), edition, tuple(sorted(chosen.items())), 0, bots, seed,
        keep_logs=logs,
    )  # fmt: skip


def end_without_own_engine(game: Game) -> None:
    """End the command with the reason why the own engine of *game* does not run, if it has one."""
    findings = Findings()
    check_own_engine(game, findings)
    if len(findings):
        write_all(findings)
        raise typer.Exit(1)


def rules_or_end(config: SimulationConfig) -> Rules:
    """The rules; an error ends the command."""
    try:
        return rules_of(config)
    except Unplayable as error:
        write_findings(error.findings.sorted(), "text", sys.stderr)
        fail(str(error))


class PlayLimits(NamedTuple):
    """How much is played.

    Attributes:
        games: at most.
        width: play until intervals reach so far to both sides; None to play all games.
    """

    games: int
    width: float | None

    def progress(self) -> Progress:
        """The bar of a terminal; elsewhere nothing is shown."""
        return Progress(not sys.stderr.isatty(), estimate=True)


def limits_of(games: int | None, until: str) -> PlayLimits:
    """The limits by --games and --until.

    Raises:
        typer.BadParameter: *until* is no percentage.
    """
    if not until:
        return PlayLimits(games or DEFAULT_GAMES, None)
    number = until.removesuffix("%")
    try:
        width = float(number) / 100
    except ValueError:
        width = 0.0
    if not 0.0005 <= width < 0.5:
        message = f"'{until}' should be a percentage from 0.05% to 50%, such as 1%"
        raise typer.BadParameter(message, param_hint="--until")
    return PlayLimits(games or MAX_GAMES, width)


def table_of(config: SimulationConfig, players: int | None) -> SimulationConfig:
    """The same settings for so many players, or for as few as can play.

    Raises:
        typer.BadParameter: the game is not for so many.
    """
    rules = rules_or_end(config)
    if players is not None and players not in rules.players:
        counts = ", ".join(map(str, rules.players))
        name = Path(config.folder).name
        raise typer.BadParameter(f"{name} is for {counts} players, not for {players}", param_hint="--players")
    return config._replace(players=rules.players[0] if players is None else players)


def pool_of(jobs: int, cluster: str = "") -> WorkerPool:
    """The processes that play.

    Args:
        jobs: how many, one for each core if 0.
        cluster: `local`, or the address of a scheduler; processes without Dask if empty.

    Raises:
        typer.BadParameter: there is no such cluster.
    """
    workers = jobs or cores()
    if not cluster:
        return WorkerPool(workers)

    try:
        return ClusterPool(cluster, workers)
    except ClusterError as error:
        raise typer.BadParameter(str(error), param_hint="--cluster") from None


@contextmanager
def workers_needed() -> Iterator[None]:
    """Within it, workers that cannot play end the command with a message."""
    try:
        yield
    except PoolError as error:
        fail(str(error))
