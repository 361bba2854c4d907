"""`pawprint help`: the help of a command."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pawprint.cli._terminal import say
from pawprint.cli.parameters import choice


def _commands() -> list[str]:
    from pawprint.cli.app import COMMANDS

    return [*COMMANDS]


def help_(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="COMMAND", autocompletion=_commands, help="A command, such as table import."),
    ] = None,
) -> None:
    """Show what a command does and its options.

    The same as --help after the command.

    Examples:

      pawprint help

      pawprint help build

      pawprint help table import
    """
    at: Any = context.parent
    for word in words or ():
        command = at.command
        if not isinstance(command, TyperGroup):
            raise typer.BadParameter(f"'{at.command_path}' has no commands of its own", param_hint="COMMAND")
        found = command.get_command(at, choice(word, tuple(command.list_commands(at)), "COMMAND"))
        at = type(at)(found, info_name=word, parent=at)
    say(at.command.get_help(at))
