"""`pawprint rules`: which programs with the rules of games may run, and what is made of rules that are data."""

from pathlib import Path
from typing import Annotated

import typer

from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game
from pawprint.check.promises import find_broken_promises
from pawprint.cli import parameters
from pawprint.cli._commands import Command, group
from pawprint.cli._messages import fail, write_all
from pawprint.cli._play_settings import end_without_own_engine
from pawprint.cli._rules_permission import allow_file
from pawprint.cli._terminal import say, warn
from pawprint.cli.parameters import CatalogOption, GameArgument
from pawprint.core.diagnostics import Findings
from pawprint.core.links import outside
from pawprint.games.engines import ENGINES
from pawprint.play import allowed_rules
from pawprint.play.language.data_rules import DataRules, rule_sentences
from pawprint.play.language.sentence_language import sentence_languages
from pawprint.play.lookup import has_own_engine, playable_editions, rules_for
from pawprint.play.own_engines import program_file

rules = group(
    "rules",
    """Choose which games may run a program with their rules.

    Examples:

      pawprint rules allow my-game

      pawprint rules list
    """,
)


_Edits = Annotated[
    bool, typer.Option("--edits", help="Also after changes of the file; for a file that only you write.")
]


@rules.command("allow", cls=Command)
def allow(game: GameArgument, edits: _Edits = False, catalog: CatalogOption = None) -> None:
    """Allow the rules of a game to run.

    They are a program: it can do all that you can do on this computer. Read it first. If the file changes, it does not
    run until you allow it again, unless you allow edits.

    Examples:

      pawprint rules allow my-game

      pawprint rules allow my-game --edits
    """
    allow_file(_program_file(game, catalog), edits=edits)


@rules.command("list", cls=Command)
def list_() -> None:
    """List the programs with rules that may run.

    Examples:

      pawprint rules list
    """
    found = allowed_rules.allowed_rules()
    for document in found:
        path = Path(document.path)
        state = "with changes" if not document.digest else "as it is"
        if not path.is_file():
            state = "missing"
        elif not allowed_rules.is_allowed(path, path.read_bytes()):
            state = "changed, does not run"
        say(f"{document.path}  {state}")
    if not found:
        say("no rules of games may run, except for the bundled ones")


@rules.command("forget", cls=Command)
def forget(game: GameArgument, catalog: CatalogOption = None) -> None:
    """Withdraw the permission of a game's rules to run.

    GAME is a game of the catalog, or the path of the file, as "pawprint rules list" shows it.

    Examples:

      pawprint rules forget my-game
    """
    path = Path(game) if game.endswith(".py") else _program_file(game, catalog)
    known = allowed_rules.forget(path)
    say(f"{path.as_posix()}  {'does not run any more' if known else 'was not allowed to run'}")


@rules.command("test", cls=Command)
def run_conformance(game: GameArgument, catalog: CatalogOption = None) -> None:
    """Test whether the rules of a game keep the promises on which bots, logs and the page to play rely.

    Games with random choices are played, and many of their states tested.

    Examples:

      pawprint rules test my-game
    """
    rules_file(game, catalog)
    loaded = _game(game, catalog)
    if ENGINES.get(loaded.engine) is None:
        end_without_own_engine(loaded)
    findings = Findings()
    summary = find_broken_promises(loaded, findings)
    if write_all(findings.sorted()):
        raise typer.Exit(1)
    say(summary)


_Language = Annotated[
    str, typer.Option("--language", metavar="LANGUAGE", help="Language of the sentences; by default the game's first.")
]


@rules.command("print", cls=Command)
def print_sentences(game: GameArgument, language: _Language = "", catalog: CatalogOption = None) -> None:
    """Print the rules of a game in sentences, as Markdown.

    The sentences are made of the steps in rules.yaml, so they say what is played. Yours take their place.

    Examples:

      pawprint rules print my-game

      pawprint rules print my-game --language fr
    """
    loaded = _game(game, catalog)
    if ENGINES.get(loaded.engine) is None:
        end_without_own_engine(loaded)
    wanted = language or loaded.languages[0]
    sentences = rule_sentences(loaded, wanted)
    if sentences is None:
        fail(f"the rules of {game} give no sentences", "only rules in a file rules.yaml do, if they have no mistakes")
    if not sentences.language.known:
        warn(f"note: there are no sentences in '{wanted}'; languages are {', '.join(sentence_languages())}")
    say(f"# {loaded.title[wanted] if wanted in loaded.languages else loaded.title[loaded.languages[0]]}\n")
    say("\n".join(sentences.outline()).rstrip())


_Players = Annotated[
    int, parameters.whole_number("--players", metavar="N", least=0, help="Number of players; by default the fewest.")
]


@rules.command("show", cls=Command)
def show(game: GameArgument, players: _Players = 0, catalog: CatalogOption = None) -> None:
    """Print the Python program that Pawprint generates from rules.yaml.

    Read it to see exactly what a step does; you never edit or keep it.

    Examples:

      pawprint rules show my-game

      pawprint rules show my-game --players 3
    """
    found, findings = _game(game, catalog), Findings()
    if ENGINES.get(found.engine) is None:
        end_without_own_engine(found)
    for engine, deck, edition in playable_editions(found):
        made = rules_for(engine, found.in_edition(deck), findings, edition)
        if write_all(findings.sorted()):
            raise typer.Exit(1)
        if not isinstance(made, DataRules):
            break
        count = players or made.players[0]
        if count not in made.players:
            raise typer.BadParameter(f"{game} has {made.players[0]} to {made.players[-1]}", param_hint="--players")
        say(made.program(count).source.rstrip())
        return
    fail(f"the rules of {game} are no data", "only rules in a file rules.yaml become a program that can be shown")


def _program_file(name: str, catalog: Path | None) -> Path:
    """The program with the rules of a game; rules that are data end the command."""
    path = program_file(rules_file(name, catalog).as_posix())
    if path is None:
        fail(f"the rules of {name} are data", "they need no permission")
    return path


def rules_file(name: str, catalog: Path | None) -> Path:
    """The file with the own rules of a game; an error ends the command."""
    game = _game(name, catalog)
    if not has_own_engine(game):
        fail(f"{name} has no rules of its own", "name their file in its game.yaml: rules: {engine: rules.yaml}")
    path = Path(game.engine)
    if path.parent != game.folder or outside(path, path.parent):
        fail(f"{path.as_posix()} leads out of the game's folder", "name a file in it")
    return path


def _game(name: str, catalog: Path | None) -> Game:
    findings = Findings()
    library = load_library(parameters.catalog_folder(catalog, [name]), findings, [name])
    if name not in library.games:
        write_all(findings)
        raise typer.Exit(1)
    return library.games[name]
