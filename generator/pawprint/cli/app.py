"""The command `pawprint`: collects the commands and runs them. Only this package prints or exits."""

import atexit
import gc
import os
import sys
from typing import Annotated

import typer

from pawprint import __version__
from pawprint.cli.commands.build import build
from pawprint.cli.commands.changes import changes
from pawprint.cli.commands.check import check
from pawprint.cli.commands.export import export
from pawprint.cli.commands.import_ import import_
from pawprint.cli.commands.new import new
from pawprint.cli.commands.play import play
from pawprint.cli.commands.preview import preview
from pawprint.cli.commands.printed import printed
from pawprint.cli.commands.scenario import scenario
from pawprint.cli.commands.schema import schema
from pawprint.cli.commands.show import show
from pawprint.cli.commands.table import table
from pawprint.cli.lean_typer import LeanCommand, LeanGroup

app = typer.Typer(
    name="pawprint",
    cls=LeanGroup,
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help starts faster than formatted help, and can be read in any terminal
    pretty_exceptions_enable=False,
    help="Turn a catalog of cards, tiles and tokens into print-ready sheets.",
    epilog="Start with: pawprint new my-game",
)
for command in (new, build, check, show, export, preview, changes, printed, play, scenario, schema):
    app.command(cls=LeanCommand)(command)
app.command("import", cls=LeanCommand)(import_)
app.add_typer(table)


def _print_version(requested: bool) -> None:
    if requested:
        print(f"pawprint {__version__}")
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
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    # Most commands end before cyclic garbage matters. Collecting it, on the way and at exit, takes a tenth of a build.
    gc.disable()
    atexit.register(gc.freeze)
    try:
        app()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        print(f"error: {name}{error.strerror or error}", file=sys.stderr)
        sys.exit(1)
