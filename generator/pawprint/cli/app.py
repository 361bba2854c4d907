"""The command `pawprint` with all its commands. Only this package prints or exits."""

import builtins
from functools import partial
from importlib import import_module
from keyword import iskeyword
from typing import Annotated, Any

import typer

from pawprint import __version__
from pawprint.cli._commands import LazyGroup, command
from pawprint.cli._terminal import say

#: The commands in the order of `--help`, with the first line of the help of each; each is the module of its name in
#: `cli/commands`, which is imported when it is asked for.
COMMANDS = {
    "new": "Create a small sample game to start from.",
    "build": "Make print-ready PDF sheets, rulebooks and reference sheets.",
    "check": "Find errors in games: data, references, checks and layouts.",
    "show": "Make a PNG picture of a piece, or of all pieces.",
    "export": "Write the pieces of a game as files for other programs.",
    "preview": "Show games in the browser and update them after each save.",
    "changes": "List what has changed since games were printed or built.",
    "print": "Build the sheets of a game, and send them to a printer.",
    "printed": "Record that the last build has been printed.",
    "printer": "Measure where your printer puts backs.",
    "play": "Let bots play a game, and print statistics.",
    "rules": "Choose which games may run a program with their rules.",
    "scenario": "Run scenarios: a situation, actions, and the expected outcome.",
    "schema": "Print or write JSON Schemas, for editors.",
    "import": "Create a game from a list of cards.",
    "table": "Edit the records of a game in a spreadsheet.",
    "po": "Translate a game with programs for translators.",
    "plugins": "List the plug-ins: elements, field types, checks and more that installed packages add.",
    "docs": "Open the documentation in the browser.",
    "help": "Show what a command does and its options.",
}


def _imported(name: str) -> Any:
    """The command *name*, from its module."""
    python_name = f"{name}_" if iskeyword(name) or hasattr(builtins, name) else name
    found = getattr(import_module(f"pawprint.cli.commands.{python_name}"), python_name)
    return typer.main.get_command(found) if isinstance(found, typer.Typer) else command(name, found)


class _Commands(LazyGroup):
    def __init__(self, **settings: Any) -> None:
        super().__init__({name: partial(_imported, name) for name in COMMANDS}, **settings)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands, without importing them."""
        others = {name: added.get_short_help_str() for name, added in self.commands.items() if name not in COMMANDS}
        with formatter.section("Commands"):
            formatter.write_dl([*(COMMANDS | others).items()])


app = typer.Typer(
    name="pawprint",
    cls=_Commands,
    rich_markup_mode=None,  # plain help starts faster than formatted help, and can be read in any terminal
    pretty_exceptions_enable=False,
    help="Turn a catalog of cards, tiles and tokens into print-ready sheets.",
    epilog="Start with: pawprint new my-game",
)


def _print_version(requested: bool) -> None:
    if requested:
        say(f"pawprint {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass
