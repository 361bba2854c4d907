"""The command `pawprint`: one command per file; the only stage that prints or exits."""

import atexit
import gc
import os
import sys
from typing import Annotated

import typer

from pawprint import __version__
from pawprint.terminal.build import build
from pawprint.terminal.changes import changes
from pawprint.terminal.check import check
from pawprint.terminal.import_ import import_
from pawprint.terminal.new import new
from pawprint.terminal.plain import PlainCommand, PlainGroup
from pawprint.terminal.play import play
from pawprint.terminal.preview import preview
from pawprint.terminal.printed import printed
from pawprint.terminal.scenario import scenario
from pawprint.terminal.schema import schema
from pawprint.terminal.show import show
from pawprint.terminal.table import table

app = typer.Typer(
    name="pawprint",
    cls=PlainGroup,
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help: it opens at once, and reads well everywhere
    pretty_exceptions_enable=False,
    help="Turn a catalog of cards, tiles and tokens into print-ready sheets, and check it first.",
    epilog="Begin with: pawprint build",
)
for command in (new, build, check, show, preview, changes, printed, play, scenario, schema):
    app.command(cls=PlainCommand)(command)
app.command("import", cls=PlainCommand)(import_)
app.add_typer(table)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"pawprint {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; errors of the machine (a full disk, a closed pipe) are said, not traced."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    # A command is over before cyclic garbage could matter; looking for it, during the work or at its end, takes
    # a tenth of the time of a build.
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
