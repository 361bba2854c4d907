"""`pawprint play --against` and `--vary`: other ways to play the same game, and how they differ."""

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import typer

from pawprint.catalog.model import Game
from pawprint.cli._messages import fail
from pawprint.cli._play_settings import PlayLimits, config_of, game_called, rules_or_end
from pawprint.cli._report_files import PlayOutputs, write_comparison
from pawprint.cli._terminal import say, warn, write_json
from pawprint.play.bot_names import full_name
from pawprint.play.bots import BOTS
from pawprint.play.engine import Rules
from pawprint.play.game_options import option_text
from pawprint.play.simulation import PairedConfig, WorkerPool
from pawprint.play.simulation_config import SimulationConfig
from pawprint.playtests.balance.comparison import Comparison, compare, comparison_data, comparison_lines, sweep_lines
from pawprint.playtests.balance.ladder import Ladder, ladder_data, ladder_lines
from pawprint.playtests.balance.precision import play_paired

# --- `pawprint play --ladder`: every bot against every other one ------------------------------------------------------


#: Games of each pair of bots unless another number is given.
LADDER_GAMES = 100


def bots_to_compare(names: tuple[str, ...], others: Mapping[str, object]) -> tuple[str, ...]:
    """The bots of a ladder: those that are named, or all.

    Args:
        others: values of options that a ladder does not have.

    Raises:
        typer.BadParameter: there is nothing to compare, or one of the *others* is given.
    """
    for option, value in others.items():
        if value is not None:
            raise typer.BadParameter("a ladder cannot be combined with it", param_hint=option)
    found = tuple(dict.fromkeys(names or map(full_name, BOTS)))
    if len(found) < 2:
        raise typer.BadParameter("a ladder compares at least two different bots", param_hint="--bots")
    return found


def print_ladder(rules: Rules, ladder: Ladder, form: str) -> None:
    """Print a ladder as `text` or `json`."""
    if form == "json":
        write_json(ladder_data(rules, ladder))
    else:
        say(*ladder_lines(rules, ladder))


# --- play comparison --------------------------------------------------------------------------------------------------


_SETTING = re.compile(r"[a-z][\w.-]*=.*", re.DOTALL)


class WayToPlay(NamedTuple):
    """A game with settings; *name* is what it is called in a comparison."""

    name: str
    game: Game
    config: SimulationConfig


def other_ways(
    game: Game, config: SimulationConfig, against: str, vary: Sequence[str], folder: Path
) -> Iterator[WayToPlay]:
    """The ways to play that *game* with *config* is compared with.

    Args:
        against: NAME=VALUE, a catalog, or a Git revision; nothing if empty.
        vary: texts NAME=VALUE,VALUE.
        folder: a folder for the catalog of a revision, which must exist as long as games are played.
    """
    if against:
        yield _opponent(game, config, against, folder)
    for text in vary:
        name, sign, values = text.partition("=")
        if not sign or not values:
            raise typer.BadParameter(f"'{text}' should be NAME=VALUE,VALUE", param_hint="--vary")
        for value in values.split(","):
            yield _set(game, config, name, value, "--vary")


def _opponent(game: Game, config: SimulationConfig, against: str, folder: Path) -> WayToPlay:
    if _SETTING.fullmatch(against):
        name, _, value = against.partition("=")
        return _set(game, config, name, value, "--against")
    catalog = Path(against)
    if not catalog.is_dir():
        catalog = _catalog_at(against, game, folder)
    elif (catalog / "game.yaml").is_file():
        catalog = catalog.parent
    other = game_called(game.id, catalog)
    if other.engine != game.engine:
        fail(f"{game.id} of {against} has another engine, '{other.engine}'")
    return WayToPlay(against, other, _again(other, config, config.edition, ()))


def _catalog_at(revision: str, game: Game, folder: Path) -> Path:
    """A folder with the catalog at a Git *revision*; an error ends the command."""
    from pawprint.production.changes.earlier_game import NoRevision, folder_at

    try:
        return folder_at(revision, game.folder.parent, folder)
    except NoRevision as error:
        message = f"'{revision}' is no catalog, no setting NAME=VALUE, and no revision: {error}"
        raise typer.BadParameter(message, param_hint="--against") from None


def _set(game: Game, config: SimulationConfig, name: str, value: str, option: str) -> WayToPlay:
    """The same game with one setting changed: `edition`, an option of the rules, or a field of records."""
    title = f"{name}={value}"
    if "." not in name:
        edition, options = (value, ()) if name == "edition" else (config.edition, (title,))
        return WayToPlay(title, game, _again(game, config, edition, options))
    from pawprint.playtests.balance.catalog_variants import BadVariant, read_variant, variant_texts

    try:
        texts = variant_texts(game, read_variant(game, name, value))
    except BadVariant as error:
        raise typer.BadParameter(f"'{title}': {error}", param_hint=option) from None
    return WayToPlay(title, game, config._replace(texts=texts))


def _again(game: Game, config: SimulationConfig, edition: str, options: tuple[str, ...]) -> SimulationConfig:
    """The settings of *config* for another *game* or *edition*, with further *options*."""
    chosen = tuple(f"{key}={option_text(value)}" for key, value in config.options)
    other = config_of(game, edition, (*chosen, *options), config.bots, config.seed, False)
    return other._replace(players=config.players)


def show_comparisons(
    pool: WorkerPool, first: WayToPlay, against: str, vary: Sequence[str], limits: PlayLimits, outputs: PlayOutputs
) -> None:
    """Play and show how the other ways differ from the *first*; a game that broke off ends the command with code 1."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        ways = [*other_ways(first.game, first.config, against, vary, Path(folder))]
        made = [_compared(pool, first, way, limits) for way in ways]
    _print(made, outputs.form, sweep=bool(vary))
    if outputs.report is not None:
        write_comparison(made, outputs.report, sweep=bool(vary))
    if any(comparison.broken for comparison in made):
        raise typer.Exit(1)


def _compared(pool: WorkerPool, first: WayToPlay, second: WayToPlay, limits: PlayLimits) -> Comparison:
    rules = tuple(rules_or_end(way.config) for way in (first, second))
    if second.config.players not in rules[1].players:
        fail(f"{second.name} is not for {second.config.players} players")
    pair = PairedConfig(first.config, second.config)
    with limits.progress() as progress:
        total = play_paired(
            pool, pair, limits.games, limits.width, lambda done, most: progress(second.name, done, most)
        )
    for failure in (*total.first.failures, *total.second.failures):
        warn(f"game {failure.number}, after {failure.step} actions: {failure.message}")
    names, digests = (first.name, second.name), (rules[0].rules_hash(), rules[1].rules_hash())
    return compare(first.game, names, digests, pair, total)


def _print(made: Sequence[Comparison], form: str, sweep: bool) -> None:
    if form == "json":
        data = [*map(comparison_data, made)] if sweep else comparison_data(made[0])
        write_json(data)
    else:
        say("\n".join(sweep_lines(made) if sweep else comparison_lines(made[0])))
