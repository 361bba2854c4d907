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

#: The commands in the order of `--help`; each is the module of its name in `cli/commands`.
COMMANDS = (
    *("new", "build", "check", "show", "export", "preview", "changes", "print", "printed"),
    *("printer", "play", "rules", "scenario", "schema", "import", "table", "po", "plugins", "docs", "help"),
)


def _imported(name: str) -> Any:
    """The command *name*, from its module."""
    python_name = f"{name}_" if iskeyword(name) or hasattr(builtins, name) else name
    found = getattr(import_module(f"pawprint.cli.commands.{python_name}"), python_name)
    return typer.main.get_command(found) if isinstance(found, typer.Typer) else command(name, found)


class _Commands(LazyGroup):
    def __init__(self, **settings: Any) -> None:
        super().__init__({name: partial(_imported, name) for name in COMMANDS}, **settings)


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
