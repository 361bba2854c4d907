"""`pawprint help`: the help of a command."""

from typing import Annotated, Any

import typer

from pawprint.cli._terminal import say
from pawprint.cli.parameters import choice


def help_(
    context: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="COMMAND", help="A command, such as table import.")
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
        known = tuple(getattr(command, "commands", ()))
        if not known:
            raise typer.BadParameter(f"'{at.command_path}' has no commands of its own", param_hint="COMMAND")
        found = command.commands[choice(word, known, "COMMAND")]
        at = type(at)(found, info_name=word, parent=at)
    say(at.command.get_help(at))
