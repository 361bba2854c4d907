"""The command `pawprint`: collects the commands and runs them. Only this package prints or exits."""

import os
import sys
from typing import Annotated

import typer

from pawprint import __version__
from pawprint.cli._lean_typer import CommandGroup
from pawprint.cli._terminal import open_streams, say, warn

#: The commands in the order of `--help`; each is the module of its name in `cli/commands`.
COMMANDS = (
    *("new", "build", "check", "show", "export", "preview", "changes", "print", "printed"),
    *("printer", "play", "rules", "scenario", "schema", "import", "table", "po", "plugins", "docs", "help"),
)

app = typer.Typer(
    name="pawprint",
    cls=CommandGroup.of(COMMANDS),
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


def main() -> None:
    """Run the command line; print errors of the system (a full disk, a closed pipe) without a traceback."""
    from pawprint.play.rules_fault import RulesFault

    open_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # now, while a fault of it can be reported
    except RulesFault as fault:
        warn(f"error: {fault}")
        sys.exit(1)
    except BrokenPipeError:
        _drop_output()
        sys.exit(1)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        warn(f"error: {name}{error.strerror or error}")
        try:
            sys.stdout.flush()
        except OSError:
            _drop_output()
        sys.exit(1)
    except Exception as error:
        from pawprint.core.plugins import HELP, blame

        blamed = blame(error)
        if not blamed:
            raise
        warn(f"error: {blamed}", f"  = help: {HELP}")
        sys.exit(1)


def _drop_output() -> None:
    """Let go of what could not be printed, which Python would try again, with a traceback and another exit code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
